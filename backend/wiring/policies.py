"""Build a policy from the options of `policy set`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from backend.blocking.objectives import Objective
from backend.detection.pii import parse_entities
from backend.redaction.indexing import Indexing
from backend.redaction.review_policy import EVERY_KIND, NOTHING_ASKED, ReviewPolicy
from backend.wiring.choices import placeholder_style
from backend.wiring.requests import cleaning, lists_here


def policy_from_options(rules: Mapping[str, Any]) -> ReviewPolicy:
    """Build the policy from the options of `policy set`.

    Raises InvalidRequest when one of them cannot be understood.
    """
    kinds = rules["pii"].strip().lower()
    own = [each.entity for each in lists_here().recognisers()]
    clean = cleaning(rules)
    return ReviewPolicy(
        rules["k"],
        frozenset({EVERY_KIND}) if kinds == "all" else parse_entities(rules["pii"], own),
        None if rules["objective"] is None else Objective(rules["objective"]),
        None if rules["placeholder"] is None else placeholder_style(rules["placeholder"]),
        rules["second_approver"],
        rules["blind_share"],
        replace(clean, images=NOTHING_ASKED.images) if rules["images"] is None else clean,
        rules["amounts_together"],
        Indexing(rules["index"]),
        rules["index_with_exceptions"],
    )
