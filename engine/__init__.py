"""The pure engine: games as logs of entries, folded by rules without I/O, clock or hidden randomness."""
