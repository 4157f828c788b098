"""Switch off one handler, or one row of a table that handlers work by, and the tests notice it."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from backend.ooxml import cut_names, human_text, markup
from backend.ooxml.opc import story_parts
from backend.ooxml.scrub import (
    encodings,
    field_results,
    identifiers,
    macros,
    outside_replacement,
    properties,
    scrub,
    split_text,
)
from backend.ooxml.word import paragraphs
from tests.further_cases import one_in
from tests.leaks import left_over
from tests.leaks.checking import assert_redacted, redacted
from tests.leaks.corpus import LEAKS
from tests.leaks.leak import Leak, Outcome

HANDLED = {
    "properties": ("core properties",),
    "programs": ("macro",),
    "picture metadata": ("picture metadata",),
    "XML comments": ("XML comment",),
    "cached drawings": ("cached drawing",),
    "bindings to properties": ("binding to a property",),
    "workbooks": ("name of a sheet",),
    "results of fields": ("count in a field",),
    "names": ("bookmark",),
    "sources": ("tag of a source",),
    "short paths": ("field instruction",),
    "names in other vocabularies": ("names in other vocabularies",),
    "dates": ("date",),
    "words outside the stories": ("alt text",),
    "number formats": ("number format",),
    "letters in pictures": ("letters in a picture",),
    "everything else": ("other attribute",),
    "building blocks": ("building block text",),
    "tracked changes": ("tracked insertion",),
    "distinct styles": ("style or list name",),
    "unread parts": ("OLE object",),
    "relationships": ("relationship",),
    "link targets": ("link target",),
    "names of parts": ("name of a part",),
}
"""For each handler, kinds of text that nobody else looks after."""


def is_noticed(kinds: Iterable[str]) -> bool:
    """Whether a file with a leak of one of these kinds is redacted, and is then not as it must be.

    A redaction that crashes returns no file: nothing leaks from it, so a crash does not show that a row is needed.
    """
    chosen = set(kinds)
    return any(_is_noticed(leak) for leak in LEAKS if leak.kind in chosen and leak.outcome is not Outcome.REFUSED)


def _is_noticed(leak: Leak) -> bool:
    try:
        done = redacted(leak)
    except Exception:  # noqa: BLE001 - any crash
        return False
    try:
        assert_redacted(leak, done)
    except AssertionError:
        return True
    return False


def test_a_redaction_that_crashes_counts_as_no_leak(monkeypatch: pytest.MonkeyPatch):
    def crash(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(scrub, "HANDLERS", (replace(scrub.HANDLERS[0], handle=crash),))
    assert not is_noticed(HANDLED[scrub.HANDLERS[0].name])


def test_every_handler_is_switched_off_once():
    assert [handler.name for handler in scrub.HANDLERS] == list(HANDLED)


@pytest.mark.parametrize("handler", scrub.HANDLERS, ids=lambda handler: handler.name)
def test_every_handler_is_needed(handler: scrub.Handler, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scrub, "HANDLERS", tuple(each for each in scrub.HANDLERS if each is not handler))
    assert is_noticed(HANDLED[handler.name])


@pytest.mark.parametrize("row", one_in(3, human_text.ROWS), ids=lambda row: f"{row[1].split()[0]} {row[2]}")
def test_every_row_of_human_text_is_needed(row: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch):
    others = [each for each in human_text.ROWS if each is not row]
    monkeypatch.setattr(human_text, "_ATTRIBUTES", human_text._attributes(others))
    assert is_noticed([row[0]])


@pytest.mark.parametrize("element", one_in(3, human_text.LEAF_TEXTS))
def test_every_leaf_of_human_text_is_needed(element: str, monkeypatch: pytest.MonkeyPatch):
    others = {name: what for name, what in human_text._LEAVES.items() if name not in markup.names(element)}
    monkeypatch.setattr(human_text, "_LEAVES", others)
    assert is_noticed([human_text.LEAF_TEXTS[element]])


@pytest.mark.parametrize("joined", ["_FIELD_CODES", "_DELETED", "_DRAWN"])
def test_every_text_that_is_read_across_its_pieces_is_needed(joined: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(human_text, joined, frozenset({"none"}))
    assert is_noticed(["field instruction", "deleted text", "drawing text"])


@pytest.mark.parametrize("kind", identifiers._KINDS, ids=lambda kind: f"{kind.what} {kind.used_in}")
def test_every_kind_of_name_is_needed(kind: identifiers.IdentifierKind, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(identifiers, "_KINDS", tuple(each for each in identifiers._KINDS if each is not kind))
    assert is_noticed([kind.what])


@pytest.mark.parametrize("row", cut_names.LIMITS, ids=lambda row: f"{row.elements.split()[0]} {row.longest}")
def test_every_limit_of_a_name_is_needed(row: cut_names.Limit, monkeypatch: pytest.MonkeyPatch):
    others = tuple(each for each in cut_names.LIMITS if each is not row)
    monkeypatch.setattr(cut_names, "_LONGEST", cut_names._limits(others))
    assert is_noticed(leak.kind for leak in left_over.CUT)


@pytest.mark.parametrize(
    ("table", "name"),
    [
        (table, name)
        for table in ("COUNTING", "PROPERTIES", "CALCULATING", "SORTED")
        for name in getattr(field_results, table)
    ],
)
def test_every_field_whose_result_is_emptied_is_needed(table: str, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(field_results, table, tuple(each for each in getattr(field_results, table) if each != name))
    assert is_noticed(["count in a field", "index"])


@pytest.mark.parametrize("arrow", [*properties._REMOVED, *properties._EMPTIED])
def test_every_kind_of_property_is_needed(arrow: str, monkeypatch: pytest.MonkeyPatch):
    kind = properties._REMOVED.get(arrow) or properties._EMPTIED[arrow][0]
    monkeypatch.setattr(
        properties, "_REMOVED", {key: what for key, what in properties._REMOVED.items() if key != arrow}
    )
    monkeypatch.setattr(
        properties, "_EMPTIED", {key: how for key, how in properties._EMPTIED.items() if key != arrow}
    )
    monkeypatch.setattr(properties, "_DECLARED", {})
    assert is_noticed([kind])


@pytest.mark.parametrize("arrow", macros._REMOVED)
def test_every_kind_of_program_is_needed(arrow: str, monkeypatch: pytest.MonkeyPatch):
    others = {key: kind for key, kind in macros._REMOVED.items() if key != arrow}
    monkeypatch.setattr(macros, "_REMOVED", others)
    assert is_noticed([macros.MACRO, macros.PRINTER_SETTINGS])


@pytest.mark.parametrize("story", story_parts._KINDS)
def test_every_story_is_needed(story: str, monkeypatch: pytest.MonkeyPatch):
    kind = story_parts._KINDS[story].value
    monkeypatch.setattr(
        story_parts, "_KINDS", {key: which for key, which in story_parts._KINDS.items() if key != story}
    )
    assert is_noticed([kind])


IN_A_PARAGRAPH = [
    *("w:p", "w:t", "w:delText", "m:t", "w:tab", "w:ptab", "w:br", "w:cr", "w:noBreakHyphen"),
    *("w:del", "w:ins", "w:moveFrom", "w:moveTo", "w:txbxContent", "w:rt", "mc:Fallback"),
]
OF_TEXT = ("body", "text box", "copy", "before deletion")


@pytest.mark.parametrize("element", one_in(3, IN_A_PARAGRAPH))
def test_every_element_of_a_paragraph_is_needed(element: str, monkeypatch: pytest.MonkeyPatch):
    spelled = markup.names(element)
    watched = tuple(name for name in paragraphs._WATCHED if name not in spelled)
    assert len(watched) < len(paragraphs._WATCHED)
    monkeypatch.setattr(paragraphs, "_WATCHED", watched)
    assert is_noticed(OF_TEXT)


SPELLED = {"_without_entities": "to zephyrine&#64;quarrel.org", "_without_percent_signs": "zephyrine%40quarrel.org"}
"""Other tables of spellings find names so written. An address that nobody named is found in these readings alone."""


def _is_read(text: str) -> bool:
    return any("zephyrine@quarrel.org" in each for each in encodings.readable_spellings(text))


@pytest.mark.parametrize("text", SPELLED.values())
def test_an_address_that_nobody_named_is_read_where_it_is_encoded(text: str):
    assert _is_read(text)


@pytest.mark.parametrize("spelling", encodings.SPELLINGS, ids=lambda spelling: spelling.__name__)
def test_every_spelling_is_needed(spelling, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(encodings, "SPELLINGS", tuple(each for each in encodings.SPELLINGS if each is not spelling))
    kinds = ["custom XML", "chart header", "other attribute", "field instruction"]
    assert is_noticed(kinds) or not _is_read(SPELLED.get(spelling.__name__, ""))


@pytest.mark.parametrize("kind", sorted(outside_replacement.SPLIT))
def test_every_kind_of_text_that_is_split_is_needed(kind: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outside_replacement, "SPLIT", outside_replacement.SPLIT - {kind})
    assert is_noticed([kind])


@pytest.mark.parametrize("between", split_text.BETWEEN)
def test_both_ways_of_reading_in_one_are_needed(between: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(split_text, "BETWEEN", tuple(each for each in split_text.BETWEEN if each != between))
    assert is_noticed(["chart value"])
