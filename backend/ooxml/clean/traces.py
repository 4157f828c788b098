"""Remove metadata that Word writes beside the text, such as revision identifiers."""

from typing import Any

from lxml import etree

from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.tree_edits import RUN, remove_element, remove_marker, unwrap
from backend.ooxml.markup import names

RSID = "rsid"
CUSTOM_XML = "custom XML"
BINDING = "data binding"
IDENTITY = "identity"

_SETTINGS = names("w:settings")
_OF_SETTINGS = {
    # ECMA-376 part 1, 17.15.1, unless said otherwise
    "w:rsids": RSID,
    "w14:docId": "document id",  # [MS-DOCX] 2.6.2.3: the same in every copy
    "w15:docId": "document id",
    "w:docVars": "document variable",
    "w:attachedTemplate": "attached template",
    "w:linkStyles": "attached template",  # without the template Word would take the styles of another one
    "w:saveThroughXslt": "attached template",
    "w:mailMerge": "mail merge",
    "w:proofState": "proofing mark",
    "w:attachedSchema": CUSTOM_XML,
    "sl:schemaLibrary": CUSTOM_XML,
    "w:smartTagType": "smart tag",
}
_KIND_OF_SETTING = {name: kind for prefixed, kind in _OF_SETTINGS.items() for name in names(prefixed)}

_ANYWHERE = {
    "w:rsid": RSID,  # of a style
    "w:proofErr": "proofing mark",
    "w:lastRenderedPageBreak": "page break as last shown",
    "w:dataBinding": BINDING,
    "w15:dataBinding": BINDING,
    "w:printerSettings": "printer settings",
    "w:divId": "web settings",
}
_KIND_ANYWHERE = {name: kind for prefixed, kind in _ANYWHERE.items() for name in names(prefixed)}

# Word has dropped both when it opens a file since 2010 (KB 978951, and smart tags with Word 2010).
_WRAPPERS = {
    name: kind for kind, each in ((CUSTOM_XML, "w:customXml"), ("smart tag", "w:smartTag")) for name in names(each)
}

_PARTS = {
    # the last segment of the relationship's type
    "customXml": CUSTOM_XML,
    "customXmlProps": CUSTOM_XML,
    "printerSettings": "printer settings",
    "recipientData": "mail merge",
    "webSettings": "web settings",
    "webextensiontaskpanes": "task pane",
    "extensibility": "customised commands",
    "userCustomization": "customised commands",
    "keyMapCustomizations": "customised commands",
    "attachedToolbars": "customised commands",
}

_MARKED = etree.XPath("//*[@*[starts-with(local-name(), 'rsid')]]")
_IDENTIFIED = etree.XPath("//*[@*[local-name()='userId']]")
_RUN_PROPERTIES = names("w:rPr")


def remove_traces(draft: PackageDraft) -> None:
    """Remove the traces of who saved when, with which printer and template, and from which data.

    A control that showed data of custom XML keeps the text that it shows. Protection of the document stays.
    """
    for part, root in draft.roots.items():
        draft.did(part, RSID, _without_sessions(root))
        draft.did(part, IDENTITY, _without_identities(root))
        for kind, count in _without_marks(root).items():
            draft.did(part, kind, count)
    for kind, name in _PARTS.items():
        for part in draft.parts_of({kind}):
            draft.remove_part(part, name)


def _without_sessions(root: etree._Element) -> int:
    elements: Any = _MARKED(root)
    count = 0
    for element in elements:
        for attribute in [str(name) for name in element.attrib]:
            if etree.QName(attribute).localname.startswith("rsid"):
                del element.attrib[attribute]
                count += 1
    return count


def _without_identities(root: etree._Element) -> int:
    """Empty the accounts that a directory knows people by: of authors, reactions and assigned tasks."""
    elements: Any = _IDENTIFIED(root)
    count = 0
    for element in elements:
        for attribute, value in element.items():
            if etree.QName(attribute).localname == "userId" and value:
                element.set(attribute, "")
                count += 1
    return count


def _without_marks(root: etree._Element) -> dict[str, int]:
    counts: dict[str, int] = {}
    settings = root.tag in _SETTINGS
    kinds = _KIND_ANYWHERE | (_KIND_OF_SETTING if settings else {})
    for element in list(root.iter(*kinds)):
        counts[kinds[element.tag]] = counts.get(kinds[element.tag], 0) + 1
        parent = element.getparent()
        remove_marker(element)
        if parent is not None and parent.tag in RUN and all(child.tag in _RUN_PROPERTIES for child in parent):
            remove_element(parent)
    for element in list(root.iter(*_WRAPPERS)):
        counts[_WRAPPERS[element.tag]] = counts.get(_WRAPPERS[element.tag], 0) + 1
        unwrap(element)
    return counts
