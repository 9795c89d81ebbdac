"""Parts of the game screen as lines of text: a view of the game in, lines out."""
