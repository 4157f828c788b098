"""The steps that bring the tables of an earlier version of Unsaid to this version (`upgrade` runs them)."""
