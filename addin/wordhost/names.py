"""The names of WordprocessingML that the host reads and writes."""

from lxml import etree

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
RELATIONSHIP_ID = f"{{{R}}}id"
FALLBACK = f"{{{MC}}}Fallback"

Element = etree._Element


def w(name: str) -> str:
    """The full name of an element or attribute of WordprocessingML.

    >>> w("p")
    '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p'
    """
    return f"{{{W}}}{name}"


def new(name: str, /, **attributes: str) -> Element:
    """An element of WordprocessingML; its attributes are of the same namespace."""
    element = etree.Element(w(name), nsmap={"w": W})
    for attribute, value in attributes.items():
        element.set(w(attribute), value)
    return element
