"""The engine: games as logs, folded by pure rules without I/O, clock or hidden randomness."""
