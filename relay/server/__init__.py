"""A relay as a process: sockets, the disk, the clock, threads, logs and the command line.

Its doors are ``Relay`` in ``server``, for programs, and ``main`` in ``cli``, the command
``kb-relay``. It uses all other rooms but the client.
"""
