"""Tests of ``kbtui/play/crew``."""
