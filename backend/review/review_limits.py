"""What may be stored with one review, in one table: whoever reads a review, or changes it, waits for all of it.

An honest document with 10,000 highlights, all of them a person's own, has 190 kB of packed marks; 10,000 decisions
with a replacement and a short note have some 2 MB of texts.
"""

DECISIONS = 100_000
"""Decisions, those on single places included."""

PLACES_OF_A_SUGGESTION = 10_000
"""Decisions on single places of one suggestion: whoever asks for the suggestion gets all of them."""

BYTES_OF_TEXTS = 8 * 1024 * 1024
"""Replacements and notes, encrypted."""

BYTES_OF_MARKS = 512 * 1024
"""The marks of a pane, packed."""

MARKS = 50_000
"""The marks of a pane, and the places whose looks it has to bring back."""

CHARACTERS_OF_PARTS = 1_000_000
"""The names of the parts of the file that these marks are in, together."""
