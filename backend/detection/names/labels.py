"""The labels of the shipped pipeline, and its tags for words."""

LABELS = (
    "PERSON",
    "ORGANIZATION",
    "LOCATION",
    "DATE_TIME",
    "NRP",
    "CODE",
    "QUANTITY",
    "DEMOGRAPHIC",
    "MISC",
    "PUBLIC",
)
"""The labels, in the order of the tags.

`NRP` is Presidio's word for nationalities, religions and political groups. `QUANTITY`, `DEMOGRAPHIC` (a trade, a
heritage, an illness) and `MISC` are such as single a person out, after the Text Anonymization Benchmark. `PUBLIC`
is what is named and gives nobody away (a ministry, a law, the court that speaks): it is never reported.
"""

OUTSIDE = "O"
TAGS = (OUTSIDE, *(f"{position}-{label}" for label in LABELS for position in "BI"))
"""Per label one tag for the first word of a name and one for the words that continue it."""


def begin(label: str) -> int:
    """The tag of a first word."""
    return TAGS.index(f"B-{label}")


def inside(label: str) -> int:
    """The tag of a word that continues a name."""
    return TAGS.index(f"I-{label}")
