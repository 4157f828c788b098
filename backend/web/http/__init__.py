"""What holds for every request and answer: errors, headers, sizes, logs."""
