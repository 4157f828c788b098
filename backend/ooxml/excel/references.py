"""Read which cells and names a formula refers to, as far as that is certain.

This covers the part of the grammar of ECMA-376 part 1, 18.17.2, that can be read without calculating.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384

_TOKEN = re.compile(
    r"""
      (?P<text>"(?:[^"]|"")*+")
    | (?:(?:'(?P<quoted>(?:[^']|'')*+)'|(?P<plain>[^\W\d][\w.]*))!)?
      (?:(?P<cells>\$?[A-Z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Z]{1,3}\$?[0-9]{1,7})?)(?![\w.(!:\[\\?])
        |(?P<columns>\$?[A-Z]{1,3}:\$?[A-Z]{1,3})(?![\w.(!:\[\\?])
        |(?P<rows>\$?[0-9]{1,7}:\$?[0-9]{1,7})(?![\w.(!:\[\\?])
        |(?P<word>(?!(?:TRUE|FALSE)\b)[^\W\d][\w.\\?]*)(?![\w.(!\\?])(?P<in_table>\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*+\])*+\])?)
    | (?P<function>[^\W\d][\w.]*)\(
    | (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:E[+-]?[0-9]+)?)(?![\w.:])
    | (?P<truth>TRUE|FALSE)(?![\w.(!])
    | (?P<sign>[-+*/^&=<>%(),;{}\s]+|\#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!))
    """,
    re.VERBOSE,
)
_CELL = re.compile(r"(\$?)([A-Z]{1,3})(\$?)([0-9]{1,7})")
_UNREAD = re.compile(r"""[\w.\\?]+|'(?:[^']|'')*+'?|"(?:[^"]|"")*+"?""")
_WITHOUT_NAMESPACE = re.compile(r"^(?:_xlfn\.|_xlws\.)+")

_FUNCTIONS = (
    "ABS ACOS AND AREAS ASIN ATAN ATAN2 AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS CEILING CHAR CHOOSE"
    " CLEAN CODE COLUMN COLUMNS COMBIN CONCAT CONCATENATE CORREL COS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS"
    " CUMIPMT CUMPRINC DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS DAYS360 DB DCOUNT DDB DEGREES DGET DMAX DMIN"
    " DOLLAR DSUM EDATE EOMONTH ERROR.TYPE EVEN EXACT EXP FACT FALSE FILTER FIND FIXED FLOOR FORECAST"
    " FREQUENCY FV GCD GEOMEAN GROWTH HLOOKUP HOUR HYPERLINK IF IFERROR IFNA IFS INDEX INT INTERCEPT IPMT IRR"
    " ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISO.CEILING ISODD ISOWEEKNUM ISREF ISTEXT"
    " LARGE LCM LEFT LEN LINEST LN LOG LOG10 LOOKUP LOWER MATCH MAX MAXA MAXIFS MDETERM MEDIAN MID MIN MINA"
    " MINIFS MINUTE MINVERSE MIRR MMULT MOD MODE MONTH MROUND N NA NETWORKDAYS NETWORKDAYS.INTL NORM.DIST"
    " NORMDIST NOT NOW NPER NPV NUMBERVALUE ODD OR PERCENTILE PERCENTRANK PI PMT POWER PPMT PRODUCT PROPER PV"
    " QUARTILE QUOTIENT RADIANS RAND RANDBETWEEN RANK RANK.EQ RATE REPLACE REPT RIGHT ROMAN ROUND ROUNDDOWN"
    " ROUNDUP ROW ROWS SEARCH SECOND SEQUENCE SIGN SIN SLN SLOPE SMALL SORT SORTBY SQRT STDEV STDEV.P STDEV.S"
    " STDEVA STDEVP SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SYD T TAN TEXT TEXTJOIN TIME"
    " TIMEVALUE TODAY TRANSPOSE TREND TRIM TRUE TRUNC TYPE UNICHAR UNICODE UNIQUE UPPER VALUE VAR VAR.P VAR.S"
    " VARP VLOOKUP WEEKDAY WEEKNUM WORKDAY WORKDAY.INTL XIRR XLOOKUP XMATCH XNPV XOR YEAR YEARFRAC"
)
_READABLE_FUNCTIONS = frozenset(_FUNCTIONS.split())
"""Functions that read nothing but their arguments. OFFSET, INDIRECT, CELL and others may read any cell."""


class Cell(NamedTuple):
    """A cell: its sheet in lower case, and its row and column from 1."""

    sheet: str
    row: int
    column: int


class Area(NamedTuple):
    """A block of cells of one sheet, in lower case."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def covers(self, cell: Cell) -> bool:
        """Return whether a cell lies in it."""
        return (
            cell.sheet == self.sheet
            and self.top <= cell.row <= self.bottom
            and self.left <= cell.column <= self.right
        )

    @property
    def size(self) -> int:
        """Return the number of its cells."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def cells(self) -> list[Cell]:
        """Return its cells, row by row."""
        rows, columns = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        return [Cell(self.sheet, row, column) for row in rows for column in columns]


@dataclass(slots=True)
class References:
    """What a formula refers to; `words` are defined names and tables in lower case.

    Unless it `is_read`, it may refer to anything else, too.
    """

    areas: list[Area] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    has_constants: bool = False
    is_read: bool = True


def references(formula: str, sheet: str) -> References:
    """Return what a formula on a sheet refers to.

    >>> references("SUM($A$1:B2)+Rate", "costs").areas
    [Area(sheet='costs', top=1, left=1, bottom=2, right=2)]
    >>> references("OFFSET(A1,1,0)", "costs").is_read
    False
    """
    found = References()
    done = 0
    while done < len(formula):
        match = _TOKEN.match(formula, done)
        if match is None:
            found.is_read = False
            return found
        _add(match, sheet, found)
        done = match.end()
    return found


def _add(match: re.Match[str], sheet: str, found: References) -> None:
    kind = match.lastgroup
    if match["function"] is not None:
        found.is_read &= _WITHOUT_NAMESPACE.sub("", match["function"]).upper() in _READABLE_FUNCTIONS
    elif match["word"] is not None:
        found.words.append(match["word"].lower())
    elif kind in ("text", "number", "truth"):
        found.has_constants = True
    elif kind != "sign":
        named = match["plain"] if match["quoted"] is None else match["quoted"].replace("''", "'")
        if named is not None and not _NO_SHEET.isdisjoint(named):
            found.is_read = False  # another workbook, or several sheets
        else:
            found.areas.append(_area(match, sheet if named is None else named.lower()))


_NO_SHEET = frozenset("[]:")


def _area(match: re.Match[str], sheet: str) -> Area:
    first, _, last = match[match.lastgroup or 0].rpartition("!")[2].replace("$", "").partition(":")
    last = last or first
    if match["columns"] is not None:
        left, right = sorted((column_number(first), column_number(last)))
        return Area(sheet, 1, left, _LAST_ROW, right)
    if match["rows"] is not None:
        top, bottom = sorted((int(first), int(last)))
        return Area(sheet, top, 1, bottom, _LAST_COLUMN)
    return area_of(f"{first}:{last}", sheet) or Area(sheet, 1, 1, _LAST_ROW, _LAST_COLUMN)


def area_of(block: str, sheet: str) -> Area | None:
    """Return the area that "A1" or "A1:B2" names; None for anything else."""
    first, _, last = block.replace("$", "").partition(":")
    corners = [_CELL.fullmatch(each) for each in (first, last or first)]
    if corners[0] is None or corners[1] is None:
        return None
    top, bottom = sorted(int(each[4]) for each in corners if each)
    left, right = sorted(column_number(each[2]) for each in corners if each)
    return Area(sheet, top, left, bottom, right)


@lru_cache(maxsize=4096)
def column_number(letters: str) -> int:
    """Return the number of a column.

    >>> column_number("A"), column_number("Z"), column_number("AA")
    (1, 26, 27)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _column_letters(number: int) -> str:
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def moved(formula: str, rows: int, columns: int) -> str:
    """Return a formula as it reads in a cell some rows and columns further on.

    >>> moved('A1+$B2+SUM(C$1:C1)&"A1"', 1, 1)
    'B2+$B3+SUM(D$1:D2)&"A1"'
    """

    def shifted(match: re.Match[str]) -> str:
        letters = match[2] if match[1] else _column_letters(column_number(match[2]) + columns)
        row = match[4] if match[3] else str(int(match[4]) + rows)
        return f"{match[1]}{letters}{match[3]}{row}"

    pieces, done = [], 0
    while done < len(formula):
        match = _TOKEN.match(formula, done)
        if match is None:
            unread = _UNREAD.match(formula, done)
            pieces.append(unread.group() if unread else formula[done])
            done += len(pieces[-1])
            continue
        piece = match.group()
        if match["cells"] is not None:
            before = piece[: len(piece) - len(match["cells"])]
            piece = before + _CELL.sub(shifted, match["cells"])
        pieces.append(piece)
        done = match.end()
    return "".join(pieces)
