"""What an analysis would say of a document, by regular expressions alone; and leaks, looked for in every byte."""

import io
import re
import zipfile
from html import unescape
from typing import Any

from addin.wordhost.making import lines

KINDS = {
    "document": "body",
    "header": "header",
    "footer": "footer",
    "footnotes": "footnotes",
    "endnotes": "endnotes",
}


def stories(content: bytes) -> dict[tuple[str, str], list[str]]:
    """The paragraphs of each story that is searched."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            base = re.sub(r"\d", "", name.removeprefix("word/").removesuffix(".xml"))
            if name.startswith("word/") and base in {*KINDS, "comments"}:
                found[name, KINDS.get(base, base)] = lines(content, name)
    return found


def term(
    content: bytes, identity: str, *texts: str, obstacles: dict[int, list[str]] | None = None
) -> dict[str, Any]:
    """A term with these spellings; `obstacles` are those of its places by their ordinals."""
    spellings = []
    for text in texts:
        told = [_expected(text, *story, obstacles or {}) for story in stories(content).items()]
        spellings.append(
            {
                "text": text,
                "caseSensitive": True,
                "wholeWord": True,
                "stories": [each for each in told if each["hits"]],
            }
        )
    return {"id": identity, "spellings": spellings}


def _expected(
    text: str, story: tuple[str, str], paragraphs: list[str], obstacles: dict[int, list[str]]
) -> dict[str, Any]:
    places, hit = [], 0
    for block, line in enumerate(paragraphs):
        for found in re.finditer(re.escape(text), line):
            start, end = _utf16(line[: found.start()]), _utf16(line[: found.end()])
            if _whole(line, found):
                met = obstacles.get(len(places), [])
                places.append({"block": block, "start": start, "end": end, "hit": hit, "obstacles": met})
            hit += 1
    part, kind = story
    return {"story": part, "kind": kind, "expected": len(places), "hits": hit, "places": places}


def _whole(line: str, found: re.Match[str]) -> bool:
    """Whether neither the character before nor the one behind makes the word longer."""
    around = (
        line[found.start() - 1 : found.start()] + found.group()[0],
        found.group()[-1] + line[found.end() :][:1],
    )
    return not any(len(pair) == 2 and pair.isalnum() for pair in around)


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def margin(part: str, section: int = 0, kind: str = "Primary") -> dict[str, Any]:
    """A header or footer as an analysis tells it."""
    name = "header" if "header" in part else "footer"
    return {"part": part, "kind": name, "section": section, "type": kind}


def leaks(content: bytes, *words: str) -> list[tuple[str, str]]:
    """Where words still stand: in any part, in any attribute or deletion, across runs and marks."""
    found = []
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            raw = unescape(archive.read(name).decode("utf-8", "replace"))
            bare = re.sub(r"<[^>]*>", "", raw)
            found += [(name, word) for word in words if word in raw or word in bare]
    return found


def highlighted(content: bytes, name: str = "word/document.xml") -> list[tuple[str, str, str]]:
    """The stretches of text with a highlight or underline, and these two; neighbours that look alike are one."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        xml = archive.read(name).decode("utf-8")
    found: list[tuple[str, str, str]] = []
    for paragraph in re.findall(r"<w:p[ >].*?</w:p>", xml, flags=re.DOTALL):
        last = None
        for run in re.findall(r"<w:r[ >].*?</w:r>", paragraph, flags=re.DOTALL):
            text = unescape("".join(re.findall(r"<w:t(?:\s[^>]*)?>([^<]*)</w:t>", run)))
            look = tuple((re.findall(rf'<w:{mark} w:val="(\w+)"', run) or [""])[0] for mark in ("highlight", "u"))
            if look != ("", "") and text:
                if look == last:
                    text = found.pop()[0] + text
                found.append((text, *look))
            last = look if text else last
    return found
