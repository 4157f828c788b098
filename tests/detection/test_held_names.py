"""Names in fields that hold one by definition."""

import pytest

from backend.detection.held_names import account_forms, known_names
from backend.document.model import HeldName

ALL = frozenset({"PERSON", "ORGANIZATION"})


def _known(text: str, entity: str = "PERSON", ordinary: frozenset[str] = frozenset(), spelling: str = ""):
    held = HeldName(entity, text, spelling)
    firm, short = known_names([held], ALL, lambda word: word.lower() in ordinary)
    return [each.phrase.text for each in firm], [each.phrase.text for each in short]


def test_a_person_is_known_in_full_by_account_and_by_each_name_alone():
    assert _known("Wum Takoh") == (
        ["Wum Takoh", "Takoh, Wum", "Takoh Wum", "wtakoh", "takohw", "wumtakoh"],
        ["Wum", "Takoh"],
    )


def test_a_surname_that_is_an_ordinary_word_is_looked_for_with_the_first_name_only():
    full, alone = _known("Wum White", ordinary=frozenset({"white"}))
    assert "Wum White" in full
    assert alone == ["Wum"]


def test_an_organisation_has_no_first_name():
    assert _known("Quarrelby Holt", "ORGANIZATION") == (["Quarrelby Holt"], [])


@pytest.mark.parametrize(
    "nobody",
    [
        *("Microsoft Office User", "Author", "python-docx", "[PERSON 3]", "A", "win user", "Everyone", "[Company]"),
        "Author 12",  # what a clean copy calls a person
    ],
)
def test_what_programs_write_is_nobody(nobody: str):
    assert _known(nobody, ordinary=frozenset({"win", "user"})) == ([], [])


@pytest.mark.parametrize("name", ["Authorina 1", "Author Quill", "Wum Takoh 1", "Author 1 Takoh"])
def test_whoever_is_called_alike_is_somebody(name: str):
    assert _known(name)[0]


def test_accounts_lose_their_domain_and_their_address():
    assert _known("corp\\wtakoh")[0] == ["wtakoh"]
    assert _known("Wum Takoh (wum@x.example)")[0][0] == "Wum Takoh"


def test_several_authors_are_several_names():
    assert {"Wum Takoh", "Oda Plinkett"} <= set(_known("Wum Takoh; Oda Plinkett")[0])


def test_a_spelling_with_codes_goes_too():
    assert "Takoh;Wum" in _known("Wum Takoh", spelling="Takoh;Wum")[0]


def test_kinds_that_nobody_asked_for_are_left():
    assert known_names([HeldName("PERSON", "Wum Takoh")], {"ORGANIZATION"}, lambda _: False) == ((), ())


def test_short_accounts_are_no_words_to_look_for():
    assert account_forms("Bo Li") == ()


def test_a_department_behind_a_whole_name_is_no_given_name():
    assert "QUARRELBY Wum" in _known("QUARRELBY Wum, EXD/KIS")[0]
    assert "Wum Quarrelby" in _known("Quarrelby, Wum")[0]
