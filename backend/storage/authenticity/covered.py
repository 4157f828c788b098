"""The tables and columns that are authenticated: those that grant, approve or constrain something.

`authentic_rows` gives each of these rows a version and a MAC. A table or a column that stands in none of the lists
here fails a test, so whoever adds one has to decide. Columns are only ever added at the end of a list, and may be
NULL: a row that was stored before the column existed keeps its MAC.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from backend.storage import tables

Values = dict[str, Any]


def _as_it_is(values: Values) -> Values:
    return values


@dataclass(frozen=True, slots=True)
class Part:
    """Child rows that are authenticated with their parent row; `parent` is the column that names it."""

    row: type[Any]
    parent: str
    columns: tuple[str, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """The key among rows of one parent: the first of the columns."""
        keys = [column.name for column in self.row.__table__.primary_key if column.name != self.parent]
        return self.columns[: len(keys)]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The authenticated columns of a table.

    `view` maps the values of a row to those that count: states that follow from one another without anybody's
    decision are one state. Changes of rows that are not `listed` stand in the audit trail by the state alone.
    """

    row: type[Any]
    key: tuple[str, ...]
    columns: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    view: Callable[[Values], Values] = _as_it_is
    listed: bool = True

    @property
    def table(self) -> str:
        """The name of the table."""
        return str(self.row.__tablename__)

    @property
    def all_columns(self) -> tuple[str, ...]:
        """The key columns and the authenticated columns."""
        return (*self.key, *self.columns)


_OPEN_JOB = frozenset({"waiting", "running"})
_OPEN_FILE = frozenset({"waiting", "writing", "failed"})


def _job(values: Values) -> Values:
    """What is authenticated of a job: waiting or running count as the same; the result counts once it is done."""
    state = "open" if values["state"] in _OPEN_JOB else values["state"]
    result = {} if state == "done" else {"version": None, "done": 0, "skipped": 0}
    # At most one of these is true: a job that stores its result can no longer be cancelled.
    return {**values, "state": state, "ending": values["ending"] and values["cancel_asked"], **result}


def _job_file(values: Values) -> Values:
    """What is authenticated of a file: its result once it is done. Any other file is done again or has failed."""
    if values["state"] not in _OPEN_FILE:
        return values
    fine = None if values["needs_attention"] else values["needs_attention"]
    return {**values, "state": "open", "output_mark": None, "error": None, "needs_attention": fine}


COVERED: tuple[Coverage, ...] = (
    Coverage(tables.ApiKeyRow, ("id",), ("secret_hash", "role", "sealed", "created", "expires", "revoked")),
    Coverage(tables.UserRow, ("id",), ("sealed", "created", "changed")),
    Coverage(tables.PolicyRow, ("id",), ("mark", "version", "sealed", "created")),
    Coverage(
        tables.ClientRow,
        ("id",),
        ("name_mark", "sealed", "version", "changed"),
        parts=(Part(tables.AliasRow, "client", ("mark",)),),
    ),
    Coverage(tables.CertificateKeyRow, ("id",), ("sealed", "created")),
    Coverage(tables.RegistrySealRow, ("id",), ("sealed", "changed")),
    Coverage(tables.EveryoneRow, ("id",), ("sealed", "version", "changed")),
    Coverage(tables.IndexRequestRow, ("id",), ("asker", "sealed", "made", "withdrawn")),
    Coverage(
        tables.ReviewRow,
        ("id",),
        (
            "version",
            "stage",
            "author",
            "second_approver",
            "claimed_by",
            "approved_by",
            "group_mark",
            "client_mark",
            "sealed",
            "model",
            "policy",
            "blind_share",
            "blind_rater",
            "created",
            "changed",
        ),
        parts=(
            Part(
                tables.DecisionRow,
                "review",
                ("mark", "place", "state", "scope", "who", "changed", "reason", "texts"),
            ),
            Part(tables.DecisionTextsRow, "review", ("id", "sealed")),
            Part(tables.BlindVerdictRow, "review", ("mark", "goes", "given", "decided")),
            Part(tables.PaneMarksRow, "review", ("id", "sealed")),
        ),
    ),
    Coverage(
        tables.ProposalRow,
        ("id",),
        (
            "review",
            "mark",
            "term_mark",
            "scope",
            "goes",
            "state",
            "sealed",
            "who",
            "made",
            "ended_by",
            "ended",
        ),
    ),
    Coverage(
        tables.JobRow,
        ("id",),
        (
            "kind",
            "state",
            "started",
            "owner",
            "form",
            "sealed",
            "only_one",
            "cancel_asked",
            "version",
            "done",
            "skipped",
            "ending",
        ),
        parts=(Part(tables.JobRequestRow, "job", ("id", "sealed")),),
        view=_job,
    ),
    Coverage(
        tables.JobFileRow,
        ("job", "ordinal"),
        (
            "mark",
            "state",
            "output_mark",
            "k_reached",
            "verification",
            "needs_attention",
            "error",
            "outcome",
            "privacy",
            "index_result",
        ),
        view=_job_file,
        listed=False,
    ),
)

NOT_COVERED: Mapping[str, str] = MappingProxyType(
    {
        "secrets": "sealed with the key of the settings; no MAC of any row is right with other secrets",
        "revisions": "writers wait for one another there; what is kept in memory goes by the signed state",
        "audit": "the signed chain itself",
        "audit_head": "the signed end of the chain",
        "row_macs": "the MACs themselves, which the signed state stands for",
        "mac_tree": "the hashes between the MACs and the signed state",
        "jobs.changed": "when a worker was last heard of, for people to read",
        "jobs.error": "why a job waits or has failed, for people to read",
        "jobs.total": "how far a job is, for people to read",
        "jobs.attempts": "how often a job is tried; at most it is tried more often, or given up",
        "jobs.holder": "who works on a job; at most two do, or none",
        "jobs.held_until": "how long a silent worker keeps a job; at most two work on it, or none",
    }
)
"""Tables, and columns of tables that are covered else, that grant nothing: why."""

BY_TABLE: Mapping[str, Coverage] = MappingProxyType({each.table: each for each in COVERED})

NUMBERED: frozenset[str] = frozenset(each.table for each in COVERED if each.key[-1] == "ordinal")
"""Tables whose rows are numbered within a row of another table: their keys are its id and a number."""

PARENT_OF: Mapping[str, tuple[Coverage, Part]] = MappingProxyType(
    {str(part.row.__tablename__): (whole, part) for whole in COVERED for part in whole.parts}
)
"""Tables of parts, with what they are parts of."""
