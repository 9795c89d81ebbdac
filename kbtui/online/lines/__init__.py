"""Online games in line mode: the waiting room, the game, and a connection that may drop."""
