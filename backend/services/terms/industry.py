"""Who shares the industry that a release keeps: the clients among whom k counts.

A reader who takes the industry for certain compares its clients only. So where the industry is kept recognisable,
k holds among these, and an industry of too few clients is not kept. People read "industry" where the code says
utility.
"""

from collections.abc import Iterable
from dataclasses import replace

from backend.blocking.attackers import named_first
from backend.blocking.confusability import ModelWordCounts, strict_leads
from backend.blocking.industries import needed_to_keep
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
    alike = {index for index in seen if model.utility_of[index] == utility}
    return tuple(sorted(alike | {subject.client}))


def possible_objective(
    objective: Objective | None, subject: Subject | None, visible: VisibleClients
) -> Objective | None:
    """Return the objective that a redaction can have followed: no floor for an industry of too few clients."""
    if objective is not Objective.FLOOR or subject is None:
        return objective
    alike = clients_alike(subject, visible)
    too_few = alike is not None and len(alike) < needed_to_keep(subject.k)
    return Objective.UNIFORM if too_few else objective


def counted_among(
    subject: Subject, objective: Objective | None, visible: VisibleClients, seen: ModelWordCounts
) -> tuple[int, ...] | None:
    """Return the clients among whom k counts in a text, given as the words that are left; None: all.

    They are those of the industry, where the objective keeps it (`floor`, the default), enough clients share it,
    and the model still ranks it first: a reader of the text can find this out too.
    """
    by_utility = subject.model.by_utility
    if objective not in (None, Objective.FLOOR) or by_utility is None:
        return None
    # Whoever names another industry than the model's changes nothing in what a reader of the text finds.
    known = int(subject.model.utility_of[subject.client])
    subject = subject if known < 0 else replace(subject, utility=known)
    alike = clients_alike(subject, visible)
    if alike is None or len(alike) < needed_to_keep(subject.k):
        return None
    first = named_first(seen.under(by_utility).scores())
    return alike if first == subject.utility_class else None


def counted_among_in_views(
    subject: Subject, objective: Objective | None, visible: VisibleClients, views: Iterable[ModelWordCounts]
) -> tuple[int, ...] | None:
    """Return the clients among whom k counts in all views of a file: its industry's if one view shows it.

    Whoever has seen the industry in one view knows it in the others.
    """
    shown = (counted_among(subject, objective, visible, view) for view in views)
    return next((clients for clients in shown if clients is not None), None)


def rank_among(scores: Floats, client: int, among: tuple[int, ...] | None) -> int:
    """Return 1 + the number of clients that are strictly likelier, of those `among` whom k counts.

    >>> import numpy as np
    >>> rank_among(np.array([-7.0, -5.0, -6.0]), 0, None), rank_among(np.array([-7.0, -5.0, -6.0]), 0, (0, 2))
    (3, 2)
    """
    leads = strict_leads(scores, client).tolist()
    return 1 + (len(leads) if among is None else len(set(leads).intersection(among)))
