"""/v1/openapi.json holds: whatever is sent, by whomever, no answer is a failure of ours or other than described.

The requests are drawn from the document itself, those that it allows and those that it does not, always the same.
"""

import re
import shutil
from datetime import timedelta
from functools import partial

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as drawn_by
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi import checks
from werkzeug.test import stream_encode_multipart

from backend.settings import Settings
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth import route_roles
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.openapi import PATH
from backend.web.schemas.documents_in import FORM, JSON
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.further_cases import further
from tests.web.documents import encoded, word_file, zipped

NOBODY = "nobody"
CALLERS = (NOBODY, *Role)
OFTEN = "1000000 per minute"

OPEN, CLOSED = 5, 1
"""How many requests of each sort are drawn for a route, by those whom it is open to and by the others."""
IN_CHECK = (NOBODY, Role.REVIEWER, Role.ADMIN)
"""Of the two roles one may use each route: the same code answers the others, who ask in `make thorough`."""
MORE = 2
"""As many times more in `make thorough`."""
DRAWN = [
    *((who, 1) if who in IN_CHECK else further(who, 1) for who in CALLERS),
    further(Role.REVIEWER, MORE),
    further(Role.ADMIN, MORE),
]

HELD = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
OF_WHAT_IS_NOT_ALLOWED = [checks.negative_data_rejection]

DOCUMENT = word_file("Ann Rook of Halden & Rook wrote to ann@halden.example.")
SENT = {"document": DOCUMENT, "ciphertext": bytes(40), "documents": zipped({"a.docx": DOCUMENT})}
PARTS = {
    "POST /v1/analyses": "document",
    "POST /v1/redactions": "document",
    "POST /v1/verifications": "document",
    "POST /v1/copies": "document",
    "POST /v1/batches": "documents",
    "POST /v1/downloads": "ciphertext",
}
"""What the file is called that a route takes."""

NEEDED = {"document": {"name": "plan.docx"}}
REAL = {"client": CLIENT, "name": "Danone", "report": {"suppressed": []}, "version": "sample"}
HARD_TO_GUESS = frozenset(
    {"aliases", "always", "analysed_k", "assurance", "decisions", "files", "group", "k", "never", "pii", "robust"}
) | {"stories", "review"}
"""What is left out of a request that shall succeed."""

SUCCEEDS = {
    "GET /v1/version",
    "POST /v1/analyses",
    "POST /v1/guesses",
    "POST /v1/privacy/spi",
    "POST /v1/privacy/linkability",
    "POST /v1/redactions",
    "POST /v1/redactions/check",
    "POST /v1/policies/effective",
    "POST /v1/verifications",
    "POST /v1/copies",
    "POST /v1/downloads",
    "POST /v1/batches",
    "GET /v1/clients",
    "POST /v1/clients",
    "POST /v1/clients/search",
    "POST /v1/reviews",
    "GET /v1/reviews",
    "GET /v1/reviews/{review}",
    "POST /v1/reviews/{review}/decisions",
    "GET /v1/reviews/{review}/agreement",
    "GET /v1/proposals",
    "GET /v1/admin/everyone",
    "GET /v1/admin/versions",
    "POST /v1/admin/versions/{version}/promote",
}
"""Where some of the requests are answered with what was asked for, so that its schema is held against something."""


@pytest.fixture(scope="module", autouse=True)
def forms_in_memory():
    """The client that sends them would put large ones into a file, and leave it open."""
    with pytest.MonkeyPatch.context() as patched:
        in_memory = partial(stream_encode_multipart, use_tempfile=False)
        patched.setattr("werkzeug.test.stream_encode_multipart", in_memory)
        yield


@pytest.fixture(scope="module")
def served(sample_registry, tmp_path_factory):
    """An application, what it says of itself, and the headers of each caller."""
    data = tmp_path_factory.mktemp("contract")
    shutil.copytree(sample_registry, data / "registry")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_NER": "none"})
    app = create_app(settings, sign_in_methods=SignInMethods(SignInSettings(rate=OFTEN, failures=OFTEN)))
    service = app.extensions[EXTENSION]
    service.models.refresh()
    tokens = {role: service.store.api_keys.new(role, role, None, timedelta(days=1)).token for role in Role}
    headers = {role: {"Authorization": f"Bearer {token}"} for role, token in tokens.items()}
    drawn = SchemathesisConfig()
    drawn.projects.default.generation.with_security_parameters = False  # the callers have their tokens
    yield schemathesis.openapi.from_wsgi(PATH, app, config=drawn), {NOBODY: {}} | headers
    service.store.close()


@pytest.fixture
def as_at_first(served):
    """Nobody has stored a client before, since each caller sends the same names, and a review has just begun."""
    store = served[0].app.extensions[EXTENSION].store
    for policy in store.policies.current():  # while a client with other names has one, it stays
        store.policies.remove(policy.client, policy.version, "unsaid")
    for each in store.clients.all():
        store.clients.remove(each.id, each.version)
    REAL["review"] = store.reviews.begin("somebody", CLIENT, None, ReviewTerms("sample")).id


def _operations(schema):
    return [each.ok() for each in schema.get_all_operations()]


def _examples(operation, who):
    return OPEN if _is_open(operation, who) else CLOSED


def _is_open(operation, who):
    open_to = route_roles.ROUTES.get(operation.label.replace("{", "<").replace("}", ">"), frozenset())
    return open_to is None or who in open_to


@pytest.mark.parametrize(("who", "times"), DRAWN)
@pytest.mark.usefixtures("as_at_first")
def test_allowed_requests_are_answered_as_described(served, who, times):
    schema, headers = served
    answered = {}
    for operation in _operations(schema):
        statuses = _ask(operation, GenerationMode.POSITIVE, headers[who], times * _examples(operation, who))
        answered[operation.label] = any(status < 300 for status in statuses)
    assert {label for label, done in answered.items() if done} >= {
        label for label in SUCCEEDS if _is_open(schema.find_operation_by_label(label), who)
    }


@pytest.mark.parametrize(("who", "times"), DRAWN)
def test_disallowed_requests_are_refused_as_described(served, who, times):
    schema, headers = served
    for operation in _operations(schema):
        if operation.body or operation.query:  # any text can stand in an address
            _ask(operation, GenerationMode.NEGATIVE, headers[who], times * _examples(operation, who))


def _ask(operation, mode, headers, examples):
    """The statuses of so many requests, each answered as described; every second one is made to fit."""
    held = HELD + (OF_WHAT_IS_NOT_ALLOWED if mode is GenerationMode.NEGATIVE else [])
    statuses = []

    @drawn_by(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode))
    def ask(case):
        if mode is GenerationMode.POSITIVE and len(statuses) % 2 == 0:
            _fit(case)
        response = case.call(headers=headers)
        case.validate_response(response, checks=held)
        statuses.append(response.status_code)

    ask()
    return statuses


def _fit(case):
    """Put what no generator can guess where it belongs: a document, its client, a version."""
    case.path_parameters.update({name: REAL[name] for name in case.path_parameters if name in REAL})
    part = PARTS.get(case.operation.label)
    if part is None:
        case.body = _fitting(case.body) if isinstance(case.body, dict) else case.body
    elif case.media_type == JSON:
        case.body = {**_fitting(case.body), **NEEDED.get(part, {}), part: encoded(SENT[part])}
    elif case.media_type == FORM:
        report = {"report": REAL["report"]} if "verifications" in case.operation.label else {}
        case.body = {part: SENT[part], "request": {**NEEDED.get(part, {}), **report}}
    else:
        case.body, case.headers = SENT[part], {}


def _fitting(options):
    kept = {name: value for name, value in options.items() if name not in HARD_TO_GUESS}
    return {**kept, **{name: value for name, value in REAL.items() if name in options}}


def test_the_description_is_valid_and_names_every_route_of_the_interface(served):
    schema, _ = served
    schema.validate()
    described = {each.label for each in _operations(schema)}
    rows = {row for row in route_roles.ROUTES if " /v1/" in row}
    routes = {re.sub(r"<(?:[^:>]+:)?([^>]+)>", r"{\1}", row) for row in rows}
    assert described == routes - {f"GET {PATH}"}
