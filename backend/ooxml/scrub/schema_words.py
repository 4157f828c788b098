"""List the words that Word and its schemas prescribe in attributes and part names."""

import re
from functools import lru_cache

from backend.ooxml.markup import NAMESPACES

_OFFICE = re.compile(
    r"https?://schemas\.(?:openxmlformats\.org|microsoft\.com)/|https?://purl\.oclc\.org/ooxml"
    r"|urn:schemas-microsoft-com:|https?://purl\.org/dc/|https?://www\.w3\.org/(?:XML/|2000/xmlns|2001/XMLSchema)"
)
_PRESCRIBED = re.compile(
    # a keyword, a number or measure, hexadecimal digits, a GUID, an identifier of the schemas
    r"[a-z][A-Za-z0-9]*|[-+]?[\d.,]+(?:%|pt|in|cm|mm|pc|px|em|f|fd)?|#?[0-9A-Fa-f]+|\{?[0-9A-Fa-f-]{36}\}?"
    rf"|(?:{_OFFICE.pattern})\S*|[A-Z]{{1,3}}|[a-z]{{2,3}}-[A-Z]{{2}}|"
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+)?(?:Z|[-+]\d\d:\d\d)?")

_USUAL_FONTS = frozenset(
    {"Aptos", "Aptos Display", "Arial", "Arial Black", "Arial Narrow", "Book Antiqua", "Bookman Old Style"}
    | {"Calibri", "Calibri Light", "Cambria", "Cambria Math", "Candara", "Century", "Century Gothic"}
    | {"Century Schoolbook", "Comic Sans MS", "Consolas", "Constantia", "Corbel", "Courier", "Courier New"}
    | {"Franklin Gothic Book", "Franklin Gothic Medium", "Garamond", "Georgia", "Gill Sans MT", "Helvetica"}
    | {"Impact", "Lucida Console", "Lucida Sans", "Microsoft Sans Serif", "Palatino Linotype", "Rockwell"}
    | {"Segoe UI", "Symbol", "Tahoma", "Times", "Times New Roman", "Trebuchet MS", "Verdana", "Webdings"}
    | {"Wingdings"}
)

_FOLDERS = frozenset(
    {"word", "xl", "ppt", "docProps", "_rels", "customXml", "theme", "media", "embeddings", "fonts", "charts"}
    | {"diagrams", "worksheets", "glossary", "printerSettings", "activeX", "webextensions", "drawings", "tables"}
    | {"ctrlProps", "ink", "externalLinks", "_xmlsignatures", "customUI", "docMetadata", "revisions"}
)
_PARTS = frozenset(
    {"document", "styles", "stylesWithEffects", "settings", "webSettings", "fontTable", "numbering", "people"}
    | {"footnotes", "endnotes", "header", "footer", "comments", "commentsExtended", "commentsIds", "theme"}
    | {"commentsExtensible", "themeOverride", "image", "chart", "chartex", "colors", "style", "data", "layout"}
    | {"quickStyle", "drawing", "vmlDrawing", "item", "itemProps", "core", "app", "custom", "thumbnail", "sheet"}
    | {"oleObject", "sharedStrings", "workbook", "calcChain", "table", "font", "vbaProject", "vbaData", "control"}
    | {"printerSettings", "activeX", "keyMapCustomizations", "recipients", "attachedToolbars", "afchunk", "ink"}
    | {"bibliography", "taskpanes", "webextension", "externalLink", "documentTasks", "connections", "pivotTable"}
)
"""How Office names parts, a number after it aside; other programs look for some of them by these names."""


@lru_cache(maxsize=4096)
def is_office(name: str) -> bool:
    """Return whether a name (in lxml's spelling) is in an Office or XML namespace, or in none."""
    return not name.startswith("{") or bool(_OFFICE.match(name, 1))


def is_office_element(tag: str) -> bool:
    """Return whether an element is in an Office namespace; one without a namespace is not."""
    return tag.startswith("{") and is_office(tag)


def is_office_namespace(uri: str) -> bool:
    """Return whether a namespace is one of Office or XML."""
    return bool(_OFFICE.match(uri)) or any(uri in spelled for spelled in NAMESPACES.values())


def is_prescribed(value: str) -> bool:
    """Return whether a value is a keyword, a number, a common font or an identifier of the schemas.

    >>> is_prescribed("center"), is_prescribed("Halden"), is_prescribed("Georgia"), is_prescribed("00AB12CD")
    (True, False, True, True)
    """
    return bool(_PRESCRIBED.fullmatch(value)) or value in _USUAL_FONTS


def is_date(value: str) -> bool:
    """Return whether a value is a date, or a date and time, in the notation of XML Schema."""
    return bool(_DATE.fullmatch(value))


def is_usual_folder(segment: str) -> bool:
    """Return whether a folder name is one that packages usually have."""
    return segment in _FOLDERS


def is_usual_name(name: str) -> bool:
    """Return whether a part has one of Office's usual names.

    >>> is_usual_name("header2.xml"), is_usual_name("halden-logo.png")
    (True, False)
    """
    return name.partition(".")[0].rstrip("0123456789") in _PARTS
