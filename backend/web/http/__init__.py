"""What applies to every request and response: errors, headers, size limits, logs."""
