"""`/v1/certificate-keys`: everybody gets the public halves, and nobody a secret one."""

import base64
import json

import pytest

from backend.services.redaction.certificate_check import SignedBy, check_certificate, keys_in
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import encoded, word_file

PATH = "/v1/certificate-keys"


@pytest.fixture
def keys(app):
    return app.extensions[EXTENSION].store.certificate_keys


def redacted(client):
    return client.post("/v1/redactions", json={"document": encoded(word_file(f"For {CLIENT}.")), "pii": []}).json


def test_certificate_keys_are_public_and_reading_them_creates_none(app, keys):
    stranger = app.test_client()
    assert stranger.get(PATH).json == {"unsaid_certificate_keys": 1, "keys": []}
    assert keys.all() == ()
    key = keys.new("Halden legal")
    answer = stranger.get(PATH)
    assert keys_in(answer.data, "answer") == (key,)
    assert set(answer.json["keys"][0]) == {
        *("id", "algorithm", "public_key", "label", "since", "until", "revoked"),
    }


def test_with_them_the_certificate_of_an_answer_is_checked(app, client):
    done = redacted(client)
    content = json.dumps(done["certificate"]).encode()
    known = keys_in(app.test_client().get(PATH).data, "answer")
    assert check_certificate(content, "answer", known).signed_by is SignedBy.KNOWN_KEY
    assert redacted(client)["certificate"]["signed_by"] == done["certificate"]["signed_by"]


def test_the_opening_is_in_the_report_alone(client):
    done = redacted(client)
    opening = done["report"].pop("opening")
    page = base64.b64decode(done["certificate_page"])
    assert len(opening) == 64
    assert opening not in json.dumps(done)
    assert opening.encode() not in page


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_certificate_keys_cannot_be_added_over_http(app, keys, method):
    key = keys.new()
    assert getattr(app.test_client(), method)(PATH, json={"keys": []}).status_code in {401, 403, 404, 405}
    assert keys.all() == (key,)


def test_no_secret_half_is_answered_or_logged(app, client, keys, capfd):
    secret = keys.signer().secret
    answers = [client.get(PATH).data, client.get("/v1/openapi.json").data, json.dumps(redacted(client)).encode()]
    keys.revoke(keys.signer().id)
    answers += [client.get(PATH).data, client.post("/v1/admin/audit/search", json={}).data]
    written = capfd.readouterr()
    for said in (*answers, written.out.encode(), written.err.encode()):
        for spelled in (secret, secret.hex().encode(), base64.b64encode(secret), repr(secret).encode()):
            assert spelled not in said
