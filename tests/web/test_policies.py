"""Policies over HTTP: what an administrator asks for holds for whoever works on a document."""

from datetime import timedelta
from functools import partial

import pytest

from backend.blocking.trained_defence import limited_defence
from backend.detection.pii import parse_entities
from backend.services.clients import dictionaries
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import encoded, word_file

AT = "/v1/admin/policies"
LETTER = word_file(f"{CLIENT} opens stores; ask jane@halden.example about the loyalty cards of its shoppers.")


@pytest.fixture
def set_policy(client):
    def set_one(version=0, whose=CLIENT, **rules):
        response = client.post(AT, json={"client": whose, "version": version, "rules": rules})
        assert response.status_code == 200, response.text
        return response.json

    return set_one


@pytest.fixture
def ask(client):
    def ask_for(what="redactions", **options):
        return client.post(f"/v1/{what}", json={"document": encoded(LETTER), "name": "a.docx", **options})

    return ask_for


def told(response):
    return response.status_code, response.json["code"], response.json["detail"]


def test_without_a_policy_nothing_is_required_and_the_report_says_so(ask):
    assert ask(client=CLIENT, k=2).json["report"]["review_policy"] == "default@0"
    assert ask("analyses", client=CLIENT, k=2).json["review_policy"] == "default@0"


def test_a_k_below_the_lowest_is_refused_and_one_that_is_left_open_is_raised(ask, set_policy):
    set_policy(least_k=4)
    for what in ("redactions", "analyses"):
        status, code, detail = told(ask(what, client=CLIENT, k=3))
        assert (status, code) == (422, "policy_not_met")
        assert detail == "Policy client@1 requires k = 4 or more, and the request says 3."
    done = ask(client=CLIENT).json["report"]
    assert (done["k"] >= 4, done["review_policy"]) == (True, "client@1")
    assert ask("analyses", client=CLIENT, k=4).json["levels"][-1]["k"] == 4


def test_a_policy_holds_for_its_client_however_it_is_called(ask, set_policy):
    set_policy(least_k=4, whose=CLIENT.upper())
    assert told(ask(client=CLIENT.lower(), k=2))[1] == "policy_not_met"


def test_the_policy_for_all_counts_where_a_client_has_none(ask, set_policy, client):
    set_policy(least_k=3, whose=None)
    assert told(ask(client=CLIENT, k=2))[2].startswith("Policy default@1 requires k = 3")
    set_policy(least_k=1)
    assert ask(client=CLIENT, k=2).json["report"]["review_policy"] == "client@1"
    response = client.post(f"{AT}/remove", json={"client": CLIENT, "version": 1})
    assert (response.json["name"], response.json["rules"]) == ("client@2", None)
    assert told(ask(client=CLIENT, k=2))[1] == "policy_not_met"


def test_leaving_out_the_client_does_not_bypass_the_lowest_k(ask, set_policy):
    set_policy(least_k=3, whose=None)
    assert told(ask())[2] == "Policy default@1 requires k = 3, so name the client."


def test_a_policy_of_all_kinds_and_a_k_lets_people_look_before_they_know_whose_document_it_is(ask, set_policy):
    """The pane asks for words first, to see whose document it may be; what is redacted is held to the policy."""
    set_policy(least_k=5, personal=["ALL"], whose=None)
    assert told(ask("analyses", pii=[]))[1] == "policy_not_met", "then the pane leaves the kinds to the policy"
    looked = ask("analyses")
    assert (looked.status_code, looked.json["review_policy"]) == (200, "default@1")
    assert looked.json["words"]
    assert ask("analyses", client=CLIENT).status_code == 200
    assert told(ask())[1] == "policy_not_met"


def test_a_policy_that_no_longer_fits_the_models_is_reported(ask, set_policy):
    set_policy(least_k=500)
    for k in ({}, {"k": 3}):
        status, code, detail = told(ask(client=CLIENT, **k))
        assert (status, code) == (409, "policy_does_not_fit")
        assert "Policy client@1 requires k = 500, and the model knows" in detail


@pytest.mark.parametrize(
    ("rules", "options", "wanted"),
    [
        ({"personal": ["ALL"]}, {"pii": ["PERSON"]}, "that these kinds of personal data are redacted"),
        (
            {"personal": ["URL", "PERSON"]},
            {"pii": ["PERSON"]},
            "that these kinds of personal data are redacted: URL",
        ),
        ({"objective": "uniform"}, {"objective": "simple"}, "the objective uniform"),
        ({"placeholder": "redacted"}, {"placeholder": "typed"}, "placeholders that are redacted"),
        ({"clean": {"comments": "anonymise"}}, {"clean": {"comments": "keep"}}, "comments: anonymise"),
        ({"clean": {"revisions": "accept"}}, {"clean": {"revisions": "keep"}}, "tracked changes: accept"),
        ({"clean": {"images": "tell"}}, {"clean": {"images": "keep"}}, "pictures: tell"),
        ({"clean": {"remove_traces": True}}, {"clean": {"traces": "keep"}}, "traces: remove"),
        ({"clean": {"remove_hidden_text": True}}, {"clean": {"hidden_text": "keep"}}, "hidden text: remove"),
    ],
)
def test_weaker_requests_are_refused_and_open_options_filled_from_the_policy(
    ask, set_policy, rules, options, wanted
):
    set_policy(**rules)
    status, code, detail = told(ask(client=CLIENT, k=2, **options))
    assert (status, code) == (422, "policy_not_met")
    assert detail.startswith(f"Policy client@1 requires {wanted}")
    report = ask(client=CLIENT, k=2).json["report"]
    assert report["review_policy"] == "client@1"
    for name, value in rules.get("clean", {}).items():
        assert report["policy"][name] == value
    if "placeholder" in rules:
        assert {each["placeholder"] for each in report["suppressed"]} == {"[REDACTED]"}
    if "objective" in rules:
        assert report["objective"] == "uniform"


PLACEHOLDERS = {
    "numbered": {"[CLIENT]", "[TERM]", "[EMAIL_ADDRESS 1]"},
    "typed": {"[CLIENT]", "[TERM]", "[EMAIL_ADDRESS]"},
    "redacted": {"[REDACTED]"},
}


@pytest.mark.parametrize("style", PLACEHOLDERS)
def test_the_placeholders_of_an_analysis_meet_the_policy_and_own_words_do_not(ask, set_policy, style):
    """The pane writes into the open document what the analysis names, and sends it with its decisions."""
    set_policy(placeholder=style)
    found = ask("analyses", client=CLIENT, k=3).json
    assert {each["placeholder"] for each in found["suggestions"]} == PLACEHOLDERS[style]
    assert {each["placeholder"] for each in found["sought"]} <= PLACEHOLDERS[style]
    written = [(each["id"], each["placeholder"]) for each in found["suggestions"]]
    done = _decided(ask, written)
    assert {each["placeholder"] for each in done["suppressed"]} == PLACEHOLDERS[style]
    assert "placeholder" not in {each["kind"] for each in done["unmet"]}
    own = _decided(ask, [*written[1:], (written[0][0], "our office")])
    places = found["suggestions"][0]["places"]
    assert {"kind": "placeholder", "count": len(places)} in own["unmet"]


def test_the_placeholders_of_another_style_do_not_meet_the_policy(ask, set_policy):
    found = ask("analyses", client=CLIENT, k=3).json
    set_policy(placeholder="redacted")
    told = _decided(ask, [(each["id"], each["placeholder"]) for each in found["suggestions"]])
    assert "placeholder" in {each["kind"] for each in told["unmet"]}


def _decided(ask, written):
    decisions = [{"id": name, "verdict": "edited", "replacement": text} for name, text in written]
    return ask(client=CLIENT, k=3, decisions=decisions).json["report"]


def test_requests_stricter_than_the_policy_are_followed(ask, set_policy):
    set_policy(clean={"comments": "anonymise"}, least_k=2)
    report = ask(client=CLIENT, k=3, clean={"comments": "remove", "images": "remove"}).json["report"]
    assert (report["k"], report["policy"]["comments"], report["policy"]["images"]) == (3, "remove", "remove")


def test_a_clean_copy_must_meet_its_requirements(ask, set_policy):
    set_policy(whose=None, least_k=5, personal=["ALL"], clean={"images": "remove"})
    report = ask("copies").json["report"]
    assert (report["review_policy"], report["policy"]["images"]) == ("default@1", "remove")
    assert told(ask("copies", clean={"images": "keep"}))[1] == "policy_not_met"


def test_every_version_can_be_read_again(client, set_policy):
    set_policy(least_k=4)
    set_policy(1, least_k=5, second_approver=True, blind_share=0.5)
    versions = client.post(f"{AT}/versions", json={"client": CLIENT}).json["versions"]
    assert [(each["name"], each["rules"]["least_k"]) for each in versions] == [("client@1", 4), ("client@2", 5)]
    listed = client.get(AT).json["policies"]
    assert listed == versions[1:]
    assert (listed[0]["rules"]["second_approver"], listed[0]["rules"]["blind_share"]) == (True, 0.5)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"client": CLIENT, "version": 7, "rules": {}}, "stale_version"),
        ({"client": "Nobody", "version": 0, "rules": {}}, "unknown_client"),
        ({"client": CLIENT, "version": 0, "rules": {"personal": ["NOTHING"]}}, "invalid_request"),
        ({"client": CLIENT, "version": 0, "rules": {"least_k": 0}}, "does_not_fit"),
        ({"client": CLIENT, "version": 0, "rules": {"k": 5}}, "does_not_fit"),
        ({"client": CLIENT, "version": 0, "rules": {"clean": {"images": "burn"}}}, "does_not_fit"),
        ({"client": CLIENT, "version": 0}, "does_not_fit"),
    ],
)
def test_invalid_policies_change_nothing(client, body, code):
    assert client.post(AT, json=body).json["code"] == code
    assert client.get(AT).json["policies"] == []


def test_removing_a_missing_policy_is_refused(client):
    assert client.post(f"{AT}/remove", json={"version": 1}).json["code"] == "unknown_policy"


def test_a_change_counts_for_the_next_request_of_every_worker(app, ask, set_policy):
    set_policy(least_k=4)
    assert told(ask(client=CLIENT, k=2))[1] == "policy_not_met"
    store = app.extensions[EXTENSION].store
    store.policies.remove(CLIENT, 1, "another")
    assert ask(client=CLIENT, k=2).status_code == 200


def test_a_role_for_one_group_cannot_set_the_policy_for_all(app, set_policy):
    set_policy(least_k=3, whose=None)
    store = app.extensions[EXTENSION].store
    token = store.api_keys.new("Retail", Role.ADMIN, ["Retail"], timedelta(days=1)).token
    for path, more in (("", {"rules": {"least_k": 1}}), ("/remove", {})):
        body = {"client": None, "version": 1, **more}
        refused = app.test_client().post(AT + path, json=body, headers={"Authorization": f"Bearer {token}"})
        assert told(refused)[:2] == (403, "not_of_all_groups")
    assert store.policies.current()[0].policy.least_k == 3


@pytest.fixture
def retail(app):
    """Asks as an administrator of Retail, whose client is CLIENT; each is somebody else."""
    store = app.extensions[EXTENSION].store
    store.clients.add(Dictionary(CLIENT, group="Retail"))

    def asks():
        token = store.api_keys.new("Retail", Role.ADMIN, ["Retail"], timedelta(days=1)).token
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return asks


WEAKER = [
    {},
    {"least_k": 2},
    {"personal": ["US_SSN"]},
    {"second_approver": False},
    {"blind_share": 0.1},
    {"objective": None},
    {"placeholder": "typed"},
    {"amounts_together": False},
    {"index": "always"},
    {"index_with_exceptions": True},
    {"clean": {"images": "tell", "comments": "remove"}},
]


@pytest.mark.parametrize("change", WEAKER)
def test_a_limited_administrator_cannot_go_below_the_policy_for_all(app, set_policy, retail, change):
    floor = {
        "least_k": 3,
        "personal": ["US_SSN", "EMAIL_ADDRESS"],
        "second_approver": True,
        "blind_share": 0.2,
        "objective": "uniform",
        "placeholder": "numbered",
        "amounts_together": True,
        "index": "on_request",
        "clean": {"images": "remove", "comments": "anonymise"},
    }
    set_policy(whose=None, **floor)
    rules = {**floor, **change} if change else {}
    ann, store = retail(), app.extensions[EXTENSION].store
    refused = ann.post(AT, json={"client": CLIENT, "version": 0, "rules": rules})
    assert told(refused)[:2] == (403, "not_of_all_groups")
    assert [each.client for each in store.policies.current()] == [None]
    stricter = {**floor, "least_k": 4, "clean": {"images": "remove", "comments": "remove"}}
    assert ann.post(AT, json={"client": CLIENT, "version": 0, "rules": stricter}).status_code == 200
    assert ann.post(AT, json={"client": CLIENT, "version": 1, "rules": floor}).status_code == 200, "their own"
    assert ann.post(f"{AT}/remove", json={"client": CLIENT, "version": 2}).status_code == 200


def test_a_limited_administrator_cannot_lower_another_persons_policy(app, set_policy, retail):
    set_policy(least_k=5)
    ann, store = retail(), app.extensions[EXTENSION].store
    for path, more in (("", {"rules": {"least_k": 4}}), ("/remove", {})):
        assert told(ann.post(AT + path, json={"client": CLIENT, "version": 1, **more}))[:2] == (
            403,
            "not_of_all_groups",
        )
    assert ann.post(AT, json={"client": CLIENT, "version": 1, "rules": {"least_k": 6}}).status_code == 200
    assert retail().post(AT, json={"client": CLIENT, "version": 2, "rules": {"least_k": 5}}).status_code == 403
    (stored,) = store.policies.current()
    assert stored.policy.least_k == 6


def test_a_limited_administrator_cannot_lower_a_policy_by_raising_it_first(app, set_policy, retail):
    """What they have set themselves they lower again, down to what somebody else had set before, and no further."""
    set_policy(least_k=5)
    ann, store = retail(), app.extensions[EXTENSION].store
    for version, k in ((1, 6), (2, 7), (3, 5)):
        set_ = ann.post(AT, json={"client": CLIENT, "version": version, "rules": {"least_k": k}})
        assert set_.status_code == 200, set_.text
    for path, more in (("", {"rules": {"least_k": 4}}), ("/remove", {})):
        refused = ann.post(AT + path, json={"client": CLIENT, "version": 4, **more})
        assert told(refused)[:2] == (403, "not_of_all_groups")
    assert [each.policy.least_k for each in store.policies.current()] == [5]


def test_nor_by_two_who_take_turns(app, set_policy, retail):
    set_policy(least_k=5)
    both, store = (retail(), retail()), app.extensions[EXTENSION].store
    version = 1
    for turn, k in enumerate((5, 6, 5, 4, 6, 5, 4, 3, 5, 2)):
        asked = {"client": CLIENT, "version": version, "rules": {"least_k": k}}
        version += both[turn % 2].post(AT, json=asked).status_code == 200
        assert store.policies.current()[0].policy.least_k >= 5
    assert version > 2, "they set what asks for more"


@pytest.mark.parametrize("stored", ["Halden Holding", CLIENT])
def test_nor_by_another_name_of_the_client(app, ask, set_policy, stored):
    """The models may know a client by what its dictionary has as another name; its policy counts there too."""
    other = "Halden Holding" if stored == CLIENT else CLIENT
    store = app.extensions[EXTENSION].store
    store.clients.add(Dictionary(stored, aliases=(other,), group="Retail"))
    set_policy(least_k=4, whose=stored)
    assert told(ask(client=CLIENT, k=2))[1] == "policy_not_met"
    ann = app.test_client()
    token = store.api_keys.new("Retail", Role.ADMIN, ["Retail"], timedelta(days=1)).token
    ann.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    for name in (stored, other, other.upper()):
        for version in (0, 1):
            asked = {"client": name, "version": version, "rules": {"least_k": 1}}
            assert ann.post(AT, json=asked).status_code in {403, 409}
            assert ann.post(f"{AT}/remove", json={"client": name, "version": max(version, 1)}).status_code == 403
    assert told(ask(client=CLIENT, k=2))[1] == "policy_not_met"
    assert ann.post(AT, json={"client": other, "version": 1, "rules": {"least_k": 5}}).json["client"] == stored


def test_nor_by_naming_all_kinds_that_are_built_in(app, set_policy, retail):
    """Every kind is more than all that Unsaid knows: those of the house's own recognisers too."""
    set_policy(least_k=2, whose=None, personal=["ALL"])
    kinds = sorted(parse_entities("all"))
    refused = retail().post(AT, json={"client": CLIENT, "version": 0, "rules": {"least_k": 2, "personal": kinds}})
    assert told(refused)[:2] == (403, "not_of_all_groups")


def test_a_policy_for_the_new_name_of_a_client_counts_for_its_documents(client, ask, set_policy):
    """The models know it by its former name, whose policy stays: it may not stand in for the new one."""
    kept = client.post("/v1/clients", json={"name": CLIENT, "group": "Retail"}).json
    set_policy(least_k=2)
    renamed = {"name": "Heron Group", "aliases": [CLIENT], "group": "Retail", "version": 1}
    assert client.put(f"/v1/clients/{kept['id']}", json=renamed).status_code == 200
    set_policy(1, "Heron Group", least_k=4)
    for name in (CLIENT, "Heron Group"):
        assert told(ask(client=name, k=2, pii=[]))[:2] == (422, "policy_not_met")
        assert effective(client, name)[1]["rules"]["least_k"] == 4


def effective(client, name):
    answer = client.post("/v1/policies/effective", json={"client": name})
    return answer.status_code, answer.json


def test_the_policy_that_applies_says_whose_it_is_and_since_when(client, set_policy):
    unset = effective(client, CLIENT)[1]
    assert (unset["name"], unset["of_client"], unset["since"]) == ("default@0", False, None)
    default = set_policy(whose=None, least_k=3)
    own = set_policy(least_k=4, clean={"images": "remove"})
    told_own, told_none = effective(client, CLIENT)[1], effective(client, None)[1]
    assert (told_own["name"], told_own["of_client"], told_own["since"]) == ("client@1", True, own["created"])
    assert (told_own["rules"]["least_k"], told_own["rules"]["clean"]["images"]) == (4, "remove")
    assert (told_none["name"], told_none["of_client"], told_none["since"]) == (
        "default@1",
        False,
        default["created"],
    )
    assert told_none["rules"]["least_k"] == 3


def test_an_invisible_client_has_no_visible_policy(client):
    assert effective(client, "Somebody Else plc")[0] == 404


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"client": CLIENT, "k": 3}, "policy_not_met"),
        ({"k": 3}, "policy_not_met"),
        ({"client": CLIENT, "k": 4, "decided": True}, "policy_not_met"),
        ({"client": CLIENT, "k": 4, "review": "0" * 32}, "unknown_review"),
    ],
)
def test_a_check_refuses_what_the_redaction_would_refuse(client, ask, set_policy, options, code):
    set_policy(whose=None, least_k=4, second_approver=True)
    decided = {key: value for key, value in options.items() if key != "decided"}
    redaction = {**decided, **({"decisions": []} if "decided" in options else {})}
    refused, wanted = client.post("/v1/redactions/check", json=options), ask(**redaction)
    assert (refused.status_code, refused.json["code"]) == (wanted.status_code, code)
    assert refused.json["detail"] == wanted.json["detail"]


def test_a_check_that_passes_says_under_what(client, set_policy):
    set_policy(least_k=4)
    passed = client.post("/v1/redactions/check", json={"client": CLIENT, "decided": True})
    assert (passed.status_code, passed.json["review_policy"], passed.json["k"]) == (200, "client@1", 5)
    assert passed.json["model"]


def test_a_limited_caller_learns_nothing_of_policies_of_hidden_clients(app, client, set_policy):
    """The answer for another group's client is that for a name that nobody has."""
    store = app.extensions[EXTENSION].store
    store.clients.add(Dictionary(CLIENT, group="Retail"))
    set_policy(least_k=7)
    key = store.api_keys.new("limited", Role.USER, ["Elsewhere"], timedelta(days=1)).token
    limited = app.test_client()
    asked = [
        limited.post(path, json={"client": name}, headers={"Authorization": f"Bearer {key}"})
        for path in ("/v1/policies/effective", "/v1/redactions/check")
        for name in (CLIENT, "Somebody Else plc")
    ]
    assert [each.status_code for each in asked] == [404] * 4
    assert told(asked[0]) == told(asked[1])
    assert told(asked[2]) == told(asked[3])


def test_a_check_trains_no_attackers_for_a_limited_caller(app, client, monkeypatch):
    """It reads no document, and is answered where all other requests are: training takes a second or more."""

    trained = []
    monkeypatch.setattr(dictionaries, "limited_defence", lambda *of: trained.append(of) or limited_defence(*of))
    store = app.extensions[EXTENSION].store
    store.clients.add(Dictionary(CLIENT, group="Retail"))
    key = store.api_keys.new("limited", Role.USER, ["Retail"], timedelta(days=1)).token
    ask = partial(app.test_client().post, headers={"Authorization": f"Bearer {key}"})
    passed = ask("/v1/redactions/check", json={"client": CLIENT, "robust": True})
    assert (passed.status_code, passed.json["k"], trained) == (200, 5, [])
    blocks = [{"ordinal": 0, "text": "The store sells apples."}]
    ask("/v1/analyses", json={"client": CLIENT, "stories": [{"kind": "body", "blocks": blocks}]})
    assert len(trained) == 1
