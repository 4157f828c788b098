"""Small documents with workbooks and charts of them, whose names, formulas and relationships use one another."""

import io
import zipfile
from collections.abc import Callable

from tests.hostile.described import holding, workbook
from tests.hostile.growing import NAME, SAID, Growing, document
from tests.ooxml.building import relationships, xml, zipped

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_BOOK = "word/embeddings/a.xlsx"
_HIDDEN = f'<c r="A1" t="inlineStr"><is><t>{NAME}</t></is></c>'


def _row(number: int, cells: str) -> str:
    return f'<row r="{number}">{_HIDDEN if number == 1 else ""}{cells}</row>'


def _cell(at: str, formula: str) -> str:
    return f'<c r="{at}" t="str"><f>{formula}</f><v>Hal</v></c>'


def _defined(*names: tuple[str, str]) -> str:
    rows = "".join(f'<definedName name="{name}">{means}</definedName>' for name, means in names)
    return f"<definedNames>{rows}</definedNames>"


def _names_that_use_the_one_before_twice(many: int) -> bytes:
    """Chains of names, each as long as names are followed."""
    chains = range(many // _LENGTH)
    names = [
        (f"n{chain}_{i}", f"n{chain}_{i - 1}+n{chain}_{i - 1}" if i else "Halden!$A$1")
        for chain in chains
        for i in range(_LENGTH)
    ]
    rows = (_row(i + 1, _cell(f"B{i + 1}", f"n{i}_{_LENGTH - 1}")) for i in chains)
    return holding("a.xlsx", workbook("".join(rows), _defined(*names)))


_LENGTH = 40


def _formulas_with_a_name_of_many_areas(many: int) -> bytes:
    rows = (_row(i, _cell(f"B{i}", "areas_")) for i in range(1, many + 1))
    areas = ",".join(f"Halden!$A${i}" for i in range(1, many + 1))
    return holding("a.xlsx", workbook("".join(rows), _defined(("areas_", areas))))


def _hidden_names(many: int) -> bytes:
    return workbook(_row(1, ""), _defined(*((f"{NAME} {i}", "1") for i in range(many))))


def _sheets_cut_to_one_name(many: int) -> bytes:
    """Each is cut to 31 characters, with which it is called as another one, and numbers are cut off from more."""
    names = (f"{NAME} {'b' * 19}{i // 2:03x}{i % 2}" for i in range(many))
    sheets = "".join(f'<sheet name="{name}" sheetId="{i + 2}"/>' for i, name in enumerate(names))
    return holding("a.xlsx", workbook(_row(1, ""), f"<sheets>{sheets}</sheets>"))


def _with_part(book: bytes, name: str, root: str, inside: str, kind: str, holder: str, arrows: int = 1) -> bytes:
    """A workbook with one part more, to which so many relationships lead."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    declared = f'<Override PartName="/xl/{name}" ContentType="{_KIND}.{kind}+xml"/></Types>'
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"</Types>", declared.encode())
    parts[f"xl/{name}"] = f'<{root} xmlns="{_MAIN}"{inside}</{root}>'.encode()
    parts[f"xl/_rels/{holder}.rels"] = relationships(("worksheet", "worksheet.xml"), *[(kind, name)] * arrows)
    return zipped(parts)


def _columns_of_one_name(many: int) -> bytes:
    columns = "".join(f'<tableColumn id="{i}" name="{NAME}"/>' for i in range(many))
    inside = (
        f' id="1" name="T" displayName="T" ref="B1:XFD2" headerRowCount="0"><tableColumns>{columns}</tableColumns>'
    )
    book = _with_part(workbook(_row(1, "")), "table1.xml", "table", inside, "table", "worksheet.xml")
    return holding("a.xlsx", book)


def _rows_of_numbers(many: int) -> str:
    return "".join(_row(i, f'<c r="B{i}"><v>1</v></c>') for i in range(1, many + 1))


def _relationships_to_one_table(many: int) -> bytes:
    """As many columns and rows, too."""
    columns = "".join(f'<tableColumn id="{i}" name="c{i}"/>' for i in range(many))
    inside = f' id="1" name="T" displayName="T" ref="B1:XFD2"><tableColumns>{columns}</tableColumns>'
    book = workbook(_rows_of_numbers(many))
    return holding("a.xlsx", _with_part(book, "table1.xml", "table", inside, "table", "worksheet.xml", many))


def _sheets_of_one_part(many: int) -> bytes:
    """As many rows, too."""
    sheets = "".join(f'<sheet name="s{i}" sheetId="{i + 2}" r:id="rId1"/>' for i in range(many))
    return holding("a.xlsx", workbook(_rows_of_numbers(many), f"<sheets>{sheets}</sheets>"))


def _fields_of_one_name(many: int) -> bytes:
    inside = "><cacheFields>" + f'<cacheField name="{NAME}"/>' * many + "</cacheFields>"
    kind = "pivotCacheDefinition"
    return holding("a.xlsx", _with_part(workbook(_row(1, "")), "cache1.xml", kind, inside, kind, "workbook.xml"))


def _dependent(many: int) -> bytes:
    """A workbook with so many results that depend on its redacted cell."""
    return workbook("".join(_row(i, f'<c r="B{i}"><f>LEN($A$1)</f><v>3</v></c>') for i in range(1, many + 1)))


def _charts(book: bytes, areas: list[str], arrows: int = 1, charts: int = 1) -> bytes:
    """Charts of these areas, each with so many relationships to one workbook."""
    point = '<c:numCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache>'
    shown = "".join(f"<c:numRef><c:f>Halden!{area}</c:f>{point}</c:numRef>" for area in areas)
    others = {_BOOK: book}
    for i in range(charts):
        others[f"word/charts/chart{i}.xml"] = xml("c:chartSpace", shown + '<c:externalData r:id="rId1"/>')
        others[f"word/charts/_rels/chart{i}.xml.rels"] = relationships(*[("package", f"/{_BOOK}")] * arrows)
    names = [f"charts/chart{i}.xml" for i in range(charts)]
    others["word/_rels/document.xml.rels"] = relationships(*(("chart", name) for name in names))
    return document(SAID, others, {f"word/{name}": _CHART for name in names})


def _shown(areas: Callable[[int], str]) -> Callable[[int], bytes]:
    """A chart of so many areas of as many dependent cells."""
    return lambda many: _charts(_dependent(many), [areas(i) for i in range(1, many + 1)])


GROWING: dict[str, Growing] = {
    "names that use the one before twice": Growing("names", _names_that_use_the_one_before_twice, 4_000),
    "formulas with a name of many areas": Growing("names", _formulas_with_a_name_of_many_areas, 4_000),
    "hidden names": Growing("names", lambda many: holding("a.xlsx", _hidden_names(many)), 8_000),
    "sheets that are cut to one name": Growing("names", _sheets_cut_to_one_name, 8_000),
    "columns of one name": Growing("names", _columns_of_one_name, 8_000),
    "relationships of a sheet to one table": Growing("relationships", _relationships_to_one_table, 4_000),
    "sheets of one part": Growing("names", _sheets_of_one_part, 4_000),
    "fields of one name": Growing("names", _fields_of_one_name, 8_000),
    "a chart of one column": Growing("elements", _shown(lambda _: "$B:$B"), 4_000),
    "a chart of many lines": Growing("elements", _shown(lambda i: f"$B${i}:$B$99999"), 4_000),
    "a chart of many blocks": Growing("elements", _shown(lambda i: f"$C${i}:$D$99999"), 4_000),
    "relationships of a chart to one workbook": Growing(
        "relationships", lambda many: _charts(_hidden_names(many // 4), ["$A$1"], arrows=many), 4_000
    ),
    "relationships of a chart to dependent cells": Growing(
        "relationships", lambda many: _charts(_dependent(200), ["$B:$B"] * 200, arrows=many), 1_600
    ),
    "charts of one workbook": Growing(
        "relationships", lambda many: _charts(_hidden_names(many), ["$A$1"], charts=many), 800
    ),
}
"""Every way to fill a workbook, by its name."""
