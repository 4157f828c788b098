"""What a reader of a Word file sees that is no text in it: signs by their codes, ticks, choices, formats, outlines.

Nobody searches it, since no name is written so, except what formats of numbers show (see number_formats). But two
documents that differ in it are two documents to a reader.
"""

from collections.abc import Iterator

from lxml import etree

from backend.ooxml.bookmark_names import bookmark_names
from backend.ooxml.human_text import every_text
from backend.ooxml.markup import dialects, names
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import xml_roots
from backend.ooxml.scrub.properties import without_properties
from backend.ooxml.scrub.schema_words import is_office_element

# Element names and attributes are those of ECMA-376 part 1 (w, m, a, c) and part 4 (v, o).
_ROWS = (
    ("w:sym", "w:font w:char"),  # 17.3.3.30
    ("w:checked w:default w:result", "w:val"),  # 17.16: ticks and choices of form fields
    ("w:start w:startOverride w:numStart", "w:val"),  # 17.9.25, 17.11.20: with which number a list, or notes, begin
    ("w:pgNumType", "w:start w:fmt"),  # 17.6.12
    ("w:numFmt", "w:val w:format"),  # 17.9.17
    ("m:chr m:begChr m:endChr m:sepChr", "m:val"),  # 22.1.2: any sign around, before and between terms
    ("c:numFmt cx:numFmt cx:lvl", "formatCode"),  # 21.2.2.121: may show any text with a number
    ("a:pt", "x y"),  # 20.1.9.20: a point of an outline
    ("v:shape v:shapetype v:polyline", "path points"),
    ("o:signatureline", "o:suggestedsigner o:suggestedsigner2 o:suggestedsigneremail o:signinginstructions"),
)
_ATTRIBUTES = {
    element: tuple(name for each in attributes.split() for name in dialects(each))
    for elements, attributes in _ROWS
    for element in names(*elements.split())
}
_CONTROL = "{http://schemas.microsoft.com/office/2006/activeX}"
_ATTRIBUTES |= {f"{_CONTROL}ocxPr": (f"{_CONTROL}name", f"{_CONTROL}value")}  # such as its caption
_TEXTS = names("c:formatCode", "c:name")
"""Elements with a text: a format of numbers, and the name of a trend line."""


def drawn_by_codes(package: Package) -> list[list[str]]:
    """Return what is drawn and is no text, in order, by the names of its parts, then the names of bookmarks.

    Of a part whose vocabulary is not Office's (ink, a page that Word takes over) it is every text and value.
    """
    package, _ = without_properties(package)
    roots = xml_roots(package)
    named = bookmark_names(roots.values())
    drawn = [[part, *values] for part, root in sorted(roots.items()) for values in _drawn(root)]
    return [*drawn, ["bookmarks", *named]] if named else drawn


def _drawn(root: etree._Element) -> Iterator[list[str]]:
    if not is_office_element(root.tag):
        yield from ([each.text] for each in every_text(root))
        return
    for element in root.iter(*_ATTRIBUTES, *_TEXTS):
        values = [element.get(name) or "" for name in _ATTRIBUTES.get(element.tag, ())]
        if element.tag in _TEXTS:
            values.append(element.text or "")
        if any(values):
            yield [etree.QName(element).localname, *values]
