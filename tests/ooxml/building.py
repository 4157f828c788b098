"""Tiny .docx files, built in code: only what a test is about."""

import io
import zipfile

from backend.ooxml.opc.package import Package, open_package

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
R_STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"

PREFIXES = {
    "w": W,
    "r": R,
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "o": "urn:schemas-microsoft-com:office:office",
    "v": "urn:schemas-microsoft-com:vml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
}


def xml(root: str, inside: str, *, strict: bool = False) -> bytes:
    prefixes = PREFIXES | ({"w": W_STRICT, "r": R_STRICT} if strict else {})
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in prefixes.items())
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><{root} {declared}>{inside}</{root}>'.encode()


def body(inside: str, *, strict: bool = False) -> bytes:
    return xml("w:document", f"<w:body>{inside}</w:body>", strict=strict)


def text(words: str, properties: str = "") -> str:
    wrapped = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{wrapped}<w:t xml:space="preserve">{words}</w:t></w:r>'


def paragraph(*inside: str) -> str:
    return f"<w:p>{''.join(inside)}</w:p>"


def relationships(
    *rows: tuple[str, str], strict: bool = False, external: tuple[tuple[str, str], ...] = ()
) -> bytes:
    """Rows are (kind, target); ids count from rId1, the external ones last."""
    base = R_STRICT if strict else R
    inside = [(kind, target, "") for kind, target in rows]
    inside += [(kind, target, ' TargetMode="External"') for kind, target in external]
    elements = "".join(
        f'<Relationship Id="rId{i}" Type="{kind if ":" in kind else f"{base}/{kind}"}" Target="{target}"{mode}/>'
        for i, (kind, target, mode) in enumerate(inside, 1)
    )
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f"{elements}</Relationships>"
    ).encode()


def docx_parts(
    document: bytes,
    others: dict[str, bytes] | None = None,
    types: dict[str, str] | None = None,
    *,
    strict: bool = False,
) -> dict[str, bytes]:
    """The parts of a .docx with this main part; `types` declares the content types of `others`."""
    overrides = {"word/document.xml": f"{WORD}.document.main+xml", **(types or {})}
    declared = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in overrides.items())
    return {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{declared}</Types>'
        ).encode(),
        "_rels/.rels": relationships(("officeDocument", "word/document.xml"), strict=strict),
        "word/document.xml": document,
        **(others or {}),
    }


def zipped(parts: dict[str, bytes] | list[tuple[str, bytes]], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in parts.items() if isinstance(parts, dict) else parts:
            archive.writestr(name, content)
    return stream.getvalue()


def package(
    inside: str,
    others: dict[str, bytes] | None = None,
    types: dict[str, str] | None = None,
    *,
    strict: bool = False,
) -> Package:
    return open_package(zipped(docx_parts(body(inside, strict=strict), others, types, strict=strict)))
