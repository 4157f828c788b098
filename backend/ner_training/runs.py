"""Train with several seeds in parallel, one process and one thread each.

What a run has learnt stays in a folder under a name that tells what it was learnt from and how, so that a learning
that was interrupted goes on with the runs that are missing.
"""

import argparse
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from torch import nn

from backend.ner_training.encoder import Encoder
from backend.ner_training.examples import Example
from backend.ner_training.fit import Plan, fit

_ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    # A step frees what it took, and the next takes the same; given back in between, it costs a third of the time.
    "MALLOC_MMAP_THRESHOLD_": str(1 << 33),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 33),
}


@dataclass(frozen=True, slots=True)
class Task:
    """What every run learns, from where it starts, and how."""

    examples: Mapping[str, Sequence[Example]]
    weights: Path
    plan: Plan
    before: Path | None = None
    """What an earlier learning has left, to go on from; without it all begins at the weights."""

    def begun(self) -> Encoder:
        """The encoder as every run finds it."""
        encoder = Encoder(self.weights)
        if self.before:
            encoder.load_state_dict(torch.load(self.before))
        return encoder

    def name(self) -> str:
        """Short, and another one whenever the examples, the plan or the loop are others."""
        seen = hashlib.sha256(repr(self.plan).encode())
        seen.update(self.before.read_bytes() if self.before else b"")
        seen.update(Path(__file__).with_name("fit.py").read_bytes())
        seen.update(Path(__file__).with_name("encoder.py").read_bytes())
        for name, examples in self.examples.items():
            seen.update(name.encode())
            for example in examples:
                seen.update(example.pieces.tobytes())
                seen.update(example.allowed.tobytes())
        return seen.hexdigest()[:12]


def runs(task: Task, seeds: Sequence[int], folder: Path) -> list[nn.Module]:
    """Return the result of each seed; a run that is in `folder` already is read from there."""
    folder.mkdir(parents=True, exist_ok=True)
    name = task.name()
    written = folder / f"{name}.task"
    if not written.exists():
        _write_atomically(written, pickle.dumps(task))
    with ThreadPoolExecutor(os.cpu_count() or 1) as several:
        states = list(several.map(lambda seed: _run(written, seed), seeds))
    return [_encoder(task, state) for state in states]


def _run(task: Path, seed: int) -> Path:
    """Start a process unless its result is there."""
    result = task.with_name(f"{task.stem}-{seed}.pt")
    if not result.exists():
        command = [sys.executable, "-m", "backend.ner_training.runs", str(task), str(seed), str(result)]
        subprocess.run(command, env={**os.environ, **_ONE_THREAD}, check=True)  # noqa: S603 - our own module
    return result


def _encoder(task: Task, state: Path) -> nn.Module:
    encoder = Encoder(task.weights)
    encoder.load_state_dict(torch.load(state))
    return encoder.eval()


def _write_atomically(path: Path, content: bytes) -> None:
    """Write a file that is never there by half."""
    temporary = path.with_suffix(".part")
    temporary.write_bytes(content)
    temporary.rename(path)


def _keep(encoder: nn.Module, path: Path) -> None:
    temporary = path.with_suffix(".part")
    torch.save(encoder.state_dict(), temporary)
    temporary.rename(path)


def _say(seed: int, line: str) -> None:
    sys.stderr.write(f"seed {seed}: {line}\n")


def main() -> None:
    """One run: the task, the seed and where the weights go are the arguments."""
    parser = argparse.ArgumentParser(prog="python -m backend.ner_training.runs", description=main.__doc__)
    parser.add_argument("task", type=Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("result", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    task: Task = pickle.loads(options.task.read_bytes())  # noqa: S301 - written by `runs`
    so_far = partial(_keep, path=options.result.with_suffix(".sofar"))
    learned = fit(task.begun(), task.examples, task.plan, options.seed, partial(_say, options.seed), so_far)
    _keep(learned, options.result)


if __name__ == "__main__":
    main()
