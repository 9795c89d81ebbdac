"""The commands of ``kb``, one module each. A module is imported only when its command is used."""
