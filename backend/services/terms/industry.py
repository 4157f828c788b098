"""Who shares the industry that a release keeps: the clients among whom k counts.

A reader who takes the industry for certain compares its clients only. So where the industry is kept recognisable,
k holds among these, and an industry of too few clients is not kept. People read "industry" where the code says
utility.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from backend.blocking.attackers import named_first
from backend.blocking.confusability import ModelWordCounts, strict_leads
from backend.blocking.hiding_program import LOWEST
from backend.blocking.industries import most_kept, needed_to_keep
from backend.blocking.objectives import Objective
from backend.learning.arrays import Floats
from backend.learning.visible_clients import VisibleClients
from backend.services.terms.subject import Subject


def clients_alike(subject: Subject, visible: VisibleClients) -> tuple[int, ...] | None:
    """Return the clients of the industry to keep that the caller sees, ascending, the document's own included.

    None where the industry is unknown, or the model has another one for the client.
    """
    model, utility = subject.model, subject.utility_class
    if utility is None or int(model.utility_of[subject.client]) not in (-1, utility):
        return None
    seen = range(len(model.clients)) if visible.sees_all else visible.of(model.clients)
    of_industry = set(np.flatnonzero(model.utility_of == utility).tolist())
    return tuple(sorted(of_industry.intersection(seen) | {subject.client}))


def possible_objective(
    objective: Objective | None, subject: Subject | None, visible: VisibleClients
) -> Objective | None:
    """Return the objective that a redaction can have followed: no floor for an industry of too few clients."""
    if objective is not Objective.FLOOR or subject is None:
        return objective
    alike = clients_alike(subject, visible)
    too_few = alike is not None and len(alike) < needed_to_keep(subject.k)
    return Objective.UNIFORM if too_few else objective


def industry_shown(
    subject: Subject, objective: Objective | None, visible: VisibleClients, seen: ModelWordCounts
) -> tuple[int, ...] | None:
    """Return the clients of the industry that a text shows, given as the words that are left; None: it shows none.

    It shows the industry where the objective keeps it (`floor`, the default), enough clients share it for a level,
    and the model still ranks it first: a reader of the text can find this out too.
    """
    by_utility = subject.model.by_utility
    if objective not in (None, Objective.FLOOR) or by_utility is None:
        return None
    # Whoever names another industry than the model's changes nothing in what a reader of the text finds.
    known = int(subject.model.utility_of[subject.client])
    subject = subject if known < 0 else replace(subject, utility=known)
    alike = clients_alike(subject, visible)
    if alike is None or most_kept(len(alike)) < LOWEST:
        return None
    first = named_first(seen.under(by_utility).scores())
    return alike if first == subject.utility_class else None


def industry_shown_in_views(
    subject: Subject, objective: Objective | None, visible: VisibleClients, views: Iterable[ModelWordCounts]
) -> tuple[int, ...] | None:
    """Return the clients of the industry that a file shows: it does if one of its views does.

    Whoever has seen the industry in one view knows it in the others.
    """
    shown = (industry_shown(subject, objective, visible, view) for view in views)
    return next((clients for clients in shown if clients is not None), None)


@dataclass(frozen=True, slots=True)
class CountedRank:
    """The rank of a client among those that count; `of_industry`: these are the clients of its industry."""

    rank: int
    of_industry: bool


def rank_that_counts(scores: Floats, client: int, alike: tuple[int, ...] | None, k: int) -> CountedRank:
    """Return the rank of a client at level k; `alike` are the clients of the industry that the text shows.

    Among N of these, levels to (N + 1) / 2 count. At a higher level all clients count, but only where the highest
    level of the industry holds too. A higher level must not protect less.

    >>> import numpy as np
    >>> scores = np.array([-7.0, -5.0, -6.0, -4.0])
    >>> [rank_that_counts(scores, 0, alike, 3).rank for alike in (None, (0, 1, 2), (0, 1, 2, 3))]
    [4, 4, 4]
    >>> rank_that_counts(np.array([-7.0, -8.0, -9.0, -4.0]), 0, (0, 1, 2), 3)  # the likeliest of three
    CountedRank(rank=1, of_industry=True)
    """
    leads = strict_leads(scores, client).tolist()
    overall = CountedRank(1 + len(leads), of_industry=False)
    if alike is None:
        return overall
    inside = CountedRank(1 + len(set(leads).intersection(alike)), of_industry=True)
    highest = most_kept(len(alike))
    return overall if k > highest and inside.rank >= highest else inside
