"""The batches of the client library: paths to objects, actions on them, and what is answered.

Read in `word-mac-16.00.debug.js` (office-facts 5.2). Path types: 1 root, 2 new object, 3 method, 4 property,
5 indexer, 6 reference, 7 null. Action types: 1 instantiate, 2 query, 3 method, 4 set property, 5 trace, 9 update.
"""

import itertools
import json
from collections.abc import Mapping
from typing import Any

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.objects.base import Collection, NullObject, WordObject, wire
from addin.wordhost.objects.document import Application, Document
from addin.wordhost.objects.textual import SearchOptions
from addin.wordhost.session import Session

KEEPABLE = (3, 5)
ALL = frozenset({"*", "$all"})
"""All scalar properties; `items` alone is sent as `items/*`."""
Tree = dict[str, Any]


class References:
    """Objects that the pane holds across batches, by names that no other document gives.

    The library lets objects go after their answer is used: a document opened meanwhile loses none by it.
    """

    _documents = itertools.count(1)

    def __init__(self) -> None:
        self._kept: dict[str, WordObject] = {}
        self._document = next(self._documents)
        self._last = 0

    def keep(self, thing: WordObject) -> str:
        """Give an object a name, once."""
        if thing.reference is None or thing.reference not in self._kept:
            self._last += 1
            thing.reference = f"{{{self._document}}}{{{self._last}}}"
            self._kept[thing.reference] = thing
        return thing.reference

    def get(self, name: str) -> WordObject:
        """A kept object; one that was let go is InvalidObjectPath (#68, #4678)."""
        if name not in self._kept:
            raise WordError("InvalidObjectPath")
        return self._kept[name]

    def drop(self, name: str) -> None:
        """Let an object go."""
        self._kept.pop(name, None)

    def drop_all(self) -> None:
        """Let every object go."""
        self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)


class Batch:
    """One sync: the first error stops it, and what was done before stays done (office-facts 5.3)."""

    def __init__(self, session: Session, references: References, request: Mapping[str, Any], number: int) -> None:
        self.session = session
        self.references = references
        self.number = number
        try:
            self.actions = request["Actions"]
            self.paths = request["ObjectPaths"]
        except (KeyError, TypeError) as problem:
            raise HostFailure(f"batch {number} has no Actions or no ObjectPaths") from problem
        self._objects: dict[int, Any] = {}

    def run(self) -> dict[str, Any]:
        """Answer every action in order."""
        results: list[dict[str, Any]] = []
        for index, action in enumerate(self.actions):
            where = self._location(action)
            try:
                results.append({"ActionId": action["Id"], "Value": self._act(action)})
            except WordError as problem:
                error = {"Code": problem.code, "Message": str(problem), "Location": where, "ActionIndex": index}
                return {"Results": results, "Error": error}
            except HostFailure as problem:
                raise HostFailure(f"batch {self.number}, action {index} ({where}): {problem}") from problem
            except (KeyError, TypeError, AttributeError, IndexError) as problem:
                raise HostFailure(f"batch {self.number}, action {index} ({where}): {problem!r}") from problem
        return {"Results": results}

    def _act(self, action: Mapping[str, Any]) -> Any:
        kind = action["ActionType"]
        if kind == 5:
            return None
        thing = self._object(action["ObjectPathId"])
        if isinstance(thing, _Service):
            return None
        acts = {1: self._instantiated, 2: self._queried, 3: self._called, 4: self._set, 9: self._updated}
        if kind not in acts:
            raise HostFailure(f"an action of type {kind} is not known")
        return acts[kind](thing, action)

    def _queried(self, thing: WordObject, action: Mapping[str, Any]) -> dict[str, Any] | None:
        query = action.get("QueryInfo") or {}
        return self._value(thing, _tree([*(query.get("Select") or []), *(query.get("Expand") or [])]), query)

    def _called(self, thing: WordObject, action: Mapping[str, Any]) -> Any:
        answered = self._method(thing, action["Name"], self._arguments(action))
        return None if isinstance(answered, WordObject) else answered

    def _set(self, thing: WordObject, action: Mapping[str, Any]) -> None:
        thing.write(action["Name"], self._arguments(action)[0])

    def _updated(self, thing: WordObject, action: Mapping[str, Any]) -> None:
        _update(thing, action["ObjectState"])

    def _instantiated(self, thing: WordObject, action: Mapping[str, Any]) -> dict[str, Any] | None:
        if isinstance(thing, NullObject):
            return None
        if self.paths[str(action["ObjectPathId"])]["ObjectPathType"] in KEEPABLE:
            self.references.keep(thing)
        return {"_ReferenceId": thing.reference} if thing.reference else {}

    def _method(self, thing: WordObject, name: str, arguments: list[Any]) -> Any:
        if name == "_KeepReference":
            self.references.keep(thing)
            return None
        if name == "_RemoveReference":
            self.references.drop(arguments[0])
            return None
        if name == "_RemoveAllReferences":
            self.references.drop_all()
            return None
        if name in {"_RegisterEvent", "_UnregisterEvent"} or name.startswith(("_Register", "_Unregister")):
            return None
        if name == "_GetObjectByReferenceId":
            return self.references.get(arguments[0])
        return thing.call(name, arguments)

    def _object(self, number: int) -> Any:
        if number not in self._objects:
            try:
                path = self.paths[str(number)]
            except KeyError as problem:
                raise HostFailure(f"object path {number} is used before it is told") from problem
            self._objects[number] = self._follow(path)
        return self._objects[number]

    def _follow(self, path: Mapping[str, Any]) -> Any:
        kind = path["ObjectPathType"]
        if kind in (1, 2, 6, 7):
            return self._root(kind, path)
        parent = self._object(path["ParentObjectPathId"])
        if isinstance(parent, NullObject | _Service):
            return parent
        if kind == 3:
            return self._method(parent, path["Name"], self._arguments(path))
        if kind == 4:
            return parent.read(path["Name"])
        if kind == 5:
            return parent.item(self._arguments(path)[0])
        raise HostFailure(f"an object path of type {kind} is not known")

    def _root(self, kind: int, path: Mapping[str, Any]) -> Any:
        if kind == 1:
            return Document(self.session)
        if kind == 2:
            return self._new(path["Name"])
        return NullObject(self.session) if kind == 7 else self.references.get(path["Name"])

    def _new(self, name: str) -> Any:
        if name == "Microsoft.WordServices.SearchOptions":
            return SearchOptions(self.session)
        if name == "Microsoft.WordServices.Application":
            return Application(self.session)
        return _Service(name)

    def _arguments(self, told: Mapping[str, Any]) -> list[Any]:
        info = told.get("ArgumentInfo") or {}
        references = info.get("ReferencedObjectPathIds") or []
        return [
            self._object(references[index]) if index < len(references) and references[index] else value
            for index, value in enumerate(info.get("Arguments") or [])
        ]

    def _value(self, thing: WordObject, tree: Tree, query: Mapping[str, Any]) -> dict[str, Any] | None:
        if isinstance(thing, NullObject):
            return None
        value: dict[str, Any] = {}
        if isinstance(thing, Collection):
            items = thing.items[query.get("Skip") or 0 :]
            items = items[: query["Top"]] if query.get("Top") else items
            inner = {name: below for name, below in tree.items() if name != "items"} | tree.get("items", {})
            value["_Items"] = []
            for item in items:
                self.references.keep(item)
                value["_Items"].append(self._value(item, inner, {}))
        else:
            names: Tree = {name: {} for name in thing.scalars()} if not tree or not ALL.isdisjoint(tree) else {}
            for name, below in {**names, **tree}.items():
                if name not in ALL:
                    found = thing.read(name)
                    value[wire(name)] = self._value(found, below, {}) if isinstance(found, WordObject) else found
        if thing.reference:
            value["_ReferenceId"] = thing.reference
        return value

    def _location(self, action: Mapping[str, Any]) -> str:
        name = action.get("Name") or ""
        path = self.paths.get(str(action.get("ObjectPathId")), {})
        kind = getattr(self._objects.get(action.get("ObjectPathId", 0)), "kind", None)
        if not name:
            name, kind = path.get("Name", ""), None
        spelled = name[:1].lower() + name[1:]
        return f"{kind}.{spelled}" if kind else spelled


class _Service:
    """A service beside the document that the client library talks to: telemetry and the like."""

    def __init__(self, name: str) -> None:
        self.name = name


def _tree(paths: list[str]) -> Tree:
    """What is asked for as a tree.

    >>> _tree(["items/text", "items/font/highlightColor"])
    {'items': {'text': {}, 'font': {'highlightColor': {}}}}
    """
    tree: Tree = {}
    for path in paths:
        branch = tree
        for name in path.split("/"):
            branch = branch.setdefault(name, {})
    return tree


def _update(thing: WordObject, state: Mapping[str, Any]) -> None:
    for name, value in state.items():
        if isinstance(value, dict):
            _update(thing.read(name), value)
        else:
            thing.write(name, value)


def answer(session: Session, references: References, message: str, number: int) -> str:
    """One batch as JSON to its answer as JSON."""
    try:
        request = json.loads(message)
    except json.JSONDecodeError as problem:
        raise HostFailure(f"batch {number} is no JSON: {problem}") from problem
    return json.dumps(Batch(session, references, request, number).run())


def housekeeping(message: str) -> bool:
    """Whether the library speaks for itself: it lets references go after each `Word.run`, and asks its services."""
    try:
        request = json.loads(message)
        names = {action.get("Name") for action in request["Actions"] if action["ActionType"] != 1}
        roots = {path.get("Name", "") for path in request["ObjectPaths"].values() if path["ObjectPathType"] == 2}
        told = {path["ObjectPathType"] for path in request["ObjectPaths"].values()}
    except (json.JSONDecodeError, KeyError, TypeError):
        return False
    services = roots and not any(root.startswith("Microsoft.WordServices.") for root in roots) and not told & {1, 6}
    return names == {"_RemoveReference"} or bool(services)
