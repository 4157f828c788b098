"""A policy may ask that the amounts of a table column are redacted together."""

from decimal import Decimal
from pathlib import Path

import pytest

import backend
from backend.document.model import Document, Place, StoryKind
from backend.document.phrases import Phrase
from backend.document.plain_text import read_text
from backend.document.spans import Span
from backend.redaction.review_policy import ReviewPolicy
from backend.reporting.outcome import OutcomeStatus
from backend.services.files.reading import open_file
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.services.terms.amount_columns import amounts_beside, amounts_beside_placeholders
from backend.services.terms.amount_notation import Amount, read_amount
from tests.leaks.leak import docx
from tests.services.drawn_tables import cell, row
from tests.services.drawn_tables import table as rows_of
from tests.services.test_computable_amounts import table

PATH = Path("report.docx")
SHIPPED = str(Path(backend.__file__).parents[1] / "models" / "ner")
TOGETHER = ReviewPolicy(amounts_together=True)
SALES = table(("Region", "2024", "Sites"), ("North", "1,200", "7"), ("South", "3,400", "9"), ("All", "4,600", "16"))


def redacted(
    content: bytes, *terms: str, policy: ReviewPolicy = TOGETHER, never: tuple[str, ...] = ()
) -> RedactedFile:
    asked = Terms(tuple(map(Phrase, terms)), tuple(map(Phrase, never)))
    return redact_content(PATH, PATH, content, EffectiveRequest(asked=asked, policy=policy))


def texts(done: RedactedFile) -> list[str]:
    """The texts of the cells."""
    return [block.text for _, block in open_file(PATH.name, done.content).document.blocks()][1:]


def test_the_other_amounts_of_the_column_go_and_nothing_else():
    done = redacted(SALES, "4,600")
    assert texts(done) == [
        *("Region", "2024", "Sites"),
        *("North", "[QUANTITY 1]", "7"),
        *("South", "[QUANTITY 2]", "9"),
        *("All", "[REDACTED]", "16"),
    ]
    assert done.report.outcome is not None
    assert done.report.outcome.status is OutcomeStatus.MET


def test_without_the_policy_they_stay():
    assert texts(redacted(SALES, "4,600", policy=ReviewPolicy()))[4] == "1,200"


def test_a_column_without_a_redacted_amount_is_left_alone():
    assert texts(redacted(SALES, "North"))[4] == "1,200"
    assert texts(redacted(SALES, "Sites"))[5] == "7"


def test_an_amount_elsewhere_in_the_text_stays():
    """7 goes in its column, and not in the other one."""
    content = table(("7", "1,200"), ("8", "7"))
    assert texts(redacted(content, "8")) == ["[QUANTITY 1]", "1,200", "[REDACTED]", "7"]


@pytest.mark.parametrize("kept", ["3,400", "1,200"])
def test_keeping_one_of_them_does_not_meet_the_policy(kept: str):
    done = redacted(SALES, "4,600", never=(kept,))
    assert kept in texts(done)
    assert done.report.outcome is not None
    assert [(row.kind, row.count, row.role) for row in done.report.outcome.unmet] == [("QUANTITY", 1, None)]


def test_a_policy_that_asks_for_it_is_stricter():
    assert ReviewPolicy().is_weaker_than(TOGETHER)
    assert not TOGETHER.is_weaker_than(ReviewPolicy())
    assert ReviewPolicy().along_with(TOGETHER).amounts_together
    assert ReviewPolicy.from_json(TOGETHER.as_json()) == TOGETHER
    assert not ReviewPolicy.from_json({}).amounts_together


def beside_placeholders(*rows: str, written: tuple[str, ...] = ()) -> list[str]:
    """The amounts beside redacted ones in the columns of a table, given as lines of a text file."""
    return [each.text for each in amounts_beside_placeholders(read_text("\n".join(rows).encode()), written)]


@pytest.mark.parametrize(
    "placeholder", ["[REDACTED]", "[TERM]", "$[TERM 3]", "[QUANTITY]", "[CUSTOM_PRICE 1]", "[CODE 2]"]
)
def test_any_placeholder_that_fills_a_cell_of_amounts_stands_for_one(placeholder: str):
    rows = ("| Region | 2024 |", f"| North | {placeholder} |", "| South | 3,400 |", "| All | 4,600 |")
    assert beside_placeholders(*rows) == ["3,400", "4,600"]


@pytest.mark.parametrize(
    "rows",
    [
        ("Who | Note", "A | [REDACTED]", "B | see below", "C | 7"),
        ("Who | Note", "A | [PERSON 1]", "B | [PERSON 2]", "C | 7"),
        ("Who | Note", "A | [PERSON 1]", "B | 7"),
        ("Who | [CLIENT]", "A | 1,200", "B | 3,400"),
        ("Who | [TERM] | Sites", "A | 1,200 | 7", "B | 3,400 | 9"),
        ("Who | 2024", "A | [REDACTED]", "B | n/a"),
        ("Year | Who", "2022 | [REDACTED]", "2023 | [REDACTED]"),
    ],
    ids=["more texts", "names", "one name", "a head", "a head again", "no amounts", "years"],
)
def test_a_text_column_and_a_heading_are_no_redacted_amounts(rows: tuple[str, ...]):
    assert beside_placeholders(*rows) == []


def test_words_that_someone_wrote_stand_for_an_amount_if_the_report_has_them():
    rows = ("Who | 2024", "A | not stated €/t", "B | 1,200")
    assert beside_placeholders(*rows) == []
    assert beside_placeholders(*rows, written=("not stated",)) == ["1,200"]


def test_a_heading_over_all_columns_is_no_redacted_amount():
    content = docx(
        rows_of(
            row(cell("Who"), cell("2024")),
            row(cell("[TERM]", span=2)),
            row(cell("A"), cell("1,200")),
            row(cell("B"), cell("3,400")),
        )
    )
    assert not list(amounts_beside_placeholders(open_file(PATH.name, content).document))


def test_a_year_counts_only_below_another_amount():
    """1,950 written as "1950" is an amount of its column; the 2024 of the head is none."""
    document = read_text(b"Who | 2024\nA | 1,200\nB | 1950\nC | 3,400")
    assert [each.text for each in amounts_beside(document, [_at(document, "3,400")])] == ["1,200", "1950"]


def test_only_the_number_of_an_amount_counts():
    document = read_text(b"Who | 2024\nA | EUR 1,200\nB | EUR 3,400")
    assert [each.text for each in amounts_beside(document, [_at(document, "1,2")])] == ["EUR 3,400"]
    assert not list(amounts_beside(document, [_at(document, "EUR")]))


def _at(document: Document, text: str) -> Place:
    start = document.stories[0].blocks[0].text.index(text)
    return Place("", StoryKind.BODY, 0, Span(start, start + len(text)))


def test_a_short_row_that_nothing_places_belongs_to_each_column_it_may_stand_in():
    """The row "x, 4,600" may stand in columns one and two, or two and three: all their amounts go."""
    content = table(("North", "1,200", "7"), ("South", "3,400", "9"), ("x", "4,600"))
    assert texts(redacted(content, "4,600"))[1:6:4] == ["[QUANTITY 1]", "[QUANTITY 4]"]


@pytest.mark.parametrize("span", ["0", "two", "64", "9" * 5_000, "-1"])
def test_a_table_whose_columns_cannot_be_told_is_not_examined(span: str):
    content = docx(rows_of(row(cell("North", span=span), cell("1,200")), row(cell("All"), cell("4,600"))))
    for policy, kinds in ((TOGETHER, ["not_examined"]), (ReviewPolicy(), [])):
        outcome = redacted(content, "4,600", policy=policy).report.outcome
        assert outcome is not None
        assert [each.kind for each in outcome.unmet] == kinds


def test_a_table_in_html_is_not_examined():
    path = Path("sales.md")
    content = b"<table><tr><td>1,200</td></tr><tr><td>4,600</td></tr></table>"
    request = EffectiveRequest(asked=Terms((Phrase("4,600"),)), policy=TOGETHER)
    outcome = redact_content(path, path, content, request).report.outcome
    assert outcome is not None
    assert [each.kind for each in outcome.unmet] == ["not_examined"]


def test_a_place_of_many_columns_is_not_read_where_they_take_too_much():
    """2,000 rows that each span 63 columns are more than 100,000 places beyond their cells."""
    content = docx(rows_of(*[row(cell("1", span=63))] * 2_000))
    assert [each.is_read for each in open_file(PATH.name, content).document.tables] == [False]


def test_what_the_pipeline_finds_in_such_a_column_is_no_exception():
    """All three are found as quantities; one of them is on the list of terms to keep."""
    content = table(("Region", "2024"), ("North", "$1,200"), ("South", "$3,400"), ("All", "$4,600"))
    asked = Terms((), (Phrase("$1,200"),))
    request = EffectiveRequest(asked=asked, policy=TOGETHER, pipeline=SHIPPED, entities=frozenset({"QUANTITY"}))
    outcome = redact_content(PATH, PATH, content, request).report.outcome
    assert outcome is not None
    assert [(each.kind, each.count, each.role) for each in outcome.unmet] == [("QUANTITY", 1, None)]
    assert outcome.exceptions == ()


def test_keeping_the_whole_column_meets_the_policy():
    content = table(("Region", "2024"), ("North", "$1,200"), ("South", "3,400"), ("All", "$4,600"))
    asked = Terms((), tuple(map(Phrase, ("$1,200", "3,400", "$4,600"))))
    request = EffectiveRequest(asked=asked, policy=TOGETHER, pipeline=SHIPPED, entities=frozenset({"QUANTITY"}))
    outcome = redact_content(PATH, PATH, content, request).report.outcome
    assert outcome is not None
    assert outcome.unmet == ()


def test_a_run_of_stars_is_read_in_one_way():
    """Ends at once; to try every way to part the stars of one such cell took half a second."""
    assert read_amount("1,200 ***") == Amount(Decimal(1200))
    assert [read_amount("1" + "*" * stars) for stars in range(31, 48) for _ in range(50)] == [None] * 850
