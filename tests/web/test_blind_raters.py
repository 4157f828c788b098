"""Who judges the sample of a review learns no decision on it by any route before they have judged it themselves."""

import re
from datetime import timedelta

import pytest

from backend.storage.reviews import blind_sample
from backend.storage.rights.roles import Role
from backend.web.openapi import PATH
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import decoded, encoded, paragraphs_of, word_file

PHONE, MAIL, ADDED = "020 7946 0321", "ann@halden.example", "quay"
LETTER = {
    "document": encoded(word_file(f"Write to {MAIL}.", f"Call {PHONE}.", "The quay is new.")),
    "pii": ["EMAIL_ADDRESS", "PHONE_NUMBER"],
    "client": CLIENT,
    "k": 1,
}
WITH_ADDED = {**LETTER, "always": [ADDED]}
SAMPLE = {"verdicts": [{"id": "0" * 16, "goes": True}]}
MOVES = {"decisions": [{"id": "0" * 16, "move": "accept"}]}

BODIES = {
    "POST /v1/analyses": LETTER,
    "POST /v1/redactions": LETTER,
    "POST /v1/redactions/check": {"client": CLIENT, "k": 1},
    "GET /v1/reviews/{review}": None,
    "POST /v1/reviews/{review}/decisions": {"ids": []},
    "PATCH /v1/reviews/{review}/decisions": {"version": 0, **MOVES},
    "POST /v1/reviews/{review}/sample": {"version": 0, "share": 1},
    "PATCH /v1/reviews/{review}/sample": SAMPLE,
    "GET /v1/reviews/{review}/agreement": None,
    "POST /v1/reviews/{review}/submit": {"version": 0},
    "POST /v1/reviews/{review}/recall": {"version": 0},
    "POST /v1/reviews/{review}/claim": {"version": 0},
    "POST /v1/reviews/{review}/release": {"version": 0},
    "POST /v1/reviews/{review}/return": {"version": 0},
    "POST /v1/reviews/{review}/approve": {"version": 0, **LETTER},
    "POST /v1/reviews/{review}/reopen": {"version": 0},
    "DELETE /v1/reviews/{review}": None,
}
"""Every route that takes the id of a review, with a body for it."""

LAST = "DELETE /v1/reviews/{review}"


@pytest.fixture
def as_(app):
    """Asks as somebody of a role."""

    def sign_in(role=Role.REVIEWER):
        token = app.extensions[EXTENSION].store.api_keys.new("test", role, None, timedelta(days=1)).token
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return sign_in


@pytest.fixture(params=["a reviewer", "someone with every role"])
def rater(request, as_, client):
    """Judges the samples."""
    return as_() if request.param == "a reviewer" else client


def taking_a_review(client):
    """The operations of the description that take the id of a review, in the path, the query or the body."""
    description = client.get(PATH).json
    schemas = description["components"]["schemas"]

    def takes(path, operation):
        named = {each.get("name") for each in operation.get("parameters", ()) if "name" in each}
        bodies = [each["schema"] for each in operation.get("requestBody", {}).get("content", {}).values()]
        members = [schemas[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in bodies]
        return "{review}" in path or "review" in named.union(*(each.get("properties", ()) for each in members))

    return {
        f"{method.upper()} {path}"
        for path, item in description["paths"].items()
        for method, operation in item.items()
        if takes(path, operation)
    }


def code(answer):
    return answer.status_code, answer.json.get("code")


def call(asking, operation, review, **more):
    """Ask a route about a review."""
    method, _, path = operation.partition(" ")
    body = BODIES[operation]
    if body is not None:
        body = {**body, **more} | ({} if "{review}" in path else {"review": review})
        if "version" in body:
            body["version"] = asking.get(f"/v1/reviews/{review}").json["version"]
    return asking.open(path.replace("{review}", review), method=method, json=body)


class Twins:
    """Two reviews of the same letter, with the same suggestions and other decisions on them."""

    def __init__(self, author):
        self.author = author
        self.ids = {}
        self.accepted = self._begun("accept", "accept", [{"part": "a", "kind": "body", "places": [0, 1, 2]}])
        self.rejected = self._begun("reject", "reject", [])

    def _begun(self, mail, others, stories):
        review = self.author.post("/v1/reviews", json={"client": CLIENT}).json["id"]
        found = self.author.post("/v1/analyses", json={**WITH_ADDED, "review": review}).json["suggestions"]
        self.ids = {each["term"]: each["id"] for each in found}
        assert {MAIL, PHONE, ADDED} <= set(self.ids)
        wide = {"scope": "client", "term": MAIL}
        moves = [{"id": self.ids[MAIL], "move": mail, **wide}]
        moves += [{"id": self.ids[term], "move": others} for term in self.ids if term != MAIL]
        marks = {"tracking": None, "stories": stories, "looks": []}
        self._ok(
            self.author.patch(
                f"/v1/reviews/{review}/decisions", json={"version": 1, "decisions": moves, "marks": marks}
            )
        )
        return review

    def again(self):
        """Begin a third review, with the decisions of the first."""
        return self._begun("accept", "accept", [])

    @staticmethod
    def _ok(answer):
        assert answer.status_code == 200, answer.text

    def sampled_by(self, rater):
        for review in self:
            self._ok(call(rater, "POST /v1/reviews/{review}/sample", review))

    def __iter__(self):
        return iter((self.accepted, self.rejected))

    def verdicts(self, *terms):
        return {"verdicts": [{"id": self.ids[term], "goes": True} for term in terms or self.ids]}

    def approved_by(self, third):
        """Approve both; what one of them has kept, the policy wants to go."""
        for review, named in zip(self, ([], [{"kind": "PHONE_NUMBER", "count": 1}]), strict=True):
            approving = {"exceptions": named, "always": [ADDED]}
            self._ok(call(self.author, "POST /v1/reviews/{review}/submit", review))
            self._ok(call(third, "POST /v1/reviews/{review}/claim", review))
            self._ok(call(third, "POST /v1/reviews/{review}/approve", review, **approving))


def without_ids(answer):
    """What an answer says, without what is random: ids, keyed hashes and times."""
    text = re.sub(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b", "hash", answer.text)
    text = re.sub(r'"request_id": ?"[^"]*"', "", text)
    return answer.status_code, re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)?", "time", text)


def assert_alike(rater, twins, operations, more):
    """Every route gives the same answer for both."""
    for operation in operations:
        one, other = (without_ids(call(rater, operation, review, **more.get(operation, {}))) for review in twins)
        assert one == other, operation


def told(rater, twins):
    """What the routes tell of both that do not name them."""
    listed = {each["id"]: each for each in rater.get("/v1/reviews").json["reviews"]}
    return [{**listed[review], "id": "", "created": "", "changed": ""} for review in twins]


@pytest.fixture
def twins(as_):
    return Twins(as_())


def test_every_route_that_takes_a_review_is_here(client):
    assert taking_a_review(client) == set(BODIES)


def test_no_route_tells_a_rater_what_was_decided(rater, as_, twins, client):
    """The same for both before, while and after others submit, claim and approve; the author sees a difference."""
    rules = {"personal": ["PHONE_NUMBER"], "least_k": 1}
    set_policy = {"client": CLIENT, "version": 0, "rules": rules}
    assert client.post("/v1/admin/policies", json=set_policy).status_code == 200
    twins.sampled_by(rater)
    ids = list(twins.ids.values())
    more = {
        "POST /v1/reviews/{review}/decisions": {"ids": ids},
        "PATCH /v1/reviews/{review}/decisions": {"decisions": [{"id": ids[0], "move": "take_back"}]},
    }
    operations = [each for each in BODIES if each != LAST]
    for _ in range(2):  # what was not its time in the first round may be in the second
        assert_alike(rater, twins, operations, more)
        one, other = told(rater, twins)
        assert one == other
    with pytest.raises(AssertionError, match="POST /v1/analyses"):
        assert_alike(twins.author, twins, operations, more)

    for review in twins:
        call(rater, "POST /v1/reviews/{review}/release", review)
        call(rater, "POST /v1/reviews/{review}/recall", review)
        if rater.get(f"/v1/reviews/{review}").json["stage"] == "submitted":
            call(twins.author, "POST /v1/reviews/{review}/recall", review)
    third = as_()
    twins.approved_by(third)
    reading = [each for each in operations if not each.endswith("/reopen")]
    assert_alike(rater, twins, reading, more)
    one, other = told(rater, twins)
    assert one == other
    assert one["approval"] is None
    exceptions = [third.get(f"/v1/reviews/{review}").json["approval"]["exceptions"] for review in twins]
    assert exceptions == [[], [{"kind": "PHONE_NUMBER", "count": 1}]]
    assert_alike(rater, twins, [LAST], more)


def test_a_rater_redacts_and_approves_once_everything_is_judged(rater, as_, twins):
    twins.sampled_by(rater)
    redact, check = "POST /v1/redactions", "POST /v1/redactions/check"
    for review in twins:
        path = f"/v1/reviews/{review}"
        assert code(call(rater, redact, review)) == (409, "sample_not_judged")
        assert code(call(rater, check, review)) == (409, "sample_not_judged")
        assert call(twins.author, redact, review).status_code == 200
        some = rater.patch(f"{path}/sample", json=twins.verdicts(MAIL, PHONE))
        assert some.json == {"judged": 2}
        assert code(call(rater, redact, review)) == (409, "sample_not_judged")
        assert (rater.get(path).json["counts"], rater.get(path).json["marks"]) == ({}, None)

        # The term that was added by hand is in no model: it is told, and what was decided on it is not.
        answer = call(rater, "POST /v1/analyses", review).json
        assert answer["review"]["added"] == [ADDED]
        found = {
            each["term"]: each
            for each in call(rater, "POST /v1/analyses", review, always=[ADDED]).json["suggestions"]
        }
        assert (found[ADDED]["decision"], found[ADDED]["blind"]) == (None, True)

        call(twins.author, "POST /v1/reviews/{review}/submit", review)
        call(rater, "POST /v1/reviews/{review}/claim", review)
        approve = "POST /v1/reviews/{review}/approve"
        assert code(call(rater, approve, review)) == (409, "sample_not_judged")
        rest = [term for term in twins.ids if term not in {MAIL, PHONE}]
        assert rater.patch(f"{path}/sample", json=twins.verdicts(*rest)).status_code == 200
        assert call(rater, approve, review, always=[ADDED]).status_code == 200
        assert rater.get(path).json["counts"] == twins.author.get(path).json["counts"] != {}
    texts = ["\n".join(paragraphs_of(decoded(call(rater, redact, each, always=[ADDED]).json))) for each in twins]
    assert [[term in text for term in (MAIL, PHONE, ADDED)] for text in texts] == [[False] * 3, [True] * 3]


def test_what_is_decided_later_has_to_be_judged_too(rater, twins):
    """Also what the rater's own sample had and nobody had decided on before."""
    review = twins.accepted
    path = f"/v1/reviews/{review}"
    call(rater, "POST /v1/reviews/{review}/sample", review)
    rater.patch(f"{path}/sample", json=twins.verdicts())
    assert call(rater, "POST /v1/redactions", review).status_code == 200
    move = {"version": rater.get(path).json["version"], "decisions": [{"id": "0" * 16, "move": "accept"}]}
    assert twins.author.patch(f"{path}/decisions", json=move).status_code == 200
    assert code(call(rater, "POST /v1/redactions", review)) == (409, "sample_not_judged")
    rater.patch(f"{path}/sample", json=SAMPLE)
    assert call(rater, "POST /v1/redactions", review).status_code == 200


def test_decisions_outside_the_sample_hide_nothing(as_, twins, app):
    """With the smallest share that there is, no suggestion of a letter is in the sample."""
    rater, review = as_(), twins.accepted
    version = rater.get(f"/v1/reviews/{review}").json["version"]
    taken = rater.post(f"/v1/reviews/{review}/sample", json={"version": version, "share": 1e-9})
    marks = app.extensions[EXTENSION].store.reviews.marks(review)
    assert not any(marks.is_sampled(each, 1e-9) for each in twins.ids.values())
    assert taken.json["counts"] == {"accepted": len(twins.ids)}
    assert call(rater, "POST /v1/redactions", review).status_code == 200


def test_an_administrator_who_rates_sees_the_proposals_after_their_verdict(client, as_, twins):
    """The rater has every role here; another administrator sees both proposals all the time."""
    twins.sampled_by(client)
    other = as_(Role.ADMIN)
    listed = other.get("/v1/proposals").json["proposals"]
    assert sorted(each["goes"] for each in listed) == [False, True]
    assert client.get("/v1/proposals").json["proposals"] == []
    for each in listed:
        assert code(client.post(f"/v1/proposals/{each['id']}/accept")) == (404, "unknown_proposal")
    client.patch(f"/v1/reviews/{twins.accepted}/sample", json=twins.verdicts(MAIL))
    (one,) = client.get("/v1/proposals").json["proposals"]
    assert (one["term"], one["goes"]) == (MAIL, True)
    assert client.post(f"/v1/proposals/{one['id']}/accept").status_code == 200


def test_no_proposal_is_accepted_while_a_rater_has_to_judge_its_suggestion(as_, twins):
    """The list of the client would tell the decision, and the term would be no suggestion any more."""
    rater, boss, author = as_(), as_(Role.ADMIN), twins.author
    call(rater, "POST /v1/reviews/{review}/sample", twins.accepted)
    proposals = {each["goes"]: each["id"] for each in boss.get("/v1/proposals").json["proposals"]}

    def seen():
        found = call(rater, "POST /v1/analyses", twins.accepted).json["suggestions"]
        return rater.get("/v1/clients").json, sorted(each["term"] for each in found)

    before = seen()
    assert code(boss.post(f"/v1/proposals/{proposals[True]}/accept")) == (409, "illegal_move")
    assert seen() == before
    for judged, status in ((PHONE, 409), (MAIL, 200)):
        rater.patch(f"/v1/reviews/{twins.accepted}/sample", json=twins.verdicts(judged))
        assert boss.post(f"/v1/proposals/{proposals[True]}/accept").status_code == status

    # Declining changes no list, and nobody judges the other review.
    move = {"id": twins.ids[ADDED], "move": "accept", "scope": "client", "term": ADDED}
    call(author, "PATCH /v1/reviews/{review}/decisions", twins.accepted, decisions=[move])
    (added,) = (each for each in boss.get("/v1/proposals").json["proposals"] if each["term"] == ADDED)
    before = seen()
    assert boss.post(f"/v1/proposals/{added['id']}/decline").status_code == 200
    assert seen() == before
    assert boss.post(f"/v1/proposals/{proposals[False]}/accept").status_code == 200


def test_a_list_looks_at_a_bounded_number_of_decisions(as_, twins, monkeypatch):
    """Beyond it, the counts of a review count as hidden; the review itself tells."""
    rater, review = as_(), twins.accepted
    version = rater.get(f"/v1/reviews/{review}").json["version"]
    rater.post(f"/v1/reviews/{review}/sample", json={"version": version, "share": 1e-9})

    def listed():
        return next(each for each in rater.get("/v1/reviews").json["reviews"] if each["id"] == review)

    counts = {"accepted": len(twins.ids)}
    assert listed()["counts"] == counts
    monkeypatch.setattr(blind_sample, "MOST_LOOKED_AT", 1)
    assert listed()["counts"] == {}
    assert rater.get(f"/v1/reviews/{review}").json["counts"] == counts


def test_a_proposal_that_waits_is_not_accepted_through_an_equal_one(as_, twins):
    """Of equal proposals the list shows one that can be accepted; the one that waits stays open."""
    rater, boss = as_(), as_(Role.ADMIN)
    twins.again()
    call(rater, "POST /v1/reviews/{review}/sample", twins.accepted)

    def listed():
        return {each["goes"]: (each["id"], each["times"]) for each in boss.get("/v1/proposals").json["proposals"]}

    shown, times = listed()[True]
    assert times == 2
    assert boss.post(f"/v1/proposals/{shown}/accept").json["times"] == 1
    waiting, times = listed()[True]
    assert (waiting != shown, times) == (True, 1)
    assert code(boss.post(f"/v1/proposals/{waiting}/accept")) == (409, "illegal_move")
    rater.patch(f"/v1/reviews/{twins.accepted}/sample", json=twins.verdicts())
    assert boss.post(f"/v1/proposals/{waiting}/accept").status_code == 200
