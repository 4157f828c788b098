"""Pattern recognisers: one module for each kind of value."""
