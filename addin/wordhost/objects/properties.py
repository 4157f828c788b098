"""Properties and settings of the document; both are saved in the file (office-facts 2.5)."""

import json
from typing import TYPE_CHECKING, Any

from lxml import etree

from addin.wordhost.errors import WordError
from addin.wordhost.names import Element
from addin.wordhost.objects.base import Collection, NullObject, WordObject

if TYPE_CHECKING:
    from addin.wordhost.session import Session

CORE = "docProps/core.xml"
APP = "docProps/app.xml"
CUSTOM = "docProps/custom.xml"
DC = "http://purl.org/dc/elements/1.1/"
CP = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
EXTENDED = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
CUSTOM_PROPERTIES = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
PLACES = {
    "author": (CORE, DC, "creator"),
    "title": (CORE, DC, "title"),
    "subject": (CORE, DC, "subject"),
    "comments": (CORE, DC, "description"),
    "keywords": (CORE, CP, "keywords"),
    "category": (CORE, CP, "category"),
    "last_author": (CORE, CP, "lastModifiedBy"),
    "company": (APP, EXTENDED, "Company"),
    "manager": (APP, EXTENDED, "Manager"),
}
"""Where WordApi 1.3's properties stand."""


def _reader(name: str) -> Any:
    def read(self: "DocumentProperties") -> str:
        found = self._element(name)
        return "" if found is None else found.text or ""

    return read


def _writer(name: str) -> Any:
    def write(self: "DocumentProperties", value: str) -> None:
        self._write(name, value)

    return write


class DocumentProperties(WordObject):
    """Word.DocumentProperties; `lastAuthor` can only be read."""

    kind = "DocumentProperties"

    def get_custom_properties(self) -> Collection:
        return CustomProperties(self.session)

    def _element(self, name: str) -> Element | None:
        part, namespace, tag = PLACES[name]
        if part not in self.session.package:
            return None
        return self.session.package.tree(part).find(f"{{{namespace}}}{tag}")

    def _write(self, name: str, value: str) -> None:
        part, namespace, tag = PLACES[name]
        if part not in self.session.package:
            raise WordError("GeneralException")
        element = self._element(name)
        if element is None:
            element = etree.SubElement(self.session.package.tree(part), f"{{{namespace}}}{tag}")
        element.text = value
        self.session.package.changed(part)


for _name in PLACES:
    setattr(DocumentProperties, f"get_{_name}", _reader(_name))
    if _name != "last_author":
        setattr(DocumentProperties, f"set_{_name}", _writer(_name))


class CustomProperties(Collection):
    """Word.CustomPropertyCollection."""

    def __init__(self, session: "Session") -> None:
        root = session.package.tree(CUSTOM) if CUSTOM in session.package else None
        marks = [] if root is None else list(root.iter(f"{{{CUSTOM_PROPERTIES}}}property"))
        super().__init__(session, "CustomPropertyCollection", [CustomProperty(session, mark) for mark in marks])

    def do_delete_all(self) -> None:
        for item in self.items:
            item.call("Delete", [])

    def do_get_item_or_null_object(self, key: str) -> WordObject:
        found = [item for item in self.items if item.read("key") == key]
        return found[0] if found else NullObject(self.session)


class CustomProperty(WordObject):
    """Word.CustomProperty."""

    kind = "CustomProperty"

    def __init__(self, session: "Session", mark: Element) -> None:
        super().__init__(session)
        self.mark = mark

    def get_key(self) -> str:
        return self.mark.get("name", "")

    def get_value(self) -> str:
        return "".join(str(text) for text in self.mark.itertext())

    def set_value(self, value: Any) -> None:
        self.mark[0].text = str(value)
        self.session.package.changed(CUSTOM)

    def do_delete(self) -> None:
        parent = self.mark.getparent()
        if parent is None:
            raise WordError("ItemNotFound")
        parent.remove(self.mark)
        self.session.package.changed(CUSTOM)


class Settings(Collection):
    """Word.SettingCollection, WordApi 1.4: the same settings as those of `Office.context.document.settings`."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session, "SettingCollection", [])
        self._read()

    def _read(self) -> None:
        self.items = [Setting(self.session, key) for key in self.session.add_in_settings]

    def item(self, key: Any) -> WordObject:
        """A setting by its key."""
        if key not in self.session.add_in_settings:
            raise WordError("ItemNotFound")
        return Setting(self.session, key)

    def do_add(self, key: str, value: Any) -> WordObject:
        made = Setting(self.session, key)
        made.set_value(value)
        self._read()
        return made

    def do_get_item_or_null_object(self, key: str) -> WordObject:
        return self.item(key) if key in self.session.add_in_settings else NullObject(self.session)

    def do_delete_all(self) -> None:
        self.session.keep({})
        self._read()


class Setting(WordObject):
    """Word.Setting."""

    kind = "Setting"

    def __init__(self, session: "Session", key: str) -> None:
        super().__init__(session)
        self.key = key

    def get_key(self) -> str:
        return self.key

    def get_value(self) -> Any:
        if self.key not in self.session.add_in_settings:
            raise WordError("ItemNotFound")
        return json.loads(self.session.add_in_settings[self.key])

    def set_value(self, value: Any) -> None:
        self.session.keep({**self.session.add_in_settings, self.key: json.dumps(value)})

    def do_delete(self) -> None:
        kept = dict(self.session.add_in_settings)
        if kept.pop(self.key, None) is None:
            raise WordError("ItemNotFound")
        self.session.keep(kept)
