"""Turn settings and options into the values that the services take, one module for each kind of value."""
