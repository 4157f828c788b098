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
COMPANIES = (*GROUPS, "sci.electronics", "talk.religion.misc")
_SECTORS = ("Retail", "Energy", "Health Care", None)
_COMMON = 12
_LABELLED = {(2013, number) for number in range(8)} | {(2016, number) for number in range(3)}
_LATE = 4
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


def _filing(draw: np.random.Generator, number: int) -> str:
    """What all companies say, each in its own measure; its sector's words; and words of its own."""
    own = np.random.default_rng(number).dirichlet(np.full(_COMMON, 0.7))
    said = draw.multinomial(120, 0.6 * own + 0.4 / _COMMON)
    common = [f"common{word}" for word, times in enumerate(said.tolist()) for _ in range(times)]
    sector = _words(str(_SECTORS[number % len(_SECTORS)]), 4) * 2
    return " ".join((*common, *sector, *_words(COMPANIES[number], 3), "the", "of", "and"))


def write_sets(folder: Path) -> Path:
    """20 Newsgroups of eleven groups, half early and half late, and filings of thirteen companies, most early.

    Some filings of some companies are a sub-industry of their own, and three or four companies are a sector.
    """
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
            "client": f"{company} Inc",
            "utility": _SECTORS[number % len(_SECTORS)],
            "sub_industry": f"{company} makers" if (year, number) in _LABELLED else None,
            "year": year,
            "text": _filing(draw, number),
        }
        for year in (2012, 2013, 2014, 2016)
        for number, company in enumerate(COMPANIES)
        if year < 2015 or number < _LATE
    ]
    for name, lines in ((DataSet.NEWSGROUPS, posts), (DataSet.FILINGS, filings)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    write_gazetteers(folder)
    return write_dispatches(folder)


def write_gazetteers(folder: Path) -> None:
    """Lists of names, of one name each; the city has two words."""
    lists = {
        DataSet.SURNAMES: "SMITH\t1.0\n",
        DataSet.WOMEN: "MARY\t2.6\n",
        DataSet.MEN: "JOHN\t3.2\n",
        DataSet.CITIES: "name,country,subcountry,geonameid\nLa Paz,Bolivia,La Paz,1\n",
    }
    (folder / "gazetteers").mkdir(parents=True, exist_ok=True)
    for name, text in lists.items():
        (folder / name).write_bytes(gzip.compress(text.encode()))


_SUBJECTS = {
    "grain": ("wheat", "corn", "harvest", "barley", "bushel", "crop", "farmer", "soil"),
    "ship": ("vessel", "port", "cargo", "tanker", "crew", "harbour", "sailor", "dock"),
    "interest": ("bank", "loan", "rate", "credit", "bond", "money", "lender", "debt"),
}
_EVERYWHERE = ("market", "week", "price", "government", "agreement", "report", "minister", "year")


def write_dispatches(folder: Path) -> Path:
    """Dispatches of three subjects, 30 of each in both parts; each has words of its subject and common ones."""
    draw = np.random.default_rng(8)
    for name in (DataSet.REUTERS, DataSet.REUTERS_TEST):
        lines = [
            f"{subject}\t{' '.join([*draw.choice(own, 4), *draw.choice(_EVERYWHERE, 4), 'the', 'mln'])}\n"
            for _ in range(30)
            for subject, own in _SUBJECTS.items()
        ]
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress("".join(lines).encode()))
    return folder
