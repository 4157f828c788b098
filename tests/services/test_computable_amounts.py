"""Redacted amounts that the visible amounts of their table tell."""

from pathlib import Path

import pytest

from backend.document.phrases import Phrase
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.leaks.leak import docx
from tests.ooxml.building import paragraph, text
from tests.services.drawn_tables import cell, row
from tests.services.drawn_tables import table as rows_of

_MESSAGE = "amounts_computable"


def table(*rows: tuple[str, ...]) -> bytes:
    cells = (
        "<w:tr>" + "".join(f"<w:tc>{paragraph(text(cell))}</w:tc>" for cell in row) + "</w:tr>" for row in rows
    )
    return docx(f"<w:tbl>{''.join(cells)}</w:tbl>")


def _told(content: bytes, *terms: str) -> list[int]:
    path = Path("report.docx")
    request = EffectiveRequest(asked=Terms(tuple(map(Phrase, terms))))
    report = redact_content(path, path, content, request).report
    return [each.params["amounts"] for each in report.warnings if each.code == _MESSAGE]


def test_a_redacted_total_of_two_amounts_that_stay_is_reported():
    """1,200 + 3,400 = 4,600, down a column and along a row."""
    assert _told(table(("North", "1,200"), ("South", "3,400"), ("All", "4,600")), "4,600") == [1]
    assert _told(table(("1,200", "3,400", "4,600")), "4,600") == [1]


def test_a_redacted_part_of_a_total_that_stays_is_reported():
    assert _told(table(("North", "1,200"), ("South", "3,400"), ("All", "4,600")), "3,400") == [1]


@pytest.mark.parametrize("terms", [("4,600", "3,400"), ("1,200", "3,400", "4,600"), ("North",)])
def test_what_two_unknown_amounts_make_is_not(terms: tuple[str, ...]):
    assert _told(table(("North", "1,200"), ("South", "3,400"), ("All", "4,600")), *terms) == []


def test_amounts_that_do_not_add_up_are_not():
    assert _told(table(("1,200", "3,400", "4,601")), "4,601") == []


def test_cents_and_currencies_are_read():
    """1,200.50 + 3,400.25 = 4,600.75."""
    assert _told(table(("$1,200.50", "$3,400.25", "$4,600.75")), "4,600.75") == [1]


def test_the_grid_counts_columns_and_every_notation_is_read():
    """1,200 + 3,400 = 4,600 in millions, where the label of the last row spans two columns."""
    rows = (row(cell("North"), cell("x"), cell("€1.2m")), row(cell("South"), cell("x"), cell("Rs. 3.4m [1]")))
    assert _told(docx(rows_of(*rows, row(cell("All", span=2), cell("c. 4.6 million")))), "4.6") == [1]
