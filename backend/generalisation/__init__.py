"""Broader forms in place of suppressed terms: which may stand there, what they tell, and how the sentence reads."""
