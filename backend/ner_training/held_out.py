"""Evaluate an exported pipeline on held-out cases."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import spacy

from backend.detection.names.component import FACTORY, EncoderNer
from backend.ner_training.corpora import Row
from backend.ner_training.thresholds import HeldOutCase


def evaluate_held_out(pipeline: Path, rows: Sequence[Row]) -> list[HeldOutCase]:
    """The words of each case with what the pipeline gives their tags, and which of them must go."""
    nlp = spacy.load(pipeline)
    component = cast("EncoderNer", nlp.get_pipe(FACTORY))
    cases = []
    for row in rows:
        doc = nlp.make_doc(row["text"])
        words = tuple(token.text for token in doc)
        must_go = np.zeros(len(row["text"]), bool)
        for entity in row["entities"]:
            if entity["identifier_type"] != "NO_MASK":
                must_go[entity["start"] : entity["end"]] = True
        named = np.array([must_go[token.idx] and any(map(str.isalnum, token.text)) for token in doc], bool)
        cases.append(HeldOutCase(words, component.probabilities(words), named))
    return cases
