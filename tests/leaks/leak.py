"""One leak: a small .docx, built in code, that hides a string in one way; and the forms that the string may take."""

import base64
import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Template
from urllib.parse import quote

from tests.ooxml.building import docx_parts, paragraph, relationships, text, xml

SECRET = "Zephyrine Quiffin"  # noqa: S105 - a name with the letters of a ligature in it
NO_NAME = "quiet harbour"
"""A term of which nobody writes the words as one."""
MAIL = "zephyrine.quiffin@quarrel.org"
KEPT = "These words stay."


class Outcome(StrEnum):
    """What has to become of it."""

    GONE = "gone"
    TOLD = "told"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Leak:
    """`kind` is a row of the coverage map; `mail` says whether an address there would be found by its pattern alone."""

    name: str
    kind: str
    build: Callable[[str], bytes]
    outcome: Outcome = Outcome.GONE
    mail: bool = False
    file_name: str = "report.docx"
    hides: str = SECRET
    pieces: tuple[str, ...] = ()
    """What must be gone where it is not the words of the secret: letters and digits, in small letters."""


def forms(secret: str) -> Mapping[str, str]:
    """The spellings of a secret that templates name: `$whole`, `$head` and so on."""
    half = len(secret) // 2
    thirds = secret[:4], secret[4:8], secret[8:]
    return {
        "whole": secret,
        "head": secret[:half],
        "tail": secret[half:],
        "one": thirds[0],
        "two": thirds[1],
        "three": thirds[2],
        "first": secret.split(" ", maxsplit=1)[0],
        "last": secret.rsplit(" ", maxsplit=1)[-1],
        "upper": secret.upper(),
        "lower": secret.lower(),
        "low": secret.split(" ", maxsplit=1)[0].lower(),
        "lowlast": secret.rsplit(" ", maxsplit=1)[-1].lower(),
        "swapped": secret.swapcase(),
        "nbsp": secret.replace(" ", "\u00a0"),
        "thin": secret.replace(" ", "\u202f"),
        "spaces": secret.replace(" ", "   "),
        "tabbed": secret.replace(" ", "\t"),
        "lines": secret.replace(" ", "\n"),
        "under": secret.replace(" ", "_"),
        "hyphened": secret.replace(" ", "-"),
        "soft": "\u00ad".join(secret),
        "zero": "\u200b".join(secret),
        "joiner": secret[:3] + "\u2060" + secret[3:],
        "marks": secret[:3] + "\u200e" + secret[3:],
        "curly": secret.replace("'", "\u2019"),
        "prime": secret.replace("'", "\u02bc"),
        "ligature": secret.replace("ffi", "\ufb03"),
        "wide": "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in secret),
        "raised": secret.replace(" ", "\u00ae "),
        "entities": "".join(f"&#{ord(c)};" for c in secret),
        "hexes": "".join(f"&#x{ord(c):x};" for c in secret),
        "twice": "".join(f"&amp;#{ord(c)};" for c in secret),
        "percent": quote(secret, safe=""),
        "percents": "".join(f"%{ord(c):02X}" for c in secret),
        "wrapped": "".join(f"%25{ord(c):02X}" for c in secret),
        "plus": secret.replace(" ", "+"),
        "base64": base64.b64encode(f"for {secret}!".encode()).decode(),
        "base64wide": base64.b64encode(f"for {secret}!".encode("utf-16-le")).decode(),
        "codes": " ".join(str(ord(c)) for c in secret),
        "private": "".join(chr(0xF000 + ord(c)) for c in secret),
        "key": "".join(c for c in secret if c.isalnum()),
        "word": "_".join("".join(c if c.isalnum() else " " for c in secret).split()),
    }


def filled(template: str, secret: str) -> str:
    return Template(template).safe_substitute(forms(secret))


@dataclass(frozen=True, slots=True)
class Part:
    """A part beside the main one, with a template or bytes in it, and the arrow that leads to it."""

    name: str
    content: str | bytes
    kind: str = ""
    type: str = ""
    source: str = "word/document.xml"
    external: bool = False
    encoding: str = "utf-8"

    def filled(self, secret: str) -> bytes:
        if isinstance(self.content, bytes):
            return self.content
        return filled(self.content, secret).encode(self.encoding)


@dataclass(frozen=True, slots=True)
class Zip:
    """What surrounds the parts."""

    comment: str = ""
    entry_comment: str = ""
    extra: str = ""
    before: str = ""
    after: str = ""


def docx(inside: str, *parts: Part, secret: str = SECRET, strict: bool = False, zipped: Zip | None = None) -> bytes:
    """A .docx whose body holds a kept paragraph and `inside`, a template, and these parts."""
    arrows: dict[str, list[Part]] = {}
    for part in parts:
        if part.kind:
            arrows.setdefault(part.source, []).append(part)
    others = {part.name: part.filled(secret) for part in parts if not part.external}
    for source, found in arrows.items():
        others[_holder(source)] = _relationships(found, secret, strict=strict, source=source)
    types = {filled(part.name, secret): part.type for part in parts if part.type}
    body = paragraph(text(KEPT)) + filled(inside, secret)
    main = xml("w:document", f"<w:body>{body}</w:body>", strict=strict)
    return _zip(docx_parts(main, others, types, strict=strict), zipped or Zip(), secret)


def _holder(source: str) -> str:
    folder, _, name = source.rpartition("/")
    return f"{folder}/_rels/{name}.rels" if source else "_rels/.rels"


def _relationships(parts: list[Part], secret: str, *, strict: bool, source: str) -> bytes:
    inside = [(filled(part.kind, secret), f"/{filled(part.name, secret)}") for part in parts if not part.external]
    outside = tuple((part.kind, filled(part.name, secret)) for part in parts if part.external)
    if not source:
        inside.insert(0, ("officeDocument", "word/document.xml"))
    return relationships(*inside, strict=strict, external=outside)


def _zip(parts: dict[str, bytes], around: Zip, secret: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(filled(name, secret), (2024, 3, 12, 10, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.comment = filled(around.entry_comment, secret).encode()
            if around.extra:
                said = filled(around.extra, secret).encode()
                entry.extra = b"\xfe\xca" + len(said).to_bytes(2, "little") + said
            archive.writestr(entry, content)
        archive.comment = filled(around.comment, secret).encode()
    return filled(around.before, secret).encode() + stream.getvalue() + filled(around.after, secret).encode()
