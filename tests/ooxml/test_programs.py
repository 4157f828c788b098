"""Macros and printer settings leave a package, and nothing refers to them any more."""

import pytest

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.opc.package import open_package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import relationships as arrows
from backend.ooxml.scrub.macros import remove_macros
from tests.ooxml.building import package, paragraph, relationships
from tests.string_search import Search

RELS = "word/_rels/document.xml.rels"
PLAIN = paragraph("<w:r/>")


def removed(before):
    parts = OpenParts(before, Search(()))
    rows = list(remove_macros(parts))
    return open_package(parts.package.to_bytes()), sorted(rows)


def test_macros_go_with_all_that_only_they_lead_to():
    others = {
        RELS: relationships(("vbaProject", "vbaProject.bin"), ("keyMapCustomizations", "customizations.xml")),
        "word/_rels/vbaProject.bin.rels": relationships(("wordVbaData", "vbaData.xml")),
        "word/_rels/customizations.xml.rels": relationships(("attachedToolbars", "attachedToolbars.bin")),
        "word/vbaProject.bin": b"Halden",
        "word/vbaData.xml": b"<a/>",
        "word/customizations.xml": b"<a/>",
        "word/attachedToolbars.bin": b"Halden",
        "word/kept.bin": b"",
    }
    after, rows = removed(package(PLAIN, others, {"word/vbaProject.bin": "application/vnd.ms-office.vbaProject"}))
    assert set(after.parts) == {"[Content_Types].xml", "_rels/.rels", "word/document.xml", RELS, "word/kept.bin"}
    assert b"vba" not in b"".join(after.parts.values())
    assert rows == sorted(
        CoverageEntry(f"word/{name}", "macro", Treatment.REMOVED, 1)
        for name in ("vbaProject.bin", "vbaData.xml", "customizations.xml", "attachedToolbars.bin")
    )


@pytest.mark.parametrize("kind", ["vbaProject", "wordVbaData", "attachedToolbars", "keyMapCustomizations"])
def test_every_kind_of_embedded_program_is_removed(kind):
    after, _ = removed(package(PLAIN, {RELS: relationships((kind, "a.bin")), "word/a.bin": b"Halden"}))
    assert "word/a.bin" not in after.parts


def test_printer_settings_go_with_their_references():
    inside = (
        '<w:sectPr><w:pgSz w:w="1"/><w:printerSettings r:id="rId1"/><w:x r:id="rId1"/><w:x r:id="rId2"/></w:sectPr>'
    )
    others = {
        RELS: relationships(("printerSettings", "printerSettings/p.bin"), ("image", "a.png")),
        "word/printerSettings/p.bin": b"\\\\halden\\printer",
        "word/a.png": b"",
    }
    after, rows = removed(package(inside, others))
    assert rows == [CoverageEntry("word/printerSettings/p.bin", "printer settings", Treatment.REMOVED, 1)]
    assert "word/printerSettings/p.bin" not in after.parts
    assert [each.kind for each in arrows(after.parts, "word/document.xml")] == ["image"]
    document = after.parts["word/document.xml"]
    assert b"printerSettings" not in document
    assert b"rId1" not in document
    assert document.count(b'r:id="rId2"') == 1


def test_a_package_without_either_keeps_its_bytes():
    before = package(PLAIN, {RELS: relationships(("image", "a.png")), "word/a.png": b""})
    after, rows = removed(before)
    assert after.parts == before.parts
    assert rows == []


def test_leftover_files_of_programs_are_removed():
    after, rows = removed(package(PLAIN, {"[trash]/0000.dat": b"Halden", "word/trash.bin": b"x"}))
    assert [name for name in after.parts if "trash" in name] == ["word/trash.bin"]
    assert rows == [CoverageEntry("[trash]/0000.dat", "trash item", Treatment.REMOVED, 1)]


def test_a_package_whose_text_calls_itself_a_macro_keeps_its_text():
    before = package(PLAIN, {RELS: relationships(("vbaProject", "document.xml"))})
    assert removed(before)[0].parts["word/document.xml"] == before.parts["word/document.xml"]
