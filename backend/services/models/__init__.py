"""Client models: train, serve, promote, attack."""
