"""The whole way of one file: opened, analysed, redacted, read again and verified, and what came of it."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.cleaning import CLEAN, Cleaning
from backend.document.phrases import Phrase
from backend.errors import TookTooLong, TookTooMuchMemory, UnsaidError, WorkEnded, WorkFailed, unforeseen
from backend.processes.ceilings import Ceiling
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.hostile.honest import honest
from tests.ooxml.structure import parts_of

HIDDEN = "Halden & Rook"
CEILING = Ceiling(seconds=10.0, memory=700 * 1024 * 1024)
"""10 s, and 1 GB with the 300 MB that a process takes before it works; measured by `make fuzz` and `make bench`."""
PATIENT = replace(CEILING, seconds=120.0)
"""For tests, which do not depend on how fast or busy a machine is."""
FAULTS = (TookTooLong, TookTooMuchMemory, WorkEnded, WorkFailed)
_SPELLED = (b"Halden &amp; Rook", "Halden &amp; Rook".encode("utf-16-le"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a file: the code of the error, or how clean it is; `fault` says what must not be."""

    said: str
    fault: str = ""


def whole_way(
    content: bytes, name: str, policy: Cleaning, _state: Any = None, *, also: tuple[str, ...] = ()
) -> Outcome:
    """Redact a file; any error outside the family is a fault, and so is a name left in a clean file.

    `also` are more terms to redact, beside the hidden name.
    """
    asked = Terms(tuple(map(Phrase, (HIDDEN, *also))))
    request = EffectiveRequest(entities=DEFAULT_ENTITIES, asked=asked, cleaning=policy)
    try:
        done = redact_content(Path(name), Path(name), content, request)
    except UnsaidError as error:
        fault = f"the message of {error.code} is not one line" if "\n" in str(error) else ""
        return Outcome(error.code, fault)
    except RecursionError as error:
        return Outcome("broken", unforeseen(error))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return Outcome("broken", unforeseen(error))
    status = str(done.report.verification.status)
    if status == "clean" and name.endswith(".docx") and _holds(done.content):
        return Outcome(status, "the hidden name is left in a file that is called clean")
    return Outcome(status)


def _holds(content: bytes) -> bool:
    return any(spelled in part for part in parts_of(content).values() for spelled in _SPELLED)


def pool(processes: int = 2) -> Pool:
    """Processes that can be ended, with everything loaded."""
    made = Pool(ChildPlan(_prepare, dict), processes)
    made.begin()
    return made


@cache
def _prepare() -> None:
    for content in honest().values():
        whole_way(content, "a.docx", CLEAN)


def outcome(pool: Pool, work: Any, ceiling: Ceiling) -> Outcome:
    """What comes of work in a process; one that had to be ended is a fault."""
    try:
        done: Outcome = pool.run(work, ceiling)
    except FAULTS as error:
        return Outcome(error.code, str(error))
    return done
