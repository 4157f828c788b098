"""Agreement of two independent reviewers (Cohen's kappa)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReviewerAgreement:
    """How often two reviewers agree whether to redact a suggestion; the first is the reviewer of record.

    `undecided` counts verdicts of the second on suggestions that the first had not decided on by then,
    `not_comparable` those where what the first had decided is not known. κ speaks of neither.
    """

    both_go: int = 0
    both_stay: int = 0
    only_first: int = 0
    only_second: int = 0
    undecided: int = 0
    not_comparable: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> "ReviewerAgreement":
        """Count the verdicts of two reviewers, given as one pair for each suggestion: True means redacted."""
        pair_counts = Counter(pairs)
        return cls(
            pair_counts[True, True], pair_counts[False, False], pair_counts[True, False], pair_counts[False, True]
        )

    @property
    def judged(self) -> int:
        """The number of suggestions that both have judged."""
        return self.both_go + self.both_stay + self.only_first + self.only_second

    @property
    def kappa(self) -> float | None:
        """Cohen's κ, the agreement beyond chance; None when chance alone explains full agreement.

        >>> ReviewerAgreement(both_go=20, both_stay=15, only_first=5, only_second=10).kappa
        0.4
        """
        total = self.judged
        if not total:
            return None
        first, second = self.both_go + self.only_first, self.both_go + self.only_second
        observed = (self.both_go + self.both_stay) * total
        by_chance = first * second + (total - first) * (total - second)
        if by_chance == total * total:
            return None
        # In whole numbers up to the last step, so that equal counts give equal figures.
        return (observed - by_chance) / (total * total - by_chance)
