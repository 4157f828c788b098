"""The anonymous index of released documents: build it, change it, search it, publish editions."""
