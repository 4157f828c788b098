"""Client models: corpus, counts, features, naive Bayes, and versions on disk."""
