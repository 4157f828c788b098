"""From a corpus to a client model: counts, features, Naive Bayes, and the versions on disk."""
