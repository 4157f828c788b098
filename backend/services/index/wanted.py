"""What the index of released documents gets of a redacted document."""

from collections import Counter

from backend.document.model import Document
from backend.document.tokens import terms
from backend.redaction.indexing import Indexing, ToIndex
from backend.services.request.effective import EffectiveRequest


def to_index(request: EffectiveRequest, redacted: Document, *, approved: bool) -> ToIndex | None:
    """Return what the index gets of a redacted document, as it was read again; None where nobody wants it there.

    `approved` says whether a review of its decisions was approved. A policy that asks for approvals allows no
    document without one, also where nobody has decided anything and its outcome is met.
    The owner is called as the model calls the client: `unsaid index build` counts clients by these names too.
    """
    if not request.index and request.policy.index is not Indexing.ALWAYS:
        return None
    return _what_it_gets(request, redacted, approved=approved)


def finished_to_index(request: EffectiveRequest, finished: Document) -> ToIndex | None:
    """Return what the index gets of a document that was redacted in Word itself; None where nobody wants it there.

    As far as this is known, nobody has approved the decisions: a policy that asks for approvals does not allow it.
    Not every state that is checked is a finished one: no policy lets all of them go there.
    """
    if not request.index:
        return None
    return _what_it_gets(request, finished, approved=False)


def _what_it_gets(request: EffectiveRequest, redacted: Document, *, approved: bool) -> ToIndex:
    policy = request.policy
    words = Counter(term for text in redacted.counted_texts() for term in terms(text))
    needs_approval = policy.second_approver or policy.blind_share > 0
    allowed = policy.index is not Indexing.NEVER and (approved or not needs_approval)
    subject = request.subject
    industry = None if subject is None else subject.model.clients[subject.client].utility
    return ToIndex(words, request.client, allowed, policy.index_with_exceptions, policy.least_k, industry)
