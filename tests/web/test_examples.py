"""The examples of the OpenAPI document fit their schemas, and do what they say."""

import io
import shutil
import zipfile

import jsonschema_rs
import pytest

from backend.settings import Settings
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.start_up_token import StartUpToken
from backend.web.openapi import PATH
from backend.web.schemas.examples import BODIES, PARAMETERS
from backend.web.service import EXTENSION
from tests.web.documents import decoded, paragraphs_of

JSON = "application/json"


@pytest.fixture
def settings(sample_registry, tmp_path):
    """A registry of its own with two versions, and a corpus that may be learnt from."""
    shutil.copytree(sample_registry, tmp_path / "registry")
    shutil.copytree(sample_registry / "versions" / "sample", tmp_path / "registry" / "versions" / "other")
    (tmp_path / "corpora" / "clients-2026").mkdir(parents=True)
    named = {"UNSAID_DATA": str(tmp_path), "UNSAID_CORPORA": str(tmp_path / "corpora"), "UNSAID_NER": "none"}
    return Settings.from_environment(named)


@pytest.fixture
def app(settings):
    token, told = StartUpToken.make()
    app = create_app(settings, sign_in_methods=SignInMethods(start_up_token=token))
    app.config["START_UP_TOKEN"] = told
    app.extensions[EXTENSION].models.refresh()
    yield app
    app.extensions[EXTENSION].store.close()


@pytest.fixture
def spec(client):
    return client.get(PATH).json


@pytest.fixture
def operations(spec):
    return {
        operation["operationId"]: (method, path, operation)
        for path, item in spec["paths"].items()
        for method, operation in item.items()
    }


def _body(operation):
    return operation.get("requestBody", {}).get("content", {}).get(JSON)


def test_each_example_fits_its_schema(spec, operations):
    for name, example in BODIES.items():
        content = _body(operations[name][2])
        assert content["example"] == example
        schema = {**content["schema"], "components": spec["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(example)
        with pytest.raises(jsonschema_rs.ValidationError):
            jsonschema_rs.Draft202012Validator(schema).validate({**example, "quixotrade": 1})


def test_each_operation_with_a_body_has_an_example(operations):
    assert {name for name, (_, _, operation) in operations.items() if _body(operation)} == set(BODIES)


@pytest.fixture
def send(client, operations):
    """Send the example of an operation, with what has to be filled in."""

    def ask(name, **filled):
        method, path, _ = operations[name]
        query = {key: value for (of, key), value in PARAMETERS.items() if of == name}
        path = path.format(**{**query, **filled})
        return client.open(path, method=method.upper(), json=BODIES.get(name), query_string=query)

    return ask


def test_the_examples_with_a_document_do_what_they_say(send):
    analysed, redacted, copied, batch = (send(name) for name in ("analyse", "redact", "copy", "redactBatch"))
    assert [each.status_code for each in (analysed, redacted, copied, batch)] == [200] * 4
    assert "Halden & Rook" in [each["term"] for each in analysed.json["suggestions"]]
    assert analysed.json["levels"][-1]["k"] == 5
    (said,) = paragraphs_of(decoded(redacted.json))
    assert "[CLIENT]" in said
    assert "Halden" not in said
    assert paragraphs_of(decoded(copied.json)) == [
        "Ann Rook of Halden & Rook wrote to ann@halden.example about the stores."
    ]
    archive = zipfile.ZipFile(io.BytesIO(batch.data))
    assert {"documents/plan.docx", "documents/notes.txt"} <= set(archive.namelist())
    verified = send("verify")
    assert (verified.status_code, verified.json["status"]) == (200, "left")
    held = send("addDownload")
    assert held.status_code == 201
    assert len(send("collectDownload", download=held.json["id"]).data) == 16
    guessed = send("guess")
    assert guessed.status_code == 200
    assert guessed.json["k_reached"] >= 1


def test_the_examples_with_clients_do_what_they_say(send):
    assert [each["name"] for each in send("searchClients").json["clients"]] == ["Halden & Rook"]
    first = send("addClient")
    assert first.status_code == 201
    assert send("removeClient", client=first.json["id"]).status_code == 204
    second = send("addClient").json["id"]
    changed = send("changeClient", client=second)
    assert (changed.status_code, changed.json["version"]) == (200, 2)


def test_the_examples_of_administration_do_what_they_say(client, send):
    assert client.post("/v1/admin/versions/other/promote").status_code == 200
    assert send("promote").json == {"version": "sample"}
    assert send("rollBack").json == {"version": "other"}
    assert send("train").status_code == 202
    assert send("grant").status_code in {200, 201}
    assert send("changeEveryone").status_code == 200
    assert send("searchAudit").status_code == 200
    assert send("setPolicy").status_code in {200, 201}
    assert send("listPolicyVersions").json
    assert send("removePolicy").status_code in {200, 204}


def test_the_examples_of_a_review_do_what_they_say(send):
    review = send("beginReview")
    assert review.status_code == 201
    here = {"review": review.json["id"]}
    assert send("readDecisions", **here).status_code == 200
    assert send("decide", **here).status_code == 200
