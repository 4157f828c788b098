"""Tiny sets with marked names and values, and a pipeline of rules that finds some of them."""

import gzip
import json
import re
from pathlib import Path
from typing import Any, cast

import spacy
from spacy.pipeline import EntityRuler

from backend.evaluation.data import DataSet

_MARK = re.compile(r"\[([^|\]]+)\|([^\]]+)\]")

PATTERNS: list[dict[str, str | list[dict[str, Any]]]] = [
    {"label": "PERSON", "pattern": "Ann Okafor"},
    {"label": "PERSON", "pattern": "Okafor"},
    {"label": "GPE", "pattern": "Leeds"},
    {"label": "ORG", "pattern": "Meridian Foods"},
    {"label": "ORG", "pattern": "Tribune"},
]


def write_pipeline(folder: Path) -> Path:
    """A pipeline without training."""
    nlp = spacy.blank("en")
    cast("EntityRuler", nlp.add_pipe("entity_ruler")).add_patterns(PATTERNS)
    nlp.to_disk(folder)
    return folder


def marked(text: str) -> tuple[str, list[dict]]:
    """The text without its marks, and what is marked: "[Ann|PERSON] left" marks *Ann*."""
    entities, plain, done = [], "", 0
    for match in _MARK.finditer(text):
        plain += text[done : match.start()]
        entities.append(
            {"start": len(plain), "end": len(plain) + len(match[1]), "label": match[2], "text": match[1]}
        )
        plain += match[1]
        done = match.end()
    return plain + text[done:], entities


def _row(name: str, text: str, **more) -> dict:
    plain, entities = marked(text)
    return {"id": name, "text": plain, "entities": entities, **more}


def _case(number: int, split: str, text: str) -> dict:
    """A court case; its marks are type/identifier/entity."""
    plain, entities = marked(text)
    for each in entities:
        each["type"], each["identifier_type"], each["entity_id"] = each.pop("label").split("/")
    return {"doc_id": str(number), "split": split, "text": plain, "entities": entities}


_CASE = (
    "[Ann Okafor|PERSON/DIRECT/a] of [Leeds|LOC/QUASI/b] sued the [Tribune|ORG/NO_MASK/c] on "
    "[a rainy day|DATETIME/QUASI/d]. The court heard [Okafor|PERSON/DIRECT/a]."
)
_TAGGED = [
    {
        "tokens": ["Ann", "Okafor", "'s", "dog", "left", "Leeds", "."],
        "tags": ["B-{p}", "I-{p}", *"OOO", "B-{l}", "O"],
    },
    {"tokens": ["Rain", "(", "again", ")"], "tags": ["B-{p}", "O", "O", "O"]},
]


def _tagged(person: str, place: str, many: int = 1) -> list[dict]:
    rows = [{**row, "tags": [tag.format(p=person, l=place) for tag in row["tags"]]} for row in _TAGGED]
    return rows * many


def write_personal_sets(folder: Path) -> Path:
    """Every set that experiments with personal data read, with one or two texts for each kind they hold."""
    sets = {
        DataSet.COURT_CASES: [_case(1, "train", _CASE), _case(2, "dev", _CASE), _case(3, "dev", _CASE)],
        DataSet.GENERATED: [
            _row("g0", "I am [Ann Okafor|PERSON] of [Leeds|LOCATION]", template_id=2),
            _row(
                "g1", "Write to [Ms.|TITLE] [Ann Okafor|PERSON] at [ann@example.com|EMAIL_ADDRESS]", template_id=3
            ),
            _row("g2", "I am [Okafor|PERSON] of [York|LOCATION]", template_id=5),
        ],
        DataSet.GENERATED_SMALL: [_row("s0", "Ask [Meridian Foods|ORGANIZATION] on Leeds", template_id=7)],
        DataSet.HAND_WRITTEN: [
            _row("mixed_pii:one", "[ann@example.com|EMAIL] is [Ann Okafor|PERSON]"),
            _row("negative_cases:a", "version 1.2.3 of the plan"),
            _row("negative_cases:b", "the Tribune"),
        ],
        DataSet.DIARIES: [
            _row(f"u{i}", "[Ann Okafor|PERSON] works for [Meridian Foods|ORG]", user="ab" if i % 2 else "aa")
            for i in range(40)
        ],
        DataSet.NEWS: _tagged("per", "geo", 20),
        DataSet.TWEETS: [*_tagged("PER", "LOC"), {"tokens": ["@ann", "hi"], "tags": ["B-PER", "O"]}],
        DataSet.USER_TEXTS: _tagged("person", "product"),
        DataSet.WEB: _tagged("PER", "LOC"),
        DataSet.CALLS: [
            {
                "id": str(number),
                "turns": [{"text": "Ann Okafor speaks."}, {"text": "Thanks."}],
                "entities": [[0, 0, 10, "PERSON"], [1, 0, 6, "CONTRACTION"]],
            }
            for number in range(10)
        ],
    }
    for name, rows in sets.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    return folder
