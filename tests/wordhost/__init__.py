"""The Word host does what Word does."""
