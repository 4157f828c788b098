"""Rarer spellings are redacted, and the raw search finds each of them by its own means."""

import re

import pytest

from backend.detection.patterns.disguised_addresses import disguised_addresses
from backend.detection.pii import find_personal_data_outside
from backend.document import company_names
from backend.document.date_spellings import in_other_dates
from backend.document.dates_in_more_languages import _DAY_WITH_DOT, _DAY_WITHOUT_DOT, _LITHUANIAN, _WITH_DE
from backend.verification.bare_letters import bare
from backend.verification.dates_by_stems import dates_by_stems
from tests.spellings.rarer_names import ADDRESSES, DATES, LEGAL, RARER_NAMES
from tests.spellings.test_spellings import _recognised, _redacted

LANGUAGES = (*_DAY_WITH_DOT, *_DAY_WITHOUT_DOT, _LITHUANIAN, _WITH_DE)
FOUND_IN_ITS_PART = {"base64 of gzip", "base64 of zlib"}
"""What the raw search unpacks where it reads a part, not in a text alone."""


@pytest.mark.parametrize("table", [RARER_NAMES, LEGAL, ADDRESSES, DATES])
def test_every_rarer_spelling_is_redacted_and_the_raw_search_finds_it(table):
    names = {each.name for each in table}
    assert {*table} - _redacted(31, table) == set()
    assert names - FOUND_IN_ITS_PART - _recognised(32, table) == set()


@pytest.mark.parametrize("form", ["mbh|m.b.h.", "kgaa", "uab", "d.o.o.|doo|d.o.o"])
def test_a_legal_form_that_is_not_in_the_table_stays(monkeypatch, form):
    rest = tuple(each for each in company_names.LEGAL_FORMS if each != form)
    monkeypatch.setattr(company_names, "LEGAL_FORMS", rest)
    wanted = [each for each in LEGAL if each.name.lower() in {f"without {name}" for name in form.split("|")}]
    assert wanted
    assert _redacted(900 + len(form), wanted) == set()


@pytest.mark.parametrize("names", LANGUAGES, ids=lambda names: names.split()[8])
@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_of_every_language_is_read_by_its_beginning(names, month):
    name = names.split()[month - 1]
    assert any(name in each for each in in_other_dates(f"1961-{month:02}-21"))
    assert (1961, month, 21) in set(dates_by_stems(bare(f"21 {name} 1961")))


@pytest.mark.parametrize(
    ("text", "entity", "value"),
    [
        ("Date of birth: 18 December 1974", "DATE_TIME", "18 December 1974"),
        ("DOB: 15/01/1952", "DATE_TIME", "15/01/1952"),
        ("Né le 20 mai 1979", "DATE_TIME", "20 mai 1979"),
        ("Geburtsdatum: 23.05.1953", "DATE_TIME", "23.05.1953"),
        ("IPv6 2a02:22e5:ae26:98e4:595c:c32d:9e18:8128", "IP_ADDRESS", "2a02:22e5:ae26:98e4:595c:c32d:9e18:8128"),
        ("https://wa.me/491712431249", "PHONE_NUMBER", "491712431249"),
        ("ann.abt [at] firma [dot] example", "EMAIL_ADDRESS", "ann.abt@firma.example"),
        ("Mail: ann.abt&#64;firma.example", "EMAIL_ADDRESS", "ann.abt@firma.example"),
        ("ann.abt_firma.example#EXT#@t.onmicrosoft.com", "EMAIL_ADDRESS", None),
    ],
)
def test_labelled_dates_and_disguised_addresses_are_found_outside_the_text(text, entity, value):
    assert (entity, value or text) in find_personal_data_outside([text])


@pytest.mark.parametrize(
    "text", ["Version of 18 December 1974", "1.2.3.4", "Saved 2021-03-04", "Look at it. Dot it"]
)
def test_settings_and_sentences_are_no_personal_data_outside_the_text(text):
    assert find_personal_data_outside([text]) == ()


def test_an_address_in_words_keeps_its_place():
    text = "to ann.abt [at] halden [dot] example, now"
    decoded = disguised_addresses(text)
    assert decoded is not None
    at = decoded.text.index("ann"), decoded.text.index(", now")
    assert text[decoded.starts[at[0]] : decoded.starts[at[1]]] == "ann.abt [at] halden [dot] example"
    assert re.fullmatch(r"to ann\.abt@halden\.example, now", decoded.text)
