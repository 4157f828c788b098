"""What a package declares about its parts: content types, and files that Word imports."""

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import unquote
from xml.parsers import expat

TYPES = "[content_types].xml"
_IMPORT = "/aFChunk"
"""How the type of a relationship ends that leads to an imported file (ECMA-376 part 1, 11.3.1)."""
_MAIN = "/officeDocument"
_TOP = "_rels/.rels"
_OFFICE_FILE = re.compile(
    r"(?:wordprocessingml\.(?:document|template)|spreadsheetml\.(?:sheet|template)"
    r"|ms-word\.(?:document|template)\.macroenabled(?:template)?|ms-word\.template\.macroenabledtemplate"
    r"|ms-excel\.(?:sheet|template)\.macroenabled)\.main\+xml$"
)


@dataclass(frozen=True, slots=True)
class DeclaredTypes:
    """Content types by lower-case part name or by extension, and the lower-case names of imported parts."""

    of_parts: Mapping[str, str] = field(default_factory=dict)
    of_extensions: Mapping[str, str] = field(default_factory=dict)
    imported: frozenset[str] = frozenset()
    is_office_file: bool = False
    """The main part is a document of Word or a workbook of Excel, in XML."""

    def content_type(self, name: str) -> str:
        """Return the declared content type of a part in lower case; empty when none is declared."""
        extension = posixpath.basename(name).rpartition(".")[2]
        return self.of_parts.get(name.lower()) or self.of_extensions.get(extension.lower(), "")


def parse_declarations(plumbing: Iterable[tuple[str, bytes]]) -> DeclaredTypes:
    """Parse the content types and relationships of the parts given by name; malformed parts declare nothing."""
    of_parts: dict[str, str] = {}
    of_extensions: dict[str, str] = {}
    imported: set[str] = set()
    main = ""
    for name, content in plumbing:
        for element, attributes in _elements(content):
            if element == "Override":
                of_parts[attributes.get("PartName", "").lstrip("/").lower()] = attributes.get(
                    "ContentType", ""
                ).lower()
            elif element == "Default":
                of_extensions[attributes.get("Extension", "").lower()] = attributes.get("ContentType", "").lower()
            elif element == "Relationship" and attributes.get("Type", "").endswith(_IMPORT):
                imported.add(_target(name, attributes.get("Target", "")))
            elif element == "Relationship" and attributes.get("Type", "").endswith(_MAIN) and name.lower() == _TOP:
                main = _target(name, attributes.get("Target", ""))
    declared = DeclaredTypes(of_parts, of_extensions, frozenset(imported))
    return replace(declared, is_office_file=bool(main and _OFFICE_FILE.search(declared.content_type(main))))


def declares_parts(name: str) -> bool:
    """Tell whether a part declares something about other parts."""
    return name.lower() == TYPES or name.lower().endswith(".rels")


def _target(holder: str, target: str) -> str:
    """Return the part that a relationship points to, relative to the folder above its own."""
    folder = posixpath.dirname(posixpath.dirname(holder))
    return posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/").lower()


def _elements(content: bytes) -> list[tuple[str, dict[str, str]]]:
    found: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, attributes: found.append((name.rpartition(" ")[2], attributes))
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(content, True)  # noqa: FBT003 - expat takes no keywords
    except (expat.ExpatError, ValueError, LookupError):
        return found
    return found


def _refuse(*_: object) -> None:
    raise ValueError("a part of the package declares entities")
