"""The anonymous index on disk: vectors of groups in mapped files, members in SQLite."""
