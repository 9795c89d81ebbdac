"""Online play: the player's end of a relay. Nothing here knows the screen."""
