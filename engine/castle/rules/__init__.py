"""What may be done and what follows from it. The door is ``rules``; it uses the pieces, the state
and the moves."""
