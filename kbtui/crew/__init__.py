"""A second process for bots that have many playouts to play (docs/bots.md)."""
