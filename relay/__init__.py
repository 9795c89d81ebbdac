"""The relay: will hold online tables, their messages, store and server (no code yet)."""
