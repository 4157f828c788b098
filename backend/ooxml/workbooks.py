"""Clean a workbook in a document: redacted strings leave its words and its names, and all formulas follow."""

from collections.abc import Iterator

from backend.document.coverage import Covered, Treatment
from backend.ooxml.open_parts import OpenParts
from backend.ooxml.package import PackageKind
from backend.ooxml.sheet_names import charts_follow, names_renamed
from backend.ooxml.sheet_texts import sheet_texts
from backend.ooxml.tables import columns_renamed


def workbooks_cleaned(parts: OpenParts) -> Iterator[Covered]:
    """Clean a workbook; in a Word document, only its charts are touched, which follow the workbooks in it."""
    package = parts.package
    if package.kind is PackageKind.WORD:
        yield from charts_follow(parts)
        return
    yield from _words_replaced(parts)
    yield from names_renamed(parts)
    yield from columns_renamed(parts, package.parts)


def _words_replaced(parts: OpenParts) -> Iterator[Covered]:
    """Replace what the writer has not, since it was found elsewhere: in a link, say."""
    for part, root in parts.roots():
        texts = sheet_texts(root)
        hits = parts.search.find_all([each.text for each in texts])
        for i, each in enumerate(texts):
            if i in hits:
                each.replace(hits[i])
                parts.changed(part)
            yield Covered(part, each.what, Treatment.REDACTED, int(i in hits))
