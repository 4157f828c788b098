"""The table of nouns: a small WordNet by hand, and words of the shipped one."""

import pytest

from backend.errors import DataMissing
from backend.learning.arrays import pack
from backend.taxonomy.noun_files import is_too_abstract, noun_arrays, read_concepts, steps_from_top, words_below
from backend.taxonomy.nouns import NounTable
from backend.taxonomy.tables import IRREGULAR_FILE, NOUNS_FILE, write_lines

# Numbers, lexicographer files, words, pointers. Below "entity" are 9 different words: "herb" is there twice.
CONCEPTS = """\
00000001 03 n 01 entity 0 000 | what is
00000010 03 n 02 food 0 nutrient 0 001 @ 00000001 n 0000 | what one eats
00000020 13 n 01 produce 0 001 @ 00000010 n 0000 | what grows
00000030 13 n 02 vegetable 0 herb 0 001 @ 00000020 n 0000 | a plant
00000040 13 n 02 dish 0 salad 1 002 @ 00000010 n 0000 @ 00000020 n 0000 | prepared food
00000050 20 n 01 herb 0 001 @ 00000001 n 0000 | a plant
00000060 13 n 01 Waldorf 0 002 @i 00000040 n 0000 #p 00000030 n 0000 | one salad
"""
INDEX = """\
dish n 1 1 @ 1 0 00000040
entity n 1 0 1 0 00000001
food n 1 1 @ 1 1 00000010
herb n 2 1 @ 2 1 00000050 00000030
nutrient n 1 1 @ 1 0 00000010
produce n 1 1 @ 1 0 00000020
salad n 1 1 @ 1 1 00000040
vegetable n 1 1 @ 1 0 00000030
waldorf n 1 1 @ 1 0 00000060
"""


@pytest.fixture
def wordnet(tmp_path):
    folder = tmp_path / "wordnet"
    folder.mkdir()
    (folder / "data.noun").write_text("  1 licence\n" + CONCEPTS)
    (folder / "index.noun").write_text("  1 licence\n" + INDEX)
    (folder / "cntlist.rev").write_text("herb%1:20:00:: 1 5\nherb%1:13:00:: 2 3\nherb%2:30:00:: 1 9\n")
    return folder


@pytest.fixture
def table(wordnet, tmp_path):
    out = tmp_path / "tables"
    out.mkdir()
    (out / NOUNS_FILE).write_bytes(pack(noun_arrays(wordnet)))
    write_lines(out / IRREGULAR_FILE, ["herbae herb n", "went go v"])
    return NounTable.read(out)


def test_words_below_are_counted_once_each(wordnet, table):
    concepts = read_concepts(wordnet)
    assert words_below(concepts) == {1: 9, 10: 8, 20: 6, 30: 2, 40: 3, 50: 1, 60: 1}
    assert table.words_below(20) == {"produce", "vegetable", "herb", "dish", "salad", "waldorf"}
    assert [table.count_below(each) for each in concepts] == [9, 8, 6, 2, 3, 1, 1]


def test_the_shortest_way_from_the_top_counts(wordnet):
    assert steps_from_top(read_concepts(wordnet)) == {1: 0, 10: 1, 50: 1, 20: 2, 40: 2, 30: 3, 60: 3}


def test_senses_are_in_the_order_of_wordnet_with_their_frequencies(table):
    found = [(sense.concept, sense.number, sense.frequency) for sense in table.senses("herb")]
    assert found == [(50, 1, 5), (30, 2, 3)]
    assert table.senses("herbs") == table.senses("herbae") == table.senses("herb")
    assert [table.domain(sense.concept) for sense in table.senses("herb")] == ["noun.plant", "noun.food"]


def test_a_name_is_found_with_a_capital_alone(table):
    assert [sense.concept for sense in table.senses("Waldorf")] == [60]
    assert table.senses("waldorf") == ()
    assert [sense.concept for sense in table.senses("waldorf", names=True)] == [60]
    assert table.is_instance(60)
    assert table.part_of(60) == (30,)


def test_general_concepts_are_cut_but_for_those_that_people_write_about(wordnet):
    concepts = read_concepts(wordnet)
    cut = {each.offset: is_too_abstract(each, 100, 9) for each in concepts.values()}
    assert cut == {1: True, 10: False, 20: False, 30: False, 40: False, 50: False, 60: False}
    assert is_too_abstract(concepts[20], 5_001, 9)
    assert not is_too_abstract(concepts[20], 5_000, 4)
    assert is_too_abstract(concepts[20], 100, 3)


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("salads", ["dish", "nutriment", "food"]),
        ("mice", ["rodent", "placental", "mammal", "animal"]),
        ("vice presidents", ["executive", "administrator", "head", "leader", "person"]),
        ("shareholders", ["investor", "capitalist", "person"]),
        ("Leeds", ["city", "municipality", "urban area", "geographical area", "region"]),
        ("entity", []),
    ],
)
def test_what_stands_above_a_word(nouns, word, first):
    """The hypernyms of WordNet by hand, without what the written rule cuts."""
    assert [each.text for each in nouns.meanings(word)[0].broader] == first


def test_a_word_in_small_letters_is_no_country(nouns):
    def domains(word):
        return [meaning.domain for meaning in nouns.meanings(word)]

    assert domains("Turkey") == ["noun.animal", "noun.location", "noun.person", "noun.food", "noun.event"]
    assert domains("turkey") == ["noun.animal", "noun.person", "noun.food", "noun.event"]


@pytest.mark.parametrize("text", ["", " ", "xqzt", "running quickly", "4711", "\ud800", "a" * 10_000])
def test_other_texts_have_no_meaning(nouns, text):
    assert nouns.meanings(text) == ()


def test_a_damaged_table_is_refused(tmp_path):
    (tmp_path / NOUNS_FILE).write_bytes(b"PK\x03\x04")
    with pytest.raises(DataMissing, match="Install Unsaid again"):
        NounTable.read(tmp_path)
