"""The pure engine: games as logs, folded by rules without I/O, clock or hidden randomness."""
