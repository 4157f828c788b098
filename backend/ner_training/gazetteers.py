"""Build the gazetteers of names, places and common words from public lists."""

import csv
import gzip
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from backend.detection.names.word_features import WordLists
from backend.ner_training.corpora import rows

_SEEN_LOWER = 3
"""A word that newspapers write in lower case this often is a common word."""


def gazetteer(data: Path) -> dict[str, int]:
    """Lower-case word → WordLists."""
    made: Counter[str] = Counter()
    for words, where in (
        (_given_names(data / "gazetteers"), WordLists.GIVEN_NAME),
        (_surnames(data / "gazetteers"), WordLists.SURNAME),
        (_places(data / "gazetteers"), WordLists.PLACE),
        (_common(data), WordLists.COMMON),
    ):
        for word in set(words):
            made[word] |= where
    return dict(made)


def _lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as lines:
        return lines.read().splitlines()


def _given_names(folder: Path) -> Iterator[str]:
    for name in ("census1990_female_first.tsv.gz", "census1990_male_first.tsv.gz"):
        yield from (line.split("\t")[0].lower() for line in _lines(folder / name) if line.strip())
    for name in ("kantrowitz_female.txt.gz", "kantrowitz_male.txt.gz"):
        yield from (line.strip().lower() for line in _lines(folder / name) if line.strip() and line[0] != "#")


def _surnames(folder: Path) -> Iterator[str]:
    yield from (line.split("\t")[0].lower() for line in _lines(folder / "census1990_last.tsv.gz") if line.strip())


def _places(folder: Path) -> Iterator[str]:
    for row in csv.DictReader(io.StringIO("\n".join(_lines(folder / "world_cities_15000.csv.gz")))):
        yield from _words((row.get("name") or "", row.get("country") or "", row.get("subcountry") or ""))
    for row in csv.DictReader(io.StringIO("\n".join(_lines(folder / "country_codes.csv.gz")))):
        yield from _words((row.get("official_name_en") or "", row.get("CLDR display name") or ""))


def _words(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from (word.lower() for word in name.replace("-", " ").split() if len(word) > 2)


def _common(data: Path) -> Iterator[str]:
    seen = Counter(
        token
        for row in rows(data / "ner" / "gmb.jsonl.gz")
        for token, tag in zip(row["tokens"], row["tags"], strict=True)
        if tag == "O" and token.isalpha() and token.islower()
    )
    return (word for word, count in seen.items() if count >= _SEEN_LOWER)
