"""The database connection, and the keys that decrypt what is stored."""
