"""The same cards for all: the deal of the day, and challenges.

The doors are ``diary``, which knows the tries, and ``comparison``, which puts two games with the
same deal side by side. Deals come from ``relay.days.deals``. All that is known of a try is in its
record. This room uses ``play``, the kit of a game and ``history``.
"""
