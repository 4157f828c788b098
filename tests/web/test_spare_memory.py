"""What answers leave behind goes back to the system, now and then."""

import platform
import subprocess
import sys

import pytest

from backend.web.server.spare_memory import EVERY, SpareMemory


def test_it_is_given_back_when_it_is_time_and_someone_was_answered():
    now, times = [0.0], []
    spare = SpareMemory(lambda: now[0], lambda kept: times.append((now[0], kept)) or 1)
    for at, answered in [
        (EVERY / 2, 1),
        (EVERY, 1),
        (EVERY + 1, 2),
        (2 * EVERY, 2),
        (3 * EVERY, 2),
        (4 * EVERY, 3),
    ]:
        now[0] = at
        spare.give_back(answered)
    assert times == [(EVERY, 0), (2 * EVERY, 0), (4 * EVERY, 0)]


HELD = """
from backend.web.server.spare_memory import EVERY, SpareMemory

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

now = [0.0]
spare = SpareMemory(lambda: now[0])
pieces = [bytearray(10_000) for _ in range(10_000)]
kept = bytearray(10_000)  # at the top of the heap, so that nothing below it goes by itself
pieces.clear()
before = resident()
now[0] = EVERY
spare.give_back(1)
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="needs glibc")
def test_free_pieces_below_what_is_held_go_back_to_the_system():
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 90_000_000  # of 100 MB
