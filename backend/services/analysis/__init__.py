"""What a document gives away."""
