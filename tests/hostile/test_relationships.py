"""Relationships and declared types that mean what no part may be: the file is redacted all the same.

Clean copies remove comments, custom XML and pictures by what relationships and types say. A file may say so of its
main part, of its content types, and of its relationships, without which nothing could be written.
"""

from dataclasses import replace

import pytest

from backend.document.cleaning import CLEAN, Cleaning, Images
from tests.hostile.growing import SAID
from tests.hostile.hostile_runs import whole_way
from tests.ooxml.building import WORD, body, docx_parts, relationships, zipped

KINDS = (
    *("attachedToolbars", "comments", "commentsExtended", "commentsExtensible", "commentsIds", "custom-properties"),
    *("customXml", "customXmlProps", "extensibility", "footnotes", "header", "image", "keyMapCustomizations"),
    *("people", "printerSettings", "recipientData", "thumbnail", "userCustomization", "vbaProject", "webSettings"),
    *("webextensiontaskpanes", "wordVbaData"),
)
TARGETS = ("word/document.xml", "[Content_Types].xml", "_rels/.rels", "word/_rels/document.xml.rels")
HOLDERS = ("_rels/.rels", "word/_rels/document.xml.rels", "word/_rels/styles.xml.rels", "misplaced.rels")
DECLARED = (*(f"{WORD}.{kind}+xml" for kind in ("comments", "people", "footnotes", "webSettings")), "image/png")
POLICIES = (Cleaning(), CLEAN, replace(CLEAN, images=Images.REMOVE))


def _assert_redacted(parts):
    for policy in POLICIES:
        done = whole_way(zipped(parts), "a.docx", policy)
        assert not done.fault
        assert done.said in {"clean", "not_examined"}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("holder", HOLDERS)
def test_relationships_of_every_kind_remove_nothing_that_a_package_needs(holder, target):
    rows = [(kind, f"/{target}") for kind in KINDS]
    if holder == "_rels/.rels":
        rows.append(("officeDocument", "word/document.xml"))
    _assert_redacted(docx_parts(body(SAID), {holder: relationships(*rows)}))


@pytest.mark.parametrize("declared", DECLARED)
def test_a_type_of_all_relationships_and_all_xml_removes_nothing_that_a_package_needs(declared):
    parts = docx_parts(body(SAID), {"word/_rels/document.xml.rels": relationships()})
    for usual in (b"application/vnd.openxmlformats-package.relationships+xml", b"application/xml"):
        types = parts["[Content_Types].xml"].replace(usual, declared.encode())
        _assert_redacted({**parts, "[Content_Types].xml": types})
