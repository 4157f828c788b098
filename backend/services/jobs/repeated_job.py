"""Repeat a job as it was requested, if the caller still has the rights that it took."""

from backend.errors import NotOfAllGroups
from backend.services.jobs.folder_batch import KIND as BATCH
from backend.services.jobs.folder_batch import FolderBatch, writes_of
from backend.storage.jobs.jobs import Job
from backend.storage.jobs.turns import USUAL, Share
from backend.storage.rights.rights import Groups, Rights, is_within
from backend.storage.rights.roles import Role
from backend.storage.store import Store


def retry_job(store: Store, job: str, who: str, owner: str | None, rights: Rights, share: Share = USUAL) -> Job:
    """Retry a job for a caller with these rights; see `Jobs.retry`.

    A batch of folders takes a role that works with documents, for the groups that its caller had then; any other
    job takes an administrator of every group, who may repeat batches, too.

    Raises NotOfAllGroups when the caller does not have these rights, or no more.
    """
    runs_it = rights.groups({Role.ADMIN})
    works = runs_it if runs_it is None else rights.groups({Role.USER, Role.REVIEWER})
    kind = store.jobs.get(job, owner=owner).kind
    request = store.jobs.request(job)
    if request is not None and not is_within(
        *((_groups_of(FolderBatch.read(request)), works) if kind == BATCH else (None, runs_it))
    ):
        raise NotOfAllGroups(
            "This job needs a role that you do not have, or no longer have, for all its groups. Start another job."
        )
    if request is None or kind != BATCH:
        return store.jobs.retry(job, who, owner)
    return store.jobs.retry(job, who, owner, writes_of(FolderBatch.read(request), store.job_files), share)


def _groups_of(batch: FolderBatch) -> Groups:
    return None if batch.groups is None else frozenset(batch.groups)
