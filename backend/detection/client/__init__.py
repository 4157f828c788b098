"""Terms that identify the client."""
