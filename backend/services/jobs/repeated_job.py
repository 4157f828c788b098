"""Repeat a job as it was requested, if the caller still has the rights that it took."""

from backend.errors import NotOfAllGroups
from backend.services.jobs.folder_batch import KIND as BATCH
from backend.services.jobs.folder_batch import FolderBatch
from backend.storage.jobs.jobs import Job
from backend.storage.rights.rights import Groups, is_within
from backend.storage.store import Store


def retry_job(store: Store, job: str, who: str, owner: str | None, groups: Groups) -> Job:
    """Retry a job for a caller with these groups (None: all); see `Jobs.retry`.

    A batch of folders counts for the groups of whoever asked for it then, and any other job for every group.

    Raises NotOfAllGroups when they do not belong to these groups, or no more.
    """
    kind = store.jobs.get(job, owner=owner).kind
    request = store.jobs.request(job)
    if request is not None and not is_within(
        _groups_of(FolderBatch.read(request)) if kind == BATCH else None, groups
    ):
        raise NotOfAllGroups(
            "this job counts for groups that you do not belong to, or no more; ask for another one"
        )
    return store.jobs.retry(job, who, owner)


def _groups_of(batch: FolderBatch) -> Groups:
    return None if batch.groups is None else frozenset(batch.groups)
