"""Names: people, organisations, places and what else a trained pipeline tells of a person. Only home of spaCy."""
