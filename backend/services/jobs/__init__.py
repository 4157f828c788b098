"""Background jobs that a worker does."""
