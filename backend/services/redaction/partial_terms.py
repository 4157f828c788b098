"""Terms that are redacted in some of their places only: decided, planned, and counted afterwards."""

from collections.abc import Collection, Sequence

from backend.document.model import Document, Place, StoryKind
from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span
from backend.errors import SuggestionsChanged
from backend.redaction.plan import RedactionPlan
from backend.review.decisions import Decision, SubmittedDecision, Verdict, decide_by_place
from backend.review.suggestions import Suggestion
from backend.verification.partial_terms import PartlyRedactedTerm

PlaceKey = tuple[str, str, int, int]
"""Part, kind and ordinal of a paragraph, and the code point at which a place begins in it."""


def decided_at(
    suggestion: Suggestion, word: SubmittedDecision, wanted: Collection[PlaceKey], document: Document
) -> tuple[Decision, ...]:
    """Apply the decision `word` to some places of a term, and keep all others.

    Raises SuggestionsChanged when the term does not stand at one of them.
    """
    here = dict.fromkeys(_places(suggestion, wanted, document), word)
    return decide_by_place(suggestion, SubmittedDecision(Verdict.REJECTED), here)


def partly_of(
    decisions: Sequence[Decision], planned: RedactionPlan, before: Document
) -> tuple[PartlyRedactedTerm, ...]:
    """The terms that are redacted in some places only, to be checked in the result."""
    placeholders = {each.suggestion.id: each.placeholder for each in planned.suppressed}
    parts: dict[str, list[Decision]] = {}
    wholes: dict[str, Suggestion] = {}
    for each in decisions:
        if each.part_of is not None:
            wholes[each.part_of.id] = each.part_of
            parts.setdefault(each.part_of.id, []).append(each)
    return tuple(
        PartlyRedactedTerm.of(
            [
                RedactedString(text, placeholders[own[0].suggestion.id], full.is_word, full.case_sensitive)
                for text in full.spellings
            ],
            [place for each in own for place in each.suggestion.places],
            before,
        )
        for full, own in zip(wholes.values(), parts.values(), strict=True)
    )


def _places(suggestion: Suggestion, wanted: Collection[PlaceKey], document: Document) -> list[Place]:
    """Some places of a term with their duplicates: Word stores text boxes twice, for older readers."""
    found = {(each.part, str(each.kind), each.block, each.span.start): each for each in suggestion.places}
    if lost := set(wanted).difference(found):
        raise SuggestionsChanged(
            f"{len(lost)} places with a decision no longer contain the term. Analyse the document again."
        )
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}

    def said(place: Place) -> tuple[str, str, Span]:
        return place.part, texts[place.part, place.kind, place.block], place.span

    boxes = {said(found[key]) for key in wanted if found[key].kind is StoryKind.TEXT_BOX}
    copies = [each for each in suggestion.places if each.kind is StoryKind.COPY and said(each) in boxes]
    return [*(found[key] for key in wanted), *copies]
