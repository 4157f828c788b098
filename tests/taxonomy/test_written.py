"""Generalisations that an administrator writes: what is read, and what is refused with the number of the line."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import TaxonomyUnusable
from backend.taxonomy.broader import Article, Source
from backend.taxonomy.written import MOST_LINES, WrittenTaxonomy, parse

LIST = """\
# for every client
Carrefour > a European retailer > a retailer

a retailer > a company
  salads  >  produce
"""


def forms(taxonomy, term):
    return [each.phrase for each in taxonomy.broader(term)]


def told(text, names=(), general=None):
    with pytest.raises(TaxonomyUnusable) as caught:
        parse(text, "list.txt", names, general)
    return str(caught.value)


def test_a_line_is_a_term_and_its_broader_forms():
    taxonomy = parse(LIST, "list.txt")
    assert forms(taxonomy, "salads") == ["produce"]
    assert forms(taxonomy, "SALADS") == ["produce"]
    assert forms(taxonomy, "soups") == []
    assert [line.number for line in taxonomy.lines] == [2, 4, 5]


def test_the_last_form_goes_on_in_its_own_line():
    taxonomy = parse(LIST, "list.txt")
    assert forms(taxonomy, "Carrefour") == ["a European retailer", "a retailer", "a company"]
    assert [(each.level, each.article, each.source) for each in taxonomy.broader("Carrefour")] == [
        (level, Article.INDEFINITE, Source.ADMINISTRATOR) for level in (1, 2, 3)
    ]


def test_what_is_written_is_read_again_the_same():
    taxonomy = parse(LIST, "list.txt")
    assert [line[1:] for line in map(_fields, parse(taxonomy.text(), "again").lines)] == [
        line[1:] for line in map(_fields, taxonomy.lines)
    ]
    assert parse("\ufeff" + LIST, "list.txt") == taxonomy


def _fields(line):
    return line.number, line.term, line.broader


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("salads", 1, "no broader form"),
        ("\nsalads >", 2, "is empty"),
        ("> produce", 1, "is empty"),
        ("salads > pro\x07duce", 1, "control character"),
        ("salads > " + "x" * 301, 1, "more than 300 characters"),
        ("salads > ---", 1, "only spaces, dashes"),
        ("salads > food > Salads", 1, "twice"),
        ("salads" + " > a" * 11, 1, "more than 10 broader forms"),
        ("salads > produce\nSalads > food", 2, "earlier line"),
        ("Carrefour > Carrefour group", 1, "contains the term"),
        ("manager > branch managers", 1, "contains the term"),
        # The form that contains the term stands in another line.
        ("Leeds > city\ncity > a place such as Leeds", 1, "contains the term"),
        ("salads > the Carrefour range", 1, "name of a client"),
        ("salads > a CarrefourRange", 1, "name of a client"),
        ("salads > the CARREFOUR's range", 1, "name of a client"),
        ("a0 > b0\n" + "\n".join(f"b{n} > b{n + 1}" for n in range(20)), 1, "over more than 20"),
    ],
)
def test_a_line_that_cannot_be_used_is_refused_by_its_number(text, line, what):
    message = told(text, ["Carrefour", "Car"])
    assert message.startswith(f"list.txt cannot be used. Line {line}: ")
    assert what in message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a1 > b1\nb1 > a1", 2),
        ("a1 > b1\nb1 > c1\nx1 > y1\nc1 > d1 > a1\nz1 > y1", 4),
        ("a1 > b1 > c1\nc1 > b1", 2),
        ("# one\n\nb1 > a1\na1 > c1 > b1", 4),
    ],
)
def test_a_cycle_is_refused_by_the_line_that_closes_it(text, line):
    assert told(text).startswith(f"list.txt cannot be used. Line {line}: its forms lead back")


def test_a_cycle_over_the_list_for_every_client_is_refused():
    general = parse("b1 > a1", "general.txt")
    assert "Line 2: its forms lead back" in told("x1 > y1\na1 > b1", general=general)
    # The client's own line for the term is the one that counts.
    assert forms(parse("b1 > c1\na1 > b1", "own.txt", general=general).over(general), "a1") == ["b1", "c1"]


def test_no_message_quotes_the_list():
    text = "\n".join(f"Quixotrade{number} > Quixotrade{number} group" for number in range(9))
    message = told(text)
    assert "Quixotrade" not in message
    assert message.count("line") + message.count("Line") == 5
    assert message.endswith("; and 4 more.")


def test_a_list_of_another_size_is_refused():
    assert "more than 5,000 lines" in told("\n" * (MOST_LINES + 1))


def test_the_list_of_a_client_counts_over_that_for_every_client():
    general = parse("salads > food\nLeeds > a city", "general.txt")
    own = parse("salads > produce", "own.txt").over(general)
    assert forms(own, "salads") == ["produce"]
    assert forms(own, "Leeds") == ["a city"]


def test_lists_that_lead_back_together_still_end():
    """The list for every client can change after that of a client was read."""
    both = parse("a1 > b1", "own.txt").over(parse("b1 > a1", "general.txt"))
    assert forms(both, "a1") == ["b1"]


WORDS = st.sampled_from([f"w{letter}x" for letter in "abcdefgh"])


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=8))
def test_a_list_that_is_read_never_leads_back(rows):
    text = "\n".join(" > ".join(row) for row in rows)
    try:
        taxonomy = parse(text, "list.txt")
    except TaxonomyUnusable:
        return
    for term in {row[0] for row in rows}:
        found = forms(taxonomy, term)
        assert len(found) == len(set(found)) >= 2
        assert term not in found


@given(st.text(max_size=80))
def test_any_text_is_a_list_or_is_refused(text):
    with suppress(TaxonomyUnusable):
        assert isinstance(parse(text, "list.txt", ["Carrefour"]), WrittenTaxonomy)
