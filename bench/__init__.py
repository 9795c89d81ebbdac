"""Benchmarks: how fast the engine plays, beside a plain reference and other engines."""
