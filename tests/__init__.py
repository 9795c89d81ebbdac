"""Tests: `python -m tests` runs every check; the folders mirror the packages."""
