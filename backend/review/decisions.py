"""A decision on a suggestion."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from backend.document.model import Place
from backend.document.phrases import Phrase
from backend.errors import SuggestionsChanged
from backend.review.suggestions import Suggestion


class Verdict(StrEnum):
    """Accepted terms are redacted, rejected ones stay."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on one suggestion, and what shall stand there instead; None: its placeholder.

    Where some places of a term go and the others stay, `part_of` is the whole suggestion, and `suggestion` has
    those places alone. `undecided` says that the term stays only because nobody has decided on it.
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
class Word:
    """What somebody said of a suggestion without having it at hand: that it goes or stays, and for what it goes.

    `undecided` as in a Decision.
    """

    verdict: Verdict
    replacement: str | None = None
    undecided: bool = False


NOTHING_SAID = Word(Verdict.REJECTED, undecided=True)
"""Of a suggestion that nobody has decided on: it stays."""


def accept_all(suggestions: Iterable[Suggestion], k: int | None = None) -> tuple[Decision, ...]:
    """Decide as a batch does: accept what level `k` needs and whatever no level governs, reject the rest."""
    return tuple(Decision(each, Verdict.ACCEPTED if _needed(each, k) else Verdict.REJECTED) for each in suggestions)


def decide(suggestions: Iterable[Suggestion], said: Mapping[str, Word]) -> tuple[Decision, ...]:
    """Decide as somebody did, by the ids of the suggestions: what nobody has accepted stays.

    Raises SuggestionsChanged when somebody accepted what is no suggestion here.
    """
    given = tuple(suggestions)
    known = {each.id for each in given}
    missing = [name for name, word in said.items() if word.verdict is Verdict.ACCEPTED and name not in known]
    if missing:
        raise SuggestionsChanged(
            f"{len(missing)} of {len(said)} decisions accept what is not suggested for this document now; analyse "
            "it again, with the same options as here"
        )
    words = ((each, said.get(each.id, NOTHING_SAID)) for each in given)
    return tuple(Decision(each, word.verdict, word.replacement, undecided=word.undecided) for each, word in words)


def decide_by_place(suggestion: Suggestion, word: Word, here: Mapping[Place, Word]) -> tuple[Decision, ...]:
    """Decide on a suggestion of which some places were decided on by themselves (`here`), the rest by `word`.

    Where the rest stays, a place that goes says nothing of the term elsewhere: its decision has no spellings. Where
    the rest goes, a place that stays is in no decision: that it stands there is told by whoever reads the result.
    """
    places: dict[Word, list[Place]] = {word: []}
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
            whole = None if is_rest or word.verdict is Verdict.ACCEPTED else suggestion
            decisions.append(Decision(part, each.verdict, each.replacement, whole, each.undecided))
    return tuple(decisions)


def rejected(decisions: Iterable[Decision]) -> tuple[Phrase, ...]:
    """Every spelling that somebody decided to leave."""
    return _spellings(each.suggestion for each in decisions if each.verdict is Verdict.REJECTED)


def left_on_purpose(decisions: Iterable[Decision]) -> tuple[Phrase, ...]:
    """Every spelling of a term that somebody has decided to leave, everywhere or in some places."""
    made = tuple(decisions)
    rejections = (each.suggestion for each in made if each.verdict is Verdict.REJECTED and not each.undecided)
    return _spellings((*rejections, *(each.part_of for each in made if each.part_of is not None)))


def _spellings(left: Iterable[Suggestion]) -> tuple[Phrase, ...]:
    return tuple(Phrase(text, case_sensitive=each.case_sensitive) for each in left for text in each.spellings)


def _needed(suggestion: Suggestion, k: int | None) -> bool:
    return suggestion.from_level is None or k is None or suggestion.from_level <= k
