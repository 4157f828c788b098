"""Remove hidden text.

Text is hidden by w:vanish of its run or, where the run is silent, of its styles (ECMA-376 part 1, 17.3.2.41 and
17.7.3), of which a table style may hide some cells only; the label of a list by that of its level (17.9.24).
w:webHidden hides nothing on paper, and w:specVanish marks the end of a heading that runs into its text.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from lxml import etree

from backend.ooxml.clean import tree_edits as tree
from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.fields import fields
from backend.ooxml.clean.table_conditions import WHOLE, Bands, bands_in, conditions_of
from backend.ooxml.markup import names, sibling_name
from backend.ooxml.opc.relationships import reachable, relationships

HIDDEN = "hidden text"
HIDDEN_DRAWING = "hidden drawing"

_RUN_PROPERTIES = names("w:rPr")
_VANISH, _SPECIAL = names("w:vanish"), names("w:specVanish")
_OFF = frozenset({"0", "false", "off"})
_STYLE, _BASED_ON, _DEFAULTS = names("w:style"), names("w:basedOn"), names("w:docDefaults")
_CHARACTER_STYLE, _PARAGRAPH_STYLE, _TABLE_STYLE = names("w:rStyle"), names("w:pStyle"), names("w:tblStyle")
_TABLE_PROPERTIES, _CONDITION = names("w:tblPr"), names("w:tblStylePr")
_LEVEL, _LABEL = names("w:lvl"), names("w:lvlText")
_ROW_HIDDEN = names("w:hidden")
_BOX = names("w:txbxContent")
_SECTION = names("w:sectPr")
_SHOWN = names("w:t", "w:delText", "m:t", "w:drawing", "w:pict", "w:object", "w:sym")

_DRAWING_PROPERTIES = names("wp:docPr")
_DRAWN, _OLD_DRAWN = names("w:drawing"), names("w:pict")
_SHAPES = names(*(f"v:{shape}" for shape in ("shape", "rect", "roundrect", "oval", "line", "group", "polyline")))
_ALTERNATIVE = names("mc:AlternateContent")


class _Style(NamedTuple):
    """What a style says of hiding; `cells` are the conditions of a table style that say so of some cells."""

    based_on: str
    vanish: bool | None
    cells: Mapping[str, bool] = MappingProxyType({})
    bands: tuple[int | None, int | None] = (None, None)


_NO_STYLE = _Style("", vanish=False)


class Styles:
    """Which styles of a document hide the text that they are given to."""

    def __init__(self, root: etree._Element | None) -> None:
        self._styles: dict[tuple[str, str], _Style] = {}
        self._standard: dict[str, str] = {}
        self._hiding: dict[tuple[str, str], bool] = {}
        self._chains: dict[str, tuple[_Style, ...]] = {}
        self.by_default = False
        for style in root.iter(*_STYLE) if root is not None else ():
            kind, name = _value(style, "type") or "paragraph", _value(style, "styleId")
            self._styles[kind, name] = _Style(
                _child_value(style, _BASED_ON), _vanish(style), _conditions(style), bands_in(style)
            )
            if _value(style, "default") and _value(style, "default") not in _OFF:
                self._standard.setdefault(kind, name)
        for defaults in root.iter(*_DEFAULTS) if root is not None else ():
            self.by_default = any(_is_on(each) for each in defaults.iter(*_VANISH))

    @property
    def hide_something(self) -> bool:
        """Whether there is a reason to look at text that does not itself say that it is hidden."""
        return self.by_default or any(style.vanish or any(style.cells.values()) for style in self._styles.values())

    def hides(self, kind: str, name: str) -> bool:
        """Whether a style hides by itself or by the ones that it is based on."""
        on_the_way: list[str] = []
        while (kind, name) not in self._hiding:
            on_the_way.append(name)
            style = self._styles.get((kind, name), _NO_STYLE)
            self._hiding[kind, name] = bool(style.vanish)  # also the answer where styles go round in a circle
            if style.vanish is None:
                name = style.based_on
        found = self._hiding[kind, name]
        self._hiding.update(((kind, each), found) for each in on_the_way)
        return found

    def hides_some_cells(self, name: str) -> bool:
        """Whether a table style hides, or shows, some cells in another way than the whole table."""
        return any(style.cells for style in self._table_styles(name))

    def hides_cell(self, name: str, conditions: tuple[str, ...]) -> bool:
        """Whether a table style hides the cells for which these conditions hold; the last that says so decides."""
        for condition in reversed(conditions):
            for style in self._table_styles(name):
                if condition in style.cells:
                    return style.cells[condition]
        return self.hides("table", name)

    def bands(self, name: str) -> Bands:
        """Return how many rows and columns a band of a table style has."""
        rows, columns = zip(*(style.bands for style in self._table_styles(name)), (1, 1), strict=True)
        return Bands(
            next(each for each in rows if each is not None), next(each for each in columns if each is not None)
        )

    def _table_styles(self, name: str) -> tuple[_Style, ...]:
        """The table style of that name, and the ones that it is based on."""
        if name not in self._chains:
            chain: dict[str, _Style] = {}
            each = name
            while each not in chain and ("table", each) in self._styles:
                chain[each] = self._styles["table", each]
                each = chain[each].based_on
            self._chains[name] = tuple(chain.values())
        return self._chains[name]

    def known(self, kind: str, name: str) -> str:
        """The style of that name, or the one that Word takes where there is none of that name."""
        return name if (kind, name) in self._styles else self._standard.get(kind, "")


def remove_hidden_text(draft: PackageDraft) -> None:
    """Remove hidden text, fields, drawings, rows and ends of paragraphs from every part."""
    for roots, styles in _with_styles(draft):
        for part, root in roots.items():
            draft.did(part, HIDDEN_DRAWING, _without_hidden_drawings(root))
            draft.did(part, HIDDEN, _without_hidden_text(root, styles))


def _with_styles(draft: PackageDraft) -> Iterator[tuple[Mapping[str, etree._Element], Styles]]:
    """The parts of the document with its styles, and those of the building blocks with theirs."""
    parts, main = draft.package.parts, draft.package.main_part
    owners = [each.part for each in relationships(parts, main) if each.kind == "glossaryDocument" and each.part]
    left = dict(draft.roots)
    for owner in (*owners, main):
        reached = set(left) if owner == main else reachable(parts, owner)
        held = {part: left.pop(part) for part in list(left) if part in reached}
        found = (each.part for each in relationships(parts, owner) if each.kind == "styles" and each.part)
        styles = next(found, None)
        yield held, Styles(None if styles is None else draft.root_of(styles))


def _without_hidden_text(root: etree._Element, styles: Styles) -> int:
    hidden = _HiddenText(styles)
    runs = [run for run in _candidates(root, styles) if hidden.hides_run(run)]
    ends = [paragraph for paragraph in _ends(root, styles) if hidden.hides_end(paragraph)]
    kept = _pieces_kept(root, set(runs)) if runs else set()
    count = 0
    going_runs: list[etree._Element] = []
    for run in tree.outermost(runs):
        if kept.isdisjoint(run):
            going_runs.append(run)
            count += 1
        else:
            going = [child for child in run if child not in kept and child.tag not in _RUN_PROPERTIES]
            count += bool(going)
            for child in going:
                run.remove(child)
    tree.remove_elements(going_runs)
    count += _without_hidden_labels(root, hidden)
    return count + _without_hidden_rows(root) + tree.join_with_next(ends)


class _HiddenText:
    """Tells hidden text by its run, its paragraph and the table that it stands in."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._of_table = lru_cache(maxsize=16)(self._table)
        self._of_cells = lru_cache(maxsize=16)(self._cells)
        self._around = lru_cache(maxsize=16)(self._paragraph)

    def hides_run(self, run: etree._Element) -> bool:
        """Whether the text of a run is hidden."""
        paragraph = next(run.iterancestors(*tree.PARAGRAPH), None)
        return self._hides(next(run.iterchildren(*_RUN_PROPERTIES), None), paragraph)

    def hides_end(self, paragraph: etree._Element) -> bool:
        """Whether the mark at the end of a paragraph is hidden, and ends no heading and no section."""
        for properties in paragraph.iterchildren(*tree.PARAGRAPH_PROPERTIES):
            if next(properties.iterchildren(*_SECTION), None) is not None:
                return False
            mark = next(properties.iterchildren(*_RUN_PROPERTIES), None)
            if mark is not None and any(_is_on(each) for each in mark.iterchildren(*_SPECIAL)):
                return False
            return self._hides(mark, paragraph)
        return self._hides(None, paragraph)

    def _hides(self, properties: etree._Element | None, paragraph: etree._Element | None) -> bool:
        name = ""
        if properties is not None:
            for vanish in properties.iterchildren(*_VANISH):
                return _is_on(vanish)
            name = _child_value(properties, _CHARACTER_STYLE)
        if self._styles.by_default:
            return True
        # 17.7.3: what the levels of styles say is added up, so that hidden in hidden shows.
        by_character = self._styles.hides("character", self._styles.known("character", name))
        return by_character ^ (paragraph is not None and self._around(paragraph))

    def _paragraph(self, paragraph: etree._Element) -> bool:
        properties = next(paragraph.iterchildren(*tree.PARAGRAPH_PROPERTIES), None)
        name = "" if properties is None else _child_value(properties, _PARAGRAPH_STYLE)
        by_paragraph = self._styles.hides("paragraph", self._styles.known("paragraph", name))
        container = next(paragraph.iterancestors(*tree.TABLE, *_BOX), None)
        if container is None or container.tag not in tree.TABLE:
            return by_paragraph
        style = self._of_table(container)
        if not self._styles.hides_some_cells(style):
            return by_paragraph ^ self._styles.hides("table", style)
        cell = next(paragraph.iterancestors(*tree.CELL, *tree.TABLE))
        conditions = self._of_cells(container).get(cell, (WHOLE,))
        return by_paragraph ^ self._styles.hides_cell(style, conditions)

    def _table(self, table: etree._Element) -> str:
        """The style of a table."""
        properties = next(table.iterchildren(*_TABLE_PROPERTIES), None)
        name = "" if properties is None else _child_value(properties, _TABLE_STYLE)
        return self._styles.known("table", name)

    def _cells(self, table: etree._Element) -> Mapping[etree._Element, tuple[str, ...]]:
        return conditions_of(table, self._styles.bands(self._of_table(table)))

    def hides_label(self, level: etree._Element) -> bool:
        """Whether the label of a level of a list is hidden, by itself or by the style of its letters."""
        for properties in level.iterchildren(*_RUN_PROPERTIES):
            for vanish in properties.iterchildren(*_VANISH):
                return _is_on(vanish)
            name = _child_value(properties, _CHARACTER_STYLE)
            return bool(name) and self._styles.hides("character", self._styles.known("character", name))
        return False


def _candidates(root: etree._Element, styles: Styles) -> Iterator[etree._Element]:
    if styles.hide_something:
        yield from root.iter(*tree.RUN)
        return
    for vanish in root.iter(*_VANISH):
        run = _grandparent(vanish)
        if run is not None and run.tag in tree.RUN:
            yield run


def _ends(root: etree._Element, styles: Styles) -> Iterator[etree._Element]:
    if styles.hide_something:
        yield from root.iter(*tree.PARAGRAPH)
        return
    for vanish in root.iter(*_VANISH):
        properties = _grandparent(vanish)
        paragraph = properties.getparent() if properties is not None else None
        if paragraph is not None and paragraph.tag in tree.PARAGRAPH:
            yield paragraph


def _pieces_kept(root: etree._Element, hidden: set[etree._Element]) -> set[etree._Element]:
    """The characters and codes of fields of which some piece is shown; without it they would be broken."""
    return {
        piece
        for field in fields(root)
        if not (field.whole and all(piece.getparent() in hidden for piece in field.pieces))
        for piece in field.pieces
    }


def _without_hidden_labels(root: etree._Element, hidden: _HiddenText) -> int:
    """Empty the labels of lists that are hidden; an item without a label is valid (17.9.11)."""
    going = [
        label
        for level in root.iter(*_LEVEL)
        if hidden.hides_label(level)
        for label in level.iterchildren(*_LABEL)
        if _value(label, "val")
    ]
    for label in going:
        label.set(sibling_name(label, "val"), "")
    return len(going)


def _without_hidden_rows(root: etree._Element) -> int:
    """Take out the rows that are to be hidden when nothing in them is shown (17.4.20)."""
    count = 0
    rows = tree.RemovedRows()
    for mark in list(root.iter(*_ROW_HIDDEN)):
        row = _grandparent(mark)
        # A table style says the same of rows that it does not hold.
        if row is None or row.tag not in tree.ROW or not _is_on(mark):
            continue
        if not any(each.tag not in tree.TEXT or each.text for each in row.iter(*_SHOWN)):
            rows.remove_row(row)
            count += 1
    rows.end_with_paragraphs()
    return count


def _without_hidden_drawings(root: etree._Element) -> int:
    """Take out drawings that are not to be shown (20.4.2.5; part 4, 19.1.2.19, visibility)."""
    going: list[etree._Element] = []
    for properties in root.iter(*_DRAWING_PROPERTIES):
        if properties.get("hidden", "0").lower() not in _OFF:
            going += list(properties.iterancestors(*_DRAWN))[:1]
    for shape in root.iter(*_SHAPES):
        if "visibility:hidden" in shape.get("style", "").lower().replace(" ", ""):
            going += list(shape.iterancestors(*_OLD_DRAWN))[:1]
    for drawing in going:
        # An older copy of the same drawing stands beside it.
        container = next(drawing.iterancestors(*_ALTERNATIVE, *tree.RUN), drawing)
        tree.remove_element(container if container.tag in _ALTERNATIVE else drawing)
    return len(going)


def _conditions(style: etree._Element) -> dict[str, bool]:
    """Return which conditions of a table style hide text, and which show it (17.7.6.6)."""
    said = {_value(each, "type"): _vanish(each) for each in style.iterchildren(*_CONDITION)}
    return {condition: vanish for condition, vanish in said.items() if vanish is not None}


def _vanish(style: etree._Element) -> bool | None:
    for properties in style.iterchildren(*_RUN_PROPERTIES):
        for vanish in properties.iterchildren(*_VANISH):
            return _is_on(vanish)
    return None


def _is_on(element: etree._Element) -> bool:
    return _value(element, "val").lower() not in _OFF


def _value(element: etree._Element, local: str) -> str:
    return element.get(sibling_name(element, local), "")


def _child_value(element: etree._Element, tags: frozenset[str]) -> str:
    child = next(element.iterchildren(*tags), None)
    return "" if child is None else _value(child, "val")


def _grandparent(element: etree._Element) -> etree._Element | None:
    parent = element.getparent()
    return None if parent is None else parent.getparent()
