"""Every spelling of a name, in every place, is redacted or reported; and each row of the tables is needed."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from backend.document import address_words, phrase_lookup, spellings, text_readings
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.verification import address_forms, name_forms
from backend.verification.matching import Needles
from tests.further_cases import one_in, sampled
from tests.spellings.address_names import ADDRESS_NAMES
from tests.spellings.drawn_names import Names
from tests.spellings.judging import Judgement, drawn, every_judgement, judged
from tests.spellings.oracle import says
from tests.spellings.places import PLACES
from tests.spellings.transformations import LIMITS, TRANSFORMATIONS
from tests.spellings.whole_names import WHOLE_NAMES

README = Path(__file__).parents[2] / "README.md"
BODY = PLACES[0]
NEVER = re.compile("(?!)")
READINGS = ("LETTERS", "UMLAUTS", "JOINED", "APART", "CENTRAL")
AT_ONCE = 30
PARTS = 9
TABLES_OF_READINGS = ("DECODED", "SIGNS")
TABLES_OF_ADDRESSES = ("STAND_BEHIND", "STAND_BEFORE", "END_WORDS")
TABLES_OF_ADDRESS_FORMS = ("SHORT_FOR", "ENDINGS", "SIGNS")


@pytest.mark.parametrize("part", sampled(range(PARTS), kept=[0]))
def test_no_spelling_in_any_place_stays_in_a_file_without_a_report(part):
    judgements = list(every_judgement(20_261, part=part, parts=PARTS))
    assert len(judgements) >= 1_000
    silent = [each.case for each in judgements if each.judgement is Judgement.SILENT]
    assert silent == []


def _redacted(seed, transformations=TRANSFORMATIONS):
    """Which transformations are redacted in a body; each seed has other names, so that nothing is cached."""
    cases = drawn(transformations, BODY.name, Names(seed))
    return {each.case.transformation for each in judged(BODY, cases) if each.judgement is Judgement.REDACTED}


@pytest.fixture(scope="module")
def all_redacted():
    """What is redacted whatever the names; some glued names are only reported."""
    return _redacted(1) & _redacted(2)


def _found(seed, transformations=TRANSFORMATIONS):
    """Which transformations the search of a redaction finds in a sentence; a tenth of the work of a redaction."""
    return {
        case.transformation
        for case in drawn(transformations, BODY.name, Names(seed))
        if not any(map(partial(says, _without_term(case)), case.spelled.tells))
    }


def _without_term(case):
    sentence = f"for {case.spelled.written} today"
    strings = RedactedStrings((RedactedString(case.spelled.term, "[TERM]"),))
    for _, span in sorted(strings.find(sentence), key=lambda found: -found[1].start):
        sentence = f"{sentence[: span.start]} {sentence[span.end :]}"
    return " ".join(sentence.split()).casefold()


@pytest.fixture(scope="module")
def all_found():
    return _found(1) & _found(2)


@pytest.fixture
def loses_any(all_found, all_redacted):
    """Whether any transformation is no longer found, or no longer redacted; the first that is lost ends the search."""
    return lambda seed: any(
        set(few) & before - now(seed, few)
        for before, now in ((all_found, _found), (all_redacted, _redacted))
        for few in (TRANSFORMATIONS[at : at + AT_ONCE] for at in range(0, len(TRANSFORMATIONS), AT_ONCE))
    )


def test_nothing_is_lost_while_the_tables_are_complete(loses_any):
    assert not loses_any(500)


def test_every_legal_form_title_and_address_is_redacted_and_not_only_reported(all_redacted):
    assert {*WHOLE_NAMES, *ADDRESS_NAMES} <= all_redacted


@pytest.mark.parametrize("row", one_in(3, spellings.ROWS), ids=lambda row: row.name)
def test_each_row_of_the_table_of_spellings_is_needed(monkeypatch, loses_any, row):
    rest = tuple(each for each in spellings.ROWS if each is not row)
    monkeypatch.setattr(spellings, "ROWS", rest)
    phrase_lookup._others.cache_clear()
    assert loses_any(100 + len(row.name))


@pytest.mark.parametrize(
    ("table", "row"), [(table, row) for table in TABLES_OF_ADDRESSES for row in getattr(address_words, table)]
)
def test_each_generic_word_of_an_address_is_needed(monkeypatch, table, row):
    rows = getattr(address_words, table)
    monkeypatch.setattr(address_words, table, tuple(each for each in rows if each != row))
    lost = {*ADDRESS_NAMES} - _redacted(400 + rows.index(row) + 20 * len(table), ADDRESS_NAMES)
    assert lost


@pytest.mark.parametrize(
    "place",
    one_in(3, ((table, row) for table in TABLES_OF_READINGS for row in getattr(text_readings, table))),
    ids=lambda place: f"{place[0]}-{place[1].name}",
)
def test_each_row_of_the_tables_of_readings_is_needed(monkeypatch, loses_any, place):
    table, row = place
    rest = tuple(each for each in getattr(text_readings, table) if each is not row)
    monkeypatch.setattr(text_readings, table, rest)
    assert loses_any(200 + len(row.name))


@pytest.mark.parametrize("name", READINGS)
def test_each_reading_of_letters_is_needed(monkeypatch, loses_any, name):
    monkeypatch.setattr(text_readings, name, replace(getattr(text_readings, name), pattern=NEVER))
    assert loses_any(300 + len(name))


def _recognised(seed, transformations=TRANSFORMATIONS):
    """Which transformations the raw search finds; it shares no table with the redaction."""
    cases = drawn(transformations, BODY.name, Names(seed))
    return {
        case.transformation.name
        for case in cases
        if _finds(Needles((RedactedString(case.spelled.term, "[REDACTED]"),)), f"for {case.spelled.written} today")
    }


def _finds(search, text):
    return bool(search.find(text)) or any(True for _ in search.find_encoded(text, words=True))


@pytest.mark.parametrize("view", one_in(3, name_forms.VIEWS), ids=lambda view: view.name)
def test_each_view_of_the_raw_search_is_needed(monkeypatch, view):
    complete = _recognised(1)
    monkeypatch.setattr(name_forms, "VIEWS", tuple(each for each in name_forms.VIEWS if each is not view))
    assert complete - _recognised(1)


def test_the_raw_search_finds_every_address():
    assert _recognised(1, ADDRESS_NAMES) == {each.name for each in ADDRESS_NAMES}


@pytest.mark.parametrize(
    ("table", "row"), [(table, row) for table in TABLES_OF_ADDRESS_FORMS for row in getattr(address_forms, table)]
)
def test_each_address_word_of_the_raw_search_is_needed(monkeypatch, table, row):
    monkeypatch.delitem(getattr(address_forms, table), row)
    assert {each.name for each in ADDRESS_NAMES} - _recognised(1, ADDRESS_NAMES)


def test_what_nobody_finds_is_listed_in_the_readme():
    assert len(LIMITS) <= 10
    cases = drawn(LIMITS, BODY.name, Names(7))
    found = {
        each.case.transformation.name for each in judged(BODY, cases) if each.judgement is not Judgement.SILENT
    }
    assert found == set()
    readme = " ".join(README.read_text("utf-8").split())
    assert [each.name for each in LIMITS if each.name not in readme] == []
