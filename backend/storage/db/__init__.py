"""The connection to the database, and the keys that open what it holds."""
