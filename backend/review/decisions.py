"""What somebody decided about a suggestion."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from backend.document.phrases import Phrase
from backend.review.suggestions import Suggestion


class Verdict(StrEnum):
    """Accepted terms are redacted, rejected ones stay."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on one suggestion."""

    suggestion: Suggestion
    verdict: Verdict


def accept_all(suggestions: Iterable[Suggestion], k: int | None = None) -> tuple[Decision, ...]:
    """Decide as a batch does: accept what level `k` needs and whatever no level governs, reject the rest."""
    return tuple(Decision(each, Verdict.ACCEPTED if _needed(each, k) else Verdict.REJECTED) for each in suggestions)


def rejected(decisions: Iterable[Decision]) -> tuple[Phrase, ...]:
    """Every spelling that somebody decided to leave."""
    left = (each.suggestion for each in decisions if each.verdict is Verdict.REJECTED)
    return tuple(Phrase(text, case_sensitive=each.case_sensitive) for each in left for text in each.spellings)


def _needed(suggestion: Suggestion, k: int | None) -> bool:
    return suggestion.from_level is None or k is None or suggestion.from_level <= k
