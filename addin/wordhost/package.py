"""The .docx as a zip of parts: a part that nobody changed is written byte for byte as it was read."""

import io
import itertools
import posixpath
import re
import zipfile
import zlib

from lxml import etree

from addin.wordhost import dialect
from addin.wordhost.errors import HostFailure
from addin.wordhost.names import RELATIONSHIPS, Element

DOCUMENT = "word/document.xml"
TYPES = "[Content_Types].xml"
CONTENT_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
PROLOG = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\?>\s*")
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError)
"""What the zip reader raises: a file that is none, one that is cut off or changed, one with a password."""
PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)


class Package:
    """The parts of one .docx; XML is parsed when it is first asked for."""

    def __init__(self, content: bytes) -> None:
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                self._parts = {item.filename: archive.read(item) for item in archive.infolist()}
        except UNREADABLE as problem:
            raise HostFailure(f"not a .docx: {problem}") from problem
        self._trees: dict[str, Element] = {}
        self._changed: set[str] = set()
        if DOCUMENT not in self._parts:
            raise HostFailure(f"not a .docx: it has no {DOCUMENT}")
        self._strict = dialect.is_strict(self._parts[DOCUMENT])
        self.tree(DOCUMENT)

    def names(self) -> list[str]:
        """The parts in their order in the file."""
        return list(self._parts)

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def part(self, name: str) -> bytes:
        """The bytes of a part as they would be saved now."""
        if name not in self._changed:
            return self._parts[name]
        xml = etree.tostring(self._trees[name], encoding="UTF-8")
        return self._prolog(name) + (dialect.strict(xml) if self._strict else xml)

    def tree(self, name: str) -> Element:
        """The root element of a part; who changes it says so with `changed`."""
        if name not in self._trees:
            if name not in self._parts:
                raise HostFailure(f"{name} is not in the file")
            xml = self._parts[name]
            try:
                self._trees[name] = etree.fromstring(dialect.transitional(xml) if self._strict else xml, PARSER)
            except etree.XMLSyntaxError as problem:
                raise HostFailure(f"{name} is not well-formed: {problem}") from problem
        return self._trees[name]

    def is_tree(self, name: str, root: Element) -> bool:
        """Whether an element is the root of a part."""
        return self._trees.get(name) is root

    def changed(self, name: str) -> None:
        """A part's tree no longer says what its bytes say."""
        self.tree(name)
        self._changed.add(name)

    def add(self, name: str, root: Element, content_type: str | None = None) -> None:
        """A part that was not there; without a type it is of that of its extension."""
        self._parts[name] = b""
        self._trees[name] = root
        self._changed.add(name)
        if content_type is not None:
            told = {"PartName": f"/{name}", "ContentType": content_type}
            etree.SubElement(self.tree(TYPES), f"{{{CONTENT_TYPES}}}Override", told)
            self.changed(TYPES)

    def relate(self, name: str, kind: str, target: str) -> str:
        """Let a part, or the package itself by the empty name, point to another one; returns the id of that."""
        relationships = _relationships(name)
        if relationships not in self._parts:
            self.add(relationships, etree.Element(f"{{{RELATIONSHIPS}}}Relationships", nsmap={None: RELATIONSHIPS}))
        root = self.tree(relationships)
        taken = {link.get("Id") for link in root}
        identity = next(wanted for number in itertools.count(1) if (wanted := f"rIdHost{number}") not in taken)
        kind = dialect.strict_relation(kind) if self._strict else kind
        told = {"Id": identity, "Type": kind, "Target": target}
        etree.SubElement(root, f"{{{RELATIONSHIPS}}}Relationship", told)
        self.changed(relationships)
        return identity

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """What a part points to: by relationship id the last word of its type, and the part or address."""
        folder = posixpath.dirname(name)
        relationships = _relationships(name)
        if relationships not in self._parts:
            return {}
        found = {}
        for link in self.tree(relationships).iter(f"{{{RELATIONSHIPS}}}Relationship"):
            target = link.get("Target", "")
            if link.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            found[link.get("Id", "")] = (link.get("Type", "").rsplit("/", 1)[-1], target)
        return found

    def save(self) -> bytes:
        """The whole file."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in self._parts:
                archive.writestr(name, self.part(name))
        return out.getvalue()

    def _prolog(self, name: str) -> bytes:
        found = PROLOG.match(self._parts[name])
        return found.group() if found else b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def _relationships(name: str) -> str:
    folder, base = posixpath.split(name)
    return posixpath.join(folder, "_rels", f"{base}.rels")
