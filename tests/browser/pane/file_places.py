"""Count places in a saved file by regular expressions alone: in its paragraphs, and in the values around them."""

import html
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from tests.browser.pane.saved_text import Paragraph, readings

BARS = {1: None, 2: None}
"""The bars around deleted text, taken out."""
_ATTRIBUTE = re.compile(r'[\w:]+="([^"]*)"|[\w:]+=\'([^\']*)\'')
_TEXT = re.compile(r">([^<>]+)<")
_AUTHOR = re.compile(r"<(?:dc:creator|cp:lastModifiedBy)>([^<]+)<")
_PARAGRAPH_TEXT = re.compile(r"<w:(?:t|delText)(?:\s[^>]*)?>[^<]*</w:(?:t|delText)>")
LOCATIONS = {
    "document properties": (r"docProps/\w+\.xml$", True),
    "link address": (r".*\.rels$", True),
    "author of a comment": (r"word/comments\w*\.xml$", False),
    "list of authors": (r"word/people\.xml$", True),
    "data that Word stores with the text": (r"word/(?!comments\w*\.xml$|people\.xml$)\w+\.xml$", False),
}
"""What the pane calls the text of some parts outside the paragraphs, and whether it is of elements too."""


def search_for(spellings: Iterable[str], *, bars: bool = False, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Find any of these, the longest first, as whole words; `bars` may stand between their letters."""
    texts = (each for each in sorted(set(spellings), key=len, reverse=True) if each)
    between = "[\1\2]*" if bars else ""
    parts = [between.join(r"\s" if each.isspace() else re.escape(each) for each in text) for text in texts]
    return re.compile("|".join(rf"(?<!\w)(?:{each})(?!\w)" for each in parts) or "(?!)", flags)


def values(content: bytes, parts: str, *, elements: bool = True) -> Iterator[str]:
    """Every value of an attribute, and every text of an element that is no text of a paragraph."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for part in archive.namelist():
            if re.match(parts, part) and (xml := archive.read(part)).lstrip().startswith(b"<"):
                text = _PARAGRAPH_TEXT.sub("", xml.decode("utf-8", "ignore"))
                found = [one or other for one, other in _ATTRIBUTE.findall(text)]
                found += _TEXT.findall(text) if elements else []
                yield from (unquote(html.unescape(each)) for each in found)


def places_of_values(content: bytes, search: re.Pattern[str], parts: str = "", *, elements: bool = True) -> int:
    """How many places in the values of these parts hold what is searched for."""
    return sum(len(search.findall(each)) for each in values(content, parts, elements=elements))


def people_in_properties(content: bytes) -> list[str]:
    """The people that the properties name as authors; no suggestion is about them."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [archive.read(each).decode() for each in archive.namelist() if each == "docProps/core.xml"]
    return [html.unescape(name) for part in parts for name in _AUTHOR.findall(part)]


def places_of_text(content: bytes, spellings: list[str]) -> int:
    """How many places of the paragraphs have any spelling: now, in deleted text, and in second copies."""
    search, across = search_for(spellings), search_for(spellings, bars=True)
    return sum(
        len(search.findall(each.now)) + in_deletions(each, search, across) + len(search.findall(each.second))
        for each in readings(content)
    )


def in_deletions(paragraph: Paragraph, search: re.Pattern[str], across: re.Pattern[str]) -> int:
    """How many places before the tracked changes have any letter in deleted text."""
    found = (match[0] for match in across.finditer(paragraph.before))
    within = (each for each in re.findall("\1(.*?)\2", paragraph.before))
    return sum("\1" in each or "\2" in each for each in found) + sum(len(search.findall(each)) for each in within)


def places_at(content: bytes, spellings: list[str], where: str, flags: int = re.IGNORECASE) -> int | None:
    """How many places at a location, as the pane names it, have any spelling; None where it is not told apart."""
    search = search_for(spellings, flags=flags)
    if where in LOCATIONS:
        parts, elements = LOCATIONS[where]
        return places_of_values(content, search, parts, elements=elements)
    told = re.fullmatch(r"(body|text before tracked changes), paragraph (\d+)", where)
    here = [each for each in readings(content) if each.part == "word/document.xml"]
    if told is None or int(told[2]) > len(here):
        return None
    paragraph = here[int(told[2]) - 1]
    if told[1] == "body":
        return len(search.findall(paragraph.now))
    return in_deletions(paragraph, search, search_for(spellings, bars=True, flags=flags))


def is_of_another_program(content: bytes, where: str) -> bool:
    """Whether a location begins with the name of a part that is neither XML nor a picture nor an Office file."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        part = next((each for each in archive.namelist() if where.startswith(f"{each} ")), None)
        if part is None or "/media/" in part:
            return False
        return not archive.read(part).lstrip().startswith((b"<", b"PK"))


def goes_with_the_copy(where: str) -> bool:
    """Whether a location is in printer settings or macros, also of a file in the file: a clean copy has none."""
    return re.match(r"\S*\b(?:printerSettings|vbaProject|attachedToolbars)\d*\.bin\b", where) is not None


def comments(content: bytes) -> int:
    """How many comments a file has."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        found = (name for name in archive.namelist() if re.fullmatch(r"word/comments\d*\.xml", name))
        return sum(len(re.findall(rb"<w:comment[ >]", archive.read(name))) for name in found)
