"""Choose the meaning of a term that a document has; where none clearly leads, there is none."""

from collections.abc import Sequence

from backend.taxonomy.broader import Kind, Meaning

_LEADS = 0.75
"""The share of a noun's occurrences in WordNet's annotated texts that its leading sense must have."""

_OFTEN = 3
"""So often at least WordNet's annotated texts must have a sense that leads others."""


def leading_meaning(meanings: Sequence[Meaning]) -> Meaning | None:
    """Return the meaning that clearly leads the others of a term; None where there is none.

    One meaning leads if it is the only one. Of several senses of a noun, the one leads that annotated texts have
    most of the time. Several places of one name lead in no case: the larger one is not always meant.
    """
    if len(meanings) == 1:
        return meanings[0]
    if not meanings or meanings[0].kind is not Kind.WORD:
        return None
    frequencies = [each.frequency or 0 for each in meanings]
    first = max(frequencies)
    leads = first >= _OFTEN and first >= _LEADS * sum(frequencies)
    return meanings[frequencies.index(first)] if leads else None
