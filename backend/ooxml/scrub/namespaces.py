"""Rename namespaces, prefixes and elements of foreign vocabularies that contain redacted strings.

In custom XML they get new names, and the bindings of content controls are updated. In other parts such elements and
attributes are removed: only one program uses them, and every other program has to ignore them (ECMA-376 part 3).
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from lxml import etree

from backend.document.canonical_order import unescape
from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.distinct_names import REDACTED_NAMES
from backend.ooxml.distinct_names import new_names as fresh_names
from backend.ooxml.markup import meanings, names
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.scrub.schema_words import is_office, is_office_element, is_office_namespace
from backend.ooxml.string_search import StringSearch

MARKUP = "names in other vocabularies"

_DECLARED = re.compile(rb"xmlns(?::([^\s=:]+))?\s*=\s*[\"']([^\"']*)[\"']")
_LISTS = names("mc:Ignorable", "mc:ProcessContent", "mc:MustUnderstand")
"""The attributes that list prefixes."""
_BINDING = names("w:dataBinding", "w15:dataBinding")

_New = Mapping[str, str]
"""For each name that has to go, another one."""


def rename_markup(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Rename or remove markup whose names contain a redacted string."""
    search = parts.search.without_words
    package = parts.package
    declared = {part: dict(_declared(package.parts[part])) for part, _ in parts.roots()}
    foreign = {part: root for part, root in parts.roots() if declared[part] or not is_office_element(root.tag)}
    prefixed = {uri: f"{prefix} {uri}" for found in declared.values() for uri, prefix in found.items()}
    new_uris = _renamed(prefixed, search, [f"urn:{each.lower()}" for each in REDACTED_NAMES])
    new_names = _renamed(_local_names(foreign.values()), search, REDACTED_NAMES)
    for part, root in foreign.items():
        changed = _replaced(root, new_uris, new_names) if new_uris or new_names else 0
        if new_uris.keys() & declared[part].keys():
            _forgotten(root)
            changed += 1
        if changed:
            parts.changed(part)
        yield CoverageEntry(part, MARKUP, Treatment.REDACTED, changed)
    if new_uris or new_names:
        _bindings_follow(parts, {**new_uris, **new_names})


def _declared(content: bytes) -> Iterator[tuple[str, str]]:
    """Return the namespaces that a part declares, except Office's, with their prefixes."""
    for prefix, uri in _DECLARED.findall(content.replace(b"\0", b"")):
        namespace = unescape(uri.decode("utf-8", "replace"))
        if not is_office_namespace(namespace):
            yield namespace, prefix.decode("utf-8", "replace")


def _local_names(roots: Iterable[etree._Element]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for root in roots:
        for element in root.iter(etree.Element):
            found.update((name, name) for name in _foreign_names(element))
    return found


def _foreign_names(element: etree._Element) -> Iterator[str]:
    foreign = not is_office_element(element.tag)
    if foreign:
        yield etree.QName(element).localname
    for attribute in map(str, element.attrib):
        if (foreign and not attribute.startswith("{")) or not is_office(attribute):
            yield etree.QName(attribute).localname


def _renamed(declared: Mapping[str, str], search: StringSearch, forms: Iterable[str]) -> _New:
    """Return new names for those that contain a redacted string."""
    old = sorted(declared)
    hits = search.find_all([declared[each] for each in old])
    fresh = fresh_names(search, {each.lower() for each in old}, forms)
    return {old[hit]: next(fresh) for hit in sorted(hits)}


def _replaced(root: etree._Element, new_uris: _New, new_names: _New) -> int:
    """Rename in a part of a foreign vocabulary; in an Office part, remove what would have to be renamed."""
    changed = 0
    of_office = is_office_element(root.tag)
    for element in list(root.iter(etree.Element)):
        for attribute in list(element.attrib):
            new = _new_name(str(attribute), new_uris, new_names)
            if new is not None and not (is_office_element(element.tag) and not str(attribute).startswith("{")):
                value = element.attrib.pop(attribute)
                if not of_office:
                    element.set(new, value)
                changed += 1
        new = None if is_office_element(element.tag) else _new_name(element.tag, new_uris, new_names)
        if new is not None:
            changed += 1
            parent = element.getparent()
            if of_office and parent is not None:
                parent.remove(element)
            else:
                element.tag = new
    return changed


def _new_name(old: str, new_uris: _New, new_names: _New) -> str | None:
    name = etree.QName(old)
    uri, local = new_uris.get(name.namespace or ""), new_names.get(name.localname)
    if uri is None and (local is None or (is_office(old) and name.namespace is not None)):
        return None
    return etree.QName(uri or name.namespace, local or name.localname).text


def _forgotten(root: etree._Element) -> None:
    """Remove the declarations that are no longer used, and the lists of their prefixes."""
    lists = [(element, name) for element in root.iter(etree.Element) for name in _LISTS & set(element.attrib)]
    listed = {prefix.split(":")[0] for element, name in lists for prefix in (element.get(name) or "").split()}
    office = [prefix for prefix in listed if is_office_namespace(root.nsmap.get(prefix, ""))]
    etree.cleanup_namespaces(root, keep_ns_prefixes=office)
    requested: dict[etree._Element, set[str]] = {}
    for element, name in lists:
        requested.setdefault(element, set()).update(
            each.split(":")[0] for each in (element.get(name) or "").split()
        )
    known = meanings(root, requested)
    for element, name in lists:
        kept = [each for each in (element.get(name) or "").split() if each.split(":")[0] in known[element]]
        element.set(name, " ".join(kept))


def _bindings_follow(parts: OpenParts, new: _New) -> None:
    """Update the paths of element names with which content controls find their values."""
    longest_first = sorted(new, key=len, reverse=True)
    names_in_path = re.compile("|".join(rf"(?<![\w.-]){re.escape(old)}(?![\w.-])" for old in longest_first))
    for part, root in parts.roots():
        for binding in root.iter(*_BINDING):
            for attribute, value in binding.items():
                followed = names_in_path.sub(lambda match: new[match.group()], str(value))
                if followed != value:
                    binding.set(attribute, followed)
                    parts.changed(part)
