"""Resource limits set by the operating system: a second net below the pool, which watches from outside."""

import contextlib
import math
import signal
import sys
from pathlib import Path

from backend.processes.ceilings import Ceiling

_SPARE_SECONDS = 5
"""The system ends a process by its processor time later than whoever watches it would."""

_DIE_WITH_PARENT = 1  # linux/prctl.h, PR_SET_PDEATHSIG

_FIRST = 500
"""As if it took half of all memory beside its own; 1000 at most (proc(5), oom_score_adj)."""

if sys.platform != "win32":
    import resource

    def hold(ceiling: Ceiling, *, memory: int, seconds: float) -> None:
        """Limit this process to a ceiling above the `memory` and processor `seconds` that it has used so far."""
        _at_most(resource.RLIMIT_DATA, memory + ceiling.memory)
        most = seconds + 2 * ceiling.seconds + _SPARE_SECONDS
        _at_most(resource.RLIMIT_CPU, int(most) if most < math.inf else resource.RLIM_INFINITY)

    def let_go() -> None:
        """Remove the limits while the process waits."""
        for kind in (resource.RLIMIT_DATA, resource.RLIMIT_CPU):
            _at_most(kind, resource.RLIM_INFINITY)

    def used() -> tuple[int, float]:
        """Bytes of data (0 where the system does not tell), and processor seconds, of this process."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        memory = 0
        with contextlib.suppress(OSError):
            memory = int(Path("/proc/self/statm").read_text("ascii").split()[5]) * resource.getpagesize()
        return memory, usage.ru_utime + usage.ru_stime

    def _at_most(kind: int, value: int) -> None:
        hard = resource.getrlimit(kind)[1]
        soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with contextlib.suppress(ValueError, OSError):  # macOS has limits that it refuses to set
            resource.setrlimit(kind, (hard if value == resource.RLIM_INFINITY else soft, hard))

else:

    def hold(ceiling: Ceiling, *, memory: int, seconds: float) -> None:
        """Do nothing: Windows has no such limits, so only the parent process watches."""
        del ceiling, memory, seconds

    def let_go() -> None:
        """See hold."""

    def used() -> tuple[int, float]:
        """See hold."""
        return 0, 0.0


def die_with_parent() -> None:
    """Ask the system to kill this process when its parent dies, where that is possible (Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def die_before_parent() -> None:
    """Ask the system to end this process, and not one that answers everyone, where memory runs out (Linux).

    It ends the process that takes most, which may be one that only holds what many people are sending.
    """
    if sys.platform == "linux":
        own = Path("/proc/self/oom_score_adj")
        with contextlib.suppress(OSError, ValueError):
            own.write_text(str(max(int(own.read_text("ascii")), _FIRST)), "ascii")


def without_signals() -> None:
    """Reset the signal handlers that were set before a fork.

    Ctrl-C and SIGTERM are often sent to all processes of a service at once; what has begun is finished, and
    whoever has started this process ends it.
    """
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(signal, "SIGCHLD"):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
