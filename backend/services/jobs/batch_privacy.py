"""What a folder batch gives away as a whole, from the figures of its files."""

import os
from dataclasses import replace

from backend.privacy.release_figures import UserRelease
from backend.reporting.release_figures import BatchFigures
from backend.services.jobs.folder_batch import input_paths
from backend.storage.jobs.states import FileState
from backend.storage.store import Store

_OVER = {FileState.DONE, FileState.FAILED}


def batch_privacy(store: Store, job: str, *, sees_all: bool) -> BatchFigures | None:
    """Return the figures of the files that are done by now; None if none was measured.

    All files of a batch have one client, or none. Documents are named by their paths while the batch still has
    them, and by their numbers afterwards. A caller who does not see all clients learns nothing of clients.

    Raises UnknownJob.
    """
    rows = [row for row in store.job_files.all(job) if row.state in _OVER]
    marks = {_number(row.ordinal): row.mark for row in rows}
    releases = [
        row.privacy.told_to(sees_all=sees_all).in_batch(_number(row.ordinal))
        for row in rows
        if row.privacy is not None
    ]
    figures = BatchFigures.of(releases, len(rows))
    if figures is None:
        return None
    paths = input_paths(store, job, {marks[each.path] for each in figures.worst})

    def named(release: UserRelease) -> UserRelease:
        path = paths.get(marks[release.path])
        return (
            release
            if path is None
            else replace(release, path=os.fsencode(path.as_posix()).decode("utf-8", "replace"))
        )

    return replace(figures, worst=tuple(map(named, figures.worst)))


def _number(ordinal: int) -> str:
    return f"file {ordinal:,}"
