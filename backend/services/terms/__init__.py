"""Terms that identify the client or a person, and which of them go at each level."""
