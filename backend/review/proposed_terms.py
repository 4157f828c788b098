"""Check that a term proposed for other documents is that of the suggestion that was decided.

An id is a hash of kind, entity and term. It tells no term, but whether a term that is named with it is its own.
"""

from collections.abc import Iterator

from backend.detection.finding import FindingKind
from backend.document.phrases import normal_form
from backend.document.placeholders import CLIENT, ENTITIES, REDACTED, TERM
from backend.document.tokens import tokens
from backend.review.suggestions import id_after, id_prefix

_KNOWN = tuple(
    id_prefix(kind, entity)
    for kind, entity in (
        (FindingKind.CLIENT, TERM),
        (FindingKind.CLIENT, CLIENT),
        (FindingKind.ALWAYS, REDACTED),
        *((FindingKind.PERSONAL, entity) for entity in ENTITIES),
    )
)
"""What the hashes begin with; a person may propose thousands of terms at once."""


def is_term_of(suggestion: str, term: str, entity: str | None = None) -> bool:
    """Whether a suggestion is of this term, as an entity; without one, as any that Unsaid itself knows.

    >>> from backend.review.suggestions import suggestion_id
    >>> one = suggestion_id(FindingKind.PERSONAL, "ZIP", "K-1234")
    >>> is_term_of(one, "K-1234"), is_term_of(one, "k-1234", "ZIP"), is_term_of(one, "K-9999", "ZIP")
    (False, True, False)
    """
    prefixes = _KNOWN if entity is None else tuple(id_prefix(kind, entity) for kind in FindingKind)
    return any(id_after(prefix, form) == suggestion for form in _forms(term) for prefix in prefixes)


def _forms(term: str) -> Iterator[str]:
    """What is hashed of a term; words of the model are joined as the tokeniser sees them, whatever is between."""
    yield normal_form(term)
    yield " ".join(word for word, _start, _end in tokens(term))
