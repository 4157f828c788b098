"""English words and what stands above a term: the dictionary, senses, places, dates, amounts, and more."""
