"""Work in processes that can be ended: each piece has a ceiling of time and memory, whatever it does."""
