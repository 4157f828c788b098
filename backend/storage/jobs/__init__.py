"""Jobs, their files and their queue."""
