"""Names of files of which nothing says how they are encoded: a client's name goes in whatever code page it is."""

from pathlib import Path

import pytest

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.services.files.outputs import cleaned_name
from backend.verification.raw_search import search_text

NAMES = (
    *("Soci\u00e9t\u00e9 G\u00e9n\u00e9rale", "M\u00fcller Projekt", "\u0141\u00f3d\u017a Energia"),
    "\u0421\u0435\u0432\u0435\u0440\u0441\u0442\u0430\u043b\u044c",
    *("\u0395\u03bb\u03bb\u03ac\u03b4\u03b1 \u0391\u0395", "\u30c8\u30e8\u30bf\u81ea\u52d5\u8eca"),
    *("Ye\u015fil\u0131rmak Da\u011f\u0131t\u0131m", "\uc0bc\uc131\uc804\uc790", "\u53f0\u9054\u96fb\u5b50"),
)
"""Western, Polish, Russian, Greek, Japanese, Turkish, Korean and traditional Chinese."""

WRITTEN_AS = (
    *("utf-8", "cp1252", "cp850", "cp437", "mac_roman", "cp1250", "cp852", "cp1257"),
    *("cp1251", "cp866", "koi8_r", "cp1253", "cp737", "cp932", "gb18030"),
    *("cp1254", "cp857", "big5", "cp949"),
)

KEPT_BY = {
    "a zip that does not say how": lambda name: name.decode("cp437"),
    "an old file system": lambda name: name.decode("utf-8", "surrogateescape"),
}


def strings(*names):
    return RedactedStrings(tuple(RedactedString(each, "[CLIENT]") for each in names))


def encoded(name):
    for code_page in WRITTEN_AS:
        try:
            yield f"{name} plan".encode(code_page)
        except UnicodeEncodeError:
            continue


@pytest.mark.parametrize("kept_by", KEPT_BY)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_goes_in_every_code_page_and_is_found_where_it_stays(name, kept_by):
    written = list(encoded(name))
    assert len(written) > 2
    for content in written:
        shown = KEPT_BY[kept_by](content)
        assert cleaned_name(Path(f"2026/{shown}.txt"), strings(name)) == Path("2026/CLIENT plan.txt")
        assert search_text(b"x", strings(name), f"2026/{shown}.txt").places


@pytest.mark.parametrize(
    "name",
    [
        "\u00dcber uns",
        "na\u00efve r\u00e9sum\u00e9",
        "\u041e\u0442\u0447\u0451\u0442",
        "\u5831\u544a\u66f8",
        "M\udcfcller",
    ],
)
def test_other_names_stay_as_they_are(name):
    assert cleaned_name(Path(f"{name}.txt"), strings(*NAMES)).stem == name
    assert not search_text(b"x", strings(*NAMES), f"{name}.txt").places


def test_what_is_the_same_in_every_code_page_changes_no_other_letter():
    found = strings("Kestrel", *NAMES)
    assert cleaned_name(Path("Kestrel caf\u00e9.txt"), found) == Path("CLIENT caf\u00e9.txt")


def test_a_reading_that_no_file_can_have_is_no_name():
    """Bytes that are a line break in one code page are letters in another."""
    shown = "\u0085 M\u00fcller Projekt".encode("utf-8").decode("cp437")
    assert "\u0085" not in cleaned_name(Path(f"{shown}.txt"), strings("M\u00fcller Projekt")).stem
