"""Versions of the client models are listed, promoted, and taken back once."""

import shutil
from datetime import timedelta

import pytest

from backend.learning.registry import Registry
from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.web.service import EXTENSION


@pytest.fixture
def settings(sample_registry, tmp_path):
    """A registry with two versions, which the tests may change."""
    folder = tmp_path / "registry"
    shutil.copytree(sample_registry, folder)
    shutil.copytree(folder / "versions" / "sample", folder / "versions" / "next")
    return Settings.from_environment(
        {"UNSAID_DATA": str(tmp_path / "data"), "UNSAID_REGISTRY": str(folder), "UNSAID_NER": "none"}
    )


def _in_use(client):
    versions = client.get("/v1/admin/versions").json["versions"]
    assert {each["name"] for each in versions} == {"sample", "next"}
    return [each["name"] for each in versions if each["promoted"]]


def test_a_version_is_promoted_and_taken_back(client, settings):
    assert _in_use(client) == ["sample"]
    assert client.post("/v1/admin/versions/next/promote").json == {"version": "next"}
    assert _in_use(client) == ["next"]
    assert client.post("/v1/admin/roll-back", json={"version": "next"}).json == {"version": "sample"}
    assert Registry(settings.registry).promoted() == "sample"


def test_the_number_of_words_that_count_is_told_only_to_callers_who_see_every_client(app, client):
    """One word of one hidden client more may make one more of them."""
    assert all(each["features"] > 0 for each in client.get("/v1/admin/versions").json["versions"])
    for role in (Role.ADMIN, Role.AUDITOR):
        token = app.extensions[EXTENSION].store.api_keys.new("limited", role, ["Retail"], timedelta(days=1)).token
        told = app.test_client().get("/v1/admin/versions", headers={"Authorization": f"Bearer {token}"})
        assert [each["features"] for each in told.json["versions"]] == [None, None]


def test_a_repeated_rollback_request_rolls_back_once(client):
    for version in ("next", "sample", "next"):
        client.post(f"/v1/admin/versions/{version}/promote")
    answers = [client.post("/v1/admin/roll-back", json={"version": "next"}) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 409]
    assert _in_use(client) == ["sample"]


def test_promoting_twice_is_promoting_once(client):
    for _ in range(2):
        assert client.post("/v1/admin/versions/next/promote").status_code == 200
    assert client.post("/v1/admin/roll-back", json={"version": "next"}).json == {"version": "sample"}


@pytest.mark.parametrize(
    ("route", "body", "status", "code"),
    [
        ("versions/other/promote", None, 404, "unknown_version"),
        ("versions/..%2Fsample/promote", None, 404, "not_found"),
        ("roll-back", {"version": "sample"}, 400, "invalid_request"),
        ("roll-back", {"version": "next"}, 409, "stale_version"),
        ("roll-back", {}, 422, "does_not_fit"),
    ],
)
def test_refused_requests_change_nothing(client, route, body, status, code):
    response = client.post(f"/v1/admin/{route}", json=body)
    assert (response.status_code, response.json["code"]) == (status, code)
    assert _in_use(client) == ["sample"]
