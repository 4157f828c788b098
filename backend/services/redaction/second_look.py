"""Redact the personal data that only the redacted text of a document shows, on every surface in the same way.

A placeholder changes the context of the words around it, so that recognisers find more in the redacted text. An
expression that finds "agent 12" only where no word stands before it finds nothing in "secret agent 12". It does
when "secret" is a placeholder.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from backend.detection.finding import Finding
from backend.document.model import Document, EditedText, Place, Replacement, StoryKind, apply_replacements
from backend.document.spans import Span
from backend.messages.message import Message
from backend.messages.warnings import RedactedUndecided
from backend.redaction.plan import RedactionPlan
from backend.review.decisions import Decision
from backend.services.redaction.counted_places import findings_once
from backend.services.redaction.rewriting import Checked

LOOKS = 3
"""How often at most a document is redacted, each time with what the redacted text has shown before."""

_BlockKey = tuple[str, StoryKind, int]


def personal_data_to_redact_too(
    document: Document,
    planned: RedactionPlan,
    written: Document,
    checked: Checked,
    decided: Sequence[Decision],
) -> tuple[Finding, ...]:
    """Return what a check of the result has found beside the suggestions, at its places in the original.

    `written` is the result as it was read again. Kinds of personal data of which anything was `decided` to stay,
    or not at all, are left to people.
    """
    kept = {each.suggestion.entity for each in decided if not each.goes}
    found = [each for each in checked.unproposed if each.entity not in kept]
    return found_in_original(document, planned.replacements, found, written) if found else ()


def redacted_undecided(document: Document, found_again: Sequence[Finding]) -> tuple[Message, ...]:
    """Return the warning about places of a document that were redacted although nobody had seen them."""
    return (RedactedUndecided(len(findings_once(document, found_again))),) if found_again else ()


def found_in_original(
    before: Document, replacements: Iterable[Replacement], found: Iterable[Finding], after: Document
) -> tuple[Finding, ...]:
    """Map findings of a redacted document to the original; those that touch a placeholder are dropped.

    A clean copy has fewer paragraphs: a finding is at each paragraph of the original that reads like its own.
    """
    made: dict[_BlockKey, list[tuple[Span, str]]] = defaultdict(list)
    for each in replacements:
        made[each.place.part, each.place.kind, each.place.block].append((each.place.span, each.placeholder))
    originals = {(story.part, story.kind, block.ordinal): block.text for story, block in before.blocks()}
    edited = {key: apply_replacements(text, made.get(key, ())) for key, text in originals.items()}
    alike: dict[str, list[_BlockKey]] = defaultdict(list)
    for key, edit in edited.items():
        alike[edit.text].append(key)
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in after.blocks()}
    back = []
    for finding in found:
        key = finding.place.part, finding.place.kind, finding.place.block
        same_place = key in edited and edited[key].text == texts[key]
        for at in [key] if same_place else alike[texts[key]]:
            span = _standing_in(originals[at], edited[at], finding.place.span)
            if span is not None:
                back.append(finding.at(Place(*at, span)))
    return tuple(dict.fromkeys(back))


def _standing_in(original: str, edit: EditedText, now: Span) -> Span | None:
    """The span of an unchanged text in the original; None where a replacement touches it."""
    span = edit.back(now)
    return span if original[span.start : span.end] == edit.text[now.start : now.end] else None
