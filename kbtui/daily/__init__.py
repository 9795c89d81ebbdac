"""The same cards for all: the deal of the day, and challenges.

The doors are ``deals``, which makes the deal of a day, ``diary``, which knows the tries, and
``compare``, which puts two games with the same deal side by side. All that is known of a try is in
its record. This room uses ``play``, the kit of a game and ``history``.
"""
