"""Which paragraphs are in another language than English."""

import importlib

import pytest

from backend.detection.names.languages import foreign_languages

GERMAN = (
    "Der Vertrag wird von beiden Parteien nicht vor dem Ende des Jahres gekündigt, es sei denn, dass sie es wollen."
)
ENGLISH = (
    "The agreement may not be terminated by either of the parties before the end of the year unless they want to."
)

LIKE_NO_LANGUAGE = [
    "29 Rue de la Briqueterie\n75012 Paris\nFrance",
    "Universität der Künste, Fakultät Gestaltung, Hardenbergstraße 33, 10623 Berlin",
    "Müller, Jürgen; Garçon, François; O'Brien, Siobhán; Nuñez, José María; Kowalczyk, Małgorzata; Şahin, Gülşen",
    "Revenue 1,204 1,377 EBITDA 311 402 Capex 98 75 Net debt 1,900 2,250",
    "MPK-2231-X / LTE-A / 4x4 MIMO / QAM256 / VoLTE / eSIM / NR-DC",
    "dGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw==",
    "Invoice",
    "",
    "42",
]


@pytest.mark.parametrize("text", LIKE_NO_LANGUAGE)
def test_lists_addresses_tables_and_codes_are_read_as_english(text):
    assert foreign_languages([text]) == [None]
    assert foreign_languages([ENGLISH, *[text] * 9]) == [None] * 10


LANGUAGES = {
    "German": "de", "French": "fr", "Spanish": "es", "Italian": "it", "Dutch": "nl", "Portuguese": "pt",
    "Swedish": "sv", "Danish": "da", "Romanian": "ro", "Polish": "pl", "Turkish": "tr", "Russian": "ru",
    "Ukrainian": "uk", "Greek": "el", "Hebrew": "he", "Arabic": "ar", "Hindi": "hi", "Chinese": "zh",
    "Japanese": "ja", "Korean": "ko", "Catalan": "ca", "Croatian": "hr", "Slovak": "sk", "Czech": "cs",
}  # fmt: skip


@pytest.mark.parametrize(("name", "code"), LANGUAGES.items())
def test_a_text_in_another_language_is_named_in_english(name, code):
    """The texts are the example sentences that spaCy has of each language."""
    examples = importlib.import_module(f"spacy.lang.{code}.examples").sentences
    assert foreign_languages([" ".join(examples)]) == [name]


def test_the_examples_of_english_are_english():
    assert set(foreign_languages(importlib.import_module("spacy.lang.en.examples").sentences)) == {None}


def test_a_foreign_paragraph_in_an_english_document_is_foreign_alone():
    assert foreign_languages([ENGLISH, "Ms Okafor", GERMAN, "Leeds"]) == [None, None, "German", None]


def test_headings_and_lines_of_a_foreign_document_belong_to_it():
    assert foreign_languages(["Frau Okafor", GERMAN, "Leeds, 4. Mai", GERMAN]) == ["German"] * 4


def test_a_document_of_short_lines_is_judged_as_a_whole():
    assert foreign_languages(GERMAN.replace(", ", " ").split(" ")) == ["German"] * 20


def test_one_sentence_does_not_make_a_document_of_lists_foreign():
    assert foreign_languages([LIKE_NO_LANGUAGE[2]] * 9 + [GERMAN]) == [None] * 9 + ["German"]


def test_a_long_text_is_judged_by_its_middle():
    assert foreign_languages([f"{ENGLISH} " * 9 + f"{GERMAN} " * 200 + f"{ENGLISH} " * 9]) == ["German"]


@pytest.mark.parametrize(
    "text", ["王小明先生是经理。", "王小明先生住在北京，他的电子邮件是 wang.xiaoming@mail.post.example。"]
)
def test_a_short_chinese_paragraph_is_foreign_whatever_addresses_it_holds(text):
    assert foreign_languages([ENGLISH, text]) == [None, "Chinese"]
