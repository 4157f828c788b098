"""`/v1/privacy/…` says what the commands say, within limits, and nothing of the clients of the service."""

import json
from typing import Any

import pytest

from backend.errors import InvalidRequest, RequestTooLarge
from backend.privacy.profiles import Profile
from backend.reporting.report import as_json_bytes
from backend.services.privacy.linkability import PairLimits
from backend.web.offloading import MEASURES
from backend.web.routes import privacy
from backend.web.schemas import privacy_requests
from backend.web.schemas.common import answer
from tests.conftest import CLIENT


@pytest.fixture
def ask(client):
    def send(what, body):
        return client.post(f"/v1/privacy/{what}", json=body)

    return send


def written(path, entries):
    path.write_text("".join(json.dumps(each) + "\n" for each in entries), "utf-8")
    return path


BEFORE: list[dict[str, Any]] = [
    {"user": "ann", "id": "1", "text": "my doctor found a tumour"},
    {"user": "ann", "id": "2", "text": "the garage is green", "sigma": 0.25},
    {"user": "bob", "id": "3", "text": "ships"},
]
AFTER = [{"user": "ann", "id": "1", "text": "my doctor found a [TERM]"}, {"user": "cat", "text": "new"}]


@pytest.mark.parametrize("unit", privacy_requests.UNITS)
def test_the_index_is_that_of_the_command(ask, unsaid, tmp_path, unit):
    response = ask("spi", {"before": BEFORE, "after": AFTER, "unit": unit})
    assert response.status_code == 200, response.text
    files = written(tmp_path / "before.jsonl", BEFORE), written(tmp_path / "after.jsonl", AFTER)
    assert response.json == json.loads(unsaid("privacy", "spi", *files, "--unit", unit, "--json").stdout)
    assert [each["user"] for each in response.json["users"]] == ["ann", "bob"]
    assert (response.json["unknown_users"], response.json["problems"]) == (1, [])


PROFILES = [
    {"entity": "ann", "community": "cars", "text": "engine"},
    {"entity": "ann", "community": "boats", "text": "engine sail"},
    {"entity": "bob", "community": "boats", "text": "anchor"},
    {"entity": "cat", "community": "boats", "text": "the"},
]


def test_linkability_is_that_of_the_command(ask, unsaid, tmp_path):
    response = ask("linkability", {"profiles": PROFILES})
    file = written(tmp_path / "profiles.jsonl", PROFILES)
    assert response.json == json.loads(unsaid("privacy", "linkability", file, "--json").stdout)
    assert (response.json["empty_profiles"], len(response.json["pairs"])) == (1, 2)
    assert set(response.json["anonymity"]) == {"2", "5", "10"}


CORPUS = [
    {"id": f"{client}{i}", "client": client, "utility": industry, "text": f"the {word} report and plan {i}"}
    for client, (industry, word) in {"Rook": ("Retail", "larder"), "Kestrel": ("Energy", "turbine")}.items()
    for i in range(3)
]


def test_a_policy_is_checked_as_the_command_checks_it(ask, unsaid, tmp_path):
    policy = {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 0.5}]}
    response = ask("policy", {"policy": policy, "corpus": CORPUS})
    (tmp_path / "policy.json").write_text(json.dumps(policy), "utf-8")
    corpus = written(tmp_path / "corpus.jsonl", CORPUS)
    assert response.json == json.loads(
        unsaid("privacy", "policy", tmp_path / "policy.json", corpus, "--json").stdout
    )
    assert response.json["violations"] == 1


@pytest.mark.parametrize(
    "requirement",
    [
        {"profile": CLIENT, "attribute": "client"},
        {"profile": "Nobody", "attribute": "client"},
        {"profile": "Rook", "attribute": "client", "value": CLIENT},
        {"profile": "Rook", "attribute": "industry", "value": "Ports"},
    ],
)
def test_a_name_that_the_corpus_does_not_have_is_unknown_whoever_the_service_knows(ask, requirement):
    """One answer for clients of the service and for anything else: the routes know the sent texts alone."""
    response = ask("policy", {"policy": {"requirements": [{**requirement, "belief": 0.5}]}, "corpus": CORPUS})
    assert (response.status_code, response.json["code"]) == (400, "invalid_request")
    assert response.json["detail"].startswith(
        "A requirement names a client or an industry that the corpus does not"
    )


@pytest.mark.parametrize(
    ("corpus", "why"),
    [
        ([CORPUS[0], CORPUS[0]], "the same id"),
        (CORPUS[:2], "Nothing can be learnt"),
        ([*CORPUS, {**CORPUS[0], "id": "other", "utility": "Energy"}], "Nothing can be learnt"),
    ],
)
def test_a_corpus_that_teaches_nothing_is_refused_without_a_name(ask, corpus, why):
    policy = {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 0.5}]}
    response = ask("policy", {"policy": policy, "corpus": corpus})
    assert (response.status_code, why in response.json["detail"], "Rook" in response.text) == (400, True, False)


def test_a_client_of_one_document_is_not_named_by_the_error(ask):
    policy = {"requirements": [{"profile": "Vale", "attribute": "client", "belief": 0.5}]}
    response = ask("policy", {"policy": policy, "corpus": [*CORPUS, {"id": "v", "client": "Vale", "text": "x"}]})
    assert response.status_code == 400
    assert "Vale" not in response.text


IMPOSSIBLE = {"profile": "Rook", "attribute": "client", "belief": 2}


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("spi", {"before": [], "after": []}),
        ("spi", {"before": [{**BEFORE[0], "sigma": 2}], "after": []}),
        ("spi", {"before": [{**BEFORE[0], "sigma": -0.1}], "after": []}),
        ("spi", {"before": BEFORE, "after": AFTER, "unit": "letter"}),
        ("spi", {"before": [{"user": "ann"}], "after": []}),
        ("linkability", {"profiles": []}),
        ("policy", {"policy": {"requirements": []}, "corpus": CORPUS}),
        (
            "policy",
            {
                "policy": {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 2}]},
                "corpus": CORPUS,
            },
        ),
    ],
)
def test_what_does_not_fit_is_refused(ask, what, body):
    response = ask(what, body)
    assert (response.status_code, response.json["code"]) == (422, "does_not_fit")


def test_no_number_of_json_is_missing_where_nothing_is_defined(ask):
    """One user with equal texts and nothing released; NaN would be no JSON."""
    same = [{"user": "ann", "text": "same"}] * 3
    response = ask("spi", {"before": same, "after": []})
    assert (response.json["jsd"], response.json["pel"], response.json["impressions"]) == (1, None, 0)
    assert "NaN" not in response.text
    empty = ask("linkability", {"profiles": [{"entity": "ann", "community": "cars", "text": ""}]})
    assert (empty.json["pairs"], empty.json["bound_says_nothing"]) == ([], None)


def test_the_pairs_of_a_request_are_bounded_before_they_are_made(ask):
    each = [{"entity": "ann", "community": str(number), "text": "x"} for number in range(150)]
    response = ask("linkability", {"profiles": each})  # 150 * 149 pairs
    assert (response.status_code, response.json["code"]) == (400, "invalid_request")


def test_the_clients_of_a_corpus_are_bounded(ask):
    corpus = [{"id": str(n), "client": str(n // 2), "text": "x"} for n in range(2 * privacy.MAX_CLIENTS + 2)]
    policy = {"requirements": [{"profile": "1", "attribute": "client", "belief": 0.5}]}
    response = ask("policy", {"policy": policy, "corpus": corpus})
    assert (response.status_code, f"more than {privacy.MAX_CLIENTS} clients" in response.text) == (400, True)


@pytest.mark.parametrize("what", ["spi", "linkability", "policy"])
def test_a_larger_body_is_refused_before_it_is_read(client, what):
    response = client.post(
        f"/v1/privacy/{what}", data=b" " * (privacy.MAX_BYTES + 1), content_type="application/json"
    )
    assert response.status_code == RequestTooLarge.status_hint


LONG = "q" * 50_000


def test_a_policy_that_repeats_a_requirement_is_refused(ask):
    """Fifty times the same made an answer of a hundred times the body."""
    once = {"profile": "Rook", "attribute": "client", "belief": 0.5}
    for again in (once, {**once, "belief": 0.4}, {**once, "profile": "ROOK"}, {**once, "value": "Rook"}):
        response = ask("policy", {"policy": {"requirements": [once, again]}, "corpus": CORPUS})
        assert (response.status_code, response.json["code"]) == (400, "invalid_request"), again
    other = {"profile": "Rook", "attribute": "industry", "belief": 0.5}
    assert ask("policy", {"policy": {"requirements": [once, other]}, "corpus": CORPUS}).status_code == 200


def test_a_policy_names_the_beginning_of_a_long_word(ask):
    corpus = [
        {"id": f"{client}{i}", "client": client, "utility": "Retail", "text": f"the plan {word}"}
        for client, word in (("Rook", LONG), ("Kestrel", "turbine"))
        for i in range(3)
    ]
    policy = {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 0.5}]}
    response = ask("policy", {"policy": policy, "corpus": corpus})
    (first, *_) = response.json["requirements"][0]["documents"]
    assert first["critical_set"] == first["critical_words"] == ["q" * 99 + "…"]
    assert len(response.data) < 2_000


def test_the_names_in_the_pairs_of_a_request_are_bounded_before_they_are_made(ask):
    """One entity in 140 communities with labels of 300 letters of four bytes: 339 kB made 73 MB."""
    wide = "\U00010428" * 297
    each = [{"entity": wide, "community": f"{wide}{number:03}", "text": "x"} for number in range(140)]
    response = ask("linkability", {"profiles": each})
    assert (response.status_code, response.json["code"]) == (400, "invalid_request")
    assert "names in all pairs" in response.json["detail"]
    short = [{**each, "entity": "ann", "community": each["community"][-3:]} for each in each]
    whole = ask("linkability", {"profiles": short})
    assert (whole.status_code, len(whole.json["pairs"])) == (200, 140 * 139)
    assert len(whole.data) < MEASURES


def test_the_bytes_of_the_names_in_pairs_are_those_of_the_answer(ask):
    profiles = {Profile("ann", "cars"), Profile("ann", "böats"), Profile("ann", 'a"b'), Profile("bob", "x")}
    names = 6 * len(b'"ann"') + 4 * (len(b'"cars"') + len('"böats"'.encode()) + len(rb'"a\"b"'))
    PairLimits(6, names).check(profiles)
    for limits in (PairLimits(5, names), PairLimits(6, names - 1)):
        with pytest.raises(InvalidRequest):
            limits.check(profiles)


@pytest.mark.parametrize("empty", ["\n", "", "[TERM]"])
@pytest.mark.parametrize("released", [[], [{"user": "a", "text": "crane ship"}]])
@pytest.mark.parametrize("at", [0, 1])
def test_a_user_without_a_word_changes_the_figures_of_nobody(ask, empty, released, at):
    """One empty text made the index of all NaN, which is no JSON."""
    others = [{"user": "b", "text": "crane harbour"}]
    after = [{"user": "b", "text": "crane [TERM]"}]
    alone = ask("spi", {"before": others, "after": after, "unit": "word"}).json
    before = others.copy()
    before.insert(at, {"user": "a", "text": empty})
    response = ask("spi", {"before": before, "after": after + released, "unit": "word"})
    assert strict(response.text) == {
        **alone,
        "empty_users": 1,
        "elements": {**alone["elements"], "after": response.json["elements"]["after"]},
    }
    assert (alone["empty_users"], response.json["unknown_users"]) == (0, 0)


@pytest.mark.parametrize("text", ["", "\n", "[TERM]"])
def test_a_collection_without_a_word_is_refused(ask, text):
    body = {"before": [{"user": "a", "text": text}], "after": [{"user": "a", "text": "crane"}], "unit": "word"}
    response = ask("spi", body)
    assert (response.status_code, response.json["code"]) == (422, "corpus_unusable")


def strict(text):
    """Read JSON as strict readers do: without NaN and Infinity."""

    def refuse(constant):
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_no_answer_has_a_number_that_json_does_not_have(number):
    with pytest.raises(ValueError, match="not JSON compliant"):
        answer({"spi": number})
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_json_bytes({"spi": number, "user": "\ud800"})
