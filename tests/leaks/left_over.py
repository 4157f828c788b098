"""Leaks in what programs make of a text: names that they cut, counts, sorted lists, results of formulas."""

from collections.abc import Mapping

from backend.ooxml.scrub.field_results import CALCULATING, COUNTING, PROPERTIES, SORTED
from tests.leaks.in_package import workbook
from tests.leaks.leak import SECRET, Leak, Part, docx
from tests.ooxml.building import WORD, paragraph, text

_TYPES = "application/vnd.openxmlformats-officedocument"
_X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_FRONT = "Zephyr"
_DAY, _SERIAL, _SERIAL_1904 = "20 June 1982", 30122, 28660
"""The day in words, and as Excel counts it from the last day of 1899 and from the first of 1904."""


def cut(longest: int, blank: str = " ") -> str:
    """A name of so many characters, of which the last are the front of the secret."""
    words = blank.join(["of", "all", "meetings"] * 40)
    return f"{words[: longest - len(_FRONT) - 1]}{blank}{_FRONT}"


def body(name: str, kind: str, inside: str, piece: str = _FRONT.lower()) -> Leak:
    return Leak(name, kind, lambda secret: docx(paragraph(inside), secret=secret), pieces=(piece,))


def part(name: str, kind: str, path: str, content: str, arrow: str) -> Leak:
    beside = Part(path, content, arrow, f"{WORD}.{arrow}+xml")
    return Leak(name, kind, lambda secret: docx("", beside, secret=secret), pieces=(_FRONT.lower(),))


def book(name: str, kind: str, content: bytes, piece: str = _FRONT.lower(), *, hides: str = SECRET) -> Leak:
    beside = Part("word/embeddings/a.xlsx", content, "package", f"{_TYPES}.any")
    return Leak(name, kind, lambda secret: docx("", beside, secret=secret), pieces=(piece,), hides=hides)


def _form(element: str, longest: int) -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:{element} w:val="{cut(longest)}"/></w:ffData>'
        "</w:fldChar></w:r>"
    )


def _with_table(attributes: str, column: str) -> bytes:
    relationships = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/table"
    table = f'<table xmlns="{_X}" ref="A1:A2" headerRowCount="0" {attributes}><tableColumns><tableColumn name="{column}"/></tableColumns></table>'
    arrow = f'<Relationships xmlns="{relationships}"><Relationship Id="rId1" Type="{kind}" Target="../tables/table1.xml"/></Relationships>'
    return workbook(others={"xl/tables/table1.xml": table, "xl/worksheets/_rels/sheet1.xml.rels": arrow})


CUT = [
    body("a bookmark that is cut", "bookmark", f'<w:bookmarkStart w:id="1" w:name="a{cut(39, "_")}"/>'),
    body("a moved range that is cut", "bookmark", f'<w:moveToRangeStart w:id="1" w:name="a{cut(39, "_")}"/>'),
    body("a numbered bookmark that is cut", "bookmark", f'<w:bookmarkStart w:id="1" w:name="a{cut(37, "_")}_2"/>'),
    body("a field of a form that is cut", "bookmark", _form("name", 20)),
    body("help on a form that is cut", "form field", _form("helpText", 255)),
    body("status of a form that is cut", "form field", _form("statusText", 138)),
    body("choice of a form that is cut", "form field", _form("listEntry", 50)),
    body("title of a control that is cut", "content control", f'<w:sdt><w:sdtPr><w:alias w:val="{cut(64)}"/></w:sdtPr></w:sdt>'),
    body("tag of a control that is cut", "content control", f'<w:sdt><w:sdtPr><w:tag w:val="{cut(64)}"/></w:sdtPr></w:sdt>'),
    part("name of a style that is cut", "style or list name", "word/styles.xml",
         f'<w:styles xmlns:w="{_W}"><w:style w:customStyle="1" w:styleId="a"><w:name w:val="{cut(253)}"/></w:style></w:styles>', "styles"),
    part("name of a variable that is cut", "document variable", "word/settings.xml",
         f'<w:settings xmlns:w="{_W}"><w:docVars><w:docVar w:name="{cut(255)}" w:val="a"/></w:docVars></w:settings>', "settings"),
    book("name of a sheet that is cut", "name of a sheet", workbook(sheet=cut(31))),
    book("name of a copied sheet that is cut", "name of a sheet", workbook(sheet=f"{cut(27)} (2)")),
    book("name of a sheet of another book that is cut", "name of a sheet", workbook(around=f'<sheetName val="{cut(31)}"/>')),
    book("a defined name that is cut", "defined name of a workbook",
         workbook(around=f'<definedName name="a{cut(254, "_")}">1</definedName>')),
    book("name of a table that is cut", "name of a table in a sheet", _with_table(f'name="a" displayName="a{cut(254, "_")}"', "b")),
    book("column of a table that is cut", "column of a table in a sheet", _with_table('name="a" displayName="a"', cut(255))),
]  # fmt: skip

_COUNT = "4711471147"


def _field(code: str, result: str, inner: str = "") -> str:
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    coded = f"<w:r><w:instrText> {code} </w:instrText></w:r>"
    return mark("begin") + coded + inner + mark("separate") + text(result) + mark("end")


COUNTS = [
    *(body(f"result of {name}", "count in a field", _field(name, _COUNT), _COUNT) for name in COUNTING),
    *(body(f"a count by {name}", "count in a field", _field(f"{name} CharactersWithSpaces", _COUNT), _COUNT) for name in PROPERTIES),
    *(body(f"{name} of a count", "count in a field", _field(name, _COUNT, _field("NUMWORDS", "1")), _COUNT) for name in CALCULATING),
    body("a simple field of a count", "count in a field", f'<w:fldSimple w:instr=" NUMCHARS ">{text(_COUNT)}</w:fldSimple>', _COUNT),
    *(body(f"order of {name}", "index", _field(name, "$whole, 1; wages of quarrymen, 2"), "wagesofquarrymen") for name in SORTED),
]  # fmt: skip


def cells(inside: str, first: str = "$whole") -> bytes:
    """A workbook with a text in A1 and these cells beside it."""
    content = f'<worksheet xmlns="{_X}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{first}</t></is></c>{inside}</row></sheetData></worksheet>'
    return workbook(others={"xl/worksheets/sheet1.xml": content.replace("$whole", "Zephyrine Quiffin")})


_CALCULATED: Mapping[str, str] = {
    "a piece of a name": '<c r="B1" t="str"><f>LEFT(A1,6)</f><v>Zephyr</v></c>',
    "a piece of a piece": '<c r="B1"><f>C1&amp;""</f><v>Zephyr</v></c><c r="C1"><f>MID(A1,1,6)</f></c>',
    "a piece over an area": '<c r="B1" t="str"><f>CONCAT(A$1:A$99)</f><v>Zephyr</v></c>',
    "a piece by a function that reads anything": '<c r="B1" t="str"><f>LEFT(INDIRECT("A1"),6)</f><v>Zephyr</v></c>',
    "a piece of a piece on a sheet": '<c r="B1" t="str"><f>LEFT(a!$A$1,6)</f><v>Zephyr</v></c>',
}

CALCULATED = [
    *(book(name, "result of a formula", cells(inside)) for name, inside in _CALCULATED.items()),
    book("a day in a formula", "text in a formula", cells(f'<c r="B1"><f>DATE(1982,6,20)+1</f><v>{_SERIAL + 1}</v></c>', "a"),
         "date1982620", hides=_DAY),
    book("a day as a number in a formula", "text in a formula", cells(f'<c r="B1"><f>{_SERIAL}+1</f><v>{_SERIAL + 1}</v></c>', "a"),
         str(_SERIAL), hides=_DAY),
    book("a day as a number", "number in a cell", cells(f'<c r="B1"><v>{_SERIAL}</v></c>', "a"), str(_SERIAL), hides=_DAY),
    book("a day as a number from 1904", "number in a cell", cells(f'<c r="B1"><v>{_SERIAL_1904}</v></c>', "a"),
         str(_SERIAL_1904), hides=_DAY),
    book("a day in a format", "text in a formula", workbook(around='<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1">'
         f"<formula>A1={_SERIAL}</formula></cfRule></conditionalFormatting>"), str(_SERIAL), hides=_DAY),
]  # fmt: skip

LEAKS = [*CUT, *COUNTS, *CALCULATED]
