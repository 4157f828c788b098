"""The splits: training, choice of thresholds, held out."""

from collections.abc import Sequence
from pathlib import Path

from backend.ner_training import prose
from backend.ner_training.corpora import (
    CROSSNER,
    GMB,
    SOCIAL,
    Row,
    calls,
    comments,
    court_cases,
    diaries,
    generated,
    loan_agreements,
    reports,
    rows,
    tagged,
)
from backend.ner_training.passage import Passage

_NO_DATES = ("DATE_TIME", "NRP")
_LEARNT_CALLS = 36
_CROSSNER = ("ai", "literature", "music", "politics", "science")
_EVERY_SIXTH, _EVERY_THIRD = 6, 3


def learnt(data: Path) -> dict[str, list[Passage]]:
    """Per data set the passages that are learnt from."""
    ner = data / "ner"
    gmb = rows(ner / "gmb.jsonl.gz")
    crossner = [
        row
        for name in _CROSSNER
        for part in ("train", "dev")
        for row in rows(ner / f"crossner_{name}_{part}.jsonl.gz")
    ]
    return {
        "filings": list(prose.reports(rows(data / "sec_mda" / "sec_mda_to_2018.jsonl.gz"))),
        "tab": list(court_cases([row for i, row in enumerate(_cases(data)) if i % _EVERY_SIXTH])),
        "gmb": list(tagged(gmb[: len(gmb) * 19 // 20], GMB, (), 7)),
        "btc": list(tagged(rows(ner / "btc_train.jsonl.gz"), SOCIAL, _NO_DATES, 5)),
        "wnut17": list(comments(rows(ner / "wnut17_train.jsonl.gz"))),
        "crossner": list(tagged(crossner, CROSSNER, _NO_DATES, 4)),
        "sec": list(loan_agreements(rows(ner / "sec_filings_train.jsonl.gz"))),
        "re3d": list(reports(rows(ner / "re3d.jsonl.gz"))),
        "earnings21": list(calls(rows(data / "earnings21" / "earnings21.jsonl.gz")[:_LEARNT_CALLS])),
        "lifebench": list(diaries(_learnt_diaries(rows(data / "pii" / "lifebench.jsonl.gz")))),
        "generated": list(generated(_learnt_templates(rows(data / "pii" / "presidio_generated_large.jsonl.gz")))),
    }


def held_out_cases(data: Path) -> list[Row]:
    """Every sixth case of TAB's training part: not learnt from, the thresholds are chosen by them."""
    return [row for i, row in enumerate(_cases(data)) if i % _EVERY_SIXTH == 0]


def _cases(data: Path) -> list[Row]:
    return [row for row in rows(data / "tab" / "tab_train_dev_113.jsonl.gz") if row["split"] == "train"]


def _learnt_diaries(found: Sequence[Row]) -> list[Row]:
    """Every third diary of some of the people; the other people are kept to measure."""
    return [row for i, row in enumerate(found) if sum(row["user"].encode()) % 2 == 0 and i % _EVERY_THIRD == 0]


def _learnt_templates(found: Sequence[Row]) -> list[Row]:
    """The texts of even templates; the odd ones are kept to measure."""
    return [row for row in found if int(row["template_id"]) % 2 == 0]
