"""Generate passages that public sets lack: forms, letters, tables, chats, logs, source code.

The sentences (`templates.txt`) and the ways of writing a name (`grammar.toml`) are our own; given names, streets
and towns are drawn by Faker for many countries. They teach how names stand in business papers: in lower case, in
capitals, between labels, on lines of their own, beside words that only look like names ("the Supplier"). Every
third template has no name at all, but products, colours, drugs, part numbers and identifiers.
"""

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from faker import Faker

from backend.document.spans import Span
from backend.ner_training.passage import Name, Passage

LOCALES = (
    *("en_US", "en_GB", "en_IN", "en_AU", "de_DE", "de_AT", "fr_FR", "es_ES", "es_MX", "it_IT", "nl_NL", "pl_PL"),
    *("sv_SE", "da_DK", "no_NO", "fi_FI", "cs_CZ", "hu_HU", "ro_RO", "tr_TR", "pt_BR", "pt_PT", "hr_HR", "sl_SI"),
    *("lt_LT", "lv_LV", "et_EE", "id_ID", "vi_VN", "fil_PH", "sk_SK", "fr_CA", "en_NZ", "en_IE", "nl_BE", "en_CA"),
)
_HOME = "en_US"
_AT_HOME = 0.4
"""How often a value of any country is one of the United States or of Britain."""
_TODAY = datetime(2026, 7, 1, tzinfo=UTC)
"""Dates are drawn up to here, whenever that is."""
_LOWER, _UPPER = 0.12, 0.06
"""How many passages are written in lower case or in capitals alone."""
_TOGETHER = {1: 0.6, 2: 0.3, 3: 0.1}
"""How often so many templates follow each other in one passage, as papers mix them."""

_FOLDER = Path(__file__).parent
TEMPLATES = tuple((_FOLDER / "templates.txt").read_text(encoding="utf-8").rstrip("\n").split("\n---\n"))
GRAMMAR = tomllib.loads((_FOLDER / "grammar.toml").read_text(encoding="utf-8"))
_LABELS = {field: label for label, fields in GRAMMAR["label"].items() for field in fields}
_PERHAPS = {field: label for label, fields in GRAMMAR["perhaps"].items() for field in fields}
_FIELD = re.compile(r"\{([^{}\"]+)\}")


class Inventor:
    """Draws the parts of invented passages; every draw depends on the seed alone."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self._fakers = {locale: Faker(locale) for locale in LOCALES}
        for faker in self._fakers.values():
            faker.seed_instance(seed)

    def value(self, field: str) -> str:
        """A value of a field of the grammar, or of Faker or a list that it names."""
        where, _, what = field.partition(".")
        if where in ("any", "home"):
            return self._faked(self._faker() if where == "any" else self._fakers[_HOME], what)
        if where == "number":
            low, high = map(int, what.split("-"))
            return str(self.draw.randint(low, high))
        if field in GRAMMAR["words"]:
            return self.draw.choice(GRAMMAR["words"][field].split("|"))
        forms = GRAMMAR[field]
        (form,) = self.draw.choices(list(forms), list(forms.values()))
        return _FIELD.sub(lambda inner: self.value(inner.group(1)), form)

    def _faker(self) -> Faker:
        if self.draw.random() < _AT_HOME:
            return self._fakers[self.draw.choice((_HOME, "en_GB"))]
        return self._fakers[self.draw.choice(LOCALES)]

    def _faked(self, faker: Faker, what: str) -> str:
        if what.startswith("date_"):
            return str(faker.date_time(end_datetime=_TODAY).strftime(what.removeprefix("date_")))
        made: dict[str, Callable[[], str]] = {
            "street_line": lambda: faker.street_address().replace("\n", ", "),
            "address_line": lambda: faker.address().replace("\n", ", "),
            "word_capital": lambda: faker.word().capitalize(),
        }
        return str(made[what]() if what in made else getattr(faker, what)())


def invented(count: int, seed: int = 2012) -> Iterator[Passage]:
    """`count` passages."""
    inventor = Inventor(seed)
    for _ in range(count):
        (many,) = inventor.draw.choices(list(_TOGETHER), list(_TOGETHER.values()))
        yield _filled("\n\n".join(inventor.draw.choice(TEMPLATES) for _ in range(many)), inventor)


def _filled(template: str, inventor: Inventor) -> Passage:
    text, names, done = "", [], 0
    for field in _FIELD.finditer(template):
        text += template[done : field.start()]
        value = inventor.value(field.group(1)).strip()
        names += _named(field.group(1), Span(len(text), len(text) + len(value)))
        text += value
        done = field.end()
    text += template[done:]
    return Passage(_typed(text, inventor.draw.random()), tuple(names), frozenset(("NRP",)))


def _named(field: str, at: Span) -> list[Name]:
    if label := _LABELS.get(field):
        return [Name(at, (label,))]
    if label := _PERHAPS.get(field):
        return [Name(at, (label,), may_be_outside=True)]
    return []


def _typed(text: str, kind: float) -> str:
    """As people type in haste; not where a change of case would move the places of the names."""
    typed = text.lower() if kind < _LOWER else text.upper() if kind < _LOWER + _UPPER else text
    return typed if len(typed) == len(text) else text
