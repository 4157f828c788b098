"""Documents that tests make have the styles that tests use, without the looks and the copies of python-docx.

Its template has 18,000 elements of markup, of which 16,000 are table styles and 1,500 other styles that no test
uses, most of them twice. Every test that makes a document would read them several times. The sample and the real
files that tests read keep all their styles.
"""

import io
import re
import zipfile

import docx.api
from lxml import etree

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STYLES = "word/styles.xml"
_COPY = "stylesWithEffects.xml"
"""The styles a second time, for Word 2010."""
_KEPT = frozenset(
    {"Normal", "Header", "HeaderChar", "Footer", "FooterChar", "DefaultParagraphFont", "NoList", "Caption"}
    | {"Title", "TitleChar", "Subtitle", "SubtitleChar", "Heading1", "Heading1Char", "Heading2", "Heading2Char"}
    | {"ListParagraph", "ListBullet", "ListNumber", "TableNormal", "TableGrid"}
)

ORIGINAL = docx.api._default_docx_path
"""Where python-docx has its own template."""


def use_small_template():
    """Let `docx.Document()` begin with the small template, in this process."""
    content = _small()
    docx.api._default_docx_path = lambda: io.BytesIO(content)


def _small():
    stream = io.BytesIO()
    with zipfile.ZipFile(ORIGINAL()) as template, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as small:
        for part in template.namelist():
            content = template.read(part)
            if part == _STYLES:
                content = _with_kept_styles(content)
            elif part in {"[Content_Types].xml", "word/_rels/document.xml.rels"}:
                content = re.sub(rb"<(?:Override|Relationship) [^>]*%b[^>]*/>" % _COPY.encode(), b"", content)
            if not part.endswith(_COPY):
                small.writestr(part, content)
    return stream.getvalue()


def _with_kept_styles(content):
    root = etree.fromstring(content)
    for style in [*root.findall(f"{_W}style"), *root.findall(f"{_W}latentStyles")]:
        if style.get(f"{_W}styleId") not in _KEPT:
            root.remove(style)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
