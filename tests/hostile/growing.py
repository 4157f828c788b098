"""Documents that hold as much of one thing as is asked for, each in the way that takes the longest to walk."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.ooxml.building import WORD, body, docx_parts, paragraph, relationships, text, xml, zipped

NAME = "Halden &amp; Rook"
SAID = paragraph(text(f"for {NAME} now"))


def document(inside: str, others: dict[str, bytes] | None = None, types: dict[str, str] | None = None) -> bytes:
    """A small document with this in its body."""
    return zipped(docx_parts(body(inside), others, types))


def attributes(many: int, prefix: str = "a") -> str:
    """So many attributes that no table knows."""
    return " ".join(f'{prefix}{i}="Halden {i}"' for i in range(many))


@dataclass(frozen=True, slots=True)
class Growing:
    """A way to fill a document; `many` is how much of it the slower of two runs has."""

    bound: str
    make: Callable[[int], bytes]
    many: int


def _with_part(name: str, content: bytes, kind: str, content_type: str, inside: str = SAID) -> bytes:
    others = {f"word/{name}": content, "word/_rels/document.xml.rels": relationships((kind, name))}
    return document(inside, others, {f"word/{name}": content_type})


def _styled(styles: str, inside: str = SAID) -> bytes:
    return _with_part("styles.xml", xml("w:styles", styles), "styles", f"{WORD}.styles+xml", inside)


def _arrows(many: int) -> bytes:
    links = "".join(f'<w:hyperlink r:id="rId{i + 1}">{text("here ")}</w:hyperlink>' for i in range(many))
    targets = tuple(("hyperlink", f"https://halden-rook.example/{i}") for i in range(many))
    return document(SAID + paragraph(links), {"word/_rels/document.xml.rels": relationships(external=targets)})


def _parts(many: int) -> bytes:
    others = {f"word/header{i}.xml": xml("w:hdr", SAID) for i in range(many)}
    arrows = relationships(*(("header", f"header{i}.xml") for i in range(many)))
    types = dict.fromkeys(others, f"{WORD}.header+xml")
    return document(SAID, {**others, "word/_rels/document.xml.rels": arrows}, types)


def _parts_of_notes(many: int) -> bytes:
    """The notes of a document, each in a part of its own."""
    others = {
        f"word/footnotes{i}.xml": xml("w:footnotes", f'<w:footnote w:id="{i}">{SAID}</w:footnote>')
        for i in range(many)
    }
    arrows = relationships(*(("footnotes", f"footnotes{i}.xml") for i in range(many)))
    types = dict.fromkeys(others, f"{WORD}.footnotes+xml")
    return document(SAID, {**others, "word/_rels/document.xml.rels": arrows}, types)


def _chained_parts(many: int) -> bytes:
    """Each header points at all others."""
    return document(
        SAID,
        {
            **{f"word/header{i}.xml": xml("w:hdr", SAID) for i in range(many)},
            **{
                f"word/_rels/{name}.xml.rels": relationships(*(("header", f"header{i}.xml") for i in range(20)))
                for name in ("document", *(f"header{i}" for i in range(many)))
            },
        },
        {f"word/header{i}.xml": f"{WORD}.header+xml" for i in range(many)},
    )


def _comments(many: int) -> bytes:
    comments = "".join(
        f'<w:comment w:id="{i}" w:author="Ann {NAME} {i}" w:initials="AH">{SAID}</w:comment>' for i in range(many)
    )
    inside = "".join(f'<w:commentRangeStart w:id="{i}"/>{text("x ")}' for i in range(many))
    return _with_part(
        "comments.xml", xml("w:comments", comments), "comments", f"{WORD}.comments+xml", SAID + paragraph(inside)
    )


def _of(one: str) -> Callable[[int], bytes]:
    return lambda many: document(SAID + one * many)


def _numbered(one: Callable[[int], str], around: tuple[str, str] = ("", "")) -> Callable[[int], bytes]:
    return lambda many: document(SAID + around[0] + "".join(map(one, range(many))) + around[1])


def _wrapped(start: str, end: str) -> Callable[[int], bytes]:
    return lambda many: document(SAID + start * many + paragraph(text(f"in {NAME}")) + end * many)


_PARAGRAPH = ("<w:p>", "</w:p>")
_BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF Halden </w:instrText></w:r>'
_SEPARATE = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
_DELETED = '<w:del w:id="1" w:author="Ann"/>'
_DELETED_TEXT = "<w:r><w:delText>Halden</w:delText></w:r>"
_END = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'

GROWING: dict[str, Growing] = {
    "paragraphs": Growing("children", _numbered(lambda i: paragraph(text(f"Halden {i}"))), 8_000),
    "empty paragraphs": Growing("children", _of("<w:p/>"), 100_000),
    "unknown elements": Growing("elements", _of('<w:zz w:val="Halden"/>'), 100_000),
    "foreign elements": Growing(
        "elements", _numbered(lambda i: f'<zz xmlns="urn:y" v="Halden {i}">Ann {i}</zz>'), 20_000
    ),
    "runs": Growing("runs", _numbered(lambda i: text(f"Halden {i} "), _PARAGRAPH), 8_000),
    "runs of a letter": Growing(
        "runs", _numbered(lambda i: text("Halden & Rook "[i % 14].replace("&", "&amp;")), _PARAGRAPH), 40_000
    ),
    "empty runs": Growing("runs", _numbered(lambda _: "<w:r/>", _PARAGRAPH), 40_000),
    "tabs": Growing("runs", _numbered(lambda _: "<w:tab/>", ("<w:p><w:r>", "</w:r></w:p>")), 100_000),
    "tracked runs": Growing(
        "runs",
        _numbered(
            lambda i: (
                f'<w:ins w:id="{i}" w:author="Ann {i}">{text("Hal")}</w:ins><w:del w:id="x{i}">{text("den ").replace("w:t", "w:delText")}</w:del>'
            ),
            _PARAGRAPH,
        ),
        8_000,
    ),
    "bookmarks": Growing(
        "runs",
        _numbered(
            lambda i: f'<w:bookmarkStart w:id="{i}" w:name="Halden_{i}"/><w:bookmarkEnd w:id="{i}"/>', _PARAGRAPH
        ),
        20_000,
    ),
    "bookmarks and links to them": Growing(
        "runs",
        _numbered(
            lambda i: f'<w:bookmarkStart w:id="{i}" w:name="Halden_{i}"/><w:hyperlink w:anchor="Halden_{i}"/>',
            _PARAGRAPH,
        ),
        16_000,
    ),
    "fields": Growing("runs", _numbered(lambda _: _BEGIN + _END, _PARAGRAPH), 8_000),
    "fields in fields": Growing(
        "runs", lambda many: document(SAID + paragraph(_BEGIN * many + text(NAME) + _END * many)), 8_000
    ),
    "fields without an end": Growing("runs", lambda many: document(SAID + paragraph(_BEGIN * many)), 8_000),
    "ends of fields": Growing("runs", lambda many: document(SAID + paragraph(_END * many)), 8_000),
    "simple fields": Growing(
        "runs",
        _numbered(lambda i: f'<w:fldSimple w:instr=" REF Halden_{i} ">{text("a")}</w:fldSimple>', _PARAGRAPH),
        8_000,
    ),
    "attributes": Growing("attributes", lambda many: document(SAID + f"<w:p {attributes(many)}/>" * 200), 120),
    "attributes of Word's": Growing(
        "attributes", lambda many: document(SAID + f"<w:p {attributes(many, 'w:a')}/>" * 200), 120
    ),
    "namespaces": Growing(
        "namespaces",
        lambda many: document(
            SAID + "".join(f'<b{i}:c xmlns:b{i}="urn:halden-{i}" b{i}:d="Halden"/>' for i in range(many))
        ),
        480,
    ),
    "namespaces on each element": Growing(
        "attributes",
        lambda many: document(
            SAID + f"<w:p {' '.join(f'xmlns:q{i}=%surn:{i}%s' % (chr(34), chr(34)) for i in range(many))}/>" * 200
        ),
        120,
    ),
    "names": Growing(
        "names",
        lambda many: document(SAID + "".join(f'<q{i} v{i}="Halden">x</q{i}>' for i in range(many // 2))),
        4_800,
    ),
    "names of Word's": Growing(
        "names",
        lambda many: document(SAID + "".join(f'<w:q{i} w:v{i}="Halden">x</w:q{i}>' for i in range(many // 2))),
        4_800,
    ),
    "letters of a name": Growing(
        "name_length",
        lambda many: document(SAID + f'<w:{"q" * many} w:v="Halden">x</w:{"q" * many}>' * 2_000),
        960,
    ),
    "tables in tables": Growing("nesting", _wrapped("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"), 320),
    "controls in controls": Growing("nesting", _wrapped("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"), 480),
    "insertions in insertions": Growing(
        "nesting", lambda many: document(SAID + paragraph("<w:ins>" * many + text(NAME) + "</w:ins>" * many)), 960
    ),
    "boxes in boxes": Growing(
        "nesting",
        _wrapped(
            "<w:p><w:r><w:pict><v:textbox><w:txbxContent>", "</w:txbxContent></v:textbox></w:pict></w:r></w:p>"
        ),
        160,
    ),
    "much that is deep": Growing(
        "nesting",
        lambda many: document(
            SAID
            + "<w:sdt><w:sdtContent>" * 400
            + paragraph(*(text(f"Halden {i} ") for i in range(many)))
            + "</w:sdtContent></w:sdt>" * 400
        ),
        8_000,
    ),
    "tables": Growing(
        "children",
        _numbered(lambda i: f"<w:tbl><w:tr><w:tc>{paragraph(text(f'Halden {i}'))}</w:tc></w:tr></w:tbl>"),
        6_000,
    ),
    "rows": Growing(
        "children",
        _numbered(lambda i: f"<w:tr><w:tc>{paragraph(text(f'Halden {i}'))}</w:tc></w:tr>", ("<w:tbl>", "</w:tbl>")),
        6_000,
    ),
    "cells": Growing(
        "children",
        _numbered(lambda i: f"<w:tc>{paragraph(text(f'Halden {i}'))}</w:tc>", ("<w:tbl><w:tr>", "</w:tr></w:tbl>")),
        6_000,
    ),
    "links": Growing("relationships", _arrows, 6_000),
    "parts": Growing("parts", _parts, 1_600),
    "parts of notes": Growing("parts", _parts_of_notes, 1_600),
    "parts that point at parts": Growing("parts", _chained_parts, 800),
    "comments": Growing("children", _comments, 4_000),
    "styles": Growing(
        "children",
        lambda many: _styled(
            "".join(
                f'<w:style w:styleId="s{i}" w:customStyle="1" w:type="paragraph"><w:name w:val="Halden {i}"/><w:basedOn w:val="s{i + 1}"/></w:style>'
                for i in range(many)
            ),
            SAID + "".join(f'<w:p><w:pPr><w:pStyle w:val="s{i}"/></w:pPr>{text("a")}</w:p>' for i in range(many)),
        ),
        8_000,
    ),
    "comments of XML": Growing("unseen", _of("<!-- Halden -->"), 8_000),
    "instructions of XML": Growing("unseen", _of("<?x Halden?>"), 8_000),
    "smart tags": Growing(
        "runs",
        _numbered(
            lambda i: f'<w:smartTag w:element="City{i}" w:uri="urn:halden{i % 90}">{text("a")}</w:smartTag>',
            _PARAGRAPH,
        ),
        8_000,
    ),
    "drawings": Growing(
        "children",
        _numbered(
            lambda i: (
                f'<w:p><w:r><w:drawing><wp:inline><wp:docPr id="{i}" name="Halden {i}" descr="Ann {i}"/></wp:inline></w:drawing></w:r></w:p>'
            )
        ),
        8_000,
    ),
    "deleted tables": Growing(
        "children",
        _numbered(
            lambda i: (
                f"<w:tbl><w:tr><w:trPr>{_DELETED}</w:trPr><w:tc>{paragraph(text(f'Halden {i}'))}</w:tc></w:tr></w:tbl>"
            )
        ),
        6_000,
    ),
    "deleted tables before marks": Growing(
        "children",
        lambda many: document(
            SAID
            + f"<w:tbl><w:tr><w:trPr>{_DELETED}</w:trPr><w:tc><w:p/></w:tc></w:tr></w:tbl>" * (many // 2)
            + '<w:proofErr w:type="spellStart"/>' * (many // 2)
        ),
        16_000,
    ),
    "deletions behind marks in a link": Growing(
        "runs",
        lambda many: document(
            SAID
            + f"<w:p><w:hyperlink>{'<w:proofErr/>' * many}{f'<w:del>{_DELETED_TEXT}</w:del>' * many}</w:hyperlink></w:p>"
        ),
        16_000,
    ),
    "texts in codes without an end": Growing(
        "runs", lambda many: document(SAID + paragraph((_BEGIN + _SEPARATE + text("a ")) * many)), 4_000
    ),
    "letters in low lines": Growing(
        "runs", _numbered(lambda _: text("a ", '<w:spacing w:lineRule="exact" w:line="1"/>'), _PARAGRAPH), 8_000
    ),
    "styles based on one another": Growing(
        "children",
        lambda many: _styled(
            '<w:style w:styleId="x" w:type="paragraph"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>'
            + "".join(
                f'<w:style w:styleId="s{i}" w:type="paragraph"><w:basedOn w:val="s{i + 1}"/></w:style>'
                for i in range(many)
            )
        ),
        16_000,
    ),
    "alternatives in one another": Growing(
        "nesting",
        lambda many: document(
            SAID
            + f"<mc:AlternateContent><mc:Choice Requires='zz'>{paragraph(text('Halden '))}" * many
            + "</mc:Choice></mc:AlternateContent>" * many
        ),
        480,
    ),
    "branches below many namespaces": Growing(
        "children",
        lambda many: document(
            SAID
            + f"<w:sdt {' '.join(f'xmlns:q{i}=%surn:{i}%s' % (chr(34), chr(34)) for i in range(120))}><w:sdtContent>"
            * 400
            + "<mc:AlternateContent><mc:Choice Requires='w14'><w:p/></mc:Choice></mc:AlternateContent>" * many
            + "</w:sdtContent></w:sdt>" * 400
        ),
        4_000,
    ),
    "alternatives": Growing(
        "children",
        _numbered(
            lambda i: (
                f'<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:pict/></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>{paragraph(text(f"Halden {i}"))}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>'
            )
        ),
        4_000,
    ),
}
"""Every way to fill a document, by its name."""
