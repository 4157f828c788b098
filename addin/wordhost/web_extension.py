"""What an add-in keeps in the document: the parts that Word writes for it ([MS-OWEXML] 2.1 and 2.2).

The package points to `taskpanes.xml`, that to one `webextension` for each add-in, and there a setting is a property
whose value is JSON. Whoever gets the file gets them (office-facts 2.5).
"""

from lxml import etree

from addin.wordhost.names import Element, R
from addin.wordhost.package import Package

ADD_IN = "999d5d01-8af2-52be-ba76-a0a85b0e48bc"
"""The Id of manifest.xml; the settings of other add-ins are not this one's to read."""
WE = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11"
WETP = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"
FOLDER = "word/webextensions"
PANES = f"{FOLDER}/taskpanes.xml"
PANES_RELATION = "http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes"
EXTENSION_RELATION = "http://schemas.microsoft.com/office/2011/relationships/webextension"
CONTENT_TYPE = "application/vnd.ms-office.{}+xml"


def kept(package: Package) -> dict[str, str]:
    """The settings of this add-in in the file: JSON by name."""
    found = _extension(package)
    if found is None:
        return {}
    return {mark.get("name", ""): mark.get("value", "") for mark in package.tree(found).iter(f"{{{WE}}}property")}


def keep(package: Package, settings: dict[str, str]) -> None:
    """Write the settings of this add-in; who keeps nothing and kept nothing leaves no part."""
    name = _extension(package)
    if name is None:
        if not settings:
            return
        name = _new_extension(package)
    root = package.tree(name)
    properties = root.find(f"{{{WE}}}properties")
    if properties is None:
        properties = etree.SubElement(root, f"{{{WE}}}properties")
    properties[:] = [
        properties.makeelement(f"{{{WE}}}property", {"name": key, "value": value})
        for key, value in settings.items()
    ]
    package.changed(name)


def _extension(package: Package) -> str | None:
    """The part of this add-in."""
    for kind, panes in package.related("").values():
        if kind != "webextensiontaskpanes" or panes not in package:
            continue
        for _, part in package.related(panes).values():
            if part in package and _refers_to_this(package.tree(part)):
                return part
    return None


def _refers_to_this(extension: Element) -> bool:
    reference = extension.find(f"{{{WE}}}reference")
    return reference is not None and reference.get("id") == ADD_IN


def _new_extension(package: Package) -> str:
    """A part for this add-in, with what leads to it; how it was installed stands in `store` and `storeType`."""
    number = 1 + sum(1 for name in package.names() if name.startswith(f"{FOLDER}/webextension"))
    name = f"{FOLDER}/webextension{number}.xml"
    extension = etree.Element(f"{{{WE}}}webextension", {"id": f"{{{ADD_IN}}}"}, nsmap={"we": WE})
    reference = {"id": ADD_IN, "version": "0.1.0.0", "store": "developer", "storeType": "Registry"}
    etree.SubElement(extension, f"{{{WE}}}reference", reference)
    for empty in ("alternateReferences", "properties", "bindings"):
        etree.SubElement(extension, f"{{{WE}}}{empty}")
    etree.SubElement(extension, f"{{{WE}}}snapshot", nsmap={"r": R})
    package.add(name, extension, CONTENT_TYPE.format("webextension"))
    panes = _panes(package)
    identity = package.relate(panes, EXTENSION_RELATION, name.removeprefix(f"{FOLDER}/"))
    look = {"dockstate": "right", "visibility": "0", "width": "350", "row": "1"}
    pane = etree.SubElement(package.tree(panes), f"{{{WETP}}}taskpane", look)
    etree.SubElement(pane, f"{{{WETP}}}webextensionref", {f"{{{R}}}id": identity}, nsmap={"r": R})
    package.changed(panes)
    return name


def _panes(package: Package) -> str:
    for kind, part in package.related("").values():
        if kind == "webextensiontaskpanes" and part in package:
            return part
    root = etree.Element(f"{{{WETP}}}taskpanes", nsmap={"wetp": WETP})
    package.add(PANES, root, CONTENT_TYPE.format("webextensiontaskpanes"))
    package.relate("", PANES_RELATION, PANES)
    return PANES
