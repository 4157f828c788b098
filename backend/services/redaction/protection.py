"""How well a written file protects the client, so that broader forms can be compared with placeholders."""

from dataclasses import dataclass

from backend.services.analysis.panel_answers import panel_about
from backend.services.redaction.rewriting import Checked
from backend.services.request.effective import EffectiveRequest
from backend.verification.places import number_of_places


@dataclass(frozen=True, slots=True)
class Protection:
    """What a check finds in a written file.

    `rank` is that of the client among those that count, None without a client; `shows_industry` tells whether
    these are the clients of its industry. `named_by` are the held-out attackers that name the client. `left` counts
    places of redacted terms, `found` new personal data.
    """

    rank: int | None
    k: int
    shows_industry: bool
    named_by: frozenset[str]
    left: int
    found: int

    def is_as_good_as(self, other: "Protection") -> bool:
        """Tell whether no requirement is met less than by another version of the file."""
        ranked = self.rank is None or self.rank >= self.k or (other.rank is not None and self.rank >= other.rank)
        return (
            ranked
            and self.shows_industry >= other.shows_industry
            and self.named_by <= other.named_by
            and self.left <= other.left
            and self.found <= other.found
        )


def protection_of(checked: Checked, request: EffectiveRequest) -> Protection:
    """Measure a written file that was read again."""
    subject = request.subject
    least = (
        None if subject is None else checked.seen.least_rank(subject, request.selection.objective, request.visible)
    )
    panel = panel_about(checked.seen.document, request)
    named = () if panel is None else (*panel.content_words.named_by, *panel.others.named_by)
    return Protection(
        rank=None if least is None else least.rank,
        k=1 if subject is None else subject.k,
        shows_industry=least is not None and least.of_industry,
        named_by=frozenset(named),
        left=number_of_places(checked.verification.places),
        found=sum(each.count for each in checked.verification.new),
    )
