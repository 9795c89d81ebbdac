"""Tests of engine.castle."""
