"""What the index of released documents gets of a redacted document."""

from collections import Counter

from backend.document.model import Document
from backend.document.tokens import terms
from backend.redaction.indexing import Indexing, ToIndex
from backend.services.request.effective import EffectiveRequest


def to_index(request: EffectiveRequest, redacted: Document) -> ToIndex | None:
    """Return what the index gets of a redacted document, as it was read again; None where nobody wants it there.

    The owner is called as the model calls the client: `unsaid index build` counts clients by these names too.
    """
    policy = request.policy
    if not request.index and policy.index is not Indexing.ALWAYS:
        return None
    words = Counter(term for text in redacted.counted_texts() for term in terms(text))
    allowed = policy.index is not Indexing.NEVER
    subject = request.subject
    industry = None if subject is None else subject.model.clients[subject.client].utility
    return ToIndex(words, request.client, allowed, policy.index_with_exceptions, policy.least_k, industry)
