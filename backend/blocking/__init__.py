"""Text inference blocking: how well a document gives its client away, and which words to suppress against it."""
