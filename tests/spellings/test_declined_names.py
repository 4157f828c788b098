"""Each row of the tables of cases, titles and alphabets is needed, in redaction and in the raw search."""

from pathlib import Path

import pytest

from backend.document import declensions, other_scripts, people_lookup, text_readings
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.titles import ALL_TITLES
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.verification import other_alphabets, people_forms
from backend.verification.raw_search import search_package
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped
from tests.spellings.declined_names import DECLINED_NAMES
from tests.spellings.oracle import everything_said, says
from tests.spellings.test_spellings import _recognised, _redacted

NAMES = {each.name for each in DECLINED_NAMES}
TITLES = sorted(each.removeprefix("title ").rstrip(".").lower() for each in NAMES if each.startswith("title "))
IN_LATIN = (
    *("Абрамов Abramov", "Бондаренко Bondarenko", "Воронцов Vorontsov", "Гагарин Gagarin", "Жуковский Zhukovsky"),
    *("Зиновьев Zinovev", "Исаков Isakov", "Фёдоров Fedorov", "Хрущёв Khrushchev", "Чайковский Chaikovskij"),
    *("Шишкин Shishkin", "Щербаков Schtscherbakow", "Подъячев Podyachev", "Быков Bykov", "Эдельман Edelman"),
    *("Юдинцев Yudintsev", "Яковлев Jakowlew", "Царёв Tsarev", "Лермонтов Lermontov", "Пушкин Pushkin"),
    *("Рубинштейн Rubinstein", "Гедзько Gedzko", "Ґудзенко Gudzenko", "Іваненко Ivanenko", "Єсенін Esenin"),
    *("Андріївський Andriivskyi", "Кестрел Kestrel", "Фалькенштейн Falkenstein", "Παπαδάκης Papadakis"),
    *("Βενιζέλος Venizelos", "Γαβράς Gavras", "Ζορμπάς Zormpas", "Θεοδωράκης Theodorakis", "Ξενάκης Xenakis"),
    *("Φιλιππίδης Philippidis", "Χατζής Chatzis", "Ψαρράς Psarras", "Κύπρος Kypros", "Σεφέρης Seferis"),
    *("Шуберт Schubert", "Чайковский Tschaikowskij", "Бекер Becker", "Царёв Tzarev", "Максимов Maximov"),
    *(
        "Николай Nicolaj",
        "Λάμπρος Lampros",
        "Μακρής Makris",
        "Νικόλαος Nikolaos",
        "Τσίπρας Tsipras",
        "Δημήτρης Dimitris",
    ),
)
PAIRS = [tuple(each.split()) for each in IN_LATIN]
LETTERS = [each for each in other_scripts._SOUNDS if chr(each) not in "ςъьё"]
"""Without what an accent or a final form is read as, and signs that have no sound."""


def test_every_case_and_alphabet_is_redacted_and_the_raw_search_finds_it():
    assert {*DECLINED_NAMES} - _redacted(1, DECLINED_NAMES) == set()
    assert NAMES - _recognised(1, DECLINED_NAMES) == set()


@pytest.mark.parametrize("row", declensions.DECLENSIONS, ids=lambda row: row[0])
def test_each_declension_is_needed(monkeypatch, row):
    rest = tuple(each for each in declensions.DECLENSIONS if each is not row)
    monkeypatch.setattr(declensions, "DECLENSIONS", rest)
    wanted = [each for each in DECLINED_NAMES if each.name.startswith(f"{row[0]} as ")]
    assert {*wanted} - _redacted(500 + declensions.DECLENSIONS.index(rest[0]), wanted)


@pytest.mark.parametrize("end", sorted(text_readings._ENDINGS_OF_LONG_NAMES))
def test_each_ending_of_a_long_name_is_needed(monkeypatch, end):
    rest = text_readings._ENDINGS_OF_LONG_NAMES - {end}
    monkeypatch.setattr(text_readings, "_ENDINGS_OF_LONG_NAMES", rest)
    wanted = [each for each in DECLINED_NAMES if each.name == f"ending {end} of a long name"]
    assert _redacted(600 + len(end), wanted) == set()


@pytest.mark.parametrize("title", TITLES)
def test_each_title_is_needed(monkeypatch, title):
    wanted = [each for each in DECLINED_NAMES if each.name.rstrip(".").lower() == f"title {title}"]
    monkeypatch.setattr(people_forms, "_HONOUR", people_forms._HONOUR - {title})
    assert _recognised(1, wanted) == set()
    rest = ALL_TITLES - {title.replace("î", "i")}
    monkeypatch.setattr(people_lookup, "ALL_TITLES", rest)
    # With 700 and 800 a given name and its initials are drawn that "RA" could be.
    assert _redacted(2_000 + TITLES.index(title), wanted) == set()


@pytest.mark.parametrize(("name", "latin"), PAIRS)
def test_a_name_sounds_alike_in_both_alphabets(name, latin):
    assert other_scripts.sounds(name) == other_scripts.sounds(latin)
    assert other_alphabets.consonants(name) == other_alphabets.consonants(latin)


@pytest.mark.parametrize("letter", LETTERS, ids=chr)
def test_each_letter_of_another_alphabet_is_needed(monkeypatch, letter):
    rest = {code: sound for code, sound in other_scripts._SOUNDS.items() if code != letter}
    monkeypatch.setattr(other_scripts, "_SOUNDS", rest)
    heard = other_scripts.sounds.__wrapped__
    assert any(heard(name) != heard(latin) for name, latin in PAIRS)


@pytest.mark.parametrize("row", other_scripts._OF_LATIN, ids=lambda row: row[0])
def test_each_way_to_write_a_sound_is_needed(monkeypatch, row):
    monkeypatch.setattr(other_scripts, "_OF_LATIN", tuple(each for each in other_scripts._OF_LATIN if each != row))
    heard = other_scripts.sounds.__wrapped__
    assert any(heard(name) != heard(latin) for name, latin in PAIRS)


@pytest.mark.parametrize("row", other_alphabets._CLASSES, ids=lambda row: row[1])
def test_each_class_of_consonants_is_needed(monkeypatch, row):
    rest = {letter: sound for letter, sound in other_alphabets._LETTER.items() if letter not in row[0]}
    monkeypatch.setattr(other_alphabets, "_LETTER", rest)
    heard = other_alphabets.consonants.__wrapped__
    assert any(heard(name) != heard(latin) for name, latin in PAIRS)


@pytest.mark.parametrize("name", ["יעל רוזנבאום", "النخيل للتجارة"])
def test_a_name_of_a_script_without_capitals_goes_in_two_paragraphs(name):
    paragraphs = "".join(paragraph(text(word)) for word in ("x", *name.split(), "y"))
    content = zipped(docx_parts(body(paragraphs)))
    assert search_package(content, RedactedStrings((RedactedString(name, "[REDACTED]"),))).places
    request = EffectiveRequest(asked=Terms((Phrase(name),)))
    done = redact_content(Path("a.docx"), Path("a.docx"), content, request)
    assert not any(says(everything_said(done.content), word) for word in name.split())


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        ("Falkenstein", "Фалькон летит над Рейном."),
        ("Kestrel", "Костёл стоит в центре города."),
        ("Соколовский", "Sokol is a town near Vologda."),
        ("Renate Müllenbach", "The XR Müllenbach scan; Ms. K. L. Müllenhoff"),
        ("Robert", "Roberta und Robertin kamen."),
    ],
)
def test_another_word_is_none_of_these_names(term, sentence):
    assert [span.of(sentence) for _, span in PhraseIndex.of_spellings([Phrase(term)]).find(sentence)] == []
