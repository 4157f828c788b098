"""The open document as the page shows it: each paragraph names its place, and text boxes are drawn.

`docx-preview` draws the second copy of a text box, which is there for old readers and which Word keeps apart from
the first. Here each text box becomes a table beside its paragraph, with the text of the first copy; the page
puts it in its place. What the preview would leave out (simple fields, some breaks) gets a form that it draws.
"""

import copy
import io
import re
import zipfile

from lxml import etree

from addin.wordhost.names import Element, new, w
from addin.wordhost.package import Package
from addin.wordhost.text_boxes import as_table, boxes

STORIES = re.compile(r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml")
RENAMED = {"cr": "br", "ptab": "tab", "moveFrom": "del", "moveTo": "ins"}
HYPHENS = {"noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
NUMBERING = "word/numbering.xml"
BULLETS = str.maketrans({"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "▸"})
"""Signs of the fonts Symbol and Wingdings, which no other font has (unsourced: seen in files of Word)."""
PAGE_FIELDS = {"PAGE": "page-number", "NUMPAGES": "page-count"}


def shown(package: Package) -> bytes:
    """The file for the preview."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for number, name in enumerate(package.names()):
            if STORIES.fullmatch(name):
                archive.writestr(name, etree.tostring(_prepared(package.tree(name), number), encoding="UTF-8"))
            elif name == NUMBERING:
                archive.writestr(name, package.part(name).decode("utf-8").translate(BULLETS).encode("utf-8"))
            else:
                archive.writestr(name, package.part(name))
    return out.getvalue()


def place_of(package: Package, paragraph: Element) -> str | None:
    """The name of a paragraph on the page; None where no part that is shown has it."""
    root = paragraph.getroottree().getroot()
    for number, name in enumerate(package.names()):
        if STORIES.fullmatch(name) and package.is_tree(name, root):
            return f"{number}-{list(root.iter(w('p'))).index(paragraph)}"
    return None


def paragraph_at(package: Package, place: str) -> Element | None:
    """The paragraph with this name; None where there is none."""
    try:
        part, number = (int(each) for each in place.split("-"))
        name = package.names()[part]
    except (ValueError, IndexError):
        return None
    if part < 0 or number < 0 or not STORIES.fullmatch(name):
        return None
    found = list(package.tree(name).iter(w("p")))
    return found[number] if number < len(found) else None


def _prepared(live: Element, part: int) -> Element:
    root = copy.deepcopy(live)
    for number, paragraph in enumerate(list(root.iter(w("p")))):
        _mark(paragraph, f"at-{part}-{number}")
    for number, box in enumerate(boxes(root)):
        table = as_table(box)
        first = next(table.iter(w("p")), None)
        if first is not None:
            _mark(first, f"box-{part}-{number}-{box.layout}")
            box.paragraph.addprevious(table)
        box.drawing.getparent().remove(box.drawing)
    _show_fields(root)
    _show_characters(root)
    for number, reference in enumerate(list(root.iter(w("footnoteReference"), w("endnoteReference")))):
        run = reference.getparent()
        run.addprevious(new("bookmarkStart", id="0", name=f"note-{part}-{number}"))
    return root


def _mark(paragraph: Element, name: str) -> None:
    """Name a paragraph, by the bookmark that the preview makes an element of."""
    properties = paragraph.find(w("pPr"))
    mark = new("bookmarkStart", id="0", name=name)
    paragraph.insert(0 if properties is None else 1 + paragraph.index(properties), mark)


def _show_fields(root: Element) -> None:
    for field in list(root.iter(w("fldSimple"))):
        words = field.get(w("instr"), "").split()
        mark = PAGE_FIELDS.get(words[0].upper()) if words else None
        if mark is not None:
            field.addprevious(new("bookmarkStart", id="0", name=mark))
        for child in list(field):
            field.addprevious(child)
        field.getparent().remove(field)


def _show_characters(root: Element) -> None:
    for name, other in RENAMED.items():
        for element in root.iter(w(name)):
            element.tag = w(other)
    for name, character in HYPHENS.items():
        for element in root.iter(w(name)):
            element.tag, element.text = w("t"), character
