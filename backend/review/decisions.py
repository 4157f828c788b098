"""A decision on a suggestion."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from backend.document.model import Place
from backend.document.phrases import Phrase
from backend.errors import SuggestionsChanged
from backend.review.suggestions import Suggestion


class Verdict(StrEnum):
    """Whether a term is redacted (accepted) or kept (rejected)."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on one suggestion, and its replacement; None means its placeholder.

    When only some places of a term are redacted, `part_of` is the full suggestion, and `suggestion` holds those
    places alone. `undecided` means that the term stays only because nobody has decided on it yet.
    """

    suggestion: Suggestion
    verdict: Verdict
    replacement: str | None = None
    part_of: Suggestion | None = None
    undecided: bool = False

    @property
    def goes(self) -> bool:
        """Whether the term is redacted."""
        return self.verdict is Verdict.ACCEPTED


@dataclass(frozen=True, slots=True)
class SubmittedDecision:
    """A verdict and replacement for a suggestion that is known only by its id.

    `undecided` is as in Decision.
    """

    verdict: Verdict
    replacement: str | None = None
    undecided: bool = False


NOTHING_SAID = SubmittedDecision(Verdict.REJECTED, undecided=True)
"""Of a suggestion that nobody has decided on: it stays."""


def accept_for_level(suggestions: Iterable[Suggestion], k: int | None = None) -> tuple[Decision, ...]:
    """Decide as a batch run does: accept the terms of level `k` and all terms without a level, reject the rest."""
    return tuple(Decision(each, Verdict.ACCEPTED if _needed(each, k) else Verdict.REJECTED) for each in suggestions)


def decide(suggestions: Iterable[Suggestion], submitted: Mapping[str, SubmittedDecision]) -> tuple[Decision, ...]:
    """Apply submitted decisions, given by suggestion id. Suggestions that were not accepted are kept.

    Raises SuggestionsChanged when an accepted id is no suggestion of this document.
    """
    suggested = tuple(suggestions)
    known = {each.id for each in suggested}
    missing = [name for name, word in submitted.items() if word.verdict is Verdict.ACCEPTED and name not in known]
    if missing:
        raise SuggestionsChanged(
            f"{len(missing)} of {len(submitted)} decisions accept terms that are not suggested for this document "
            "now. Analyse it again with the same options."
        )
    words = ((each, submitted.get(each.id, NOTHING_SAID)) for each in suggested)
    return tuple(Decision(each, word.verdict, word.replacement, undecided=word.undecided) for each, word in words)


def decide_by_place(
    suggestion: Suggestion, word: SubmittedDecision, here: Mapping[Place, SubmittedDecision]
) -> tuple[Decision, ...]:
    """Decide on a suggestion with decisions for single places (`here`); `word` decides the other places.

    Where the other places stay, a place that is redacted says nothing about the term elsewhere, so its decision has
    no spellings. Where the other places are redacted, a place that stays is part of no decision; the check of the
    result reports that the term is still there.
    """
    places: dict[SubmittedDecision, list[Place]] = {word: []}
    for place in suggestion.places:
        places.setdefault(here.get(place, word), []).append(place)
    decisions = []
    for number, (each, own) in enumerate(places.items()):
        is_rest = each == word
        if is_rest or (each.verdict is Verdict.ACCEPTED and own):
            part = replace(
                suggestion,
                # Placeholders go by ids, and these may have others.
                id=suggestion.id if is_rest else f"{suggestion.id}-{number}",
                places=tuple(own),
                spellings=suggestion.spellings if is_rest else (),
            )
            everywhere = None if is_rest or word.verdict is Verdict.ACCEPTED else suggestion
            decisions.append(Decision(part, each.verdict, each.replacement, everywhere, each.undecided))
    return tuple(decisions)


def rejected_spellings(decisions: Iterable[Decision]) -> tuple[Phrase, ...]:
    """Return every spelling that a reviewer decided to keep."""
    return _spellings(each.suggestion for each in decisions if each.verdict is Verdict.REJECTED)


def rejected_texts(decisions: Iterable[Decision]) -> tuple[Phrase, ...]:
    """Return all texts of the terms that are not accepted, also of those that are redacted in their place alone."""
    rejected = (each.suggestion for each in decisions if each.verdict is Verdict.REJECTED)
    return tuple(
        Phrase(text, case_sensitive=each.case_sensitive)
        for each in rejected
        for text in each.spellings or (each.term,)
    )


def kept_spellings(decisions: Iterable[Decision]) -> tuple[Phrase, ...]:
    """Return every spelling of a term that a reviewer decided to keep, everywhere or in some places."""
    made = tuple(decisions)
    rejections = (each.suggestion for each in made if each.verdict is Verdict.REJECTED and not each.undecided)
    return _spellings((*rejections, *(each.part_of for each in made if each.part_of is not None)))


def _spellings(left: Iterable[Suggestion]) -> tuple[Phrase, ...]:
    return tuple(Phrase(text, case_sensitive=each.case_sensitive) for each in left for text in each.spellings)


def _needed(suggestion: Suggestion, k: int | None) -> bool:
    return suggestion.from_level is None or k is None or suggestion.from_level <= k
