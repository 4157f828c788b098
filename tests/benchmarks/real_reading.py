"""A Word file by a reading of its own: each character with its look, and where the places of an answer stand.

It shares nothing with the product, nor with the Word host.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from lxml import etree

from tests.browser.pane.file_highlights import LETTERS, W

STORIES = {
    "document": "body",
    "header": "header",
    "footer": "footer",
    "footnotes": "footnotes",
    "endnotes": "endnotes",
}
Key = tuple[str, int]
"""Part, and ordinal of the paragraph in it."""
Look = tuple[str, str, str]
"""Character, highlight, underline."""
Looks = list[Look]

_SOFT_HYPHEN = "\ue000"
"""Word's own, which is no character of the text."""
_LETTERS = {**LETTERS, "sym": "\ufffd", "ptab": "\t", "softHyphen": _SOFT_HYPHEN}
_FORMULA = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"


def parts(content: bytes) -> dict[str, bytes]:
    """The bytes of each part."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def stories(content: bytes) -> Iterator[tuple[str, etree._Element]]:
    """The parts whose text people read, parsed."""
    for name, part in parts(content).items():
        if re.sub(r"\d", "", name.removeprefix("word/").removesuffix(".xml")) in STORIES:
            yield name, _tree(part)


def lines(root: etree._Element) -> Iterator[str]:
    """The text of each paragraph of a part."""
    for paragraph in root.iter(f"{W}p"):
        yield said(_looks_of(paragraph))


def said(looks: Looks) -> str:
    """The text of looks."""
    return "".join(letter for letter, *_ in looks)


def looks(content: bytes) -> dict[Key, Looks]:
    """Each character of each paragraph with its highlight and underline."""
    return {key: _looks_of(paragraph) for key, paragraph in _paragraphs(content)}


class Places:
    """Where the places of an answer stand in the looks of their paragraphs.

    The service counts formulas, and breaks in the code of a field, which Word's search does not reach; it counts no
    soft hyphen of Word's own.
    """

    def __init__(self, content: bytes) -> None:
        self._looks = looks(content)
        self._counted: dict[Key, list[int]] = {}
        for key, paragraph in _paragraphs(content):
            self._counted[key], seen = [], 0
            for name, _, is_seen in _characters(paragraph):
                if name != "softHyphen":
                    self._counted[key].append(seen)
                seen += is_seen

    def at(self, place: dict[str, Any]) -> tuple[Key, int, int] | None:
        """The paragraph and the offsets there; None where this reading does not find the place's text."""
        key = place["story"]["part"], place["block"]
        if place["story"]["kind"] not in {*STORIES.values(), "comments", "text box"} or key not in self._counted:
            return None
        inside = self._counted[key][place["start"] : place["end"]]
        if not inside:
            return None
        start, end = inside[0], inside[-1] + 1
        text = said(self._looks[key][start:end]).replace(_SOFT_HYPHEN, "")
        return (key, start, end) if text == place["text"] else None


def _tree(part: bytes) -> etree._Element:
    """The names of a strict document (ISO/IEC 29500-1) are read as the usual ones."""
    return etree.fromstring(part.replace(_STRICT, W.strip("{}").encode()))


def _paragraphs(content: bytes) -> Iterator[tuple[Key, etree._Element]]:
    for name, part in parts(content).items():
        if name.startswith("word/") and name.endswith(".xml"):
            for ordinal, paragraph in enumerate(_tree(part).iter(f"{W}p")):
                yield (name, ordinal), paragraph


def _looks_of(paragraph: etree._Element) -> Looks:
    return [look for _, look, is_seen in _characters(paragraph) if is_seen]


def _characters(paragraph: etree._Element) -> Iterator[tuple[str, Look, bool]]:
    """Each character by the element that makes it, its look, and whether it is text: the code of a field is not."""
    codes: list[bool] = []
    for run in paragraph.iter(f"{W}r", _FORMULA):
        if next(run.iterancestors(f"{W}p")) is not paragraph:
            continue
        if run.tag == _FORMULA:
            yield from (("formula", (letter, "", ""), False) for letter in run.text or "")
        else:
            marks = [run.find(f"{W}rPr/{W}{name}") for name in ("highlight", "u")]
            highlight, underline = ("none" if mark is None else mark.get(f"{W}val", "") for mark in marks)
            for child in run:
                name = etree.QName(child).localname if isinstance(child.tag, str) else ""
                if name == "fldChar":
                    _go_on(codes, child.get(f"{W}fldCharType", ""))
                for letter in (child.text or "") if name == "t" else _LETTERS.get(name) or "":
                    yield name, (letter, highlight, underline), not any(codes)


def _go_on(codes: list[bool], kind: str) -> None:
    """Of each field that is open, whether its code goes on."""
    if kind == "begin":
        codes.append(True)
    elif codes and kind == "separate":
        codes[-1] = False
    elif codes:
        codes.pop()
