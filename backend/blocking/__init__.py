"""Text inference blocking: how far a document identifies its client, and which words to suppress."""
