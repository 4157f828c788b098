"""Each field that /v1/openapi.json describes: bounded there, and no odd value in it becomes a failure of ours."""

import json

import pytest

from backend.settings import Settings
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.auth.start_up_token import StartUpToken
from backend.web.service import EXTENSION
from tests.further_cases import further
from tests.web.description import description
from tests.web.documents import encoded, word_file, zipped

SPEC = json.loads(description())
SCHEMAS = SPEC["components"]["schemas"]
FILES = {"binary", "byte"}
"""Formats of files: the limit of the whole request is theirs."""

DOCUMENT = word_file("Ann Rook wrote to ann@halden.example.")
FILE_OF = {"document": encoded(DOCUMENT), "documents": encoded(zipped({"a.docx": DOCUMENT}))}


def resolved(schema):
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    for part in schema.get("allOf", ()):
        schema = {**resolved(part), **{key: value for key, value in schema.items() if key != "allOf"}}
    return schema


def leaves(schema, path=()):
    """Every field that holds no others, by the steps that lead there: names, and 0 for an entry of a list."""
    schema = resolved(schema)
    if schema.get("type") == "object":
        for name, field in schema.get("properties", {}).items():
            yield from leaves(field, (*path, name))
        if isinstance(schema.get("additionalProperties"), dict):
            yield from leaves(schema["additionalProperties"], (*path, "word"))
    elif schema.get("type") == "array":
        assert "maxItems" in schema or "enum" in resolved(schema["items"]), path
        yield from leaves(schema["items"], (*path, 0))
    else:
        yield path, schema


def operations():
    for path, item in SPEC["paths"].items():
        for method, operation in item.items():
            yield method, path, operation


BODIES = [
    (method, path, steps, field)
    for method, path, operation in operations()
    if "application/json" in operation.get("requestBody", {}).get("content", {})
    for steps, field in leaves(operation["requestBody"]["content"]["application/json"]["schema"])
]
PARAMETERS = [
    (method, path, parameter["in"], parameter["name"], resolved(parameter["schema"]))
    for method, path, operation in operations()
    for parameter in operation.get("parameters", ())
]


def named(case):
    return " ".join(map(str, case[:2])) + " " + "/".join(map(str, case[2]))


def test_the_schema_bounds_every_field_of_every_body():
    assert len(BODIES) > 200
    assert [named(case) for case in BODIES if not is_bounded(case[-1])] == []


def test_the_schema_bounds_every_parameter():
    assert len(PARAMETERS) > 30
    assert [case[:4] for case in PARAMETERS if not is_bounded(case[-1])] == []


def is_bounded(field):
    if field["type"] == "string":
        return field.get("format") in FILES or bool({"maxLength", "enum", "pattern"} & field.keys())
    if field["type"] in {"integer", "number"}:
        return {"minimum", "maximum"} <= field.keys()
    return field["type"] == "boolean"


def least(schema, name=None):
    """A value that the schema allows, with all that it requires."""
    schema = resolved(schema)
    if "enum" in schema:
        return next(each for each in schema["enum"] if each is not None)
    kind = schema.get("type")
    if kind == "object":
        return {each: least(schema["properties"][each], each) for each in schema.get("required", ())}
    if kind == "array":
        return [least(schema["items"])] * schema.get("minItems", 0)
    if kind == "string":
        fitting = {"^[0-9a-f]{16}$": "0" * 16, "^[0-9a-f]{32}$": "0" * 32, "^[0-9a-f]{64}$": "0" * 64}
        return FILE_OF.get(name) or fitting.get(schema.get("pattern"), "a")
    return schema.get("minimum", False)


def put(schema, body, steps, value):
    """The body with a value where the steps lead; what is missing on the way is made."""
    schema = resolved(schema)
    if not steps:
        return value
    step, *rest = steps
    if step == 0:
        return [put(schema["items"], body[0] if body else least(schema["items"]), rest, value)]
    inner = schema.get("properties", {}).get(step) or schema["additionalProperties"]
    body = dict(body) if isinstance(body, dict) else least(schema)
    body[step] = put(inner, body.get(step, least(inner, step)), rest, value)
    return body


LONG = "x" * 1_200
"""Longer than a name of a file may be and than most fields allow."""

STRINGS = {
    "too long": lambda field: (
        "x" * (field.get("maxLength", 1_000) + 1) if field.get("maxLength", 0) < 10_000 else LONG
    ),
    "long in bytes": lambda _: "\U0001f3e2" * 250,
    "NUL": lambda _: "a\0b",
    "control": lambda _: "a\x1b[31mb",
    "half a character": lambda _: "a\ud800",
    "empty": lambda _: "",
    "blank": lambda _: " \t",
    "upwards": lambda _: "../../etc/passwd",
    "reserved": lambda _: "aux",
    "dots": lambda _: "a. ",
}
NUMBERS = (0, -1, 2**31, 2**63, 2**64, 10**400, 1e308, -0.5, True, "1", None)
RAW = ("1e400", "-1e400", "NaN", "Infinity", "9" * 5_000, "[" * 3_000 + "]" * 3_000, '"\\ud800"', '{"a":1,"a":2}')


@pytest.fixture
def settings(sample_registry, tmp_path):
    for name in ("corpora", "folders"):
        (tmp_path / name / "in").mkdir(parents=True)
    (tmp_path / "folders" / "in" / "a.txt").write_text("Ann")
    return Settings.from_environment(
        {
            "UNSAID_DATA": str(tmp_path / "data"),
            "UNSAID_REGISTRY": str(sample_registry),
            "UNSAID_NER": "none",
            "UNSAID_BATCH_FOLDERS": str(tmp_path / "folders"),
            "UNSAID_CORPORA": str(tmp_path / "corpora"),
        }
    )


@pytest.fixture
def app(settings):
    """As often as a test likes: the answer to too many requests would hide all others."""
    token, told = StartUpToken.make()
    often = "1000000 per minute"
    app = create_app(
        settings, sign_in_methods=SignInMethods(SignInSettings(rate=often, failures=often), start_up_token=token)
    )
    app.config["START_UP_TOKEN"] = told
    app.extensions[EXTENSION].models.refresh()
    return app


def address(path):
    return path.replace("{", "").replace("}", "")


def schema_of(method, path):
    return SPEC["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]


ONE_IN = 4
"""In `make check` each field of a body gets one in so many of the values, and the next field the next ones."""


@pytest.mark.parametrize("one_in", [ONE_IN, further(1)], ids=["some", "all"])
@pytest.mark.parametrize(("method", "path"), sorted({case[:2] for case in BODIES}))
def test_no_value_of_a_field_of_a_body_is_a_failure_of_ours(client, method, path, one_in):
    schema = schema_of(method, path)
    for number, (steps, field) in enumerate(case[2:] for case in BODIES if case[:2] == (method, path)):
        if field.get("format") in FILES or field["type"] == "string":
            values = [make(field) for make in STRINGS.values()]
        else:
            values = list(NUMBERS)
        bodies = [json.dumps(put(schema, least(schema), steps, value)) for value in values]
        marked = json.dumps(put(schema, least(schema), steps, "MARK"))
        bodies += [marked.replace('"MARK"', raw) for raw in RAW]
        for body in bodies[number % one_in :: one_in]:
            answer = client.open(
                address(path), method=method.upper(), data=body, headers={"Content-Type": "application/json"}
            )
            assert answer.status_code not in {429, *range(500, 600)}, (steps, body[:300], answer.text)


@pytest.mark.parametrize("case", PARAMETERS, ids=lambda case: " ".join(map(str, case[:4])))
def test_no_value_of_a_parameter_is_a_failure_of_ours(client, case):
    method, path, where, name, field = case
    values = [make(field) for key, make in STRINGS.items() if key != "half a character"]
    for value in [*values, "9" * 5_000, "NaN", "1e400", "\xff\xfe"]:
        at, query, headers = path, {}, {}
        if where == "path":
            at = at.replace(f"{{{name}}}", "".join(f"%{byte:02x}" for byte in value.encode()) or "%20")
        elif where == "query":
            query[name] = value
        else:
            headers[name] = "".join(char for char in value if " " <= char <= "\xff")
            headers["Content-Type"] = next(
                kind
                for kind in SPEC["paths"][path][method]["requestBody"]["content"]
                if kind.startswith(("application/vnd", "application/zip", "application/octet-stream"))
            )
        answer = client.open(address(at), method=method.upper(), query_string=query, headers=headers, data=b"ab")
        assert answer.status_code < 500, (value[:50], answer.text)
