"""Leaks in the text: spellings, splits, stories, revisions, second copies."""

from typing import Any

from tests.leaks.leak import NO_NAME, Leak, Part, docx
from tests.ooxml.building import WORD, paragraph, text

_BOX = (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><a:graphicData>'
    "<wps:wsp><wps:txbx><w:txbxContent><w:p>{}</w:p></w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic>"
    "</wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent><w:p>{}</w:p>"
    "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
)
_CELL = "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>"


def body(
    name: str, inside: str, kind: str = "body", *, mail: bool = False, strict: bool = False, **about: Any
) -> Leak:
    """In a paragraph of the body."""
    return Leak(
        name, kind, lambda secret: docx(paragraph(inside), secret=secret, strict=strict), mail=mail, **about
    )


def blocks(name: str, inside: str, kind: str = "body", *, mail: bool = True) -> Leak:
    """In the body, as blocks."""
    return Leak(name, kind, lambda secret: docx(inside, secret=secret), mail=mail)


def story(name: str, root: str, inside: str, kind: str, arrow: str, part: str) -> Leak:
    """In another story."""
    content = (
        f'<w:{root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">{inside}</w:{root}>'
    )
    beside = Part(part, content, arrow, f"{WORD}.{arrow}+xml")
    return Leak(name, kind, lambda secret: docx("", beside, secret=secret), mail=True)


def _run(words: str, mark: str = "") -> str:
    return text(words, mark)


def _symbols(letters: str) -> str:
    return "".join(f'<w:r><w:sym w:font="Arial" w:char="{ord(letter):04X}"/></w:r>' for letter in letters)


SPELLINGS = [
    body("plain", _run("for $whole."), mail=True),
    body("capitals", _run("$upper")),
    body("small letters", _run("$lower")),
    body("swapped case", _run("$swapped")),
    body("a no-break space", _run("$nbsp")),
    body("a narrow no-break space", _run("$thin")),
    body("several spaces", _run("$spaces")),
    body("a tab character", _run("$tabbed")),
    body("line ends in the XML", _run("$lines")),
    body("an underline", _run("$under")),
    body("a hyphen", _run("$hyphened")),
    body("soft hyphens as characters", _run("$soft")),
    body("zero-width spaces", _run("$zero")),
    body("a word joiner", _run("$joiner")),
    body("marks of direction", _run("$marks")),
    body("a curly apostrophe", _run("$curly"), hides="Zephyrine O'Quiffin"),
    body("an apostrophe of letters", _run("$prime"), hides="Zephyrine O'Quiffin"),
    body("a ligature", _run("$ligature")),
    body("wide letters", _run("$wide")),
    body("a raised sign", _run("$raised")),
    body("possessive", _run("$whole's plan")),
    body("in brackets", _run("($whole)"), mail=True),
    body("in quotes", _run("\u201c$whole\u201d"), mail=True),
    body("decimal entities", _run("$entities"), mail=True),
    body("hexadecimal entities", _run("$hexes"), mail=True),
    body("CDATA", "<w:r><w:t><![CDATA[$whole]]></w:t></w:r>", mail=True),
    body("half CDATA", "<w:r><w:t>$head<![CDATA[$tail]]></w:t></w:r>", mail=True),
    body("a comment in the middle", "<w:r><w:t>$head<!-- x -->$tail</w:t></w:r>", mail=True),
    body("small caps", _run("$whole", "<w:smallCaps/>"), mail=True),
    body("all caps", _run("$lower", "<w:caps/>")),
    body("hidden", _run("$whole", "<w:vanish/>"), mail=True),
    body("hidden on the web", _run("$whole", "<w:webHidden/>"), mail=True),
    body("white on white", _run("$whole", '<w:color w:val="FFFFFF"/>'), mail=True),
    body("half a point high", _run("$whole", '<w:sz w:val="1"/>'), mail=True),
    body("from right to left", _run("$whole", "<w:rtl/>"), mail=True),
    body("in a placeholder's style", _run("$whole", '<w:rStyle w:val="PlaceholderText"/>'), mail=True),
]

SPLITS = [
    body("two runs", _run("$head") + _run("$tail"), mail=True),
    body("three runs", _run("$one") + _run("$two", "<w:b/>") + _run("$three", "<w:i/>"), mail=True),
    body("a proofing mark between", _run("$head") + '<w:proofErr w:type="spellStart"/>' + _run("$tail"), mail=True),
    body("a bookmark between", _run("$head") + '<w:bookmarkStart w:id="1" w:name="x"/>' + _run("$tail"), mail=True),
    body(
        "a comment's anchor between", _run("$head") + '<w:commentRangeStart w:id="1"/>' + _run("$tail"), mail=True
    ),
    body("a rendered page break between", "<w:r><w:t>$head</w:t><w:lastRenderedPageBreak/><w:t>$tail</w:t></w:r>"),
    body("an empty run between", _run("$head") + _run("") + _run("$tail"), mail=True),
    body("an optional hyphen between", "<w:r><w:t>$head</w:t><w:softHyphen/><w:t>$tail</w:t></w:r>"),
    body(
        "a no-break hyphen for the space",
        "<w:r><w:t>$low</w:t><w:noBreakHyphen/><w:t>$lowlast</w:t></w:r>",
        hides=NO_NAME,
    ),
    body("a tab for the space", "<w:r><w:t>$low</w:t><w:tab/><w:t>$lowlast</w:t></w:r>", hides=NO_NAME),
    body("a line break for the space", "<w:r><w:t>$low</w:t><w:br/><w:t>$lowlast</w:t></w:r>", hides=NO_NAME),
    body("a carriage return for the space", "<w:r><w:t>$low</w:t><w:cr/><w:t>$lowlast</w:t></w:r>", hides=NO_NAME),
    body("an aligned tab for the space", "<w:r><w:t>$low</w:t><w:ptab/><w:t>$lowlast</w:t></w:r>", hides=NO_NAME),
    body("a permission between", _run("$head") + '<w:permStart w:id="1"/>' + _run("$tail"), mail=True),
    body("symbols of an ordinary font", _symbols("Zephyrine Quiffin"), hides="Zephyrine Quiffin"),
    body(
        "half in a link", _run("$head") + '<w:hyperlink w:anchor="x">' + _run("$tail") + "</w:hyperlink>", mail=True
    ),
    body(
        "half in a control",
        _run("$head") + f"<w:sdt><w:sdtContent>{_run('$tail')}</w:sdtContent></w:sdt>",
        mail=True,
    ),
    body("half in a smart tag", _run("$head") + f"<w:smartTag>{_run('$tail')}</w:smartTag>", mail=True),
    body("half in custom markup", _run("$head") + f"<w:customXml>{_run('$tail')}</w:customXml>", mail=True),
    body("half in a direction", _run("$head") + f'<w:dir w:val="rtl">{_run("$tail")}</w:dir>', mail=True),
    body(
        "half in the result of a field",
        _run("$head") + f'<w:fldSimple w:instr=" QUOTE ">{_run("$tail")}</w:fldSimple>',
    ),
    body("half tracked in", _run("$head") + f'<w:ins w:id="1" w:author="A">{_run("$tail")}</w:ins>', mail=True),
]

PLACES = [
    blocks("a table", _CELL.format(paragraph(_run("$whole")))),
    blocks("a table in a table", _CELL.format(_CELL.format(paragraph(_run("$whole"))) + "<w:p/>")),
    blocks("five tables deep", "".join(["<w:tbl><w:tr><w:tc>"] * 5) + paragraph(_run("$whole")) + "</w:tc></w:tr></w:tbl>" * 5),
    blocks("a list", paragraph('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>', _run("$whole"))),
    blocks("a frame", paragraph('<w:pPr><w:framePr w:w="1"/></w:pPr>', _run("$whole"))),
    blocks("a control around blocks", f"<w:sdt><w:sdtContent>{paragraph(_run('$whole'))}</w:sdtContent></w:sdt>"),
    blocks("a control around a row", "<w:tbl><w:sdt><w:sdtContent><w:tr><w:tc>" + paragraph(_run("$whole"))
           + "</w:tc></w:tr></w:sdtContent></w:sdt></w:tbl>"),
    body("text of a link", f'<w:hyperlink w:anchor="x">{_run("$whole")}</w:hyperlink>', mail=True),
    body("result of a field", f'<w:fldSimple w:instr=" QUOTE ">{_run("$whole")}</w:fldSimple>', mail=True),
    body("ruby base", f"<w:r><w:ruby><w:rt>{_run('a')}</w:rt><w:rubyBase>{_run('$whole')}</w:rubyBase></w:ruby></w:r>"),
    body("ruby letters", f"<w:r><w:ruby><w:rt>{_run('$whole')}</w:rt><w:rubyBase>{_run('a')}</w:rubyBase></w:ruby></w:r>", "copy"),
    body("an equation", "<m:oMath><m:r><m:t>$whole</m:t></m:r></m:oMath>"),
    body("an equation over runs", "<m:oMath><m:r><m:t>$head</m:t></m:r><m:r><m:t>$tail</m:t></m:r></m:oMath>"),
    body("a text box", _BOX.format(_run("$whole"), _run("x")), "text box", mail=True),
    body("the second copy of a text box", _BOX.format(_run("x"), _run("$whole")), "copy", mail=True),
    body("both copies of a text box", _BOX.format(_run("$whole"), _run("$whole")), "copy", mail=True),
    body("an old text box", "<w:r><w:pict><v:textbox><w:txbxContent><w:p>" + _run("$whole")
         + "</w:p></w:txbxContent></v:textbox></w:pict></w:r>", "text box", mail=True),
    body("a text box in a text box", _BOX.format(_BOX.format(_run("$whole"), _run("x")), _run("x")), "text box", mail=True),
    body("a second form of a run", f'<mc:AlternateContent><mc:Choice Requires="w14">{_run("x")}</mc:Choice>'
         f"<mc:Fallback>{_run('$whole')}</mc:Fallback></mc:AlternateContent>", "copy", mail=True),
    body("strict", _run("$head") + _run("$tail"), strict=True, mail=True),
    story("header", "hdr", paragraph(_run("$whole")), "header", "header", "word/header1.xml"),
    story("footer", "ftr", paragraph(_run("$whole")), "footer", "footer", "word/footer1.xml"),
    story("header over runs", "hdr", paragraph(_run("$head"), _run("$tail")), "header", "header", "word/header7.xml"),
    story("footnote", "footnotes", f'<w:footnote w:id="2">{paragraph(_run("$whole"))}</w:footnote>', "footnotes",
          "footnotes", "word/footnotes.xml"),
    story("footnote separator", "footnotes", f'<w:footnote w:id="0" w:type="separator">{paragraph(_run("$whole"))}'
          "</w:footnote>", "footnotes", "footnotes", "word/footnotes.xml"),
    story("endnote", "endnotes", f'<w:endnote w:id="2">{paragraph(_run("$whole"))}</w:endnote>', "endnotes", "endnotes",
          "word/endnotes.xml"),
    story("comment", "comments", f'<w:comment w:id="2" w:author="A">{paragraph(_run("$whole"))}</w:comment>', "comments",
          "comments", "word/comments.xml"),
]  # fmt: skip


def unused(part: str, root: str, declared: str, kind: str) -> Leak:
    """A story that nothing leads to any more."""
    content = f'<w:{root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>{_run("$whole")}</w:p></w:{root}>'
    beside = Part(part, content, "", f"{WORD}.{declared}+xml")
    return Leak(f"unused {kind}", kind, lambda secret: docx("", beside, secret=secret), mail=True)


def _tracked(element: str, inside: str) -> str:
    return f'<w:{element} w:id="1" w:author="A" w:date="2024-03-12T10:00:00Z">{inside}</w:{element}>'


_DELETED = "<w:r><w:delText>{}</w:delText></w:r>"
_W14 = "http://schemas.microsoft.com/office/word/2010/wordml"

REVISIONS = [
    unused("word/header9.xml", "hdr", "header", "header"),
    unused("word/footer9.xml", "ftr", "footer", "footer"),
    body("tracked insertion", _tracked("ins", _run("$whole")), mail=True),
    body("tracked deletion", _tracked("del", _DELETED.format("$whole")), "before deletion", mail=True),
    body("deletion over runs", _tracked("del", _DELETED.format("$head") + _DELETED.format("$tail")), "before deletion"),
    body("inserted beside deleted", _tracked("ins", _run("$head")) + _tracked("del", _DELETED.format("$tail")),
         "tracked insertion"),
    body("half deleted", _run("$head") + _tracked("del", _DELETED.format("$tail")), "before deletion"),
    body("a deletion in the middle", _run("$first ") + _tracked("del", _DELETED.format("x")) + _run("$last")),
    body("a deleted symbol in the middle", _run("$low ") + _tracked("del", '<w:r><w:sym w:char="F04A"/></w:r>') + _run("$lowlast")),
    body("an insertion in the middle", _run("$one") + _tracked("ins", _run(" x ")) + _run("$two$three"), "before deletion"),
    body("something moved into the middle", _run("$one") + _tracked("moveTo", _run(" x ")) + _run("$two$three"), "before deletion"),
    body("moved from", _tracked("moveFrom", _run("$whole")), "before deletion", mail=True),
    body("moved to", _tracked("moveTo", _run("$whole")), mail=True),
    body("inserted and deleted", _tracked("ins", _tracked("del", _DELETED.format("$whole"))), "before deletion"),
    body("deleted and inserted again", _tracked("del", _DELETED.format("$whole")) + _tracked("ins", _run("$whole"))),
    body("author of an insertion", '<w:ins w:id="1" w:author="$whole"><w:r/></w:ins>', "author", mail=True),
    body("author of a deletion", '<w:del w:id="1" w:author="$whole"/>', "author", mail=True),
    body("author of a move", '<w:moveFrom w:id="1" w:author="$whole"/>', "author", mail=True),
    body("author of a moved range", '<w:moveToRangeStart w:id="1" w:name="m" w:author="$whole"/>', "author", mail=True),
    *(
        body(f"author of {change}", f'<w:x><w:{change} w:id="1" w:author="$whole"/></w:x>', "author", mail=True)
        for change in (
            *("rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblPrExChange", "tcPrChange"),
            *("trPrChange", "tblGridChange", "numberingChange", "cellIns", "cellDel", "cellMerge"),
        )
    ),
    *(
        body(f"author of a {change} that two people write", f'<w14:{change} xmlns:w14="{_W14}" w:id="1" w:author="$whole"/>',
             "author", mail=True)
        for change in ("conflictIns", "conflictDel", "customXmlConflictInsRangeStart", "customXmlConflictDelRangeStart")
    ),
    body("initials", '<w:ins w:id="1" w:author="$whole" w:initials="ZQ"/>', "author"),
    body("old list label of a revision", '<w:pPr><w:numPr><w:numberingChange w:id="1" w:original="$whole"/></w:numPr></w:pPr>',
         "other attribute", mail=False),
]  # fmt: skip

LEAKS = [*SPELLINGS, *SPLITS, *PLACES, *REVISIONS]
