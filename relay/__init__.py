"""Online tables: messages, rooms, the hub of them all, its store and its server."""
