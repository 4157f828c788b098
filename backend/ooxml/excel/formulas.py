"""Parse and rewrite formulas: their strings and the names they use.

This covers only the part of the grammar of ECMA-376 part 1, 18.17.2, that is needed to find these two.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      "(?P<text>(?:[^"]|"")*)"                                # a text; a doubled quotation mark is one
    | (?<!')'(?P<quoted>(?:[^']|'')*+)'(?=!)                  # sheets, perhaps with a workbook before them
    | (?P<sheets>[^\W\d][\w.]*(?::[^\W\d][\w.]*)?)(?=!)       # sheets that need no quotes
    | (?P<word>[^\W\d][\w.\\?]*)                              # a defined name, a table, a function, a cell
    | (?P<bracketed>\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\])  # columns of a table, or a workbook's number
    """,
    re.VERBOSE,
)
_INNERMOST = re.compile(r"(?<!')\[(?P<at>@?)(?P<column>(?:[^\[\]'@#]|'.)(?:[^\[\]']|'.)*)\]")
_NEEDS_ESCAPE = re.compile(r"[\[\]'#@]")


class FormulaToken(NamedTuple):
    """A token of a formula: its raw text, and the text that people read; a line break if there is none."""

    raw: str
    shown: str
    is_text: bool


def tokenise_formula(formula: str) -> Iterator[FormulaToken]:
    r"""Split a formula into tokens; their raw texts joined are the formula.

    >>> [each.shown for each in tokenise_formula('IF(A1="Ann",1)')]
    ['\n', 'Ann', '\n']
    """
    done = 0
    for match in _TOKEN.finditer(formula):
        if match["text"]:
            start, end = match.span("text")
            yield FormulaToken(formula[done:start], "\n", is_text=False)
            yield FormulaToken(match["text"], match["text"].replace('""', '"'), is_text=True)
            done = end
    yield FormulaToken(formula[done:], "\n", is_text=False)


@dataclass(frozen=True, slots=True)
class NewNames:
    """New names by the old names in lower case, as Excel compares them; unchanged names are not included.

    `words` are defined names and tables, which share one list in Excel.
    """

    sheets: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return whether any name changes."""
        return bool(self.sheets or self.words or self.columns)


def rename_in_formula(formula: str, new: NewNames) -> str:
    """Replace names in a formula.

    >>> rename_in_formula("SUM('Ann & Bo'!A1,Ann)", NewNames({"ann & bo": "PERSON 1"}, {"ann": "Redacted1"}))
    "SUM('PERSON 1'!A1,Redacted1)"
    """

    def replaced(match: re.Match[str]) -> str:
        if match["quoted"] is not None:
            return _sheets(match[0], match["quoted"].replace("''", "'"), new.sheets)
        if match["sheets"] is not None:
            return _sheets(match[0], match["sheets"], new.sheets)
        if match["word"] is not None:
            return new.words.get(match["word"].lower(), match[0])
        if match["bracketed"] is not None:
            return _columns(match[0], new.columns)
        return match[0]

    return _TOKEN.sub(replaced, formula)


def _sheets(raw: str, sheet_part: str, new: Mapping[str, str]) -> str:
    """Rename a sheet reference: one sheet, or two with a colon between, after a workbook in brackets or none."""
    workbook, bracket, sheets = sheet_part.rpartition("]")
    # No sheet has a colon in its name, but the path of a workbook may.
    renamed_sheets = [new.get(each.lower(), each) for each in sheets.split(":")]
    if renamed_sheets == sheets.split(":"):
        return raw
    sheet_part = f"{workbook}{bracket}{':'.join(renamed_sheets)}"
    return "'" + sheet_part.replace("'", "''") + "'"


def _columns(bracketed: str, new: Mapping[str, str]) -> str:
    def replaced(match: re.Match[str]) -> str:
        column = re.sub(r"'(.)", r"\1", match["column"])
        if column.lower() not in new:
            return match[0]
        # A column with a sign in it stands in brackets of its own after "@".
        name = _NEEDS_ESCAPE.sub(r"'\g<0>", new[column.lower()])
        return f"[@[{name}]]" if match["at"] else f"[{name}]"

    return _INNERMOST.sub(replaced, bracketed)


class Constant(NamedTuple):
    """A number in a formula, or the year, month and day of a DATE, and where it stands."""

    raw: str
    start: int
    end: int
    day: tuple[int, int, int] | None = None


_CONSTANT = re.compile(
    r"""
      "(?:[^"]|"")*+"?
    | '(?:[^']|'')*+'?
    | (?P<date>(?<![\w.])DATE\(\s*(?P<year>[0-9]{1,4})\s*,\s*(?P<month>[0-9]{1,2})\s*,\s*(?P<day>[0-9]{1,2})\s*\))
    | (?<![\w.$:!\\?])(?P<number>[0-9]++(?:\.[0-9]*+)?(?:E[+-]?[0-9]++)?)(?![\w$:!])
    | [\w.$\\?]++
    """,
    re.VERBOSE | re.IGNORECASE,
)


def constants(formula: str) -> Iterator[Constant]:
    """Return the numbers and days that are written in a formula; texts are in `tokenise_formula`.

    >>> [each.raw for each in constants('IF(A1>442079460321,DATE(1982,6,20),"7")')]
    ['442079460321', 'DATE(1982,6,20)']
    """
    for match in _CONSTANT.finditer(formula):
        if match["date"] is not None:
            day = int(match["year"]), int(match["month"]), int(match["day"])
            yield Constant(match["date"], *match.span(), day)
        elif match["number"] is not None:
            yield Constant(match["number"], *match.span("number"))
