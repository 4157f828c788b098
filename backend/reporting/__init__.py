"""What was done, as JSON for programs and as words and bars for people."""
