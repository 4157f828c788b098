"""The dictionary of stems: which words it has, and in which column they are counted."""

import gzip

import pytest

from backend.errors import DataMissing
from backend.taxonomy.dictionary import Dictionary
from backend.taxonomy.stems import stem
from backend.taxonomy.wordnet_files import irregular_lines, lemma_lines, write_tables
from backend.wiring.index import dictionary


@pytest.mark.parametrize(
    ("word", "as_word"),
    [
        ("companies", "company"),
        ("running", "run"),
        ("geese", "goose"),
        ("buses", "bus"),
        ("wolves", "wolf"),
        ("mice", "mouse"),
        ("shipments", "shipment"),
    ],
)
def test_a_form_is_counted_as_its_base_form(word, as_word):
    known = dictionary()
    assert as_word in known.base_forms(word)
    assert known.column(word) is not None
    assert known.stems[known.column(word)] in (stem(word), stem(as_word))


@pytest.mark.parametrize("word", ["tesco", "london", "einstein", "french", "xqzt", "4711", "ab", "", "o'clock"])
def test_names_codes_and_short_words_have_no_column(word):
    assert dictionary().column(word) is None


# The examples that Porter prints in "An algorithm for suffix stripping" (1980), one for each step.
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("motoring", "motor"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("happy", "happi"),
        ("relational", "relat"),
        ("digitizer", "digit"),
        ("triplicate", "triplic"),
        ("hopefulness", "hope"),
        ("revival", "reviv"),
        ("adjustable", "adjust"),
        ("probate", "probat"),
        ("controll", "control"),
    ],
)
def test_stems_are_those_of_porter(word, expected):
    assert stem(word) == expected


def test_every_lemma_of_three_letters_has_a_column_and_every_stem_a_lemma():
    known = dictionary()
    stems = {stem(each) for each in known.lemmas if len(each) >= 3}
    assert set(known.stems) == stems
    assert list(known.stems) == sorted(stems)


@pytest.fixture
def wordnet(tmp_path):
    """The files of a tiny WordNet, in the format of wndb(5WN)."""
    folder = tmp_path / "wordnet"
    folder.mkdir()
    lines = {
        "data.noun": "  1 licence\n00000001 03 n 03 shop 0 store 1 Tesco 0 000 | a place\n"
        "00000002 03 n 02 ice_cream 0 Paris 0 000 | sweet\n00000003 03 n 01 paris 0 000 | a herb\n",
        "data.verb": "00000004 30 v 01 shop 0 000 | buy\n",
        "data.adj": "00000005 00 a 01 galore(ip) 0 000 | many\n",
        "data.adv": "",
        "noun.exc": "geese goose\nmother-in-laws mother-in-law\n",
        "verb.exc": "went go\n",
        "index.noun": "ice_cream n 1 0 1 0 00000002\nparis n 2 0 2 0 00000003 00000002\nshop n 1 0 1 0 00000001\n"
        "store n 1 0 1 0 00000001\ntesco n 1 0 1 0 00000001\n",
        "cntlist.rev": "shop%1:06:00:: 1 7\nshop%2:40:00:: 1 9\n",
        "adj.exc": "",
        "adv.exc": "",
    }
    for name, content in lines.items():
        (folder / name).write_text(content)
    return folder


def test_words_are_lemmas_unless_they_are_always_written_with_a_capital(wordnet):
    assert list(lemma_lines(wordnet)) == ["galore a", "paris n", "shop nv", "store n"]
    assert list(irregular_lines(wordnet)) == ["geese goose n", "went go v"]


def test_tables_that_are_written_can_be_read(wordnet, tmp_path):
    out = tmp_path / "tables"
    out.mkdir()
    write_tables(wordnet, out)
    known = Dictionary.read(out)
    assert known.stems == ("galor", "pari", "shop", "store")
    assert known.column("shops") == known.column("shop") == 2
    assert known.column("geese") is None  # its base form is no lemma here


def test_a_damaged_dictionary_is_refused(tmp_path):
    (tmp_path / "lemmas.txt.gz").write_bytes(gzip.compress(b"shop n\n")[:10])
    with pytest.raises(DataMissing, match="Install Unsaid again"):
        Dictionary.read(tmp_path)
