"""How jobs are shared out: what one account may have waiting, and whose job is next.

Each account has a share of the waiting jobs, and workers serve the accounts in turn.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from backend.errors import TooManyJobs
from backend.storage.db.clock import now_in
from backend.storage.jobs.states import GOING, JobState
from backend.storage.tables import JobRow

RECENT = timedelta(minutes=1)
"""How long the files of a batch count after its last change, so that cancelling frees nothing at once."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many jobs of a kind an account may have waiting or running, and how many files in them.

    Files of jobs that have ended within RECENT count, too: each has a row, which is written in the transaction that
    others wait for.
    """

    jobs: int = 20
    files: int = 20_000


USUAL = Share()
"""The default of the settings."""


def refuse_beyond(
    session: Session, kind: str, owner: str | None, share: Share, files: int, but: str | None = None
) -> None:
    """Raise TooManyJobs if an account would have more than its share with one more job of so many files.

    The job with the id `but` is not counted.
    """
    theirs = [JobRow.kind == kind, JobRow.owner == owner]
    if but is not None:
        theirs.append(JobRow.id != but)
    going = JobRow.state.in_(GOING)
    jobs = session.scalar(select(func.count()).select_from(JobRow).where(*theirs, going)) or 0
    if jobs + 1 > share.jobs:
        raise TooManyJobs(
            f"An account may have {share.jobs:,} batches waiting or running, and you have {jobs:,}. Wait until one "
            "is done, or cancel one.",
            retry_after=_SOON,
        )
    counted = or_(going, JobRow.changed > now_in(session) - RECENT)
    there = int(session.scalar(select(func.sum(JobRow.total)).where(*theirs, counted)) or 0)
    if there + files > share.files:
        raise TooManyJobs(
            f"An account may have {share.files:,} files in batches that wait, run or have just ended, and with "
            f"this batch you would have {there + files:,}. Wait until a batch is done, or split the folder.",
            retry_after=_SOON,
        )


_SOON = int(RECENT.total_seconds())


def in_turn(session: Session, claimable: ColumnElement[bool]) -> tuple[str, ...]:
    """The ids of jobs that a worker may take, in the order in which it should.

    The accounts take turns: first whoever has the fewest jobs running, then whose jobs moved longest ago. Among the
    jobs of an account the oldest comes first.
    """
    found = session.execute(
        select(JobRow.id, JobRow.owner).where(claimable).order_by(JobRow.started, JobRow.id)
    ).all()
    owners = {owner for _, owner in found}
    if len(owners) < 2:
        return tuple(job for job, _ in found)
    running = _running(session, claimable)
    moved = func.max(JobRow.changed)
    served = select(JobRow.owner, moved).where(JobRow.changed > JobRow.started).group_by(JobRow.owner)
    last = {owner: at.timestamp() for owner, at in session.execute(served)}
    places: defaultdict[str | None, int] = defaultdict(int, running)
    order = []
    for number, (job, owner) in enumerate(found):
        order.append((places[owner], last.get(owner, 0.0), number, job))
        places[owner] += 1
    return tuple(job for *_, job in sorted(order))


def should_make_room(session: Session, owner: str | None, forms: Iterable[ColumnElement[bool]]) -> bool:
    """Whether a running job of this account keeps another account from its turn.

    That is so if a job waits of somebody who has none running, or two fewer than this account.
    """
    waiting = set(
        session.scalars(select(JobRow.owner).where(JobRow.state == JobState.WAITING, or_(*forms)).distinct())
    ) - {owner}
    if not waiting:
        return False
    running = _running(session, None)
    own = running.get(owner, 0)
    return any(running.get(other, 0) == 0 or running[other] <= own - 2 for other in waiting)


def _running(session: Session, but: ColumnElement[bool] | None) -> dict[str | None, int]:
    """How many jobs of each account run."""
    rows = select(JobRow.owner, func.count()).where(JobRow.state == JobState.RUNNING).group_by(JobRow.owner)
    if but is not None:
        rows = rows.where(~but)
    return {row.owner: row[1] for row in session.execute(rows)}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a job writes: the mark of a folder, and the marks of the folders around it.

    Two jobs cannot go on at one time if the folder of one is that of the other, or lies in it. The marks are stored
    in the row of the job, so that the database finds such jobs and no request is opened for it.
    """

    mark: str
    around: Sequence[str]

    def stored(self, kind: str) -> str:
        """What the row of a job says."""
        return " ".join((kind, *(mark[:MARK] for mark in (self.mark, *self.around))))

    def overlapping(self, kind: str) -> ColumnElement[bool]:
        """The jobs whose folder is this one, or lies in it or around it."""
        theirs = func.substr(JobRow.only_one, len(kind) + 2, MARK)
        around = theirs.in_([mark[:MARK] for mark in self.around])
        return or_(JobRow.only_one.contains(f" {self.mark[:MARK]}"), around)


MARK = 16
"""How many characters of a mark are stored; two folders have the same ones by chance once in 2⁶⁴."""


def without_place(kind: str) -> ColumnElement[bool]:
    """The jobs of earlier versions, whose rows say nothing of the folders around theirs."""
    return or_(JobRow.only_one.is_(None), ~JobRow.only_one.like(f"{kind} % %"))
