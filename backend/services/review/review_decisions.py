"""Match the decisions of a review with a document: to show them beside its suggestions, or to redact it."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.document.model import Document, Place
from backend.errors import SuggestionsChanged
from backend.messages.message import Message, Wording
from backend.messages.warnings import AcceptedTermsNotSuggested, PlacesKept, ReviewModelGone, ReviewModelNotInUse
from backend.review.decision_states import State
from backend.review.decisions import NOTHING_SAID, Decision, SubmittedDecision, Verdict, decide_by_place
from backend.review.suggestions import Suggestion
from backend.review.workflow import Stage
from backend.services.analysis.pane_analysis import AnalysedDocument, BlockKey, Texts
from backend.services.redaction.redact import AppliedDecisions
from backend.services.review.custom_terms import find_custom_terms
from backend.services.review.reviews import Decisions, Versions
from backend.storage.reviews.decisions import EVERYWHERE, StoredDecision


def with_decisions(
    analysed: AnalysedDocument,
    decisions: Decisions,
    versions: Versions,
    worded: Wording,
    source: str | None = None,
) -> dict[str, Any]:
    """Return an analysis as JSON with the decisions on suggestions and on places, which get their hashes as ids.

    `source` is the mark of the document, None where only its text was sent.
    """
    of_model = _of_model(decisions.review.terms.model, versions)
    content = analysed.as_json(worded, of_model)
    mark_of = _marks_of_places(analysed.texts, decisions)
    for each, row in zip(analysed.analysis.suggestions, content["suggestions"], strict=True):
        row.update(decisions.of(each.id))
        for place, told_place in zip(each.places, row["places"], strict=True):
            mark = told_place["id"] = mark_of(place)
            told_place["decision"] = decisions.at(each.id, mark)
    review = decisions.review
    content["review"] = {
        "id": review.id,
        "version": review.version,
        "stage": review.standing.stage.value,
        "source": source,
        "same_document": None if source is None or review.document is None else review.document == source,
        "is_approved": None if review.approval is None else review.approval.source == source,
        "added": list(_added_terms(analysed, decisions)),
        "places_not_found": _places_not_found(content["suggestions"], decisions),
    }
    return content


def _places_not_found(suggested: Iterable[Mapping[str, Any]], decisions: Decisions) -> int:
    """How many accepted places of these suggestions cannot be told in this text."""
    accepted = decisions.accepted_places()
    if not accepted:
        return 0
    found = {decisions.marks.of(row["id"]): {place["id"] for place in row["places"]} for row in suggested}
    return sum(mark in found and place not in found[mark] for mark, place in accepted)


def _added_terms(analysed: AnalysedDocument, decisions: Decisions) -> tuple[str, ...]:
    """Terms that were added in the review, occur in the text, and are no suggestions of this analysis.

    To look for them takes a second in a long document, and is done only where decisions are left over.
    """
    suggested = {decisions.marks.of(each.id) for each in analysed.analysis.suggestions}
    left_over = decisions.decided().difference(suggested)
    if not left_over:
        return ()

    # A blind rater is told them, too, without what was decided: what is never shown to them they could not judge.
    return tuple(find_custom_terms(analysed.texts.blocks.values(), left_over, decisions.marks.of))


@dataclass(frozen=True, slots=True)
class DecisionsInReview:
    """The decisions of a review as a source for a redaction; only accepted suggestions are redacted.

    With `to_be_approved` it is redacted for whoever approves to know the outcome, and given to nobody.
    """

    decisions: Decisions
    versions: Versions
    k: int | None = None
    to_be_approved: bool = False

    @property
    def was_approved_by_two(self) -> bool:
        """Whether two people have approved it; a policy of two approvers forbids redacting before."""
        return self.to_be_approved or self.decisions.review.standing.was_approved_by_two

    @property
    def is_approved(self) -> bool:
        """Whether it is approved, or will be if the outcome allows it."""
        return self.to_be_approved or self.decisions.review.standing.stage is Stage.APPROVED

    def of(self, suggestions: Sequence[Suggestion], document: Document) -> AppliedDecisions:
        """The decisions on these suggestions, with warnings for the report.

        Raises SuggestionsChanged when something was accepted that is suggested no more, and another version of the
        models is in use by now; where it is the same, the text has changed, which is said.
        """
        marks, stored = self.decisions.marks, self.decisions.all()
        mark_of = _marks_of_places(Texts.of(document), self.decisions)
        of_places: dict[str, dict[str, SubmittedDecision]] = {}
        for (mark, place), decision in stored.items():
            # A place whose decision was taken back goes with the rest of the document.
            if place != EVERYWHERE and decision.state is not State.PROPOSED:
                of_places.setdefault(mark, {})[place] = _word(decision)
        made: list[Decision] = []
        known: set[tuple[str, str]] = set()
        for each in suggestions:
            mark = marks.of(each.id)
            own = of_places.get(mark, {})
            here = {place: own[name] for place in each.places if own and (name := mark_of(place)) in own}
            known.update((mark, mark_of(place)) for place in here)
            known.add((mark, EVERYWHERE))
            made += decide_by_place(each, _word(stored.get((mark, EVERYWHERE))), here)
        lost = self._lost(known)
        left = sum(_places(suggestions)) - sum(_places(each.suggestion for each in made))
        return AppliedDecisions(tuple(made), (*_of_lost(lost), *_of_left(left)), lost)

    def _lost(self, known: Container[tuple[str, str]]) -> int:
        """How many suggestions go by the review, or from a place, and are not there in this document."""
        lost = len(
            {
                mark
                for (mark, place), decision in self.decisions.all().items()
                if decision.state in {State.ACCEPTED, State.EDITED} and (mark, place) not in known
            }
        )
        version = self.decisions.review.terms.model
        if lost and version is not None and version != self.versions.in_use:
            raise SuggestionsChanged(
                f"{lost} terms that this review accepts are not suggested by the version in use now. Analyse "
                "the document again, decide on the new suggestions, and submit the review again."
            )
        return lost


def _places(suggestions: Iterable[Suggestion]) -> Iterable[int]:
    return (len(each.places) for each in suggestions)


def _of_lost(lost: int) -> tuple[Message, ...]:
    return (AcceptedTermsNotSuggested(lost),) if lost else ()


def _of_left(left: int) -> tuple[Message, ...]:
    """Kept places of terms that are redacted elsewhere; a verification finds them, as it should."""
    return (PlacesKept(left),) if left else ()


def _word(decision: StoredDecision | None) -> SubmittedDecision:
    if decision is None or decision.state is State.PROPOSED:
        return NOTHING_SAID
    if not decision.state.goes:
        return SubmittedDecision(Verdict.REJECTED)
    return SubmittedDecision(Verdict.ACCEPTED, decision.replacement)


def _of_model(version: str | None, versions: Versions) -> tuple[Message, ...]:
    model_is = versions.tell(version)
    if version is None:
        return ()
    if model_is == "gone":
        return (ReviewModelGone(version),)
    return (ReviewModelNotInUse(version),) if model_is == "kept" else ()


def _marks_of_places(texts: Texts, decisions: Decisions) -> Callable[[Place], str]:
    """Return the function that names places in the review: the paragraph's text, and which of its equals."""
    numbers = _numbers(texts.blocks)
    equals = Counter((part, kind, text) for (part, kind, _block), text in texts.blocks.items())

    def mark_of(place: Place) -> str:
        key = (place.part, place.kind, place.block)
        text = texts.blocks[key]
        equal = equals[place.part, place.kind, text]
        return decisions.marks.of_place(place.part, place.kind, text, numbers[key], equal, place.span.start)

    return mark_of


def _numbers(blocks: Mapping[BlockKey, str]) -> dict[BlockKey, int]:
    """For each paragraph, how many paragraphs with the same text come before it in its story."""
    before: dict[tuple[str, str, str], int] = {}
    numbers: dict[BlockKey, int] = {}
    for (part, kind, block), text in blocks.items():
        number = before.get((part, kind, text), 0)
        numbers[part, kind, block] = number
        before[part, kind, text] = number + 1
    return numbers
