"""Names whose first letter a layout sets apart, where a placeholder stands for some of the name."""

import pytest

from backend.document.redacted_strings import RedactedString
from backend.verification.matching import Needles


def _found(*texts: str, term: str = "Halden & Rook", placeholder: str = "[CLIENT]") -> bool:
    return bool(Needles((RedactedString(term, placeholder),)).find_torn(texts))


@pytest.mark.parametrize(
    "texts",
    [
        ("[TERM]", "alden & [TERM] met us"),
        ("[TERM]", "alden & Rook met us"),
        ("H", "alden & [TERM 2] met us"),
        ("We met\u00a0H", "alden & [TERM]"),
    ],
)
def test_a_drop_cap_is_found_beside_placeholders(texts):
    assert _found(*texts)


@pytest.mark.parametrize(
    "texts",
    [
        ("[TERM]", "alden and others"),
        ("[TERM].", "alden & [TERM]"),
        ("G", "alden & [TERM]"),
        ("[TERM]", "Alden & [TERM]"),
        ("[TERM]", "aldeng & [TERM]"),
    ],
)
def test_other_words_are_no_rest_of_a_name(texts):
    assert not _found(*texts)


def test_a_name_of_one_word_is_found():
    assert _found("[TERM]", "avrekurv grew", term="Havrekurv")
    assert not _found("[TERM]", "avrekurv grew", term="Havrekurv", placeholder="[PHONE 1]")
    assert not _found("[TERM]", "ook", term="Rook")
