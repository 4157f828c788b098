"""Load the experimental data from a folder; they are not part of Unsaid."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from backend.errors import DataMissing, UnreadableFile
from backend.messages.problems import DataFolderMissing, DataSetMissing

LAST_TRAINING_YEAR = 2014
"""Filings of later years are redacted and guessed, and never learnt from where years are split."""

CHARACTERS = 8_000
"""What is redacted of a filing: about 1,200 words."""


class DataSet(StrEnum):
    """The data sets, by their files in the data folder."""

    NEWSGROUPS = "20newsgroups/20news-bydate.jsonl.gz"
    FILINGS = "sec_mda/sec_mda_to_2018.jsonl.gz"
    COURT_CASES = "tab/tab_train_dev_113.jsonl.gz"
    GENERATED = "pii/presidio_generated_large.jsonl.gz"
    GENERATED_SMALL = "pii/presidio_generated_small.jsonl.gz"
    HAND_WRITTEN = "pii/datafog_corpus.jsonl.gz"
    DIARIES = "pii/lifebench.jsonl.gz"
    NEWS = "ner/gmb.jsonl.gz"
    TWEETS = "ner/btc_dev.jsonl.gz"
    USER_TEXTS = "ner/wnut17_dev.jsonl.gz"
    WEB = "ner/uner_ewt_dev.jsonl.gz"
    CALLS = "earnings21/earnings21.jsonl.gz"
    SURNAMES = "gazetteers/census1990_last.tsv.gz"
    WOMEN = "gazetteers/census1990_female_first.tsv.gz"
    MEN = "gazetteers/census1990_male_first.tsv.gz"
    CITIES = "gazetteers/world_cities_15000.csv.gz"
    REUTERS = "reuters_r8/r8-train.tsv.gz"
    REUTERS_TEST = "reuters_r8/r8-test.tsv.gz"


@dataclass(frozen=True, slots=True)
class Post:
    """A post of 20 Newsgroups; `split` is train or test, by date.

    `head` contains the header lines (From, Subject, Organization, …; those that name the group are not in the set),
    `body` the rest, with quotes and signature.
    """

    id: str
    group: str
    split: str
    head: str
    body: str

    @property
    def whole(self) -> str:
        """Return head and body."""
        return f"{self.head}\n\n{self.body}" if self.head else self.body


@dataclass(frozen=True, slots=True)
class Filing:
    """The management's discussion in an annual report; `sector` and `sub_industry` may be unknown."""

    id: str
    company: str
    sector: str | None
    sub_industry: str | None
    year: int
    text: str

    @property
    def beginning(self) -> str:
        """Return the part that is redacted."""
        return self.text[:CHARACTERS]

    @property
    def early(self) -> bool:
        """Return whether the filing is in the training part of the split by time."""
        return self.year <= LAST_TRAINING_YEAR


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A dispatch of Reuters-21578, of the eight subjects of R8; all in small letters, without numbers."""

    subject: str
    text: str


def refuse_missing(folder: Path, *needed: DataSet) -> None:
    """Refuse to start without the data.

    Raises DataMissing, which names the folder or the first missing data set.
    """
    if not folder.is_dir():
        raise DataMissing(DataFolderMissing(str(folder)))
    for each in needed:
        if not (folder / each).is_file():
            raise DataMissing(DataSetMissing(str(folder / each)))


def newsgroups(folder: Path) -> tuple[Post, ...]:
    """Return the posts in the order of the data set, with unique ids.

    Raises DataMissing, UnreadableFile.
    """
    return tuple(
        Post(f"{number} {line['id']}", line["group"], line["split"], *_parted(line["raw"]))
        for number, line in enumerate(read_objects(folder, DataSet.NEWSGROUPS))
    )


def filings(folder: Path) -> tuple[Filing, ...]:
    """Return the filings in the order of the data set, with unique ids (a few occur twice).

    Raises DataMissing, UnreadableFile.
    """
    return tuple(
        Filing(
            f"{number} {line['id']}",
            line["client"],
            line["utility"] or None,
            line["sub_industry"] or None,
            int(line["year"]),
            line["text"],
        )
        for number, line in enumerate(read_objects(folder, DataSet.FILINGS))
    )


def dispatches(folder: Path) -> tuple[Dispatch, ...]:
    """Return the dispatches of R8, first those of its training part.

    Raises DataMissing, UnreadableFile.
    """
    found = []
    for part in (DataSet.REUTERS, DataSet.REUTERS_TEST):
        for line in read_lines(folder, part):
            subject, tab, text = line.partition("\t")
            if not tab:
                raise _damaged(folder / part)
            found.append(Dispatch(subject, text))
    return tuple(found)


def read_objects(folder: Path, needed: DataSet) -> Iterator[dict[str, Any]]:
    """Yield the objects of a data set as they are in its file.

    Raises DataMissing, UnreadableFile.
    """
    try:
        yield from map(json.loads, read_lines(folder, needed))
    except ValueError as error:
        raise _damaged(folder / needed) from error


def read_lines(folder: Path, needed: DataSet) -> Iterator[str]:
    """Yield the lines of a data set.

    Raises DataMissing, UnreadableFile.
    """
    refuse_missing(folder, needed)
    try:
        with gzip.open(folder / needed, "rt", encoding="utf-8") as rows:
            yield from rows
    except (OSError, EOFError, ValueError) as error:
        raise _damaged(folder / needed) from error


def _damaged(path: Path) -> UnreadableFile:
    return UnreadableFile(f"{path}: damaged, or not gzipped lines. Download the data set again.")


def _parted(raw: str) -> tuple[str, str]:
    """Return head and body; a post without header lines is all body."""
    head, blank, body = raw.partition("\n\n")
    if not blank or ":" not in head.partition("\n")[0]:
        return "", raw
    return head, body
