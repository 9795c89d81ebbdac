"""Tests of the same cards for all."""
