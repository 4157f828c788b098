"""Classifiers other than the model, as attackers that try to name the client."""
