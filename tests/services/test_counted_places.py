"""What the outcome counts are places of the file: no spellings, and no second readings of one place."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from addin.wordhost.making import docx, runs
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.reporting.report import Expected
from backend.services.redaction.verify import judge_content, verify_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import Purpose, resolve

AUTHOR = "Sarah Mbeki"
MAIL = "ann@halden.example"
NOTHING = Expected(RedactedStrings(()), pictures_accepted=False)


def letters(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def deleted(text, author="x"):
    inside = f'<w:r><w:delText xml:space="preserve">{text}</w:delText></w:r>'
    return f'<w:del w:id="1" w:author="{author}">{inside}</w:del>'


def inserted(text, author="x"):
    return f'<w:ins w:id="2" w:author="{author}">{letters(text)}</w:ins>'


def left_out(terms):
    """A report of these terms, none of which was redacted."""
    return Expected(
        RedactedStrings(tuple(RedactedString(each, "[REDACTED]") for each in terms)), pictures_accepted=False
    )


def unmet(*paragraphs, kinds=("EMAIL_ADDRESS",), always=(), never=(), expected=NOTHING):
    """How many places of each kind are unmet, by the service."""
    content = docx("".join(f"<w:p>{each}</w:p>" for each in paragraphs))
    terms = Terms(tuple(map(Phrase, always)), tuple(map(Phrase, never)))
    request = resolve(Request(None, terms=terms, entities=frozenset(kinds)), Catalogue(None), Purpose.VERIFY)
    found = verify_content("a.docx", content, expected)
    outcome = judge_content("a.docx", content, expected, found, request).outcome
    return {row.kind: row.count for row in outcome.unmet}


@pytest.mark.parametrize("many", [1, 3])
def test_an_author_counts_once_for_each_change_however_many_spellings_are_searched(many):
    changes = [inserted("x", AUTHOR)] * many
    assert unmet(*changes, kinds=["PERSON"])["PERSON"] == many


def test_text_beside_a_tracked_change_counts_once():
    beside = f"{letters(f'Write to {MAIL} ')}{deleted('now')}{inserted('soon')}"
    assert unmet(beside)["EMAIL_ADDRESS"] == 1
    assert unmet(beside, always=["Write to"])["always_term"] == 1


def test_text_that_is_deleted_and_inserted_again_counts_twice():
    again = f"{letters('To ')}{deleted(f'{MAIL} or ')}{inserted(f'{MAIL} and ')}"
    assert unmet(again)["EMAIL_ADDRESS"] == 2
    assert unmet(again, always=[MAIL])["always_term"] == 2


def test_a_listed_term_counts_in_the_text_and_beside_it():
    """The name stands in one paragraph, and as the author of two changes."""
    text = letters(f"{AUTHOR} wrote this.") + deleted("x", AUTHOR) + inserted("y", AUTHOR)
    assert unmet(text, always=[AUTHOR])["always_term"] == 3


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Nordwerft Hansen GmbH", 1),
        ("Nordwerft Hansen GmbH und Nordwerft Hansen", 2),
        ("Nordwerft Hansen, spaeter NORDWERFT HANSEN GMBH und www.nordwerfthansen.example", 3),
        ("niemand", 0),
    ],
)
def test_a_company_counts_with_its_legal_form_and_without_it_where_both_stand(text, places):
    assert unmet(letters(text), always=("Nordwerft Hansen GmbH",), kinds=()).get("always_term", 0) == places


TERMS = ("Nordwerft Hansen GmbH", "Nordwerft Hansen", "Nordwerft", "Hansen")
NAMES = TERMS[1:]
"""Without a legal form: a company is also searched for without its own."""


def by_hand(text, terms):
    """The letters that any of these terms covers, as words; overlapping ones are one place."""
    covered = set()
    for term in terms:
        for match in re.finditer(rf"(?<!\w){re.escape(term)}(?!\w)", text):
            covered.update(range(*match.span()))
    return sum(at - 1 not in covered for at in covered)


@given(
    st.lists(st.sampled_from([*NAMES, "Kiel", "niemand"]), max_size=8),
    st.lists(st.sampled_from(NAMES), unique=True, min_size=1),
)
@settings(max_examples=40, deadline=None)
def test_a_place_counts_once_whatever_number_of_terms_stand_in_it(words, terms):
    text = " ist da. Dann kam ".join(words)
    expected = by_hand(text, terms)
    told = unmet(letters(text), always=terms)
    assert told.get("always_term", 0) == expected


def test_the_check_and_the_clean_copy_count_the_same_places():
    """Two addresses, each with three terms that must go: the check counts them, and so does a list of the copy."""
    text = "Write to ann@nordwerft-hansen.example or info@nordwerft-hansen.example."
    assert unmet(letters(text), always=TERMS[:3], kinds=())["always_term"] == 2
    assert unmet(letters(text), always=TERMS[:3], expected=left_out(TERMS[:3]), kinds=())["left"] == 2


def test_a_place_is_excepted_only_if_nobody_wants_any_term_in_it_redacted():
    text = letters("Ask Nordwerft Hansen in Kiel.")
    both = unmet(text, always=("Nordwerft Hansen", "Hansen in"), never=("Nordwerft Hansen",))
    assert both == {"always_term": 1}
    assert unmet(text, always=("Nordwerft Hansen",), never=("Nordwerft Hansen",)) == {}


def test_a_file_without_any_has_nothing_unmet():
    assert "EMAIL_ADDRESS" not in unmet(letters("Nothing."), runs("more"))
