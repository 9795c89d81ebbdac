"""Tests of the screens about a player's own games."""
