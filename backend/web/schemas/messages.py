"""The schema of messages in responses: one variant for each code, with its parameters."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from apiflask import Schema
from apiflask.fields import Dict, String

from backend.messages.catalogue import ANSWERED, REASONS
from backend.messages.message import Message


class MessageOut(Schema):
    """A warning as a code with parameters; `warnings` has the words for it, in the same order."""

    code = String(required=True)
    params = Dict(required=True)


class ReasonOut(Schema):
    """A reason as a code with parameters; `why` has the words for it."""

    code = String(required=True)
    params = Dict(required=True)


_CODES: Mapping[type[Schema], Mapping[str, type[Message]]] = {MessageOut: ANSWERED, ReasonOut: REASONS}


def describe(spec: Any) -> Any:
    """List the codes, and the parameters of each, which marshmallow cannot describe."""
    schemas = spec.get("components", {}).get("schemas", {})
    for schema, codes in _CODES.items():
        name = schema.__name__
        if name in schemas:
            schemas[name] = {
                "description": schemas[name].get("description", ""),
                "oneOf": [_message(code, kind) for code, kind in codes.items()],
            }
    return spec


def _message(code: str, kind: type) -> dict[str, Any]:
    described = {"code": {"type": "string", "enum": [code]}, "params": _object(kind)}
    return {
        "type": "object",
        "description": (kind.__doc__ or "").split("\n\n", 1)[0],
        "required": ["code", "params"],
        "properties": described,
    }


def _object(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)]
    described = {"type": "object", "properties": {name: _type(hints[name]) for name in names}}
    return {**described, "required": names} if names else described


_SIMPLE: Mapping[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


def _type(hint: Any) -> dict[str, Any]:
    """How a parameter is described.

    >>> _type(tuple[int, ...]), _type(int | None)
    ({'type': 'array', 'items': {'type': 'integer'}}, {'type': 'integer', 'nullable': True})
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if origin is tuple:
        return {"type": "array", "items": _type(inner[0])}
    if origin in (Union, UnionType):
        (known,) = (each for each in inner if each is not NoneType)
        return {**_type(known), "nullable": True}
    return _object(hint) if isinstance(hint, type) and is_dataclass(hint) else {"type": _SIMPLE[hint]}
