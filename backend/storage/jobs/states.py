"""The states of jobs and of their files."""

from enum import StrEnum


class JobState(StrEnum):
    """The states of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


OVER = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})
"""A job in one of these states changes only if somebody repeats it."""

GOING = tuple(state.value for state in JobState if state not in OVER)
"""The states of a job that waits or runs."""


class FileState(StrEnum):
    """The states of a file of a batch."""

    WAITING = "waiting"
    WRITING = "writing"
    DONE = "done"
    FAILED = "failed"
