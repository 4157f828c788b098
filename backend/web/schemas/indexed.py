"""What became of a document that was to be indexed, as a response says it."""

from apiflask import Schema
from apiflask.fields import Boolean, String

from backend.wiring.choices import INDEX_REFUSALS


class IndexResultOut(Schema):
    """Whether the document is in the index of released documents; null where nobody wanted it there."""

    indexed = Boolean(required=True)
    reason = String(
        required=True,
        allow_none=True,
        metadata={"enum": [*INDEX_REFUSALS, None], "description": "Why not; null if it is there."},
    )
