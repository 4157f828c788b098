"""Every route × every role: no one gets in where they do not belong, and no route is forgotten."""

import itertools
import re
from datetime import timedelta

import pytest

from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth import route_roles
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION

NOBODY, FORGED = "nobody", "forged"
CALLERS = (NOBODY, FORGED, *Role)
OFTEN = "100000 per minute"

LOOKED_UP_BY_NAME = {
    "POST /v1/admin/audit/search",
    "POST /v1/admin/policies/versions",
    "POST /v1/index/searches",
}
"""What changes nothing, and is asked for by a client's name or by words, which stand in no address."""


@pytest.fixture(scope="module")
def served(sample_registry, tmp_path_factory):
    """An application, and the headers of each caller."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment(
        {"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry), "UNSAID_NER": "none"}
    )
    app = create_app(settings, sign_in_methods=SignInMethods(SignInSettings(rate=OFTEN, failures=OFTEN)))
    service = app.extensions[EXTENSION]
    service.models.refresh()
    tokens = {role: service.store.api_keys.new(role, role, None, timedelta(days=1)).token for role in Role}
    headers = {role: {"Authorization": f"Bearer {token}"} for role, token in tokens.items()}
    return app, {NOBODY: {}, FORGED: {"Authorization": "Bearer guessed"}} | headers


def _rows(app):
    return [row for rule in app.url_map.iter_rules() for row in route_roles.rows_of(rule)]


def _address(row):
    """The method, and an address that fits the template."""
    method, template = row.split(" ", 1)
    return method, re.sub(r"<[^>]+>", "1", template)


def test_every_route_has_a_row_and_every_row_a_route(served):
    app, _ = served
    assert sorted(_rows(app)) == sorted(route_roles.ROUTES)


def test_a_route_without_a_row_is_closed(served, monkeypatch):
    app, callers = served
    monkeypatch.setattr(route_roles, "ROUTES", {})
    got = {
        who: app.test_client().get("/v1/version", headers=headers).status_code for who, headers in callers.items()
    }
    assert got == {NOBODY: 401, FORGED: 401} | dict.fromkeys(Role, 403)


@pytest.mark.parametrize(("row", "who"), list(itertools.product(route_roles.ROUTES, CALLERS)))
def test_only_the_roles_of_a_route_may_use_it(served, row, who):
    """With nothing in the request: who is let in is told so by an answer of the route itself."""
    app, callers = served
    method, path = _address(row)
    status = app.test_client().open(path, method=method, headers=callers[who], buffered=True).status_code
    open_to = route_roles.ROUTES[row]
    if open_to is None or who in open_to:
        assert status not in {401, 403}
        assert status < 500 or row == "GET /readyz"
    else:
        assert status == (401 if who in {NOBODY, FORGED} else 403)


@pytest.mark.parametrize("row", sorted(route_roles.CONCERNS_EVERY_GROUP))
def test_matters_of_all_groups_are_closed_to_roles_for_some_groups(served, row):
    app, callers = served
    method, path = _address(row)
    keys = app.extensions[EXTENSION].store.api_keys
    for role in route_roles.ROUTES[row]:
        headers = {"Authorization": f"Bearer {keys.new('some', role, ['Retail', '*'], timedelta(days=1)).token}"}
        refused = app.test_client().open(path, method=method, headers=headers)
        assert (refused.status_code, refused.json["code"]) == (403, "not_of_all_groups")
        told = app.test_client().open(path, method=method, headers=callers[role], buffered=True)
        assert told.json is None or told.json.get("code") != "not_of_all_groups"


@pytest.mark.parametrize("row", route_roles.ROUTES)
def test_another_http_method_does_not_avoid_the_role_check(served, row):
    app, callers = served
    _, path = _address(row)
    for method in ("HEAD", "OPTIONS", "TRACE", "PATCH", "QUIXOTRADE"):
        response = app.test_client().open(path, method=method, headers=callers[NOBODY], buffered=True)
        assert response.status_code in {401, 405} or (method == "HEAD" and route_roles.ROUTES.get(row) is None)
        assert "Access-Control-Allow-Origin" not in response.headers


def test_administrators_and_auditors_see_no_documents_and_users_run_nothing():
    """The table in one look: what each role may do beside what is open to everybody."""
    may = {
        role: {
            row.split("/")[2].split("/")[0]
            for row, who in route_roles.ROUTES.items()
            if who and role in who and "/v1/" in row
        }
        for role in Role
    }
    assert may[Role.ADMIN] <= {"admin", "clients", "index", "jobs", "proposals", "reviews"}
    of_index = {row for row, who in route_roles.ROUTES.items() if "/v1/index" in row and who and Role.ADMIN in who}
    for_everyone = {"GET /v1/index", "GET /v1/index/edition", "POST /v1/index/searches"}
    requests = {row for row in of_index if "/v1/index/requests" in row}
    assert of_index - requests == for_everyone | {"DELETE /v1/index/documents/<document>"}, (
        "who removes a document reads none"
    )
    assert len(requests) == 4, "who has documents in the index answers for them, whatever the role"
    of_reviews = {
        row for row, who in route_roles.ROUTES.items() if "/v1/reviews" in row and who and Role.ADMIN in who
    }
    assert of_reviews == {"DELETE /v1/reviews/<review>"}, "an administrator removes a review, and reads none"
    assert may[Role.AUDITOR] <= {"admin", "index", "jobs"}
    assert "admin" not in may[Role.USER] | may[Role.REVIEWER]
    audited = {row for row, who in route_roles.ROUTES.items() if who is not None and Role.AUDITOR in who}
    assert {row for row in audited if not row.startswith("GET ")} == LOOKED_UP_BY_NAME


OPEN = {"GET /v1/version", "GET /v1/certificate-keys", "POST /v1/downloads/{download}/collect"}


def test_the_description_says_who_may_use_what(served):
    app, _ = served
    spec = app.test_client().get("/v1/openapi.json").json
    assert spec["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    described = {
        f"{method.upper()} {path}": (operation["security"], operation["x-roles"])
        for path, operations in spec["paths"].items()
        for method, operation in operations.items()
    }
    assert described["GET /v1/version"] == ([], [])
    assert described["POST /v1/analyses"] == ([{"bearer": []}], ["reviewer", "user"])
    assert all(security for row, (security, _) in described.items() if row not in OPEN)
