"""From a term and its kind to broader forms: the laws that hold for every kind."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.document.phrases import Phrase
from backend.taxonomy.broader import Article, Broader, Kind, Source, Step, levels, reveals
from backend.taxonomy.taxonomy import Taxonomy
from backend.taxonomy.written import parse
from backend.wiring.taxonomy import taxonomy as shipped

TERMS = {
    Kind.WORD: ("salads", "bank", "Turkey", "manager", "software", "Head", "dog", "invoice"),
    Kind.LOCATION: ("Leeds", "Cambridge", "New York", "Thames", "France", "Luxembourg", "Georgia"),
    Kind.DATE_TIME: ("14 March 2024", "03/04/2024", "2020", "Q1 2024", "2021-2023"),
    Kind.QUANTITY: ("€4.37 million", "-3 %", "1,234", "five per cent", "€4-5m"),
    Kind.AGE: ("aged 43", "17-year-old", "in her early forties"),
    Kind.JOB_TITLE: ("Head of Procurement", "nurse", "senior tax accountant", "CFO"),
    Kind.ORGANIZATION: ("Carrefour", "University of Leeds", "Retail"),
}


@pytest.mark.parametrize(("kind", "term"), [(kind, term) for kind, terms in TERMS.items() for term in terms])
def test_levels_ascend_say_less_and_never_contain_the_term(taxonomy, kind, term):
    meanings = taxonomy.meanings(term, kind, ("Food retail", "Retail"))
    assert meanings
    assert meanings == taxonomy.meanings(term, kind, ("Food retail", "Retail"))
    for meaning in meanings:
        assert meaning.kind is kind
        assert [each.level for each in meaning.broader] == list(range(1, 1 + len(meaning.broader)))
        assert len({each.text for each in meaning.broader}) == len(meaning.broader)
        for each in meaning.broader:
            assert Phrase(term).spans(each.phrase) == []
    assert taxonomy.broader(term, kind, ("Food retail", "Retail")) == meanings[0].broader


def _lemmas():
    nouns = shipped().nouns
    return [word for concept in nouns.instances[::40] for word in nouns.synonyms(concept)] + sorted(
        nouns.words_below(nouns.senses("food")[0].concept)
    )


@given(st.deferred(lambda: st.sampled_from(_lemmas())))
def test_what_stands_above_a_noun_has_all_words_below_it_and_more(lemma):
    nouns = shipped().nouns
    for sense, meaning in zip(nouns.senses(lemma, names=True), shipped().meanings(lemma, Kind.WORD), strict=False):
        chain = nouns.chain(sense.concept)
        assert len(set(chain)) == len(chain)
        assert sense.concept not in chain
        below = [each.below for each in meaning.broader]
        assert below == sorted(set(below))
        for each in meaning.broader[:2]:
            assert not reveals(each.text, lemma)


@given(st.sampled_from(list(Kind)), st.text(max_size=25))
@example(Kind.QUANTITY, "٣")
@example(Kind.DATE_TIME, "²⁰24")
@example(Kind.AGE, "aged ²")
def test_any_text_of_any_kind_has_meanings_or_none(kind, text):
    for meaning in shipped().meanings(text, kind):
        assert meaning.broader or kind in {Kind.WORD, Kind.DATE_TIME, Kind.AGE, Kind.LOCATION}


def test_what_an_administrator_has_written_counts_alone(taxonomy):
    written = parse("salads > produce\nHeron > a project", "list.txt")
    own = Taxonomy(taxonomy.folder, written)
    assert [each.text for each in own.broader("Salads", Kind.WORD)] == ["produce"]
    assert [each.broader for each in own.meanings("salads", Kind.WORD)] == [written.broader("salads")]
    (heron,) = own.meanings("Heron", Kind.ORGANIZATION)
    assert [each.phrase for each in heron.broader] == ["a project"]


def test_the_tables_are_read_when_they_are_needed(tmp_path):
    """A taxonomy without tables still knows dates and amounts."""
    nowhere = Taxonomy(tmp_path)
    assert nowhere.broader("14 March 2024", Kind.DATE_TIME)
    assert nowhere.broader("€4", Kind.QUANTITY)


def test_steps_that_reveal_repeat_or_say_no_less_are_left_out():
    steps = [
        Step("Leeds area"),
        Step("city", below=5),
        Step("City", below=7),
        Step("town", below=5),
        Step("region", below=9),
    ]
    assert [(each.text, each.level) for each in levels("Leeds", Source.PLACES, steps)] == [
        ("city", 1),
        ("region", 2),
    ]
    assert levels("Leeds", Source.PLACES, [Step("the place itself", below=1)]) == ()


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("Carrefour group", "Carrefour", True),
        ("CARREFOUR’s rivals", "Carrefour", True),
        ("bank managers", "bank manager", True),
        ("bank of managers", "bank manager", False),
        ("embankment", "bank", False),
        ("the 2020s", "2020", False),
        ("about 4,370,000", "4,370,000", True),
        ("anything", "", False),
        ("anything", "%", False),
    ],
)
def test_a_text_reveals_a_term_that_it_contains_in_any_form(text, term, expected):
    assert reveals(text, term) is expected


def test_broader_forms_are_validated():
    for wrong in ({"text": ""}, {"text": "a  city"}, {"text": "city", "below": -1}, {"text": "city", "level": 0}):
        with pytest.raises(ValueError, match=r"."):
            Broader(**wrong)
    assert Broader("first quarter of 2024", Article.DEFINITE).phrase == "the first quarter of 2024"
    assert Broader("early 2024", Article.NONE).phrase == "early 2024"


def test_a_form_as_json_has_all_its_members(taxonomy):
    (form, *_) = taxonomy.broader("Leeds", Kind.LOCATION)
    assert form.as_json() == {
        "level": 1,
        "text": "city in England",
        "phrase": "a city in England",
        "article": "a",
        "source": "places",
        "below": 742,
        "concept": None,
    }
