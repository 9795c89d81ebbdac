"""What is raised when something that a player asked for cannot be done."""


class Refusal(Exception):
    """Something cannot be done; the text is one sentence for the player."""
