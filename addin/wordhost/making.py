"""Tiny documents for the tests, and a reading of saved ones that shares nothing with the host."""

import io
import re
import zipfile
from html import unescape

EMPTY = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    "<w:body>{}</w:body></w:document>"
)
PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PLAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"
KINDS = {"document.xml": "document.main"}


def docx(body: str, **parts: str) -> bytes:
    """A .docx with the XML of a body, and parts by name: `header1`, `footnotes`, `settings` …

    A part is the XML inside its root; `sectPr` links to headers are by `rId` and the part's name.
    """
    members = {"word/document.xml": PROLOG + EMPTY.format(body)}
    roots = {"header": "hdr", "footer": "ftr"}
    overrides, links = [], []
    for name, inside in parts.items():
        word = re.sub(r"\d", "", name)
        root = roots.get(word, word)
        members[f"word/{name}.xml"] = PROLOG + EMPTY.format("").replace("w:document", f"w:{root}").replace(
            "<w:body></w:body>", inside
        )
        overrides.append(f'<Override PartName="/word/{name}.xml" ContentType="{PLAIN.format(word)}"/>')
        links.append(_link(f"rId_{name}", word, f"{name}.xml"))
    overrides.append(f'<Override PartName="/word/document.xml" ContentType="{PLAIN.format("document.main")}"/>')
    members["[Content_Types].xml"] = (
        PROLOG + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{"".join(overrides)}</Types>'
    )
    members["_rels/.rels"] = _links([_link("rId1", "officeDocument", "word/document.xml")])
    members["word/_rels/document.xml.rels"] = _links(links)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return out.getvalue()


def _links(links: list[str]) -> str:
    name = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'{PROLOG}<Relationships xmlns="{name}">{"".join(links)}</Relationships>'


def _link(identity: str, kind: str, target: str) -> str:
    family = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return f'<Relationship Id="{identity}" Type="{family}/{kind}" Target="{target}"/>'


def runs(*texts: str) -> str:
    """A paragraph with a run for each text."""
    inside = "".join(f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' for text in texts)
    return f"<w:p>{inside}</w:p>"


def part(content: bytes, name: str = "word/document.xml") -> str:
    """A part of a saved file as it stands there."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name).decode("utf-8")


def lines(content: bytes, name: str = "word/document.xml") -> list[str]:
    """The paragraphs of a saved part by regular expressions alone: deletions are left out, tabs and breaks read."""
    xml = re.sub(r"<w:del [^>]*>.*?</w:del>", "", part(content, name), flags=re.DOTALL)
    found = re.findall(r'<w:p(?:\s+[\w:]+="[^"]*")*(?:/>|>(.*?)</w:p>)', xml, flags=re.DOTALL)
    return [_line(inside) for inside in found]


def _line(inside: str) -> str:
    leaves = re.findall(r"<w:t(?:\s[^>]*)?>([^<]*)</w:t>|<w:(tab|br)/>", inside)
    return "".join(unescape(text) if text else {"tab": "\t", "br": "\v"}.get(mark, "") for text, mark in leaves)
