"""Tests of engine.kingdom."""
