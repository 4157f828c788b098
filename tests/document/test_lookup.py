"""Many phrases in one pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.spans import Span

TEXTS = [
    "Halden & Rook",
    "halden",
    "Q3 plan",
    "123-45-6789",
    "§",
    "§ §",
    "?!",
    "*?",
    "+",
    "(555) 1",
    "Zoë",
    "ﬁle",
    "Ⅳ 2",
    "a_b",
    "b b",
    "x²",
]
MARKS = ("", "\u0301", "\u0308", "\u0300")
PHRASES = (*map(Phrase, TEXTS), Phrase("Target", case_sensitive=True))


def test_each_place_is_reported_with_its_phrase():
    found = PhraseIndex.of(PHRASES[:4]).find("Q3 plan: HALDEN_&_ROOK")
    assert sorted(found) == [(0, Span(9, 22)), (1, Span(9, 15)), (2, Span(0, 7))]


def test_thousands_of_phrases_that_begin_alike_are_distinguished_by_what_follows():
    """Ends at once; trying every phrase at every "https" would be 100 million searches."""
    links = [f"https://www.a.example/item{number}" for number in range(10_000)]
    text = " ".join(links)
    assert len(list(PhraseIndex.of(map(Phrase, links)).find(text))) == 10_000
    calls = [f"+44 20 {number:04} {number:04}" for number in range(5_000)]
    assert len(list(PhraseIndex.of(map(Phrase, calls)).find(", ".join(calls)))) == 5_000


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Der Quintessavertrag gilt.", ["Quintessa"]),
        ("QUINTESSAVERTRAG", ["QUINTESSA"]),
        ("Quintessas Brief an die Quintessaner", ["Quintessas"]),  # an ending; three letters are no word
        ("der quintessavertrag", []),
        ("Der Rahmenquintessavertrag gilt.", []),
        ("Der Rookvertrag gilt.", []),
    ],
)
def test_a_long_name_is_found_where_another_word_is_joined_to_it(text, found):
    index = PhraseIndex.of_spellings([Phrase("Quintessa"), Phrase("Rook")])
    assert [span.of(text) for _, span in index.find(text)] == found


def test_a_phrase_is_found_behind_a_percent_escape():
    assert list(PhraseIndex.of([Phrase("Halden")]).find("my%2dhalden")) == [(0, Span(5, 11))]


def test_thousands_of_phrases_of_signs_are_distinguished_by_what_follows():
    """Ends at once; trying each of them in every paragraph would be 50 million searches."""
    phrases = PhraseIndex.of(Phrase(f"!{chr(0x2190 + i % 70)}{chr(0x2200 + i // 70)}") for i in range(5_000))
    assert sum(len(list(phrases.find(f"!? {i} !\u2190\u2200"))) for i in range(10_000)) == 10_000


PIECES = st.sampled_from(
    ["?", "!", "*", *TEXTS, "%20", "%2d", "%c2%a0", " ", "-", "x", "7", "\u00ad", "HALDEN", "target", "TARGET"]
)


@pytest.mark.parametrize("joint", ["", " "])
@given(pieces=st.lists(PIECES, max_size=10))
def test_one_pass_finds_what_one_search_for_each_phrase_finds(joint, pieces):
    text = joint.join(pieces)
    one_by_one = {(i, span) for i, phrase in enumerate(PHRASES) for span in phrase.spans(text)}
    assert set(PhraseIndex.of(PHRASES).find(text)) == one_by_one


def test_only_a_capitalised_name_is_found_with_an_ending():
    names = PhraseIndex.of_spellings([Phrase("preparation"), Phrase("Preparation")])
    assert list(names.find("the preparations")) == []
    assert list(names.find("Preparations")) == [(1, Span(0, 12))]


@pytest.mark.parametrize(
    "terms",
    [
        [f"4711{a}08{b}15{c}22" for a in " -./()" for b in " -./()" for c in " -./"],
        [f"KX{a}22{b}91{c}7" for a in "-./:#" for b in "-./:#" for c in "-./:#"],
        [f"b{a}r{b}e{c}n" for a in MARKS for b in MARKS for c in MARKS],
    ],
    ids=["groupings of a number", "of a code", "marks of a name"],
)
def test_each_of_many_spellings_is_found_but_not_as_each_other_one(terms):
    """Each place is a match of itself, and of at most eight others in each of two ways, not of all N."""
    text = "; ".join(terms)
    found = list(PhraseIndex.of_spellings(map(Phrase, terms)).find(text))
    at = 0
    for term in terms:
        covering = [span for _, span in found if span.start <= at and at + len(term) <= span.end]
        assert covering, term
        at += len(term) + 2
    assert len(found) <= (1 + 2 * 8) * len({span for _, span in found})
