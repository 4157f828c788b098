"""Odd strings: refused where they are entered; where they are stored already, no document fails because of them."""

import json

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as drawn_by
from hypothesis import strategies as st

from backend.storage.clients.dictionaries import Dictionary
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import decoded, encoded, paragraphs_of, word_file

TEXT = "Project Kestrel of Halden & Rook: Ann wrote to ann@halden.example about the depot."
DOCUMENT = encoded(word_file(TEXT))
ODD = (
    "Project\x07Kestrel",
    "\x00",
    "\x01",
    "\ud800",
    "Her\udfffon",
    "\ufffe",
    "\u200b",
    "---",
    "",
    "[TERM]",
    "x" * 5000,
)
STORED = tuple(each for each in ODD if each.isascii() or not any("\ud800" <= char <= "\udfff" for char in each))
"""Half of a character could never be stored."""


def odd(name, **terms):
    """A dictionary as an older version may have stored it."""
    empty = {"aliases": [], "always": [], "never": [], "group": None, "utility": None}
    return Dictionary.as_stored({"name": name, **empty, **terms})


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


def redacted(http, **asked):
    answer = http.post("/v1/redactions", json={"document": DOCUMENT, "pii": [], **asked})
    assert answer.status_code == 200, answer.text
    return paragraphs_of(decoded(answer.json))[0], answer.json["report"]


def told_of_entries(report):
    return [each for each in report["warnings"] if each.startswith("Entry ")]


def test_odd_terms_in_a_stored_dictionary_fail_no_document(client, store):
    store.clients.add(odd(CLIENT, always=STORED, never=["dep\x02ot", "\x00"], aliases=["\x07", "Hal\x07den"]))
    text, report = redacted(client, client=CLIENT, k=1)
    assert text.startswith("[REDACTED] of")
    told = told_of_entries(report)
    assert [each[: each.index(" in the")] for each in told] == [
        *(f'Entry {number} of the list "always"' for number in range(1, len(STORED))),
        *(f'Entry {number} of the list "never"' for number in (1, 2)),
    ]
    assert told[0].endswith(" contains a control character. Unsaid used the rest of this entry. Correct the list.")
    assert told[1].endswith(" contains a control character. Unsaid did not use it. Correct the list.")
    assert not any("Kestrel" in each for each in told)


def test_odd_terms_on_the_list_for_everyone_fail_no_document(client, store):
    store.global_terms.change(0, odd("everyone", always=STORED), "me")
    text, report = redacted(client)
    assert text.startswith("[REDACTED] of")
    assert len(told_of_entries(report)) == len(STORED) - 1
    assert "in the dictionary for every client" in told_of_entries(report)[0]


def test_odd_terms_in_a_list_on_the_disk_fail_no_document(client, settings):
    settings.lists.mkdir(parents=True)
    content = {"deny_list": [*ODD, None], "allow_list": ["\x07"]}
    (settings.lists / "everyone.json").write_text(json.dumps(content))
    text, report = redacted(client)
    assert text.startswith("[REDACTED] of")
    assert len(told_of_entries(report)) == len(ODD) + 1
    assert 'the list "deny_list" in the list for every client' in told_of_entries(report)[-1]


def test_a_dictionary_with_an_odd_term_can_be_added_to_and_is_mended_then(store):
    stored = store.clients.add(odd(CLIENT, always=STORED))
    known = stored.dictionary.with_term("Heron", goes=True)
    assert known.always == ("Project Kestrel", "x" * 5000, "Heron")


PATTERN = """
recognizers:
  - {name: lines, supported_entity: LINE, patterns: [{name: a, regex: '-{2,}|\\s{2}|\\x00', score: 0.9}]}
"""


def test_a_recogniser_that_matches_nothing_to_search_for_fails_no_document(client, settings):
    settings.lists.mkdir(parents=True)
    (settings.lists / "everyone.yaml").write_text(PATTERN)
    answer = client.post(
        "/v1/redactions", json={"document": encoded(word_file("One -- two  three")), "pii": ["LINE"]}
    )
    assert answer.status_code == 200, answer.text
    assert paragraphs_of(decoded(answer.json)) == ["One -- two  three"]
    assert any("recogniser “lines” has matched" in each for each in answer.json["report"]["warnings"])


ANY_TEXT = st.one_of(
    st.text(st.characters(), max_size=20),
    st.text(st.sampled_from("aK-_ \x00\x01\x07\x1c\u00ad\u200b\ud800\ufffc\ufffe%[]\\('\"🏢"), max_size=8),
    st.sampled_from(("", "x" * 301, "Kestrel\x00", "[TERM]", "%00", "\r\n")),
)

WHERE = ("always", "never", "client", "pii", "name", "replacement")


def asked_with(where, text):
    """A request with a string in one of its fields."""
    if where == "replacement":
        return {"decisions": [{"id": "0" * 16, "verdict": "edited", "replacement": text}]}
    return {where: [text] if where in {"always", "never", "pii"} else text}


@example(where="always", text=":: ::─")  # three signs in two words, as a name has letters
@given(where=st.sampled_from(WHERE), text=ANY_TEXT)
@drawn_by(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_any_string_in_any_field_is_refused_or_works(client, where, text):
    answer = client.post("/v1/redactions", json={"document": DOCUMENT, "pii": [], **asked_with(where, text)})
    assert answer.status_code < 500, (where, text, answer.text)
    if answer.status_code == 200:
        assert answer.json["report"]["error"] is None
        decoded(answer.json)
    else:
        assert answer.mimetype == "application/problem+json"
        assert answer.json["detail"]


STORES: dict[str, dict] = {
    "/v1/clients": {"name": "Alder"},
    "/v1/admin/everyone": {"version": 0},
    "/v1/reviews": {},
    "/v1/admin/users": {"issuer": "https://i", "subject": "s", "every_group": True},
    "/v1/clients/search": {"name": "Al"},
    "/v1/admin/policies": {"version": 0, "rules": {}},
    "/v1/admin/audit/search": {},
}
FIELDS = (
    *(("/v1/clients", field) for field in ("name", "aliases", "always", "never", "group", "utility")),
    *(("/v1/admin/everyone", field) for field in ("always", "never")),
    *(("/v1/reviews", field) for field in ("client", "group")),
    *(("/v1/admin/users", field) for field in ("issuer", "subject", "groups")),
    ("/v1/clients/search", "name"),
    ("/v1/admin/policies", "client"),
    *(("/v1/admin/audit/search", field) for field in ("client", "action", "who")),
)


@given(where=st.sampled_from(FIELDS), text=ANY_TEXT)
@drawn_by(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_any_string_that_is_stored_is_refused_or_read_back(client, where, text):
    route, field = where
    value = [text] if field in {"aliases", "always", "never", "groups"} else text
    send = client.put if route.endswith("everyone") else client.post
    answer = send(route, json={**STORES[route], field: value})
    assert answer.status_code < 500, (where, text, answer.text)
    assert client.get("/v1/clients").status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("always", ["depot", "Her\x07on"], ("json/always/1", "It contains a control character.")),
        ("never", ["\u200b"], ("json/never/0", "It contains only spaces, dashes, placeholders or the like.")),
        ("client", "Hal\ufffeden", ("json/client", "It contains an invalid character.")),
    ],
)
def test_a_fault_is_reported_by_its_place_without_its_text(client, field, value, said):
    answer = client.post("/v1/redactions", json={"document": DOCUMENT, field: value})
    assert answer.status_code == 422
    assert [(each["at"], each["error"]) for each in answer.json["errors"]] == [said]
    assert "Her" not in answer.text
