"""Tiny stand-ins for the experimental data, written where the loaders look for them."""

import gzip
import json
from pathlib import Path

import numpy as np

from backend.evaluation.data import DataSet

GROUPS = (
    "alt.atheism", "soc.religion.christian", "sci.med", "sci.space", "rec.autos", "rec.sport.hockey", "sci.crypt",
    "comp.graphics", "misc.forsale", "talk.politics.guns", "comp.windows.x",
)  # fmt: skip
_SHARED = {"alt.atheism": ("faith", "christianity"), "soc.religion.christian": ("faith", "christianity")}
"""Atheists and Christians say these alike, so they tell both from all others but not from each other."""


def _words(name: str, many: int = 14) -> list[str]:
    return [f"{name.replace('.', '')}{letter}" for letter in "abcdefghijklmnop"[:many]]


def _text(draw: np.random.Generator, name: str) -> str:
    own = draw.choice(_words(name), 11, replace=False).tolist()
    others = draw.choice([group for group in GROUPS if group != name], 4, replace=False).tolist()
    strange = [str(draw.choice(_words(other))) for other in others]
    both = list(_SHARED.get(name, ())) * 2
    return " ".join((*own, *strange, *both, "the", "of", "and", "people", "thing"))


def write_sets(folder: Path) -> Path:
    """20 Newsgroups of eleven groups, and filings of eleven companies; half is early, half late."""
    draw = np.random.default_rng(7)
    posts = [
        {
            "split": split,
            "group": group,
            "id": "1",
            "raw": f"From: someone@{group}.example\nSubject: Re: {group}\n\n{_text(draw, group)}",
        }
        for split in ("train", "test")
        for group in GROUPS
        for _ in range(14)
    ]
    filings = [
        {
            "id": "twice",
            "client": f"{group} Inc",
            "utility": "Retail" if number % 2 else None,
            "sub_industry": "Grocers",
            "year": year,
            "text": _text(draw, group),
        }
        for year in (2013, 2014, 2016)
        for number, group in enumerate(GROUPS)
        for _ in range(3)
    ]
    for name, lines in ((DataSet.NEWSGROUPS, posts), (DataSet.FILINGS, filings)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    return folder
