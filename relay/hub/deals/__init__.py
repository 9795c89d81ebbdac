"""Deals that many play: logs that nobody stays in, unlike rooms.

The doors are ``days``, the deals of the days, and ``challenges``. ``logs`` does one thing at a time
in each log. It uses what the parts of the hub share.
"""
