"""The printable page of a certificate: its JSON in words, on one page of A4."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.cleaning import Cleaning
from backend.document.coverage import Treatment
from backend.ooxml.word.plain_page import ReportPage, ReportSection
from backend.reporting.outcome import KINDS, OutcomeStatus
from backend.verification.residue import Status

LIMITS = (
    "k, if given, is about the remaining words and the client models of the issuer of this certificate. Parts "
    "that were not examined may contain anything. A name that no recogniser and no list knows may remain."
)
PROVES_NOTHING = (
    "This page alone proves nothing, because anyone can write such a page. Verify its .certificate.json and the "
    "document with `unsaid verify`."
)

_ROOM, _LONGEST = 180, 40
"""Characters of a list and of an item on the page; the JSON has all of them."""


def page_of(content: Mapping[str, Any]) -> ReportPage:
    """Make the page of a certificate from its JSON alone."""
    sections = [ReportSection("The document", tuple(_document_rows(content)))]
    if "verification" in content:
        sections += [
            ReportSection("What was done", tuple(_done_rows(content))),
            ReportSection("What was verified", tuple(_checked_rows(content))),
        ]
    sections.append(ReportSection("Signature", tuple(_signed_rows(content))))
    return ReportPage(
        "Certificate of redaction", f"made by Unsaid {content['version']}", tuple(sections), f"Limits: {LIMITS}"
    )


def _document_rows(content: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield "Outcome", _OUTCOME[OutcomeStatus(content["outcome"])]
    for each in content.get("exceptions", ()):
        times = f" ({each['count']:,}×)" if each["count"] > 1 else ""
        yield f"Exception, by {each['role']}", _short(KINDS[each["kind"]], _ROOM) + times
    yield "SHA-256 of the redacted copy", content["result_sha256"]
    yield "Redacted and verified on", f"{content['made']} (UTC)"
    for name, label in (
        ("source", "Commitment to the source"),
        ("policy", "Commitment to the policy"),
        ("model", "Commitment to the model"),
    ):
        yield label, content[name]


def _done_rows(content: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield "Redacted in the text", _listed([f"{each['kind']} {each['places']}×" for each in content["taken_out"]])
    request = content["asked"]
    yield "Searched for", looked_for(frozenset(request["personal"]), reads_names=request["names"])
    if content["k"] is not None:
        hidden = "hidden" if content["k"]["held"] else "NOT hidden"
        yield "Client", f"The client is {hidden} at k = {content['k']['required']}."
    if content["industry"] is not None:
        yield "Industry", _short(content["industry"])
    yield "Cleaning", "; ".join(f"{what} {how}" for what, how in _cleaning_in_words(request["cleaning"]))
    for label, treatment in (("Redacted in place", Treatment.REDACTED), ("Removed", Treatment.REMOVED)):
        yield label, _listed([each["kind"] for each in content["coverage"] if each["treatment"] == treatment.value])


def _checked_rows(content: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    found = content["verification"]
    if found is None:
        yield "Verified", "no"
        return
    examined = _many(found["examined"], "part")
    were = "was" if found["examined"] == 1 else "were"
    yield (
        "Verified",
        f"{_STATUS[Status(found['status'])]}: {examined} {were} read again and searched by a separate verification",
    )
    if found["stays"]:
        yield (
            "Someone decided not to redact",
            f"{_many(found['stays'], 'place')} of terms that were redacted elsewhere",
        )
    yield "Not examined", _many(found["not_examined"], "part") if found["not_examined"] else "nothing"


def _signed_rows(content: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield "Key", f"{content['signed_by']['algorithm']} {content['signed_by']['key']}"
    yield "How to check", PROVES_NOTHING


_OUTCOME = {
    OutcomeStatus.MET: "met: all requirements are met",
    OutcomeStatus.MET_WITH_EXCEPTIONS: "met WITH EXCEPTIONS",
    OutcomeStatus.NOT_MET: "NOT met: do not share the document; the report says why",
}
_STATUS = {
    Status.CLEAN: "no redacted term is left",
    Status.LEFT: "redacted terms are LEFT",
    Status.NOT_EXAMINED: "no redacted term is left in the examined parts",
}
_IN_WORDS = {
    "tell": "kept, not examined",
    "keep": "kept",
    "remove": "removed",
    "accept": "accepted",
    "anonymise": "without their authors",
    True: "removed",
    False: "kept",
}
_CLEANED = ("pictures", "tracked changes", "comments", "hidden text", "editing traces")


def _cleaning_in_words(cleaning: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return zip(_CLEANED, (_IN_WORDS[cleaning[name]] for name in Cleaning().as_json()), strict=True)


def looked_for(kinds: frozenset[str], *, reads_names: bool) -> str:
    """The personal data that were searched for, in words.

    >>> looked_for(frozenset(), reads_names=False), looked_for(frozenset({"URL"}), reads_names=False)
    ('no personal data', 'URL; names by lists only')
    """
    if not kinds:
        return "no personal data"
    kind_names = "every kind of personal data" if kinds >= DEFAULT_ENTITIES else _listed(sorted(kinds))
    return kind_names if reads_names else f"{kind_names}; names by lists only"


def _listed(items: Sequence[str]) -> str:
    """As many entries as there is room for, and the number of the rest."""
    if not items:
        return "nothing"
    shown = [_short(each) for each in items]
    fits = max(1, sum(length <= _ROOM for length in accumulate(len(each) + 2 for each in shown)))
    more = f" and {len(items) - fits} more" if len(items) > fits else ""
    return ", ".join(shown[:fits]) + more


def _short(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest // 2]}…{text[-longest // 2 :]}"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
