"""Wildcards find what the table of the search options says, and refuse what it does not allow."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.making import docx, runs
from addin.wordhost.session import Session

SPECIAL = "[(){*?<>@"


def _hits(text, needle):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    found = Session(docx(runs(escaped))).body().call("Search", [needle, {"matchWildcards": True}]).items
    return [hit.read("text") for hit in found]


@pytest.mark.parametrize(
    ("needle", "text", "found"),
    [
        ("s?t", "sat set st", ["sat", "set"]),
        ("s*d", "sad started", ["sad", "started"]),
        ("<(inter)", "interesting intercept splintered", ["inter", "inter"]),
        ("(in)>", "in within interesting", ["in", "in"]),
        ("w[io]n", "win won wan", ["win", "won"]),
        ("[r-t]ight", "right sight light", ["right", "sight"]),
        ("t[!a-m]ck", "tock tuck tack tick", ["tock", "tuck"]),
        ("fe{2}d", "feed fed", ["feed"]),
        ("fe{1,}d", "fed feed fd", ["fed", "feed"]),
        ("10{1,3}", "10 100 1000 1", ["10", "100", "1000"]),
        ("lo@t", "lot loot lt", ["lot", "loot"]),
        ("[*]*e", "a*bce*e", ["*bce", "*e"]),
        ("Ab", "ab Ab", ["Ab"]),
    ],
)
def test_every_row_of_the_table(needle, text, found):
    assert _hits(text, needle) == found


@pytest.mark.parametrize(
    "needle", ["[", "a[b", "a]", "(a", "a)", "a{", "a}", "a{2", "{2}", "@", "[z-a]", "a{3,1}", "x" * 256]
)
def test_what_does_not_close_or_repeats_nothing_is_refused(needle):
    with pytest.raises(WordError) as caught:
        _hits("a", needle)
    assert caught.value.code == "InvalidArgument"


@pytest.mark.parametrize("needle", ["^p", r"\*"])
def test_what_the_table_does_not_have_is_not_emulated(needle):
    with pytest.raises(HostFailure, match="is not emulated"):
        _hits("a", needle)


@settings(deadline=None)
@given(st.text(SPECIAL + "a !-é", min_size=1, max_size=8))
def test_a_text_with_each_special_character_in_brackets_finds_itself(text):
    assert _hits(f"x{text}x", re.sub(r"[\[(){*?<>@]", r"[\g<0>]", text)) != []


def test_a_pane_that_forgets_the_brackets_finds_something_else(pane):
    beside = pane(docx(runs("Alice (Bob) and Alice Bob")))
    told = beside.run(
        "const hits = context.document.body.search('Alice (Bob)', {matchWildcards: true}); hits.load('items/text');"
        "await context.sync(); return hits.items.map(hit => hit.text);"
    )
    assert told == ["Alice Bob"]
