"""A second process for bots that have many playouts to run (docs/bots.md)."""
