"""Tests of a player's history."""
