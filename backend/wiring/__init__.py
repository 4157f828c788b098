"""From settings and options to the values that the services take: one module for each kind of value."""
