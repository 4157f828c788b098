"""Errors of work that was not done, not finished, or belongs to another worker."""

from backend.errors.family import UnsaidError


class Busy(UnsaidError):
    """As much is being worked on as this server can; the request was not begun."""

    code, status_hint = "busy", 503


class WorkStopped(UnsaidError):
    """Work was ended, or ended by itself, before it was done; the base of the reasons why."""

    code, status_hint = "work_stopped", 503


class TookTooLong(WorkStopped):
    """The work took longer than it may, and was ended."""

    code, status_hint = "took_too_long", 503


class TookTooMuchMemory(WorkStopped):
    """The work needed more memory than it may take, and was ended."""

    code, status_hint = "took_too_much_memory", 413


class WorkEnded(WorkStopped):
    """The process that did the work has ended before it was done."""

    code, status_hint = "work_ended", 503


class WorkFailed(WorkStopped):
    """The work failed in a way that nobody has thought of."""

    code, status_hint = "work_failed", 500


class UnknownDownload(UnsaidError):
    """No file waits under that id."""

    code, status_hint = "unknown_download", 404


class JobRunning(UnsaidError):
    """Another job of that kind is running."""

    code, status_hint = "job_running", 409


class UnknownJob(UnsaidError):
    """No job has that id."""

    code, status_hint = "unknown_job", 404


class JobTooLate(UnsaidError):
    """The job is over, or so near to it that it cannot be stopped."""

    code, status_hint = "job_too_late", 409


class NothingToRepeat(UnsaidError):
    """The job is not over, or has nothing left to do."""

    code, status_hint = "nothing_to_repeat", 409


class JobCancelled(UnsaidError):
    """Somebody wants the job stopped; whoever works on it leaves it as it is."""

    code, status_hint = "job_cancelled", 409


class JobLost(UnsaidError):
    """Whoever worked on the job was silent for too long, and it was given to another; nothing more counts."""

    code, status_hint = "job_lost", 409


class WorkerOutdated(UnsaidError):
    """The job was asked for by a newer version of Unsaid than this worker is."""

    code, status_hint = "worker_outdated", 503
