"""Drawn tables of amounts: a layout, a notation, and the grid that the generator itself has made them from."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.leaks.leak import docx
from tests.ooxml.building import paragraph, text

NOTATIONS: dict[str, Callable[[str], str]] = {
    "commas": lambda n: n,
    "dollars": lambda n: f"${n}",
    "brackets": lambda n: f"({n})",
    "minus": lambda n: f"− {n}",
    "thousands": lambda n: f"{n}k",
    "millions": lambda n: f"€{n.replace(',', '.')}m",
    "words": lambda n: f"EUR {n} million",
    "rupees": lambda n: f"Rs. {n}",
    "per tonne": lambda n: f"{n} €/t",
    "note": lambda n: f"{n} [1]",
    "raised": lambda n: f"{n}²",
    "francs": lambda n: f"CHF {n.replace(',', chr(39))}.–",
    "roughly": lambda n: f"c. {n}",
    "spaces": lambda n: n.replace(",", "\u202f"),
    "cents": lambda n: f"{n.replace(',', '.')},50 EUR",
    "bold": lambda n: f"**{n}**",
}

Rows = Sequence[tuple[str, str, str]]
"""The rows of a table of three columns; the amounts of the second one belong together."""


def cell(*paragraphs: str, span: int | str = 1, more: str = "") -> str:
    held = "".join(paragraph(text(each)) if each else "<w:p/>" for each in paragraphs)
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{span}"/>{more}</w:tcPr>{held}</w:tc>'


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def in_control(inside: str) -> str:
    return f"<w:sdt><w:sdtPr/><w:sdtContent>{inside}</w:sdtContent></w:sdt>"


def _plain(rows: Rows) -> list[str]:
    return [row(*map(cell, each)) for each in rows]


def _last_spans(rows: Rows) -> str:
    """Four columns; the label of the last row spans two of them."""
    whole = [row(cell(name), cell("x"), cell(amount), cell(other)) for name, amount, other in rows[:-1]]
    name, amount, other = rows[-1]
    return table(*whole, row(cell(name, span=2), cell(amount), cell(other)))


def _amount_spans(rows: Rows) -> str:
    """Four columns; an amount stands in two of them."""
    whole = [row(cell(name), cell(amount), cell("x"), cell(other)) for name, amount, other in rows[:-1]]
    name, amount, other = rows[-1]
    return table(*whole, row(cell(name), cell(amount, span=2), cell(other)))


def _grid_before(rows: Rows) -> str:
    _, amount, other = rows[-1]
    return table(*_plain(rows[:-1]), row(cell(amount), cell(other), properties='<w:gridBefore w:val="1"/>'))


def _grid_after(rows: Rows) -> str:
    name, amount, _ = rows[-1]
    return table(*_plain(rows[:-1]), row(cell(name), cell(amount), properties='<w:gridAfter w:val="1"/>'))


def _merged_down(rows: Rows) -> str:
    begins, goes_on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    found = [row(cell("All", more=begins), cell(rows[0][1]), cell(rows[0][2]))]
    return table(*found, *(row(cell("", more=goes_on), cell(amount), cell(other)) for _, amount, other in rows[1:]))


def _two_paragraphs(rows: Rows) -> str:
    (name, first, other), (_, second, _) = rows[-2:]
    return table(*_plain(rows[:-2]), row(cell(name), cell(first, second), cell(other)))


def _break(rows: Rows) -> str:
    (name, first, other), (_, second, _) = rows[-2:]
    broken = f"<w:tc><w:p>{text(first)}<w:r><w:br/></w:r>{text(second)}</w:p></w:tc>"
    return table(*_plain(rows[:-2]), row(cell(name), broken, cell(other)))


def _controls_in_cells(rows: Rows) -> str:
    def controlled(amount: str) -> str:
        return f"<w:tc>{in_control(paragraph(text(amount)))}</w:tc>"

    return table(*(row(cell(name), controlled(amount), cell(other)) for name, amount, other in rows))


def _nested(rows: Rows) -> str:
    """The amounts stand in a table in a cell; those of the other column are in the column of that cell."""
    inside = table(*(row(cell(name), cell(amount)) for name, amount, _ in rows))
    around = [row(cell("x"), cell(other)) for *_, other in rows]
    return table(*around, row(cell("x"), f"<w:tc>{inside}<w:p/></w:tc>"))


def _adjacent(rows: Rows) -> str:
    mark = '<w:bookmarkStart w:id="7" w:name="here"/><w:bookmarkEnd w:id="7"/>'
    return table(*_plain(rows[:-1])) + mark + in_control(table(*_plain(rows[-1:])))


WORD: dict[str, Callable[[Rows], str]] = {
    "plain": lambda rows: table(*_plain(rows)),
    "a label over two columns": _last_spans,
    "an amount over two columns": _amount_spans,
    "a column skipped before": _grid_before,
    "a column skipped after": _grid_after,
    "cells merged down": _merged_down,
    "two paragraphs": _two_paragraphs,
    "an empty paragraph first": lambda rows: table(*(row(cell(a), cell("", b), cell(c)) for a, b, c in rows)),
    "a line break": _break,
    "cells in controls": lambda rows: table(*(row(cell(a), in_control(cell(b)), cell(c)) for a, b, c in rows)),
    "controls in cells": _controls_in_cells,
    "rows in controls": lambda rows: table(*map(in_control, _plain(rows))),
    "rows in custom XML": lambda rows: table(
        *(f'<w:customXml w:element="x">{each}</w:customXml>' for each in _plain(rows))
    ),
    "rows inserted": lambda rows: table(
        *(row(*map(cell, each), properties='<w:ins w:id="1" w:author="a"/>') for each in rows)
    ),
    "a table in a cell": _nested,
    "two tables without a paragraph between": _adjacent,
}
_MARKDOWN = {
    "Markdown": ("| ", " | ", " |", "|---|--:|--:|"),
    "Markdown without edges": ("", " | ", "", "--- | --- | ---"),
    "Markdown in a quotation": ("> | ", " | ", " |", "> |---|---|---|"),
}
LAYOUTS = (*WORD, *_MARKDOWN)
KEEPERS = ("nobody", "never", "list", "rejected")
STYLES = ("numbered", "typed", "redacted", "edited")
SURFACES = ("redaction", "verify", "alone")


@dataclass(frozen=True)
class DrawnTable:
    """A document with a table, the numbers of the amounts that belong together, and those of others.

    The first of the amounts is the `term` to redact; `kept` are those that someone keeps, `never` how they are
    written.
    """

    name: str
    content: bytes
    together: tuple[str, ...]
    others: tuple[str, ...]
    term: str
    kept: tuple[str, ...]
    never: tuple[str, ...]


def drawn_table(seed: int, layout: str, notation: str, keeper: str) -> DrawnTable:
    """Draw a table of four rows below a head."""
    draw = random.Random(f"{seed} {layout} {notation} {keeper}")  # noqa: S311 - cases, no secrets
    written = NOTATIONS[notation]
    # Not one of them is written as a year is, and none is a part of another.
    numbers = [f"{number:,}" for number in draw.sample(range(3_001, 9_999), 8)]
    together, others = numbers[:4], numbers[4:]
    rows = [("Region", "2024", "Sites")]
    rows += [(f"Area{'ABCD'[at]}", written(together[at]), written(others[at])) for at in range(4)]
    if layout in WORD:
        name, content = "sales.docx", docx(WORD[layout](rows))
    else:
        first, between, last, line = _MARKDOWN[layout]
        lines = [f"{first}{between.join(each)}{last}" for each in rows]
        name, content = "sales.md", "\n".join(["Sales:", "", lines[0], line, *lines[1:], ""]).encode()
    forms = {number: _digits(written(number)) for number in numbers}
    order = draw.sample(together, 4)
    named = tuple(order[1 : 1 + draw.randint(1, 3)]) if keeper != "nobody" else ()
    # The signs at the end are part of the amount, and of no term: such a term keeps nothing.
    kept = () if notation == "francs" and keeper in ("never", "list") else named
    # Of the last rows these layouts have no other amount.
    less = {"a column skipped after": 1, "two paragraphs": 1, "a line break": 1}.get(layout, 0)
    return DrawnTable(
        name,
        content,
        tuple(forms[each] for each in order),
        tuple(forms[each] for each in others[: 4 - less]),
        # A letter that touches the number makes it another word.
        written(order[0]) if notation in ("thousands", "millions") else forms[order[0]],
        tuple(forms[each] for each in kept),
        tuple(map(written, named)),
    )


def _digits(amount: str) -> str:
    """A number as it is written, without what stands around it."""
    at = [place for place, char in enumerate(amount) if char.isdecimal()]
    first = at[0]
    last = next(
        (
            place
            for place in range(first, len(amount))
            if not (amount[place].isdecimal() or amount[place] in ",.'\u202f")
        ),
        len(amount),
    )
    return amount[first:last].rstrip(".,'\u202f")
