"""Schemas of what a document gives away: in reports, analyses and verifications."""

from apiflask import Schema
from apiflask.fields import Boolean, Dict, Float, Integer, List, Nested, String

from backend.wiring.choices import PRIVACY_FINDINGS

CROWD = (
    "How many clients the words fit; null without a client, and if the caller may not see all clients. No "
    "certificate contains it."
)
GAIN = "What redacting this adds to the privacy index of the document as it stands, in bits; null if not measured."


class CrowdOut(Schema):
    """The clients whose words are at least as close to a text as those of its own: it is (k, d)-anonymous."""

    k = Integer(
        required=True,
        metadata={"description": "The number of clients within `d`, the own client included; 1: it stands out."},
    )
    d = Float(
        required=True,
        metadata={"description": "The distance of the text to its own client, 0…1: the root of the divergence."},
    )
    clients = Integer(
        required=True,
        metadata={"description": "The clients that are compared: those of the industry where the text shows it."},
    )


class GainOut(Schema):
    """A change of the privacy index and of the divergence, in bits."""

    spi = Float(required=True)
    jsd = Float(required=True)


class StandingOut(GainOut):
    """A document as it is or at a level: its index against the document as it is, and how many clients it fits."""

    crowd = Nested(CrowdOut, required=True, allow_none=True, metadata={"description": CROWD})


class WeighedWordOut(Schema):
    """A word that adds to the privacy index, with its counts before and after."""

    word = String(required=True)
    before = Integer(required=True)
    after = Integer(required=True)
    bits = Float(required=True)
    sensitivity = Float(required=True, metadata={"description": "0…1"})


class EarlierTextOut(Schema):
    """An earlier text that the release was compared with."""

    name = String(required=True)
    distance = Float(required=True, metadata={"description": "0 (the same words) to 1."})
    shared = Float(
        required=True,
        metadata={"description": "The share of the shorter text, in runs of five words, that both have, 0…1."},
    )
    terms = Integer(required=True, metadata={"description": "How many of the redacted terms it contains."})
    quoted = Integer(
        required=True,
        metadata={"description": "How many of them stand in passages of 14 words or more that both texts have."},
    )
    reveals = Boolean(
        required=True,
        metadata={
            "description": "Whether it contains redacted terms and is a version or an excerpt of the document, or "
            "contains it; or quotes a passage of it with a redacted term."
        },
    )


class ReleaseSummaryOut(GainOut):
    """What the redacted document gives away, compared with the original, without a word of it: in bits."""

    unit = String(required=True, metadata={"enum": ["word"]})
    hidden_share = Float(required=True, metadata={"description": "The share of the words that are gone, 0…1."})
    sensitive_share = Float(
        required=True,
        allow_none=True,
        metadata={"description": "The share of the difference that is sensitive text; null if nothing differs."},
    )
    before = Nested(CrowdOut, required=True, allow_none=True, metadata={"description": CROWD})
    after = Nested(CrowdOut, required=True, allow_none=True, metadata={"description": CROWD})
    required = Integer(required=True, allow_none=True, metadata={"description": "The level that was asked for."})
    finding = String(required=True, metadata={"enum": list(PRIVACY_FINDINGS)})
    sentence = String(required=True, metadata={"description": "The same in one sentence."})


class ReleaseFiguresOut(ReleaseSummaryOut):
    """What the redacted document gives away, compared with the original: by the word, in bits."""

    words = List(
        Nested(WeighedWordOut), required=True, metadata={"description": "Those that weigh most, the first most."}
    )
    terms = Integer(required=True, metadata={"description": "The number of redacted terms."})
    earlier = List(Nested(EarlierTextOut), required=True)


class ExposedDocumentOut(GainOut):
    """A document of a batch: its index and divergence, and how many clients it fits."""

    path = String(required=True, metadata={"description": "Its number if the batch no longer has its name."})
    after = Nested(CrowdOut, required=True, allow_none=True, metadata={"description": CROWD})
    finding = String(required=True, metadata={"enum": list(PRIVACY_FINDINGS)})


class BatchFiguresOut(Schema):
    """What a batch gives away: the index and the divergence of its words and of its documents, in bits."""

    word = Nested(GainOut, required=True, metadata={"description": "Of the words: means over the documents."})
    document = Nested(
        GainOut, required=True, metadata={"description": "Of the documents: a redacted one is another document."}
    )
    partly = Nested(
        GainOut,
        required=True,
        data_key="partial",
        metadata={"description": "Of the documents, which stay the same as far as their words do."},
    )
    measured = Integer(required=True, metadata={"description": "The documents that were measured."})
    left_out = Integer(required=True, metadata={"description": "The files that failed or have no words."})
    findings = Dict(
        keys=String(), values=Integer(), required=True, metadata={"description": "How many documents have which."}
    )
    documents = List(
        Nested(ExposedDocumentOut),
        required=True,
        metadata={"description": "Those that give away most, the first most; at most 10."},
    )
    sentence = String(required=True, metadata={"description": "The same in one sentence."})
