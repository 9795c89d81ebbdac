"""Tests of ``kbtui/disk``."""
