"""Documents in requests, in one of three forms: raw body, multipart form, or base64 in JSON.

    curl --data-binary @plan.docx -H 'Content-Type: application/vnd.openxml…' -H 'Unsaid-Request: {"k": 5}' …
    curl -F document=@plan.docx -F 'request={"client": "Halden & Rook"}' …
    {"document": "UEsDBBQ…", "client": "Halden & Rook"}

The rest of a request is one JSON object in all three forms. It is never part of the URL, because URLs are logged by
proxies. Everything that is read stays in memory (see `size_limits`).
"""

import base64
import binascii
import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import PurePath
from typing import Any, TypeVar

from apiflask import HTTPError
from apiflask.fields import String
from apiflask.scaffold import _annotate
from apiflask.validators import Length
from flask import current_app, request
from marshmallow import ValidationError

from backend.document.entry_validation import label_fault
from backend.services.files.reading import each_file_read_once
from backend.web.schemas.redaction_options import Strict

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FORM = "multipart/form-data"
JSON = "application/json"
HEADER = "Unsaid-Request"

UNNAMED = "document.docx"
LONGEST_NAME = 255
_LINES = dict.fromkeys(map(ord, "\t\n\r"), "\0")
LONGEST_HEADER = 8_000
"""Characters of the options in a header; servers take no longer ones."""

_MARK = "x-takes-document"

View = TypeVar("View", bound=Callable[..., Any])


class Base64(String):
    """Bytes, in base64."""

    def _deserialize(self, value: Any, *of: Any, **more: Any) -> Any:
        try:
            return base64.b64decode(super()._deserialize(value, *of, **more), validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValidationError("Not valid base64.") from error


class DocumentIn(Strict):
    """A Word file and its name."""

    document = Base64(metadata={"format": "byte", "description": "The file, in base64."})
    name = String(
        validate=Length(1, LONGEST_NAME),
        metadata={
            "description": "The file name. It must not reveal the client either.",
            "example": "plan.docx",
        },
    )


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A parsed request: the bytes of its document (None if there is none), its name, all other values."""

    content: bytes | None
    name: str
    values: dict[str, Any]

    @property
    def document(self) -> bytes:
        """The bytes of the document; raises if there is none."""
        if self.content is None:
            raise does_not_fit({"document": ["Missing data for required field."]})
        return self.content


def does_not_fit(places: dict[str, Any]) -> HTTPError:
    """The error for a body that does not fit its schema, with the places of the faults."""
    return HTTPError(422, detail={"json": places})


def takes_document(schema: type[Strict], part: str = "document", kind: str = DOCX) -> Callable[[View], View]:
    """Decorate a view so that it gets the `DocumentRequest` request, in whichever form it came.

    `part` is the name of the file in a form and in JSON, `kind` the content type of a body that is the file.
    """
    fields = schema()
    form_fields = tuple(
        name for name, each in fields.fields.items() if isinstance(each, Base64) and name not in (part, "document")
    )
    reader = Reader(fields, part, kind, form_fields)

    def decorate(view: View) -> View:
        @wraps(view)
        def reading(**arguments: Any) -> Any:
            with each_file_read_once():
                return view(sent=reader.read(), **arguments)

        return reader.described(reading)  # type: ignore[return-value]

    return decorate


def describe(spec: dict[str, Any]) -> dict[str, Any]:
    """Add the two other forms of each body with a document to the OpenAPI document."""
    for path in spec.get("paths", {}).values():
        for operation in path.values():
            if _MARK in operation:
                _describe(operation, spec["components"]["schemas"], *operation.pop(_MARK))
    return spec


def _describe(
    operation: dict[str, Any], schemas: dict[str, Any], part: str, kind: str, form_fields: tuple[str, ...]
) -> None:
    content = operation["requestBody"]["content"]
    schema_name = content[JSON]["schema"]["$ref"].rpartition("/")[2]
    options = f"{schema_name.removesuffix('In')}Options"
    described = copy.deepcopy(schemas[schema_name])
    for name in (part, "stories", *form_fields):
        described["properties"].pop(name, None)
    described["required"] = [name for name in described.get("required", ()) if name in described["properties"]]
    if not described["required"]:
        del described["required"]
    schemas[options] = described
    reference = {"$ref": f"#/components/schemas/{options}"}
    content[FORM] = {
        "schema": {
            "type": "object",
            "properties": {
                **{name: {"type": "string", "format": "binary"} for name in (part, *form_fields)},
                "request": reference,
            },
            "required": [part],
            "additionalProperties": False,
        },
        "encoding": {
            **{name: {"contentType": kind} for name in (part, *form_fields)},
            "request": {"contentType": JSON},
        },
    }
    content[kind] = {"schema": {"type": "string", "format": "binary"}}
    operation["requestBody"]["required"] = True
    operation["parameters"] = [
        *operation.get("parameters", ()),
        {
            "in": "header",
            "name": HEADER,
            "description": f"The options of a body of {kind}, as JSON in ASCII.",
            "schema": {"type": "string", "maxLength": LONGEST_HEADER},
            "example": '{"k": 5}',
        },
    ]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the requests of one operation."""

    fields: Strict
    part: str
    kind: str
    beside: tuple[str, ...] = ()
    """Further files, which a form may hold too."""

    def described(self, view: View) -> View:
        """Add the bodies of the operation to its OpenAPI description."""
        # What `input` of APIFlask notes for bodies of JSON; `describe` adds the other two forms.
        _annotate(
            view, body=self.fields, content_type=JSON, extensions={_MARK: (self.part, self.kind, self.beside)}
        )
        return view

    def read(self) -> DocumentRequest:
        """Parse the request, in whichever form it came; the options header is always checked for its limits."""
        header_value = _header()
        if request.mimetype == JSON:
            values = _loaded(self.fields, request.get_json())
            return DocumentRequest(values.pop(self.part, None), _name(values.pop("name", "")), values)
        if request.mimetype == FORM:
            return self._form()
        if request.mimetype == self.kind:
            values = self._options(header_value)
            return DocumentRequest(request.get_data(cache=False), _name(values.pop("name", "")), values)
        raise HTTPError(415)

    def _form(self) -> DocumentRequest:
        files, form = request.files, request.form
        names = (self.part, *self.beside)
        unknown = [name for name in (*files, *form) if name not in (*names, "request")]
        if unknown or any(name in form for name in names) or any(len(files.getlist(name)) > 1 for name in names):
            listed = " and ".join(names)
            raise does_not_fit(
                {"_schema": [f"A form holds the file {listed} and the part request, and nothing else."]}
            )
        if self.part not in files:
            raise does_not_fit({self.part: ["Missing data for required field."]})
        options_text = files["request"].stream.read() if "request" in files else form.get("request")
        values = self._options(options_text)
        sent = files[self.part]
        values |= {name: files[name].stream.read() for name in self.beside if name in files}
        return DocumentRequest(sent.stream.read(), _name(values.pop("name", "") or sent.filename or ""), values)

    def _options(self, options_text: str | bytes | None) -> dict[str, Any]:
        """Parse the options beside a file; they must not hold a document themselves."""
        try:
            content = current_app.json.loads("{}" if options_text is None else options_text)
        except ValueError as error:
            raise does_not_fit({"_schema": ["Not valid JSON."]}) from error
        both = isinstance(content, dict) and {self.part, "stories", *self.beside} & content.keys()
        if both:
            raise does_not_fit({name: ["The document is sent beside this."] for name in both})
        return _loaded(self.fields, content)


def _header() -> str | None:
    value = request.headers.get(HEADER)
    if value is not None and (len(value) > LONGEST_HEADER or not value.isascii()):
        problem_text = f"Not ASCII, or more than {LONGEST_HEADER} characters; send a form, or escape as in \\u00fc."
        raise does_not_fit({"_schema": [problem_text]})
    return value


def _loaded(fields: Strict, content: Any) -> dict[str, Any]:
    try:
        values: dict[str, Any] = fields.load(content)
    except ValidationError as error:
        raise does_not_fit(error.messages_dict) from error
    return values


def _name(file_name: str) -> str:
    """The file name without folders, in the style of any operating system."""
    name = PurePath(file_name.replace("\\", "/")).name[-LONGEST_NAME:]
    # A label may have several lines; a name stands in a header, too.
    if fault := label_fault(name, LONGEST_NAME) or label_fault(name.translate(_LINES), LONGEST_NAME):
        raise does_not_fit({"name": [f"It {fault}."]})
    return name or UNNAMED
