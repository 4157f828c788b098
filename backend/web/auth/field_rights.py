"""The right that each field of a request needs. A field without a row here fails a test.

Roles stand in `route_roles`. This table says what the names in a request do: to whom they grant something, and to
whom something belongs. `services` and `storage` refuse what the caller does not hold; the tests send every field of
every route with limited accounts.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from backend.web.auth.route_roles import CONCERNS_EVERY_GROUP


class Needs(StrEnum):
    """The rights that a field can need."""

    NOTHING = "nothing"
    """It speaks of the caller's own document or question, and gives nobody anything."""
    IN_VIEW = "in_view"
    """What it names is of the caller's groups, or the caller's own; anything else is as unknown as nothing."""
    HELD = "held"
    """What it grants or revokes is held by the caller, and so is all that the account has beside."""
    EVERY_GROUP = "every_group"
    """The role of the caller counts for every group; the same as before is taken from anybody."""
    FLOOR = "floor"
    """Whoever is limited to groups asks for no less than the policy for all, or than others have set."""


_OF_A_DOCUMENT: Mapping[str, Needs] = MappingProxyType(
    {
        "client": Needs.IN_VIEW,
        "review": Needs.IN_VIEW,
        "inputs": Needs.IN_VIEW,
        "outputs": Needs.IN_VIEW,
        "files.client": Needs.IN_VIEW,
    }
)
"""Where documents are sent: whose they are, and where they lie. What else is said of them gives nobody anything."""

_OF_A_REVIEW: Mapping[str, Needs] = MappingProxyType({"review": Needs.IN_VIEW})

FIELDS: Mapping[str, Mapping[str, Needs]] = MappingProxyType(
    {
        "POST /v1/analyses": _OF_A_DOCUMENT,
        "POST /v1/guesses": _OF_A_DOCUMENT,
        "POST /v1/redactions": _OF_A_DOCUMENT,
        "POST /v1/redactions/check": _OF_A_DOCUMENT,
        "POST /v1/policies/effective": MappingProxyType({"client": Needs.IN_VIEW}),
        "POST /v1/batches": _OF_A_DOCUMENT,
        "POST /v1/batches/folders": _OF_A_DOCUMENT,
        "POST /v1/verifications": MappingProxyType({"asked.client": Needs.IN_VIEW}),
        "POST /v1/copies": MappingProxyType({}),
        "POST /v1/downloads/<download>/collect": MappingProxyType({"download": Needs.NOTHING}),
        "POST /v1/clients/search": MappingProxyType({"name": Needs.IN_VIEW}),
        "GET /v1/clients/<client>": MappingProxyType({"client": Needs.IN_VIEW}),
        "PUT /v1/clients/<client>": MappingProxyType(
            {
                "client": Needs.IN_VIEW,
                "always": Needs.IN_VIEW,
                "never": Needs.IN_VIEW,
                **dict.fromkeys(("name", "aliases", "group", "utility"), Needs.EVERY_GROUP),
            }
        ),
        "POST /v1/reviews": MappingProxyType({"client": Needs.IN_VIEW, "group": Needs.IN_VIEW}),
        "GET /v1/reviews/<review>": _OF_A_REVIEW,
        "DELETE /v1/reviews/<review>": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/decisions": _OF_A_REVIEW,
        "PATCH /v1/reviews/<review>/decisions": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/submit": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/recall": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/claim": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/release": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/approve": MappingProxyType(dict.fromkeys(("review", "client"), Needs.IN_VIEW)),
        "POST /v1/reviews/<review>/return": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/reopen": _OF_A_REVIEW,
        "POST /v1/reviews/<review>/sample": _OF_A_REVIEW,
        "PATCH /v1/reviews/<review>/sample": _OF_A_REVIEW,
        "GET /v1/reviews/<review>/agreement": _OF_A_REVIEW,
        "GET /v1/proposals": MappingProxyType({}),
        "POST /v1/proposals/<proposal>/accept": MappingProxyType({"proposal": Needs.IN_VIEW}),
        "POST /v1/proposals/<proposal>/decline": MappingProxyType({"proposal": Needs.IN_VIEW}),
        "POST /v1/admin/policies": MappingProxyType({"client": Needs.IN_VIEW, "rules": Needs.FLOOR}),
        "POST /v1/admin/policies/remove": MappingProxyType({"client": Needs.FLOOR}),
        "POST /v1/admin/policies/versions": MappingProxyType({"client": Needs.IN_VIEW}),
        "POST /v1/admin/users": MappingProxyType(
            dict.fromkeys(("issuer", "subject", "roles", "groups", "every_group"), Needs.HELD)
        ),
        "POST /v1/admin/users/<user>/revoke": MappingProxyType(
            dict.fromkeys(("user", "roles", "groups"), Needs.HELD)
        ),
        "POST /v1/admin/audit/search": MappingProxyType(
            dict.fromkeys(("who", "subject", "client", "document"), Needs.IN_VIEW)
        ),
        "DELETE /v1/index/documents/<document>": MappingProxyType({"document": Needs.IN_VIEW}),
        "POST /v1/index/requests": MappingProxyType(
            dict.fromkeys(("edition", "group", "message"), Needs.NOTHING)  # of an edition, which everybody reads
        ),
        "POST /v1/index/requests/<request>/answers": MappingProxyType(
            {"request": Needs.IN_VIEW, "accept": Needs.NOTHING}
        ),
        "DELETE /v1/index/requests/<request>": MappingProxyType({"request": Needs.IN_VIEW}),
        "GET /v1/jobs/<job>": MappingProxyType({"job": Needs.IN_VIEW}),
        "GET /v1/jobs/<job>/files": MappingProxyType({"job": Needs.IN_VIEW}),
        "GET /v1/jobs/<job>/privacy": MappingProxyType({"job": Needs.IN_VIEW}),
        "POST /v1/jobs/<job>/cancel": MappingProxyType({"job": Needs.IN_VIEW}),
        "POST /v1/jobs/<job>/retry": MappingProxyType({"job": Needs.IN_VIEW}),
    }
)
"""By route, of the fields that name something of somebody's. All of a route that concerns every group take that."""

OF_THE_QUESTION: frozenset[str] = frozenset(
    {
        *(
            "document",
            "documents",
            "ciphertext",
            "name",
            "stories",
            "marked",
            "report",
            "files",
            "words",
            "gone",
            "decided",
        ),
        *(
            "k",
            "levels",
            "pii",
            "always",
            "never",
            "objective",
            "robust",
            "assurance",
            "clean",
            "copy",
            "placeholder",
        ),
        *("analysed_k", "decisions", "version", "ids", "verdicts", "share", "note", "rules", "files.path"),
        *("files.k", "files.utility", "most", "offset", "limit", "before", "state", "action", "Unsaid-Request"),
        *("decisions.id", "decisions.move", "decisions.note", "decisions.place", "decisions.reason"),
        # Texts to measure: their clients are names in them.
        *("after", "unit", "profiles", "policy", "corpus", "against"),
        *("replacements", "replacements.text", "replacements.places"),
        *("gone_texts", "gone_texts.text", "gone_texts.places"),
        *("decisions.replacement", "decisions.verdict", "decisions.places", "verdicts.id", "verdicts.goes"),
        *(
            "decisions.scope",
            "decisions.term",
            "decisions.entity",
            "asked",
            "original",
            "chosen",
            "chosen.k",
            "chosen.keep_industry",
            "marks",
            "source",
            "exceptions",
            "exceptions.kind",
            "exceptions.count",
        ),
        *("top", "index"),
    }
)
"""Fields that give nobody anything on any route: what is asked of one's own document, and versions that were read.

A scope beyond the document makes a proposal, which counts for nobody before somebody else accepts it.
"""

_WHOLE: tuple[str, ...] = (
    "stories.",
    "marked.",
    "report.",
    "asked.",
    "clean.",
    "copy.",
    "rules.",
    "decisions.places.",
    "marks.",
    "before.",
    "after.",
    "profiles.",
    "policy.",
    "corpus.",
    "against.",
)
"""Fields of which every part is as the whole."""


def needs(row: str, field: str) -> Needs | None:
    """The right that a field of a route needs; None if the table has no row for it.

    >>> needs("POST /v1/admin/users", "roles"), needs("POST /v1/admin/users", "alias")
    (<Needs.HELD: 'held'>, None)
    """
    if row in CONCERNS_EVERY_GROUP:
        return Needs.EVERY_GROUP
    named = FIELDS.get(row, MappingProxyType({}))
    if field in named:
        return named[field]
    prefix_of_field = next((prefix[:-1] for prefix in _WHOLE if field.startswith(prefix)), None)
    if prefix_of_field is not None:
        return needs(row, prefix_of_field)
    return Needs.NOTHING if field in OF_THE_QUESTION else None
