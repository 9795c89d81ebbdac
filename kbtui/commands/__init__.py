"""What ``kb`` can do, one module for each command. Each is imported only when it is asked for."""
