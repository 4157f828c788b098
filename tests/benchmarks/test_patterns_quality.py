"""How well the templates do on gold spans that nobody here wrote; prints a table (`make bench`).

A gold span is found when a finding of its kind overlaps it; a finding is right when it overlaps a gold span of its
kind. Errors were looked at in the even-numbered documents and in all of datafog_corpus (many of its lines are rows
of the unit tests); the goals are held on the odd-numbered documents of the other sets. These are generated from the
same sentence templates as the even ones, so they are new values and not new wordings.
"""

import gzip
import json
import re
from collections import defaultdict

import pytest

from backend.detection.pii import find
from backend.document.plain_text import read_text
from tests.benchmarks.conftest import markdown

# The labels of each set that are of a kind the templates find, as our kinds.
SAME = ("CREDIT_CARD", "PHONE_NUMBER", "EMAIL_ADDRESS", "US_SSN", "IBAN_CODE", "IP_ADDRESS", "DATE_TIME")
LABELS = {
    "presidio_generated_small": {name: name for name in SAME} | {"DOMAIN_NAME": "URL"},
    "datafog_corpus": {
        "EMAIL": "EMAIL_ADDRESS",
        "PHONE": "PHONE_NUMBER",
        "SSN": "US_SSN",
        "CREDIT_CARD": "CREDIT_CARD",
        "IP_ADDRESS": "IP_ADDRESS",
        "DATE": "DATE_TIME",
        "DE_IBAN": "IBAN_CODE",
        "DE_VAT_ID": "VAT_CODE",
    },
    "lifebench": {"PHONE": "PHONE_NUMBER", "EMAIL": "EMAIL_ADDRESS"},
}
LABELS["presidio_generated_large"] = LABELS["presidio_generated_small"]
WEEKDAY = re.compile(r"(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)day)")


@pytest.fixture
def labelled(data):
    """Reads one set with gold spans by its name."""

    def read(name):
        with gzip.open(data / "pii" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    return read


def measured(documents, labels, parity):
    """Per kind: gold spans, of these found, findings, of these right."""
    counts = defaultdict(lambda: [0, 0, 0, 0])
    for i, row in enumerate(documents):
        if i % 2 != parity:
            continue
        gold = [
            (labels[each["label"]], each["start"], each["end"])
            for each in row["entities"]
            if each["label"] in labels and not WEEKDAY.fullmatch(each["text"])
        ]
        found = [
            (each.entity, each.place.span.start, each.place.span.end)
            for each in find(read_text(row["text"].encode()))
            if each.entity in labels.values()
        ]
        for entity, start, end in gold:
            counts[entity][0] += 1
            counts[entity][1] += any(e == entity and s < end and start < t for e, s, t in found)
        for entity, start, end in found:
            counts[entity][2] += 1
            counts[entity][3] += any(e == entity and s < end and start < t for e, s, t in gold)
    return counts


def test_the_templates_find_what_is_there_and_little_else(labelled, tell):
    rows = []
    total = defaultdict(lambda: [0, 0, 0, 0])
    for name, labels in LABELS.items():
        for parity in (0, 1):
            for entity, counts in sorted(measured(labelled(name), labels, parity).items()):
                gold, hit, found, right = counts
                unseen = parity == 1 and name != "datafog_corpus"
                rows.append(
                    (
                        name,
                        "unseen" if unseen else "seen",
                        entity,
                        gold,
                        f"{hit / max(gold, 1):.3f}",
                        f"{right / max(found, 1):.3f}",
                    )
                )
                if unseen:
                    total[entity] = [a + b for a, b in zip(total[entity], counts, strict=True)]
    columns = ("set", "half", "kind", "gold", "recall", "precision")
    tell("Personal data by pattern", *markdown(columns, rows))
    for entity in ("EMAIL_ADDRESS", "CREDIT_CARD", "IBAN_CODE", "US_SSN", "IP_ADDRESS", "URL"):
        gold, hit, found, right = total[entity]
        assert hit / gold >= 0.95, entity
        assert right / found >= 0.95, entity
    gold, hit, _, _ = total["PHONE_NUMBER"]
    assert hit / gold >= 0.9


def test_every_hard_negative_is_left_alone(labelled):
    """Of the kinds the set knows (it has no URL); 13/01/2020 is a date wherever the day comes first."""
    kinds = set(LABELS["datafog_corpus"].values())
    wrong = {
        row["id"]
        for row in labelled("datafog_corpus")
        if not row["entities"] and any(each.entity in kinds for each in find(read_text(row["text"].encode())))
    }
    assert wrong == {"structured_pii:date-invalid-month"}
