"""What players read and type: languages, keys, text fields, frames and forms of pages.

The doors are ``i18n`` for texts, ``keys`` for commands and ``page`` for full-screen pages. This
room uses ``paint`` alone.
"""
