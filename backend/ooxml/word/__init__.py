"""Stories of Word: read, and changed in place."""
