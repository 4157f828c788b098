"""Each hostile file of the set ends within 10 s of processor time, whatever it is made of."""

import resource
from functools import partial

from tests.benchmarks.conftest import markdown
from tests.hostile.described import DESCRIBED
from tests.hostile.hostile_runs import CEILING, PATIENT, pool
from tests.hostile.test_described import POLICIES, made_and_gone

HEADING = "Hostile files"
SLOWEST = 5


def _seconds_and_fault(children, name: str, policy) -> tuple[float, str, str]:
    return children.run(partial(_timed, name, policy), PATIENT)


def _timed(name: str, policy, state) -> tuple[float, str, str]:
    begun = _processor_seconds()
    done = made_and_gone(name, policy, state)
    return _processor_seconds() - begun, done.said, done.fault


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def test_each_hostile_file_ends_in_time(tell):
    children = pool(1)
    try:
        rows = [
            (*_seconds_and_fault(children, name, policy), name, kind)
            for name in DESCRIBED
            for kind, policy in POLICIES.items()
        ]
    finally:
        children.close()
    slowest = sorted(rows, reverse=True)[:SLOWEST]
    tell(
        HEADING,
        f"{len(rows)} hostile files, at most {CEILING.seconds:.0f} s of processor time each; the slowest:",
        "",
        *markdown(
            ("file", "result", "error code or status", "seconds"),
            [(name, kind, said, f"{seconds:.1f}") for seconds, said, _, name, kind in slowest],
        ),
    )
    assert [fault for _, _, fault, *_ in rows if fault] == []
    assert slowest[0][0] <= CEILING.seconds
