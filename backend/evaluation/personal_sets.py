"""Load data sets with labelled personal data; only held-out parts are used here.

The other parts may be used for training: of court cases the training split, of generated texts the templates with
even numbers, of diaries the users whose names' bytes sum to an even number, of news the first 19 of 20 sentences,
of earnings calls all but the last eight.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any

from backend.document.model import replaced_text
from backend.document.spans import Span
from backend.evaluation.data import DataSet, read_objects
from backend.evaluation.masking import Case, Identifier, Mention
from backend.evaluation.span_scores import Labelled, tokens

Row = Mapping[str, Any]

CALLS = 8
"""How many earnings calls, the last of the set, are kept to measure."""

DIARIES = 8
"""Of the diaries kept to measure every eighth is read: there are six million characters."""

IDENTIFIERS = ("US_DRIVER_LICENSE", "US_PASSPORT", "NATIONAL_ID", "CODE")


@dataclass(frozen=True, slots=True)
class Scheme:
    """The mapping of a data set's labels to common labels.

    `gold` maps the labels of the data set; a label that maps to None is optional and is not counted. `found` maps
    Unsaid's kinds. Findings of other kinds are wrong if the data set labels `all_kinds`, and are not counted
    otherwise.
    """

    gold: Mapping[str, str | None]
    found: Mapping[str, str]
    all_kinds: bool = False

    def renamed(self, found: Sequence[Labelled]) -> tuple[Labelled, ...]:
        """Return findings with common labels, without kinds that the data set does not label."""
        known = {label for label in self.gold.values() if label}
        named = (Labelled(each.span, self.found.get(each.label, each.label)) for each in found)
        return tuple(each for each in named if self.all_kinds or each.label in known)


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with the labels of the data set; `at` are its tokens, `free` are optional spans."""

    id: str
    text: str
    at: tuple[Span, ...]
    gold: tuple[Labelled, ...]
    free: tuple[Span, ...] = ()

    def counted(self, found: Sequence[Labelled]) -> tuple[Labelled, ...]:
        """Return the findings without those that overlap only optional spans."""
        return tuple(
            each
            for each in found
            if not any(span.overlaps(each.span) for span in self.free)
            or any(gold.span.overlaps(each.span) for gold in self.gold)
        )


def _same(*labels: str) -> dict[str, str | None]:
    return {label: label for label in labels}


GENERATED = Scheme(
    {
        **_same("PERSON", "ORGANIZATION", "LOCATION", "DATE_TIME", "CREDIT_CARD", "PHONE_NUMBER", "EMAIL_ADDRESS"),
        **_same("US_SSN", "IBAN_CODE", "IP_ADDRESS"),
        "ADDRESS": "LOCATION",
        "DOMAIN_NAME": "URL",
        "US_DRIVER_LICENSE": "ID",
        "TITLE": None,
        "PREFIX": None,
    },
    MappingProxyType(dict.fromkeys(IDENTIFIERS, "ID")),
    all_kinds=True,
)
HAND_WRITTEN = Scheme(
    {
        **_same("PERSON", "ORGANIZATION", "LOCATION", "CREDIT_CARD", "IP_ADDRESS"),
        "ADDRESS": "LOCATION",
        "ZIP_CODE": "LOCATION",
        "EMAIL": "EMAIL_ADDRESS",
        "PHONE": "PHONE_NUMBER",
        "SSN": "US_SSN",
        "DATE": "DATE_TIME",
        "DE_VAT_ID": "VAT_CODE",
        "DE_IBAN": "IBAN_CODE",
    },
    {},
    all_kinds=True,
)
DIARY = Scheme(
    {
        **_same("PERSON", "LOCATION"),
        "ORG": "ORGANIZATION",
        "PHONE": "PHONE_NUMBER",
        "EMAIL": "EMAIL_ADDRESS",
        "ID": "ID",
    },
    MappingProxyType(dict.fromkeys(IDENTIFIERS, "ID")),
)
_NAMES = {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}
WEB = Scheme(_NAMES, {"HANDLE": "PERSON"})
TWEETS = Scheme(
    {
        "person": "PERSON",
        "location": "LOCATION",
        "group": "ORGANIZATION",
        "corporation": "ORGANIZATION",
        "product": None,
        "creative-work": None,
    },
    {},
)
NEWS = Scheme(
    {
        "per": "PERSON",
        "org": "ORGANIZATION",
        "geo": "PLACE",
        "gpe": "PLACE",
        "tim": "DATE_TIME",
        "art": None,
        "eve": None,
        "nat": None,
    },
    {"LOCATION": "PLACE", "NRP": "PLACE"},
)
"""GMB's gpe are countries and their people alike, so places and nationalities are one label there."""
SPOKEN = Scheme(
    {
        "PERSON": "PERSON",
        "ORG": "ORGANIZATION",
        **dict.fromkeys(("GPE", "LOC", "FAC"), "LOCATION"),
        **dict.fromkeys(("DATE", "TIME", "YEAR"), "DATE_TIME"),
        "NORP": "NRP",
    },
    {},
)


def court_cases(folder: Path, split: str) -> tuple[Case, ...]:
    """Load the cases of one split, `train` or `dev`.

    Raises DataMissing, UnreadableFile.
    """
    return tuple(
        Case(
            row["doc_id"],
            row["text"],
            tuple(
                Mention(
                    Span(each["start"], each["end"]),
                    each["type"],
                    Identifier(each["identifier_type"]),
                    each["entity_id"],
                )
                for each in row["entities"]
            ),
        )
        for row in read_objects(folder, DataSet.COURT_CASES)
        if row["split"] == split
    )


def generated(folder: Path) -> tuple[Marked, ...]:
    """Load the texts of generated templates with odd numbers, from the large and the small data set.

    Texts that equal one of an even template except for their values are left out: a few templates have two numbers.
    """
    rows = [row for name in (DataSet.GENERATED, DataSet.GENERATED_SMALL) for row in read_objects(folder, name)]
    learnt = {_wording(row) for row in rows if _even(row)}
    return tuple(_marked_text(row, GENERATED) for row in rows if not _even(row) and _wording(row) not in learnt)


def _even(row: Row) -> bool:
    return int(row["template_id"]) % 2 == 0


def _wording(row: Row) -> tuple[str, ...]:
    """Return the words of a text without its values."""
    values = [(Span(each["start"], each["end"]), " ") for each in row["entities"]]
    return tuple(replaced_text(row["text"], values).lower().split())


def hand_written(folder: Path) -> tuple[Marked, ...]:
    """Load sentences with personal data, and sentences with look-alikes; the id tells the kind."""
    return tuple(_marked_text(row, HAND_WRITTEN) for row in read_objects(folder, DataSet.HAND_WRITTEN))


def diaries(folder: Path) -> tuple[Marked, ...]:
    """Load every eighth text of the held-out users."""
    kept = [row for row in read_objects(folder, DataSet.DIARIES) if sum(row["user"].encode()) % 2]
    return tuple(_marked_text(row, DIARY) for row in kept[::DIARIES])


def news(folder: Path) -> tuple[Marked, ...]:
    """Load the last twentieth of the sentences of GMB."""
    rows = list(read_objects(folder, DataSet.NEWS))
    return _sentences(rows[len(rows) * 19 // 20 :], NEWS)


def tweets(folder: Path) -> tuple[Marked, ...]:
    """Load the development part of the Broad Twitter Corpus."""
    return _sentences(read_objects(folder, DataSet.TWEETS), WEB)


def user_texts(folder: Path) -> tuple[Marked, ...]:
    """Load the development part of WNUT 2017: comments of users, rare names."""
    return _sentences(read_objects(folder, DataSet.USER_TEXTS), TWEETS)


def web(folder: Path) -> tuple[Marked, ...]:
    """Load the development part of Universal NER's English Web Treebank: mails, answers, reviews, blogs."""
    return _sentences(read_objects(folder, DataSet.WEB), WEB)


def calls(folder: Path) -> tuple[Marked, ...]:
    """Load the turns of the last earnings calls."""
    return tuple(
        _turn(row, i)
        for row in list(read_objects(folder, DataSet.CALLS))[-CALLS:]
        for i in range(len(row["turns"]))
    )


def passages(texts: Sequence[Marked], together: int) -> tuple[Marked, ...]:
    """Join this many consecutive texts into one, with a space between."""
    return tuple(_passage(texts[first : first + together]) for first in range(0, len(texts), together))


def _passage(texts: Sequence[Marked]) -> Marked:
    starts = list(accumulate((len(each.text) + 1 for each in texts), initial=0))
    placed = list(zip(texts, starts, strict=False))
    return Marked(
        texts[0].id,
        " ".join(each.text for each in texts),
        tuple(_moved(span, start) for each, start in placed for span in each.at),
        tuple(Labelled(_moved(gold.span, start), gold.label) for each, start in placed for gold in each.gold),
        tuple(_moved(span, start) for each, start in placed for span in each.free),
    )


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _turn(row: Row, i: int) -> Marked:
    entities = [
        {"start": start, "end": end, "label": label} for at, start, end, label in row["entities"] if at == i
    ]
    return _marked_text({"id": f"{row['id']} {i}", "text": row["turns"][i]["text"], "entities": entities}, SPOKEN)


def _marked_text(row: Row, scheme: Scheme) -> Marked:
    spans = [(Span(each["start"], each["end"]), each["label"]) for each in row["entities"]]
    return _sorted_out(row["id"], row["text"], tokens(row["text"]), spans, scheme)


def _sentences(rows: Sequence[Row] | Iterator[Row], scheme: Scheme) -> tuple[Marked, ...]:
    return tuple(_sentence(str(number), row, scheme) for number, row in enumerate(rows))


def _sentence(name: str, row: Row, scheme: Scheme) -> Marked:
    text, at = written(row["tokens"])
    tags = row["tags"]
    spans: list[tuple[Span, str]] = []
    for span, before, tag in zip(at, ("O", *tags[:-1]), tags, strict=True):
        label = tag[2:]
        if tag.startswith("I-") and before[2:] == label:
            spans[-1] = Span(spans[-1][0].start, span.end), label
        elif label:
            spans.append((span, label))
    return _sorted_out(name, text, at, spans, scheme)


def _sorted_out(
    name: str, text: str, at: tuple[Span, ...], spans: Sequence[tuple[Span, str]], scheme: Scheme
) -> Marked:
    """Return common labels, and the tokens without those of optional spans."""
    free = tuple(span for span, label in spans if label in scheme.gold and scheme.gold[label] is None)
    gold = tuple(Labelled(span, common) for span, label in spans if (common := scheme.gold.get(label)))
    left = tuple(
        token
        for token in at
        if not any(span.overlaps(token) for span in free) or any(each.span.overlaps(token) for each in gold)
    )
    return Marked(name, text, left, gold, free)


_NO_SPACE_BEFORE = frozenset((*".,;:!?%)]}'’”", "...", "'s", "'S", "’s", "n't", "'re", "'ve", "'ll", "'d", "'m"))
_NO_SPACE_AFTER = frozenset("([{$£€“#@")


def written(words: Sequence[str]) -> tuple[str, tuple[Span, ...]]:
    """Return a tokenised sentence in usual spelling, and the span of each token.

    >>> written(["Ann", "'s", '"', "dog", '"', "."])[0]
    'Ann\\'s "dog".'
    """
    text, at, quoted, glued = "", [], False, True
    for word in words:
        closes = word == '"' and quoted
        if not (glued or closes or word in _NO_SPACE_BEFORE):
            text += " "
        at.append(Span(len(text), len(text) + len(word)))
        text += word
        quoted ^= word == '"'
        glued = word in _NO_SPACE_AFTER or (word == '"' and quoted)
    return text, tuple(at)
