"""LibreOffice as a second reader: what was redacted in a document still calculates and shows its words."""

import csv
import io
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.table import Table

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.opc.package import open_package
from backend.ooxml.scrub.scrub import scrub
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.writer import redact
from tests.ooxml.test_redacted_formulas import with_results
from tests.ooxml.test_sheets import places_of
from tests.ooxml.workbooks import BOOK, around, saved

SECONDS = 120


def calculated(book: bytes, folder: Path) -> list[list[str]] | None:
    """The cells of the first sheet as LibreOffice shows them; None when it opens no workbooks here."""
    file = folder / "book.xlsx"
    file.write_bytes(book)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76"]
    subprocess.run(
        [*command, "--outdir", str(folder), str(file)], check=False, capture_output=True, timeout=SECONDS
    )
    made = folder / "book.csv"
    return list(csv.reader(io.StringIO(made.read_text("utf-8")))) if made.exists() else None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calc")
    if shutil.which("soffice") is None or calculated(saved(Workbook()), folder) is None:
        pytest.skip("needs LibreOffice with its spreadsheets (package libreoffice-calc-nogui)")
    return folder


def test_formulas_still_find_their_sheets_tables_and_texts(folder: Path):
    book = Workbook()
    sheet = book.active
    sheet.title = "Halden Costs"
    other = book.create_sheet("Halden Rook")
    other["A1"] = 20
    sheet.append(["Who", "Halden cost"])
    sheet.append(["Halden", 3])
    sheet.append(["Rook", 4])
    sheet.add_table(Table(displayName="Halden_table", ref="A1:B3"))
    sheet["D1"] = "='Halden Rook'!A1+1"
    sheet["D2"] = "=SUM(Halden_table[Halden cost])"
    sheet["D3"] = '=IF(A2="Halden","same as Halden","other")'
    before = around(saved(book))
    written = redact(before, list(places_of(read_document(before), "Halden")))
    after = scrub(written, RedactedStrings((RedactedString("Halden", "[CLIENT]"),))).package
    inner = open_package(after.to_bytes()).nested[BOOK]
    assert not any(b"Halden" in content for content in inner.parts.values())
    assert calculated(after.parts[BOOK], folder) == [
        ["Who", "[CLIENT] cost", "", "21"],
        ["[CLIENT]", "3", "", "7"],
        ["Rook", "4", "", "same as [CLIENT]"],
    ]


def test_results_that_left_are_calculated_anew(folder: Path):
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["A2"] = "Halden", 30122
    sheet["B1"], sheet["C1"] = "=LEFT(A1,4)", "=UPPER(B1)"
    sheet["B2"], sheet["C2"] = "=DATE(1982,6,20)", "=3+4"
    before = with_results(book, {"B1": "Hald", "C1": "HALD", "B2": "30122", "C2": "7"})
    strings = (RedactedString("Halden", "[CLIENT]"), RedactedString("20 June 1982", "[DATE_TIME 1]"))
    after = scrub(around(before), RedactedStrings(strings)).package
    inner = open_package(after.to_bytes()).nested[BOOK]
    assert not any(piece in content for content in inner.parts.values() for piece in (b"Hald", b"HALD", b"1982"))
    assert calculated(after.parts[BOOK], folder) == [
        ["[CLIENT]", "[CLI", "[CLI"],
        ["[DATE_TIME 1]", "[DATE_TIME 1]", "7"],
    ]
