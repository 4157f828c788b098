import ast
from pathlib import Path

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import StoryKind
from backend.ooxml import human_text
from backend.ooxml.coverage import KINDS, MAP, known_entries
from backend.ooxml.coverage_page import page

ROOT = Path(__file__).parents[2]
OOXML = ROOT / "backend" / "ooxml"


def test_the_page_in_the_docs_is_that_of_the_map():
    """If not: python -m backend.ooxml.coverage_page docs/coverage.md"""
    assert (ROOT / "docs" / "coverage.md").read_text("utf-8") == page()


def test_no_two_rows_have_one_name():
    assert len(KINDS) == sum(len(kind.names) for kind in MAP)


def test_every_story_has_a_row():
    assert {kind.value for kind in StoryKind} <= KINDS.keys()


def test_every_text_of_the_tables_has_a_row():
    assert {what for what, _, _ in human_text.ROWS} | set(human_text.LEAF_TEXTS.values()) <= KINDS.keys()


def test_the_page_uses_the_words_that_people_search_for():
    words = """
        headers, footers, footnotes, endnotes, initials, people.xml, insertions, deletions, moves,
        formatting changes, text box, shapes, mc:Fallback, SmartArt, WordArt, cached values, w:tag,
        Excel files, placeholder, data binding, custom XML, field instruction, link target, tooltip,
        bookmark, alt text, hidden text, equation, document variable, settings, core properties,
        extended properties, custom properties, thumbnail, OLE object, EXIF, pixels, macro,
        signature, glossary, rsid, altChunk, name of the file, Word files, results of fields, tables
        in tables
    """
    assert [word for word in " ".join(words.split()).split(", ") if word not in page()] == []


def test_kinds_missing_in_the_map_count_as_not_examined():
    known, unknown = (
        CoverageEntry("a", "alt text", Treatment.REDACTED, 2),
        CoverageEntry("a", "tea leaves", Treatment.REDACTED, 2),
    )
    assert known_entries([known, unknown]) == (known, CoverageEntry("a", "tea leaves", Treatment.NOT_EXAMINED, 0))


def _kinds_written_in(module: Path) -> set[str]:
    """The kinds that a module names in calls of CoverageEntry, as text or as a constant of its own."""
    tree = ast.parse(module.read_text("utf-8"))
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: set = set()
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if getattr(call.func, "id", "") == "CoverageEntry" and len(call.args) > 1:
            kind = call.args[1]
            named = constants.get(getattr(kind, "id", ""))
            found.add(kind.value if isinstance(kind, ast.Constant) else named)
    return found - {None}


def test_every_kind_that_a_module_reports_has_a_row():
    reported = {str(module.relative_to(OOXML)): _kinds_written_in(module) for module in sorted(OOXML.rglob("*.py"))}
    assert sum(map(len, reported.values())) >= 18
    assert {name: kinds - KINDS.keys() for name, kinds in reported.items() if kinds - KINDS.keys()} == {}
