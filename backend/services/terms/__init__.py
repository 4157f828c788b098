"""Which terms identify the client or a person, and which have to go at each level."""
