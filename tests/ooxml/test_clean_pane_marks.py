"""Marks of the pane are taken out of the file by their bookmarks; every other highlight stays as it is."""

import pytest

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.clean.pane_marks import highlights_like_marks, remove_pane_marks
from tests.ooxml.building import package, paragraph
from tests.ooxml.cleaning import MAIN, body_of


def _run(words, *look):
    return f"<w:r>{f'<w:rPr>{chr(0).join(look)}</w:rPr>' if look else ''}<w:t>{words}</w:t></w:r>".replace("\0", "")


def _highlight(colour):
    return f'<w:highlight w:val="{colour}"/>'


def _named(name, *inside, number=7):
    return f'<w:bookmarkStart w:id="{number}" w:name="{name}"/>{"".join(inside)}<w:bookmarkEnd w:id="{number}"/>'


YELLOW, GREEN, RED = map(_highlight, ("yellow", "green", "red"))
DOTTED, SINGLE, BOLD = '<w:u w:val="dotted"/>', '<w:u w:val="single"/>', "<w:b/>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_named("Unsaid_none_n_a1", _run("Ann", YELLOW)), _run("Ann")),
        (_named("Unsaid_none_n_a1", _run("Ann", BOLD, YELLOW, DOTTED)), _run("Ann", BOLD)),
        (_named("Unsaid_FF0000_u_a1", _run("Ann", GREEN, SINGLE)), _run("Ann", RED, SINGLE)),
        (_named("Unsaid_FFFF00_n_a1", _run("Ann", YELLOW, DOTTED)), _run("Ann", YELLOW)),
        (_named("Unsaid_none_u_a1", _run("Ann", GREEN, DOTTED)), _run("Ann", DOTTED)),
        # A part of it is another's by now, and what follows the bookmark is not the pane's.
        (
            _named("Unsaid_none_n_a1", _run("A", YELLOW), _run("n", RED), _run("n")) + _run("Bob", YELLOW),
            _run("A") + _run("n", RED) + _run("n") + _run("Bob", YELLOW),
        ),
        # One mark in another, and what stands for the review and for Track Changes.
        (
            _named("Unsaid_none_n_a1", _run("A", YELLOW), _named("Unsaid_none_n_a2", _run("n", YELLOW), number=8)),
            _run("A") + _run("n"),
        ),
        (_named("Unsaid_R" + "0f" * 16) + _named("Unsaid_TrackAll", number=9) + _run("Ann"), _run("Ann")),
    ],
)
def test_a_mark_goes_and_the_look_of_before_is_back(before, after):
    found, rows = remove_pane_marks(package(paragraph(before)))
    assert body_of(found) == body_of(package(paragraph(after)))
    count = before.count("bookmarkStart")
    assert rows == (CoverageEntry(MAIN, "mark of the pane", Treatment.REMOVED, count),)
    assert remove_pane_marks(found) == (found, ())


@pytest.mark.parametrize(
    "inside",
    [
        _run("Ann", YELLOW, DOTTED),
        _named("Unsaid", _run("Ann", YELLOW)),
        _named("Unsaid_plan", _run("Ann", YELLOW)),
        _named("_Toc1", _run("Ann", YELLOW)),
    ],
)
def test_a_highlight_without_a_bookmark_of_ours_stays_and_is_counted(inside):
    given = package(paragraph(inside))
    found, rows = remove_pane_marks(given)
    assert body_of(found) == body_of(given)
    assert rows == ()
    assert highlights_like_marks(found) == 1


def test_highlights_are_counted_by_stretches_and_only_in_the_colours_of_the_pane():
    given = package(
        paragraph(_run("A", YELLOW), _run("nn", YELLOW), _run(" met "), _run("Bob", GREEN), _run("Eve", RED))
        + paragraph(_run("Ann", YELLOW))
    )
    assert highlights_like_marks(given) == 3
    assert highlights_like_marks(package(paragraph(_run("Ann")))) == 0


def test_a_mark_over_two_paragraphs_and_one_without_an_end():
    start, end = _named("Unsaid_none_n_a1", "|").split("|")
    marked = paragraph(start + _run("Ann", YELLOW)) + paragraph(_run("Bob", YELLOW) + end + _run("Eve", YELLOW))
    found, _ = remove_pane_marks(package(marked))
    plain = paragraph(_run("Ann")) + paragraph(_run("Bob") + _run("Eve", YELLOW))
    assert body_of(found) == body_of(package(plain))
    found, _ = remove_pane_marks(package(paragraph(start + _run("Ann", YELLOW))))
    assert body_of(found) == body_of(package(paragraph(_run("Ann", YELLOW)))), "how far it went is not known"
    assert highlights_like_marks(found) == 1
