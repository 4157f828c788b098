"""What is said of the anonymous index: reports of its changes, groups that were found, its figures."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from backend.learning.json_lines import CorpusProblem


@dataclass(frozen=True, slots=True)
class BuildReport:
    """An index that was built.

    The vector of a group has the words that `shared_by` owners of it have. `smallest` and `largest` count the
    owners of a group, `largest_share` is the largest share of the documents of a group that one owner has,
    `sse_per_document` the mean squared distance to the vector of the group. `without_placeholders` counts documents
    that nobody seems to have redacted. `state` is what the audit trail says of the index from then on.
    """

    documents: int
    k: int
    shared_by: int
    groups: int
    smallest: int
    largest: int
    largest_share: float
    sse_per_document: float
    exact: bool
    problems: tuple[CorpusProblem, ...]
    state: str
    without_placeholders: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "documents": self.documents,
            "k": self.k,
            "shared_by": self.shared_by,
            "groups": self.groups,
            "smallest": self.smallest,
            "largest": self.largest,
            "largest_owner_share": self.largest_share,
            "sse_per_document": self.sse_per_document,
            "exact": self.exact,
            "without_placeholders": self.without_placeholders,
            "problems": [{"where": each.where, "reason": each.reason} for each in self.problems],
        }


@dataclass(frozen=True, slots=True)
class AddReport:
    """The documents that were added, with the numbers of their groups, and the lines that were skipped.

    `uneven` are groups in which one owner has more than 1/k of the documents now, with the largest share. `state`
    is what the audit trail says of the index after it.
    """

    added: tuple[tuple[str, int], ...]
    uneven: Mapping[int, float]
    problems: tuple[CorpusProblem, ...]
    state: str

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "added": [{"id": document, "group": group} for document, group in self.added],
            "uneven": [{"group": group, "largest_owner_share": share} for group, share in self.uneven.items()],
            "problems": [{"where": each.where, "reason": each.reason} for each in self.problems],
        }


@dataclass(frozen=True, slots=True)
class RemoveReport:
    """The documents that were removed, those that the index does not have, and how many groups were dissolved.

    `uneven` and `state` are as in AddReport, `held` says whether the vector of each group still has k owners.
    `keys` are those of the removed entries, for the requests for them.
    """

    removed: tuple[str, ...]
    unknown: tuple[str, ...]
    dissolved: int
    uneven: Mapping[int, float]
    held: bool
    state: str
    keys: Collection[str]

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "removed": list(self.removed),
            "unknown": list(self.unknown),
            "dissolved_groups": self.dissolved,
            "uneven": [{"group": group, "largest_owner_share": share} for group, share in self.uneven.items()],
            "k_held": self.held,
        }


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """A group that was found. Its documents are a tie: they share the ranks from `first` to `last`.

    `documents` and `owners` are counts; `stems` are the weightiest ones of the vector; `members` are ids, for those
    who may see them.
    """

    group: int
    first: int
    last: int
    distance: float
    documents: int
    owners: int
    stems: tuple[str, ...]
    members: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the group as `--json` prints it."""
        return {
            "group": self.group,
            "ranks": [self.first, self.last],
            "distance": self.distance,
            "documents": self.documents,
            "owners": self.owners,
            "stems": list(self.stems),
            "members": list(self.members),
        }


@dataclass(frozen=True, slots=True)
class FoundGroups:
    """The groups that were found, nearest first; `left_out` counts others at the distance of the last one."""

    groups: tuple[FoundGroup, ...]
    left_out: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the groups as `--json` prints them."""
        return {"groups": [each.as_json() for each in self.groups], "left_out": self.left_out}


WHOLE_MEANS = (
    "The vectors of this index have words of single documents: who reads them can take the documents apart. Build "
    "the index again from its documents, and delete this one and its editions."
)
"""The advice for an index whose words need not be shared."""

REBUILD_DRIFT = 0.5
"""From here the advice is to build the index again: the error per document has grown by half."""


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """An index in figures.

    `smallest` counts the owners that the vector of a group still has, `largest` all owners of a group;
    `largest_share` is the largest share of the documents of a group that one owner has; `held` says whether each
    vector has k owners. `sse_per_document` is the mean squared distance of the documents to the vector of their
    group, an estimate after removals; `drift` is its growth since the index was built, as a share (0: none).
    `changes` counts changes since then. `shared_by` is as in BuildReport, and 1 where not all words are shared.
    `faults` are sentences about what is wrong; none for a sound index.
    """

    documents: int
    k: int
    shared_by: int
    groups: int
    smallest: int
    largest: int
    largest_documents: int
    largest_share: float
    sse_per_document: float
    drift: float
    weighting: str
    changes: int
    held: bool
    faults: tuple[str, ...]

    @property
    def advice(self) -> str | None:
        """What to do about old vectors or drift, in a sentence; None where nothing is to be done."""
        if self.shared_by <= 1:
            return WHOLE_MEANS
        if self.drift < REBUILD_DRIFT:
            return None
        return (
            "The index has drifted. Build it again from its documents, but do not publish the new index to readers "
            "of an earlier edition: a group of the one and a group of the other may share fewer than k documents."
        )

    def as_json(self) -> dict[str, Any]:
        """Return the figures as `--json` prints them."""
        return {
            "documents": self.documents,
            "k": self.k,
            "shared_by": self.shared_by,
            "groups": self.groups,
            "smallest": self.smallest,
            "largest": self.largest,
            "largest_documents": self.largest_documents,
            "largest_owner_share": self.largest_share,
            "sse_per_document": self.sse_per_document,
            "drift": self.drift,
            "weighting": self.weighting,
            "changes": self.changes,
            "k_held": self.held,
            "faults": list(self.faults),
            "advice": self.advice,
        }
