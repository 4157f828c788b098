"""Earlier releases and public originals in a request, to compare its release with.

Their words are kept until the end of the response, and not on disk: those of a redaction in the process that
redacts. Those of a batch wait in the process that answers everyone, packed, until its last document is done.
"""

from dataclasses import replace
from typing import Any

from apiflask.fields import Nested
from apiflask.validators import Length

from backend.services.privacy.earlier import MAX_BYTES, MAX_SENT, packed_texts, sent_earlier_texts, unpacked_texts
from backend.services.request.resolve import Resolver
from backend.services.review.approvals import ToRedact
from backend.web.schemas.documents_in import Base64
from backend.web.schemas.fields import List, path_name
from backend.web.schemas.redaction_options import Strict


class EarlierTextIn(Strict):
    """A document that others may have already."""

    name = path_name(
        required=True,
        metadata={
            "description": "Its name in the answer; the suffix says what it is.",
            "example": "2024/plan.docx",
        },
    )
    document = Base64(required=True, metadata={"format": "byte", "description": "The file, in base64."})


def earlier_documents() -> List:
    """A field for the documents to compare with."""
    return List(
        Nested(EarlierTextIn),
        validate=Length(max=MAX_SENT),
        metadata={
            "description": "Earlier releases and public originals that the output is compared with, at most "
            f"{MAX_SENT} and {MAX_BYTES // 1_000_000} MB together: `privacy.earlier` has the closest. Only their "
            "words are kept, in memory, until the end of the response."
        },
    )


def read_earlier(values: dict[str, Any]) -> Any:
    """Return the words of the documents of a request to compare with; None without any.

    Raises as `sent_earlier_texts`.
    """
    sent = values.get("against")
    return sent_earlier_texts([(each["name"], each["document"]) for each in sent]) if sent else None


def compared(request: ToRedact, values: dict[str, Any]) -> ToRedact:
    """Return the request of a redaction, compared with the documents that were sent with it."""
    earlier = read_earlier(values)
    return request if earlier is None else replace(request, resolved=request.resolved.compared_with(earlier))


def packed_earlier(values: dict[str, Any]) -> bytes:
    """Return the words of the documents to compare with as bytes for `resolver_compared`; b"" without any.

    Raises as `sent_earlier_texts` and `packed_texts`.
    """
    earlier = read_earlier(values)
    return b"" if earlier is None else packed_texts(earlier)


def resolver_compared(resolver: Resolver, earlier: bytes) -> Resolver:
    """Return a resolver whose releases are compared with earlier texts, which `packed_earlier` has packed."""
    if not earlier:
        return resolver
    return replace(resolver, catalogue=replace(resolver.catalogue, earlier=unpacked_texts(earlier)))
