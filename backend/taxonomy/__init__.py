"""English words: which ones a dictionary has, their base forms and their stems."""
