"""Lists of requests: refused by their length before anything in them is read, and not read beyond many faults."""

from typing import Any

import pytest
from apiflask.fields import Integer
from apiflask.validators import Length
from marshmallow import ValidationError
from marshmallow import fields as of_the_library

from backend.web import app as _every_route  # noqa: F401 - so that all schemas are there
from backend.web.schemas.fields import MAX_FAULTS, List
from backend.web.schemas.redaction_options import Strict


class Counted(Integer):
    """A number, and how many were read."""

    def __init__(self):
        super().__init__(strict=True)
        self.read = 0

    def deserialize(self, *of, **more):
        self.read += 1
        return super().deserialize(*of, **more)


def _load(content, **more):
    """What is read of a list, or its faults; and how many of its items were looked at."""
    items = List(Counted(), **more)
    schema = type("Numbers", (Strict,), {"items": items})()
    field: Any = schema.fields["items"]
    try:
        loaded: Any = schema.load({"items": content})
        return loaded["items"], field.inner.read
    except ValidationError as error:
        return error.messages_dict["items"], field.inner.read


@pytest.mark.parametrize("length", [0, 6, 400_000])
def test_a_list_of_the_wrong_length_is_not_read(length):
    faults, read = _load([{}] * length, validate=Length(1, 5))
    assert (len(faults), read) == (1, 0)


def test_a_list_is_not_read_beyond_the_last_fault_that_is_reported():
    faults, read = _load(["x"] * 400_000)
    assert (len(faults), read) == (MAX_FAULTS, MAX_FAULTS)
    assert set(faults) == set(range(MAX_FAULTS))


def test_a_list_that_fits_is_read_as_the_library_reads_it():
    assert _load([3, 1, 2], validate=Length(1, 3)) == ([3, 1, 2], 3)
    assert _load([1, "x", 3, None]) == ({1: ["Not a valid integer."], 3: ["Field may not be null."]}, 4)


@pytest.mark.parametrize("content", ["abc", {"a": 1}, 7, {}, ""])
def test_a_value_that_is_not_a_list_is_refused(content):
    assert _load(content) == (["Not a valid list."], 0)


def _all_of(schema):
    for each in schema.__subclasses__():
        if each.__module__.startswith("backend."):
            yield each
        yield from _all_of(each)


def test_every_list_of_every_request_is_such_a_list_and_has_a_limit():
    """The library's own list would read all that fits into the body first."""
    schemas = set(_all_of(Strict))
    assert len(schemas) > 30
    fields = [(each.__name__, name, field) for each in schemas for name, field in each._declared_fields.items()]
    lists = [(whose, name, field) for whose, name, field in fields if isinstance(field, of_the_library.List)]
    assert len(lists) > 20
    for whose, name, field in lists:
        limits = [each.max for each in field.validators if isinstance(each, Length)]
        assert isinstance(field, List), f"{whose}.{name}"
        assert limits, f"{whose}.{name}"
        assert limits[0] is not None, f"{whose}.{name}"
        assert not isinstance(field.inner, of_the_library.List), f"{whose}.{name}"
