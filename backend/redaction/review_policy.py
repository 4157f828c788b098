"""The review policy: what an administrator requires of every redaction of a client's documents."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, TypeVar

from backend.blocking.objectives import Objective
from backend.detection.pii import parse_entities
from backend.document.cleaning import Cleaning, Comments, Images, Revisions
from backend.errors import InvalidRequest, PolicyDoesNotFit, PolicyNotMet
from backend.messages.problems import PolicyValueUnknown
from backend.redaction.indexing import Indexing, least_revealing
from backend.redaction.placeholders import PlaceholderStyle

EVERY_KIND = "ALL"
"""In place of the kinds of personal data: all that Unsaid tells."""

MAX_K = 1_000

NOTHING_ASKED = Cleaning(images=Images.KEEP)
"""What a clean copy comes to at least, where a policy asks for nothing."""

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class ReviewPolicy:
    """The rules for every document of a client.

    `least_k` is the lowest k allowed, and `personal` are the kinds of personal data that are always searched for.
    `objective` and `placeholder` are prescribed where they are not None. With `second_approver` two people must
    approve a review. For a share of the suggestions (`blind_share`, 0…1) two reviewers decide without seeing each
    other's decision. With `amounts_together` the amounts of a table column are redacted together, or none of them.
    `clean` is the least that must happen to revisions, comments, hidden text, traces and pictures. `index` says
    which redacted documents go to the index of released documents; only those that are `met`, and with
    `index_with_exceptions` those that are `met_with_exceptions` too.

    Raises InvalidRequest when a number is out of its range.
    """

    least_k: int = 1
    personal: frozenset[str] = frozenset()
    objective: Objective | None = None
    placeholder: PlaceholderStyle | None = None
    second_approver: bool = False
    blind_share: float = 0.0
    clean: Cleaning = NOTHING_ASKED
    amounts_together: bool = False
    index: Indexing = Indexing.NEVER
    index_with_exceptions: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.least_k <= MAX_K:
            raise InvalidRequest(f"The lowest k of a policy is a number from 1 to {MAX_K}; 1 requires nothing.")
        if not 0 <= self.blind_share <= 1:
            raise InvalidRequest("The share that two people decide blindly is a number from 0 to 1.")
        object.__setattr__(self, "personal", frozenset(each.strip().upper() for each in self.personal))
        object.__setattr__(self, "blind_share", float(self.blind_share))

    @property
    def kinds(self) -> frozenset[str]:
        """The names of the kinds of personal data that are always searched for."""
        return parse_entities("all") if EVERY_KIND in self.personal else self.personal

    def kinds_of(self, own_kinds: frozenset[str]) -> frozenset[str]:
        """The same for a document with custom recognisers for `own_kinds`: every kind includes these.

        >>> sorted(ReviewPolicy(personal=frozenset({"URL"})).kinds_of(frozenset({"CASE"})))
        ['URL']
        """
        return self.kinds | (own_kinds if EVERY_KIND in self.personal else frozenset())

    def k(self, requested: int | None, usual: int, clients: int, named: str) -> int:
        """Return the k to use: the requested one, else the usual one, or `least_k` if that is higher.

        `clients` is the number of known clients. Raises PolicyDoesNotFit when so few clients cannot reach any k
        that the policy allows.
        """
        self.refuse_unreachable(clients, named)
        return max(usual, self.least_k) if requested is None else requested

    def refuse_unreachable(self, clients: int, named: str) -> None:
        """Raise PolicyDoesNotFit when so few clients cannot reach any k that the policy allows."""
        if self.least_k > clients:
            raise PolicyDoesNotFit(
                f"Policy {named} requires k = {self.least_k}, and the model knows {clients} clients. An "
                "administrator has to lower k, or train a model of more clients."
            )

    def refuse_weaker(self, request: "RequestedOptions", named: str) -> None:
        """Refuse a request that asks for less than this policy; `policy_label` is the label of the policy.

        Raises PolicyNotMet, which says what to ask for.
        """
        wanted_kinds = self.kinds_of(request.own_kinds)
        for falls_short, wanted in (
            (request.k is None and self.least_k > 1, f"k = {self.least_k}, so name the client"),
            (
                request.k is not None and request.k < self.least_k,
                f"k = {self.least_k} or more, and the request says {request.k}",
            ),
            (
                not wanted_kinds <= request.kinds,
                f"that these kinds of personal data are redacted: {_some(wanted_kinds - request.kinds)}",
            ),
            (
                request.k is not None and _differs(self.objective, request.objective),
                f"the objective {self.objective}",
            ),
            (_differs(self.placeholder, request.placeholder), f"placeholders that are {self.placeholder}"),
            *((short, wanted) for short, wanted in self._uncleaned(request.clean)),
        ):
            if falls_short:
                raise PolicyNotMet(f"Policy {named} requires {wanted}.")

    def refuse_decided_alone(self, named: str) -> None:
        """Raise PolicyNotMet when the policy requires more people than have decided, also on terms to keep."""
        if self.second_approver:
            raise PolicyNotMet(
                f"Policy {named} requires that two people approve the decisions and the terms never to redact. "
                "Submit a review, have it approved, then redact with it."
            )

    def cleaned(self, requested: Cleaning, left_open: Collection[str]) -> Cleaning:
        """Return the cleaning choices of a request; those `left_open` become at least as strict as the policy."""
        stricter: dict[str, Any] = {
            name: _stricter(name, getattr(requested, name), getattr(self.clean, name))
            for name in left_open
            if name in _ORDER
        }
        return replace(requested, **stricter)

    def is_weaker_than(self, other: "ReviewPolicy") -> bool:
        """Tell whether this policy allows something that the other one does not allow."""
        return (
            self.least_k < other.least_k
            or not other.kinds <= self.kinds
            # Every kind is more than the kinds of today: recognisers of the house may tell others.
            or (EVERY_KIND in other.personal and EVERY_KIND not in self.personal)
            or other.objective not in {None, self.objective}
            or other.placeholder not in {None, self.placeholder}
            or (other.second_approver and not self.second_approver)
            or self.blind_share < other.blind_share
            or (other.amounts_together and not self.amounts_together)
            or self.index.reveals_more_than(other.index)
            or (self.index_with_exceptions and not other.index_with_exceptions)
            or other.cleaned(self.clean, tuple(_ORDER)) != self.clean
        )

    def along_with(self, other: "ReviewPolicy") -> "ReviewPolicy":
        """Return the policy that requires what either policy does; of two objectives or placeholders, this one's.

        >>> ReviewPolicy(least_k=2, second_approver=True).along_with(ReviewPolicy(least_k=7)).least_k
        7
        """
        return ReviewPolicy(
            least_k=max(self.least_k, other.least_k),
            personal=self.personal | other.personal,
            objective=self.objective or other.objective,
            placeholder=self.placeholder or other.placeholder,
            second_approver=self.second_approver or other.second_approver,
            blind_share=max(self.blind_share, other.blind_share),
            clean=other.cleaned(self.clean, tuple(_ORDER)),
            amounts_together=self.amounts_together or other.amounts_together,
            index=least_revealing(self.index, other.index),
            index_with_exceptions=self.index_with_exceptions and other.index_with_exceptions,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of `policy show --json` and of `/v1/admin/policies`."""
        return {
            "least_k": self.least_k,
            "personal": sorted(self.personal),
            "objective": None if self.objective is None else self.objective.value,
            "placeholder": None if self.placeholder is None else self.placeholder.value,
            "second_approver": self.second_approver,
            "blind_share": self.blind_share,
            "amounts_together": self.amounts_together,
            "index": self.index.value,
            "index_with_exceptions": self.index_with_exceptions,
            "clean": self.clean.as_json(),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "ReviewPolicy":
        """Return the policy from the object that `as_json` made; missing members require nothing.

        Raises InvalidRequest when it holds a value that does not exist.
        """
        clean = {**NOTHING_ASKED.as_json(), **(content.get("clean") or {})}
        try:
            return cls(
                least_k=content.get("least_k", 1),
                personal=frozenset(content.get("personal") or ()),
                objective=_optional(Objective, content.get("objective")),
                placeholder=_optional(PlaceholderStyle, content.get("placeholder")),
                second_approver=content.get("second_approver", False),
                blind_share=content.get("blind_share", 0.0),
                clean=Cleaning(
                    Images(clean["images"]),
                    Revisions(clean["revisions"]),
                    Comments(clean["comments"]),
                    remove_hidden_text=clean["remove_hidden_text"],
                    remove_traces=clean["remove_traces"],
                ),
                amounts_together=content.get("amounts_together", False),
                index=Indexing(content.get("index", Indexing.NEVER)),
                index_with_exceptions=content.get("index_with_exceptions", False),
            )
        except ValueError as error:
            raise InvalidRequest(PolicyValueUnknown()) from error

    def _uncleaned(self, requested: Cleaning) -> list[tuple[bool, str]]:
        return [
            (
                _stricter(name, getattr(requested, name), getattr(self.clean, name)) != getattr(requested, name),
                _WANTED[name].format(getattr(self.clean, name)),
            )
            for name in _ORDER
        ]


@dataclass(frozen=True, slots=True)
class RequestedOptions:
    """The options of a request that policies restrict; `k` is None without a client.

    `placeholder` is None when nothing is written yet. `own_kinds` are the entity types of the custom recognisers
    for the document.
    """

    k: int | None
    kinds: frozenset[str]
    objective: Objective | None
    placeholder: PlaceholderStyle | None
    clean: Cleaning
    own_kinds: frozenset[str] = frozenset()


def policy_label(client: str | None, version: int) -> str:
    """Return the label of a policy version.

    >>> policy_label(None, 3), policy_label("Halden & Rook", 1)
    ('default@3', 'client@1')
    """
    return f"{'default' if client is None else 'client'}@{version}"


ANY = ReviewPolicy()
"""What counts where nobody has set a policy: nothing is asked."""

NEVER_SET = policy_label(None, 0)
"""What the policy for all is called before there is one."""

_ORDER: Mapping[str, tuple[object, ...]] = {
    "images": (Images.KEEP, Images.TELL, Images.REMOVE),
    "revisions": (Revisions.KEEP, Revisions.ACCEPT),
    "comments": (Comments.KEEP, Comments.ANONYMISE, Comments.REMOVE),
    "remove_hidden_text": (False, True),
    "remove_traces": (False, True),
}
"""From what keeps most to what keeps least. That somebody has looked at the pictures is less than that they go."""

_WANTED: Mapping[str, str] = {
    "images": "pictures: {}",
    "revisions": "tracked changes: {}",
    "comments": "comments: {}",
    "remove_hidden_text": "hidden text: remove",
    "remove_traces": "traces: remove",
}

if set(_ORDER) != {each.name for each in fields(Cleaning)}:
    raise TypeError("a choice of the clean copy has no order; policies could not ask for it")


def _stricter(name: str, one: object, other: object) -> object:
    return max(one, other, key=_ORDER[name].index)


def _differs(prescribed: StrEnum | None, requested: StrEnum | None) -> bool:
    return prescribed is not None and requested is not None and requested is not prescribed


def _optional(kind: Callable[[str], Choice], value: str | None) -> Choice | None:
    return None if value is None else kind(value)


_MAX_NAMED = 5


def _some(kinds: Collection[str]) -> str:
    names = sorted(kinds)
    return ", ".join(names[:_MAX_NAMED]) + (
        f" and {len(names) - _MAX_NAMED} more" if len(names) > _MAX_NAMED else ""
    )
