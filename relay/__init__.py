"""Online games: the protocol, rooms, the hub that serves them, its store, its server, a client."""
