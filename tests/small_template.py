"""Documents that tests make have the styles of a document, without the hundred looks of tables of python-docx.

Its template has 18,000 elements of markup, of which 16,000 are table styles that no test uses. Every test that
makes a document would read them several times. The real files that tests read keep all their styles.
"""

import io
import zipfile

import docx.api
from lxml import etree

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STYLES = ("word/styles.xml", "word/stylesWithEffects.xml")
_KEPT = ("TableNormal", "TableGrid")

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
            small.writestr(part, _without_looks_of_tables(content) if part in _STYLES else content)
    return stream.getvalue()


def _without_looks_of_tables(content):
    root = etree.fromstring(content)
    for style in root.findall(f"{_W}style[@{_W}type='table']"):
        if style.get(f"{_W}styleId") not in _KEPT:
            root.remove(style)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
