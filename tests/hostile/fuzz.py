"""The fuzzer: any bytes give a redacted file or an error of our family, within 10 s and 1 GB.

    python -m tests.hostile.fuzz --files 10000 --seed 17
    python -m tests.hostile.fuzz --files 10000 --seed pictures
    python -m tests.hostile.fuzz --only 17:4711 --write fault.docx

Each file is redacted in a process that is killed when it goes too far. A fault is told with the seed of its file,
which makes that file again. Seeds that begin with "pictures" change the pictures of a document alone.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from backend.document.cleaning import CLEAN, Cleaning, Images
from backend.processes.ceilings import Ceiling
from tests.hostile.hostile_runs import CEILING, Outcome, outcome, pool, whole_way
from tests.hostile.mutations import mutated
from tests.hostile.pictured import pictured

SEED, PICTURES = "17", "pictures"


def made(seed: str) -> bytes:
    """The file of a seed."""
    return pictured(seed) if seed.startswith(PICTURES) else mutated(seed)


def fuzzed(seed: str, state: Any = None) -> Outcome:
    """What comes of the file of a seed; every other one is also made a clean copy, or loses its pictures."""
    other = Cleaning(images=Images.REMOVE) if seed.startswith(PICTURES) else CLEAN
    policy = other if sum(seed.encode()) % 2 else Cleaning()
    return whole_way(made(seed), "a.docx", policy, state)


def outcomes(
    seed: str, numbers: range, processes: int = 2, ceiling: Ceiling = CEILING
) -> Iterator[tuple[str, Outcome]]:
    """The seed of each file and what came of it, in order."""
    children = pool(processes)
    try:
        with ThreadPoolExecutor(processes) as threads:
            seeds = [f"{seed}:{number}" for number in numbers]
            done = threads.map(lambda each: outcome(children, partial(fuzzed, each), ceiling), seeds)
            yield from zip(seeds, done, strict=True)
    finally:
        children.close()


def main() -> int:
    """Run the fuzzer and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--only", help="one file by the seed that a fault was told with")
    parser.add_argument("--write", type=Path, help="write that file here")
    asked = parser.parse_args()
    if asked.only:
        if asked.write:
            asked.write.write_bytes(made(asked.only))
        sys.stdout.write(f"{fuzzed(asked.only)}\n")
        return 0
    said: Counter[str] = Counter()
    faults, begun = [], time.monotonic()
    for seed, each in outcomes(asked.seed, range(asked.first, asked.first + asked.files)):
        said[each.said] += 1
        if each.fault:
            faults.append(seed)
            sys.stdout.write(f"{seed}: {each.said}: {each.fault}\n")
        if not sum(said.values()) % 500:
            sys.stdout.write(f"{sum(said.values())} files in {time.monotonic() - begun:.0f} s\n")
            sys.stdout.flush()
    for name, many in said.most_common():
        sys.stdout.write(f"{many:7,} {name}\n")
    sys.stdout.write(f"{len(faults)} faults in {asked.files:,} files of seed {asked.seed}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
