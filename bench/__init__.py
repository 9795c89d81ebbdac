"""Benchmarks: the engine, the bots, the app and the relay, each against a plain reference."""
