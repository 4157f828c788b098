"""Reviews over HTTP: what people decide comes back, to those who may see it, and redacts the document."""

import io
import shutil
import zipfile
from datetime import timedelta

import pytest

from backend.detection.finding import FindingKind
from backend.document.placeholders import REDACTED
from backend.review.suggestions import suggestion_id
from backend.review.workflow import Step
from backend.settings import Settings
from backend.storage.clients import proposals
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.reviews import blind_verdicts, decisions
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import decoded, encoded, paragraphs_of, word_file

MAIL = "Write to ann@halden.example."
DOCUMENT = word_file(MAIL, "Call 020 7946 0321.", MAIL, "Nothing here.")
PERSONAL = {"document": encoded(DOCUMENT), "pii": ["EMAIL_ADDRESS", "PHONE_NUMBER"]}


@pytest.fixture
def service(app):
    return app.extensions[EXTENSION]


@pytest.fixture
def as_(app, service):
    """Asks as somebody of a role; of all groups, or of some."""

    def sign_in(role=Role.REVIEWER, groups=None):
        token = service.store.api_keys.new("test", role, groups, timedelta(days=1)).token
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return sign_in


@pytest.fixture
def review(client):
    """A review of nobody's document, begun by the single user."""
    answer = client.post("/v1/reviews", json={})
    assert answer.status_code == 201, answer.text
    return f"/v1/reviews/{answer.json['id']}"


def analysed(asking, review, **more):
    answer = asking.post("/v1/analyses", json={**PERSONAL, "review": review.rpartition("/")[2], **more})
    assert answer.status_code == 200, answer.text
    return {each["term"]: each for each in answer.json["suggestions"]}, answer.json


def decide(client, review, *moves):
    version = client.get(review).json["version"]
    return client.patch(f"{review}/decisions", json={"version": version, "decisions": list(moves)})


def step(client, review, name, **more):
    """Take a step; whoever approves has the document."""
    more = {**(PERSONAL if name == "approve" else {}), **more}
    return client.post(f"{review}/{name}", json={"version": client.get(review).json["version"], **more})


def accepting(asking, review):
    """The moves by which everything goes."""
    return [{"id": each["id"], "move": "accept"} for each in analysed(asking, review)[0].values()]


def code(answer):
    return answer.status_code, answer.json["code"]


def test_decisions_are_returned_by_the_next_analysis(client, as_, review):
    found, told = analysed(client, review)
    source = told["review"].pop("source")
    assert len(source) == 64
    expected = {
        "version": 1,
        "stage": "draft",
        "same_document": None,
        "is_approved": None,
        "added": [],
        "places_not_found": 0,
    }
    assert told["review"] == {"id": review.rpartition("/")[2], **expected}
    mail, phone = found["ann@halden.example"], found["020 7946 0321"]
    assert (mail["decision"], mail["blind"]) == (None, False)
    moves = (
        {"id": mail["id"], "move": "edit", "replacement": "our office", "reason": "needed", "note": "asked"},
        {"id": mail["id"], "move": "reject", "place": mail["places"][1]["id"]},
        {"id": phone["id"], "move": "reject", "reason": "public"},
    )
    changed = decide(client, review, *moves)
    assert (changed.status_code, changed.json["version"]) == (200, 2)
    assert changed.json["counts"] == {"edited": 1, "rejected": 2}
    again, _ = analysed(as_(), review)
    decision = again["ann@halden.example"]["decision"]
    assert {**decision, "changed": ""} == {
        "state": "edited",
        "scope": "document",
        "who": "another",
        "changed": "",
        "reason": "needed",
        "replacement": "our office",
        "note": "asked",
    }
    here = [place["decision"] and place["decision"]["state"] for place in again["ann@halden.example"]["places"]]
    assert here == [None, "rejected"]
    assert analysed(client, review)[0]["020 7946 0321"]["decision"]["who"] == "me"


LETTER = word_file("Kestrel Wharf & Sons met the board.", "The board of KESTREL Wharf & Sons agreed.", "A quay.")


def test_a_term_that_someone_added_is_found_again_by_its_mark_alone(client, as_, review):
    letter = {"document": encoded(LETTER)}
    added, told = analysed(client, review, **letter, always=["kestrel  wharf & sons", "quay"])
    assert told["review"]["added"] == [], "it was asked for"
    goes, stays = added["Kestrel Wharf & Sons"], added["quay"]
    decide(client, review, {"id": goes["id"], "move": "accept"}, {"id": stays["id"], "move": "reject"})

    somebody_else = as_()
    without, told = analysed(somebody_else, review, **letter)
    assert (without, told["review"]["added"]) == ({}, ["quay", "Kestrel Wharf & Sons"])
    again, told = analysed(somebody_else, review, **letter, always=told["review"]["added"])
    assert {term: each["decision"]["state"] for term, each in again.items()} == {
        "Kestrel Wharf & Sons": "accepted",
        "quay": "rejected",
    }
    assert told["review"]["added"] == []

    decide(client, review, {"id": stays["id"], "move": "take_back"})
    assert analysed(client, review, **letter)[1]["review"]["added"] == ["Kestrel Wharf & Sons"]
    other_letter = encoded(word_file("The Kestrel of the wharf."))
    assert analysed(client, review, document=other_letter)[1]["review"]["added"] == []


def test_a_whole_paragraph_that_was_added_is_found_again_and_so_are_twelve_words_of_one(client, review):
    """LONGEST is 12: of the 14 words of a paragraph, 12 in a row are a phrase, 13 are none."""
    long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    words = long.split()
    letter = {"document": encoded(word_file(long))}
    for phrase, found in ((long, True), (" ".join(words[1:13]), True), (" ".join(words[1:14]), False)):
        begun = f"/v1/reviews/{client.post('/v1/reviews', json={}).json['id']}"
        suggested, _ = analysed(client, begun, **letter, always=[phrase])
        decide(client, begun, {"id": suggested[phrase]["id"], "move": "accept"})
        assert analysed(client, begun, **letter)[1]["review"]["added"] == ([phrase] if found else [])


def test_without_a_review_nothing_of_one_is_reported(client):
    (first, *_) = client.post("/v1/analyses", json=PERSONAL).json["suggestions"]
    assert not {"decision", "blind"} & set(first)
    assert not {"id", "decision"} & set(first["places"][0])


def test_a_place_is_found_again_when_other_paragraphs_change_and_not_when_its_own_does(client, review):
    found, _ = analysed(client, review)
    second = found["ann@halden.example"]["places"][1]["id"]
    moved = encoded(word_file("A new beginning.", MAIL, "Nothing at all.", MAIL))
    assert analysed(client, review, document=moved)[0]["ann@halden.example"]["places"][1]["id"] == second
    changed = encoded(word_file(MAIL, f"Please! {MAIL}"))
    places = analysed(client, review, document=changed)[0]["ann@halden.example"]["places"]
    assert second not in {place["id"] for place in places}


def test_an_accepted_place_never_becomes_another_one_with_an_equal_paragraph(client, review):
    """The first of two equal paragraphs was redacted in Word. The other one was never accepted."""
    mail = analysed(client, review)[0]["ann@halden.example"]
    decide(client, review, {"id": mail["id"], "move": "accept", "place": mail["places"][0]["id"]})
    same, response = analysed(client, review)
    assert [bool(place["decision"]) for place in same["ann@halden.example"]["places"]] == [True, False]
    assert response["review"]["places_not_found"] == 0
    redacted = encoded(word_file("Write to [EMAIL_ADDRESS].", "Call 020 7946 0321.", MAIL, "Nothing here."))
    found, response = analysed(client, review, document=redacted)
    assert [place["decision"] for place in found["ann@halden.example"]["places"]] == [None]
    assert response["review"]["places_not_found"] == 1
    one_more = encoded(word_file(MAIL, MAIL, MAIL))
    assert analysed(client, review, document=one_more)[1]["review"]["places_not_found"] == 1


def test_decisions_are_reported_without_another_analysis(client, review):
    found, _ = analysed(client, review)
    mail = found["ann@halden.example"]
    place = mail["places"][0]["id"]
    decide(
        client, review, {"id": mail["id"], "move": "accept"}, {"id": mail["id"], "move": "reject", "place": place}
    )
    told = client.post(f"{review}/decisions", json={"ids": [mail["id"], "0" * 16]}).json
    assert told["version"] == 2
    known, unknown = told["decisions"]
    assert (known["decision"]["state"], [each["id"] for each in known["places"]]) == ("accepted", [place])
    assert unknown == {"id": "0" * 16, "decision": None, "places": [], "blind": False}


def test_a_suggestion_is_looked_up_once(client, review):
    """With 40,000 places it would be told 40,000 times for each time that it is named."""
    twice = client.post(f"{review}/decisions", json={"ids": ["0" * 16, "1" * 16, "0" * 16]})
    assert code(twice) == (400, "invalid_request")


def test_the_number_of_decisions_of_a_review_is_limited(client, review, monkeypatch):
    monkeypatch.setattr(decisions, "DECISIONS", 3)
    three = [{"id": f"{number:016x}", "move": "accept"} for number in range(3)]
    assert decide(client, review, *three).status_code == 200
    one_place = {"id": "0" * 16, "move": "reject", "place": "0" * 32}
    assert code(decide(client, review, one_place)) == (400, "invalid_request")
    assert code(decide(client, review, {"id": "f" * 16, "move": "accept"})) == (400, "invalid_request")
    assert decide(client, review, {"id": "0" * 16, "move": "reject"}).status_code == 200
    assert client.get(review).json["counts"] == {"accepted": 2, "rejected": 1}


def test_the_number_of_blind_verdicts_of_a_review_is_limited(client, as_, review, monkeypatch):
    """They need no suggestion that exists, and everybody who looks at the review waits for all of them."""
    monkeypatch.setattr(blind_verdicts, "MAX_OF_A_REVIEW", 3)
    rater = as_(Role.REVIEWER)
    for who, name in ((client, "submit"), (rater, "sample")):
        more = {"share": 1.0} if name == "sample" else {}
        answer = who.post(f"{review}/{name}", json={"version": client.get(review).json["version"], **more})
        assert answer.status_code == 200, answer.text

    def judge(*numbers):
        verdicts = [{"id": f"{number:016x}", "goes": True} for number in numbers]
        return rater.patch(f"{review}/sample", json={"verdicts": verdicts})

    assert judge(0, 1).json == {"judged": 2}
    assert code(judge(2, 3)) == (400, "invalid_request")
    assert judge(2).json == {"judged": 3}
    assert code(judge(3)) == (400, "invalid_request")


def _wide(number, **more):
    return {"id": added(f"term {number}"), "move": "accept", "scope": "everyone", "term": f"term {number}", **more}


def added(term):
    """The id of the suggestion of a term that was added by hand."""
    return suggestion_id(FindingKind.ALWAYS, REDACTED, term)


def test_the_number_of_open_proposals_is_limited(client, as_, review, monkeypatch):
    """In all their reviews together; what they withdraw counts until somebody removes the review."""
    monkeypatch.setattr(proposals, "MAX_OF_A_PERSON", 3)
    ann, ben, boss = as_(), as_(), as_(Role.ADMIN)
    other = f"/v1/reviews/{ann.post('/v1/reviews', json={}).json['id']}"
    assert decide(ann, review, _wide(1), _wide(2)).status_code == 200
    assert decide(ann, other, _wide(3)).status_code == 200
    assert decide(ann, other, {"id": added("term 3"), "move": "accept"}).status_code == 200  # withdrawn
    assert code(decide(ann, other, _wide(4), {"id": "0" * 16, "move": "accept"})) == (400, "invalid_request")
    assert ann.get(other).json["counts"] == {"accepted": 1}
    assert decide(ben, review, _wide(5)).status_code == 200
    first = boss.get("/v1/proposals").json["proposals"][0]["id"]
    assert boss.post(f"/v1/proposals/{first}/decline").status_code == 200
    assert decide(ann, other, _wide(4)).status_code == 200


def test_a_stale_decision_does_not_overwrite_another(client, as_, review):
    one = "0" * 16
    assert decide(as_(), review, {"id": one, "move": "accept"}).status_code == 200
    stale = client.patch(f"{review}/decisions", json={"version": 1, "decisions": [{"id": one, "move": "reject"}]})
    assert code(stale) == (409, "stale_version")
    assert code(client.post(f"{review}/submit", json={"version": 1})) == (409, "stale_version")
    (told,) = client.post(f"{review}/decisions", json={"ids": [one]}).json["decisions"]
    assert told["decision"]["state"] == "accepted"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ({"move": "apply"}, (409, "illegal_move")),
        ({"move": "edit"}, (400, "invalid_request")),
        ({"move": "edit", "replacement": "a\u202eb"}, (422, "does_not_fit")),
        ({"move": "accept", "scope": "client", "term": "Heron"}, (400, "invalid_request")),
        ({"move": "accept", "scope": "here"}, (400, "invalid_request")),
        ({"move": "accept", "reason": "because"}, (422, "does_not_fit")),
    ],
)
def test_an_impossible_decision_is_refused_and_changes_nothing(client, review, move, expected):
    other = {"id": "1" * 16, "move": "accept"}
    assert code(decide(client, review, other, {"id": "0" * 16, **move})) == expected
    assert (client.get(review).json["version"], client.get(review).json["counts"]) == (1, {})


def test_a_review_of_another_group_is_as_unknown_as_none(service, as_):
    service.store.clients.add(Dictionary(CLIENT, group="Retail"))
    retail, energy = as_(groups=["Retail"]), as_(groups=["Energy"])
    begun = retail.post("/v1/reviews", json={"client": "halden &  rook"}).json
    assert (begun["client"], begun["group"], begun["model_is"]) == (CLIENT, "Retail", "in_use")
    review, nowhere = f"/v1/reviews/{begun['id']}", f"/v1/reviews/{'0' * 32}"

    def answers(at):
        version = {"version": 1}
        moves = {**version, "decisions": [{"id": "0" * 16, "move": "accept"}]}
        yield energy.get(at)
        yield energy.patch(f"{at}/decisions", json=moves)
        yield energy.post(f"{at}/decisions", json={"ids": []})
        for name in ("submit", "recall", "claim", "release", "approve", "return", "reopen", "sample"):
            more = {"sample": {"share": 0.5}, "approve": PERSONAL}.get(name, {})
            yield energy.post(f"{at}/{name}", json={**version, **more})
        yield energy.patch(f"{at}/sample", json={"verdicts": [{"id": "0" * 16, "goes": True}]})
        yield energy.get(f"{at}/agreement")
        for route in ("analyses", "redactions"):
            yield energy.post(f"/v1/{route}", json={**PERSONAL, "review": at.rpartition("/")[2]})

    told = [{**each.json, "request_id": ""} for each in answers(review)]
    assert {each["code"] for each in told} == {"unknown_review"}
    assert told == [{**each.json, "request_id": ""} for each in answers(nowhere)]
    assert energy.get("/v1/reviews").json["reviews"] == []
    assert [each["id"] for each in retail.get("/v1/reviews").json["reviews"]] == [begun["id"]]


def test_a_client_keeps_its_group_by_a_name_that_only_the_models_know(service, as_):
    """Otherwise who has two groups would hand a client's review to the reviewers of the other group."""
    service.store.clients.add(Dictionary("Halden Holding", aliases=(CLIENT,), group="Retail"))
    both = as_(groups=["Retail", "Energy"])
    for name in (CLIENT, "Halden Holding"):
        assert both.post("/v1/reviews", json={"client": name, "group": "Energy"}).json["group"] == "Retail"


def test_a_review_of_an_invisible_client_or_group_cannot_begin(service, as_):
    service.store.clients.add(Dictionary(CLIENT, group="Retail"))
    energy = as_(groups=["Energy"])
    assert code(energy.post("/v1/reviews", json={"client": CLIENT})) == (404, "unknown_client")
    assert code(energy.post("/v1/reviews", json={"group": "Retail"})) == (404, "unknown_client")
    assert energy.post("/v1/reviews", json={"group": "Energy"}).json["group"] == "Energy"


def test_a_review_passes_through_its_stages_and_lists_the_next_steps(client, as_, review):
    ben, cat, user = as_(), as_(), as_(Role.USER)
    assert client.get(review).json["steps"] == ["submit"]
    submitted = step(client, review, "submit").json
    assert (submitted["stage"], submitted["author"], submitted["steps"]) == ("submitted", "me", ["recall", "claim"])
    assert user.get(review).json["steps"] == []
    claimed = step(ben, review, "claim").json
    assert (claimed["claimed_by"], claimed["author"]) == ("me", "another")
    assert code(decide(client, review, {"id": "0" * 16, "move": "accept"})) == (409, "needs_another")
    assert code(step(cat, review, "approve")) == (409, "needs_another")
    assert cat.get(review).json["steps"] == ["release"]
    returned = step(ben, review, "return", note="look at the annex").json
    assert (returned["stage"], returned["note"], returned["claimed_by"]) == ("returned", "look at the annex", None)
    assert code(step(ben, review, "approve")) == (409, "illegal_move")
    assert step(user, review, "claim").status_code == 403


def test_only_the_author_or_an_administrator_removes_a_review(client, as_, review):
    mail = analysed(client, review)[0]["ann@halden.example"]["id"]
    decide(client, review, {"id": mail, "move": "accept"})
    assert code(as_(Role.REVIEWER).delete(review)) == (409, "needs_another")
    step(client, review, "submit")
    admin = as_(Role.ADMIN)
    assert code(as_(Role.ADMIN, ["Ports"]).delete(review)) == (404, "unknown_review")
    assert admin.get(review).status_code == 403, "an administrator removes it and does not see it"
    assert admin.delete(review).status_code == 204
    assert code(client.get(review)) == (404, "unknown_review")

    author = as_(Role.USER)
    own = f"/v1/reviews/{author.post('/v1/reviews', json={}).json['id']}"
    step(author, own, "submit")
    assert code(author.delete(own)) == (409, "illegal_move")
    step(author, own, "recall")
    assert author.delete(own).status_code == 204
    rows = client.post("/v1/admin/audit/search", json={"action": "review.removed"}).json["rows"]
    assert [each["counts"] for each in rows] == [{"decisions": 0, "proposals": 0}, {"decisions": 1, "proposals": 0}]


def test_two_people_approve_before_anything_is_redacted_where_the_policy_wants_two(client, as_, service):
    begun = service.store.reviews.begin(
        "somebody", None, None, ReviewTerms(policy="client@1", second_approver=True)
    )
    review, named = f"/v1/reviews/{begun.id}", {**PERSONAL, "review": begun.id}
    ben, cat = as_(), as_()
    assert decide(ben, review, *accepting(ben, review)).status_code == 200
    assert code(client.post("/v1/redactions", json=named)) == (409, "illegal_move")
    service.store.reviews.take(begun.id, 2, "somebody", Step.SUBMIT)
    for who, name in ((ben, "claim"), (ben, "approve"), (cat, "approve")):
        assert step(who, review, name).status_code == 200
    assert client.get(review).json["stage"] == "approved"
    assert client.post("/v1/redactions", json=named).status_code == 200


class TestAPolicyOfTwo:
    @pytest.fixture
    def two(self, client, review):
        """What was decided under a policy of one, as the decisions of a request; then the policy wants two."""
        moves = accepting(client, review)
        decide(client, review, *moves)
        rules = {"second_approver": True}
        body = {"client": None, "version": 0, "rules": rules}
        assert client.post("/v1/admin/policies", json=body).status_code == 200
        return [{"id": each["id"], "verdict": "accepted"} for each in moves]

    def test_deciding_without_a_review_does_not_bypass_it(self, client, two):
        refused = client.post("/v1/redactions", json={**PERSONAL, "decisions": two})
        assert code(refused) == (422, "policy_not_met")
        assert "two people" in refused.json["detail"]

    @pytest.mark.usefixtures("two")
    def test_terms_never_to_redact_are_decisions_too(self, client):
        kept = {**PERSONAL, "never": ["ann@halden.example"]}
        assert code(client.post("/v1/redactions", json=kept)) == (422, "policy_not_met")
        asked = {name: value for name, value in kept.items() if name != "document"}
        assert code(client.post("/v1/redactions/check", json={**asked, "decided": False})) == (
            422,
            "policy_not_met",
        )

    @pytest.mark.usefixtures("two")
    def test_without_decisions_no_approval_is_needed(self, client):
        assert client.post("/v1/redactions", json=PERSONAL).json["report"]["review_policy"] == "default@1"

    def test_earlier_decisions_also_need_two_approvers(self, client, as_, two, review):
        named, (mail, _) = {**PERSONAL, "review": review.rpartition("/")[2]}, two
        assert code(client.post("/v1/redactions", json=named)) == (422, "policy_not_met")
        assert code(decide(client, review, {"id": mail["id"], "move": "apply"})) == (409, "illegal_move")
        ben, cat = as_(), as_()
        for who, name in ((client, "submit"), (ben, "claim"), (ben, "approve"), (cat, "approve")):
            assert step(who, review, name).status_code == 200
        assert client.post("/v1/redactions", json=named).status_code == 200
        assert decide(client, review, {"id": mail["id"], "move": "apply"}).status_code == 200


def test_a_document_is_redacted_as_was_decided_in_its_review(client, review):
    found, _ = analysed(client, review)
    mail, phone = found["ann@halden.example"], found["020 7946 0321"]
    decide(
        client,
        review,
        {"id": mail["id"], "move": "reject"},
        {"id": mail["id"], "move": "edit", "place": mail["places"][1]["id"], "replacement": "our office"},
        {"id": phone["id"], "move": "accept"},
    )
    done = client.post("/v1/redactions", json={**PERSONAL, "review": review.rpartition("/")[2]}).json
    assert paragraphs_of(decoded(done)) == [MAIL, "Call [PHONE_NUMBER 1].", "Write to our office.", "Nothing here."]
    assert done["report"]["verification"]["status"] == "clean"


def test_a_kept_place_of_a_redacted_term_is_reported_by_the_verification(client, review):
    mail = analysed(client, review)[0]["ann@halden.example"]
    decide(
        client,
        review,
        {"id": mail["id"], "move": "accept"},
        {"id": mail["id"], "move": "reject", "place": mail["places"][0]["id"]},
    )
    done = client.post("/v1/redactions", json={**PERSONAL, "review": review.rpartition("/")[2]}).json
    assert paragraphs_of(decoded(done))[0] == MAIL
    assert "@" not in paragraphs_of(decoded(done))[2]
    assert done["report"]["verification"]["status"] == "left"
    assert {"code": "places_kept", "params": {"places": 1}} in done["report"]["messages"]


def test_a_place_whose_decision_was_withdrawn_is_redacted_with_its_term(client, review):
    mail = analysed(client, review)[0]["ann@halden.example"]
    place = {"id": mail["id"], "place": mail["places"][0]["id"]}
    decide(client, review, {"id": mail["id"], "move": "accept"}, {**place, "move": "reject"})
    decide(client, review, {**place, "move": "take_back"})
    done = client.post("/v1/redactions", json={**PERSONAL, "review": review.rpartition("/")[2]}).json
    assert paragraphs_of(decoded(done))[0] == "Write to [EMAIL_ADDRESS 1]."


def test_a_review_or_decisions_and_the_review_of_that_client(client, review):
    named = {**PERSONAL, "review": review.rpartition("/")[2]}
    assert code(client.post("/v1/redactions", json={**named, "decisions": []})) == (422, "does_not_fit")
    assert code(client.post("/v1/redactions", json={**named, "client": CLIENT})) == (400, "invalid_request")


def test_an_accepted_term_that_is_no_longer_in_the_text_is_reported(client, review):
    mail = analysed(client, review)[0]["ann@halden.example"]
    decide(client, review, {"id": mail["id"], "move": "accept"})
    other = {**PERSONAL, "document": encoded(word_file("Nothing.")), "review": review.rpartition("/")[2]}
    messages = client.post("/v1/redactions", json=other).json["report"]["messages"]
    assert {"code": "accepted_terms_not_suggested", "params": {"terms": 1}} in messages


class TestWithoutItsModel:
    @pytest.fixture
    def settings(self, sample_registry, tmp_path):
        shutil.copytree(sample_registry, tmp_path / "registry")
        versions = tmp_path / "registry" / "versions"
        shutil.copytree(versions / "sample", versions / "other")
        environment = {"UNSAID_DATA": str(tmp_path), "UNSAID_NER": "none"}
        return Settings.from_environment(environment)

    def test_a_new_model_is_reported_decisions_are_kept_and_missing_accepted_terms_are_refused(
        self, client, service, settings
    ):
        begun = client.post("/v1/reviews", json={"client": CLIENT}).json
        review = f"/v1/reviews/{begun['id']}"
        assert (begun["model"], begun["model_is"]) == ("sample", "in_use")
        of_client = {"client": CLIENT, "k": 2}
        found, _ = analysed(client, review, **of_client)
        mail = found["ann@halden.example"]["id"]
        gone = "0" * 16
        decide(client, review, {"id": mail, "move": "accept"}, {"id": gone, "move": "accept"})
        assert client.post("/v1/admin/versions/other/promote").status_code == 200
        service.models.refresh()
        assert client.get(review).json["model_is"] == "kept"
        shutil.rmtree(settings.registry / "versions" / "sample")
        assert client.get(review).json["model_is"] == "gone"
        again, told = analysed(client, review, **of_client)
        assert again["ann@halden.example"]["decision"]["state"] == "accepted"
        assert {"code": "review_model_gone", "params": {"version": "sample"}} in told["messages"]
        named = {**PERSONAL, **of_client, "review": begun["id"]}
        assert code(client.post("/v1/redactions", json=named)) == (409, "suggestions_changed")
        assert step(client, review, "submit").json["model"] == "other"
        assert client.post("/v1/redactions", json=named).status_code == 200


class TestBlindReview:
    def test_blind_raters_see_no_decisions_and_agreement_is_computed(self, client, as_, review):
        ben = as_()
        found, _ = analysed(client, review)
        ids = {term: each["id"] for term, each in found.items()}
        moves = [{"id": each, "move": "accept"} for each in ids.values()]
        decide(client, review, *moves)
        assert step(ben, review, "sample", share=1).json["blind_rater"] == "me"
        blind, _ = analysed(ben, review)
        assert [(each["decision"], each["blind"]) for each in blind.values()] == [(None, True)] * 2
        told = ben.post(f"{review}/decisions", json={"ids": list(ids.values())}).json["decisions"]
        assert [(each["decision"], each["blind"]) for each in told] == [(None, True)] * 2
        assert analysed(client, review)[0]["020 7946 0321"]["decision"]["state"] == "accepted"
        verdicts = [{"id": ids["ann@halden.example"], "goes": True}, {"id": ids["020 7946 0321"], "goes": False}]
        assert ben.patch(f"{review}/sample", json={"verdicts": verdicts[:1]}).json == {"judged": 1}
        assert code(ben.patch(f"{review}/sample", json={"verdicts": verdicts})) == (409, "illegal_move")
        assert ben.patch(f"{review}/sample", json={"verdicts": verdicts[1:]}).json == {"judged": 2}
        assert analysed(ben, review)[0]["020 7946 0321"]["decision"]["state"] == "accepted"
        expected = {"judged": 2, "both_go": 1, "both_stay": 0, "only_first": 1, "only_second": 0}
        expected |= {"undecided": 0, "not_comparable": 0, "kappa": 0}
        assert ben.get(f"{review}/agreement").json == expected
        for who in (ben, client):  # what anyone decides after the verdicts changes nothing
            assert decide(who, review, {"id": ids["020 7946 0321"], "move": "reject"}).status_code == 200
            assert ben.get(f"{review}/agreement").json == expected

    def test_hidden_decisions_are_not_overwritten(self, client, as_, review):
        ben, mail = as_(), analysed(client, review)[0]["ann@halden.example"]["id"]
        decide(client, review, {"id": mail, "move": "accept"})
        step(ben, review, "sample", share=1)
        assert code(decide(ben, review, {"id": mail, "move": "reject"})) == (409, "illegal_move")
        assert client.get(review).json["counts"] == {"accepted": 1}
        ben.patch(f"{review}/sample", json={"verdicts": [{"id": mail, "goes": False}]})
        assert decide(ben, review, {"id": mail, "move": "reject"}).status_code == 200

    def test_a_person_cannot_judge_blindly_after_deciding_or_twice(self, client, review):
        decide(client, review, {"id": "0" * 16, "move": "accept"})
        assert code(step(client, review, "sample", share=0.5)) == (409, "needs_another")
        assert code(client.post(f"{review}/sample", json={"version": 2})) == (400, "invalid_request")
        verdict = {"id": "0" * 16, "goes": True}
        assert code(client.patch(f"{review}/sample", json={"verdicts": [verdict] * 2})) == (400, "invalid_request")


class TestProposals:
    @pytest.fixture
    def proposed(self, client):
        """Somebody wants a word to stay in this client's documents, and another one to go from everybody's."""
        review = f"/v1/reviews/{client.post('/v1/reviews', json={'client': CLIENT}).json['id']}"
        document = encoded(word_file("We call it Project Gull, and the quay is new."))
        moves = (
            {"id": added("Project Gull"), "move": "accept", "scope": "client", "term": "Project Gull"},
            {"id": added("quay"), "move": "accept", "scope": "everyone", "term": "quay"},
        )
        assert decide(client, review, *moves).status_code == 200
        return {"document": document, "pii": []}

    def terms(self, client, body):
        return {each["term"] for each in client.post("/v1/analyses", json=body).json["suggestions"]}

    def test_accepted_proposals_apply_from_the_next_analysis(self, client, proposed):
        listed = client.get("/v1/proposals").json["proposals"]
        assert [(each["term"], each["goes"], each["client"]) for each in listed] == [
            ("Project Gull", True, CLIENT),
            ("quay", True, None),
        ]
        assert self.terms(client, proposed) == set()
        for each in listed:
            ended = client.post(f"/v1/proposals/{each['id']}/accept")
            assert (ended.status_code, ended.json["state"]) == (200, "accepted")
        assert self.terms(client, proposed) == {"quay"}
        assert {"quay", "Project Gull"} <= self.terms(client, {**proposed, "client": CLIENT})
        assert client.get("/v1/proposals").json["proposals"] == []
        assert code(client.post(f"/v1/proposals/{listed[0]['id']}/decline")) == (409, "illegal_move")
        everyone = client.get("/v1/admin/everyone").json
        assert (everyone["version"], everyone["always"]) == (1, ["quay"])
        assert client.put("/v1/admin/everyone", json={"version": 1, "never": ["quay"]}).json["version"] == 2
        assert self.terms(client, proposed) == set()
        assert code(client.put("/v1/admin/everyone", json={"version": 1})) == (409, "stale_version")

    def test_only_the_term_of_the_suggestion_is_proposed(self, client):
        """One row would mean two terms: what was decided, and what an administrator reads."""
        review = f"/v1/reviews/{client.post('/v1/reviews', json={'client': CLIENT}).json['id']}"
        document = encoded(word_file(MAIL, "Call 020 7946 0321.", "The new Quay  wall."))
        sent = {"document": document, "client": CLIENT, "pii": ["EMAIL_ADDRESS", "PHONE_NUMBER"], "k": 24}
        analysis = client.post("/v1/analyses", json={**sent, "always": ["quay wall"]})
        assert analysis.status_code == 200, analysis.text
        found = analysis.json["suggestions"]
        assert {each["kind"] for each in found} == {"client", "personal", "always"}
        wide = {"move": "accept", "scope": "client"}
        other = added("another term")
        for each in found:
            moved = {"id": each["id"], **wide}
            for term, suggestion in (("cheese", each["id"]), (each["term"], other), (each["term"], "0" * 16)):
                answer = decide(client, review, {**moved, "id": suggestion, "term": term})
                assert code(answer) == (400, "invalid_request"), (term, each)
            for entity in ({}, {"entity": each["entity"]}):
                assert decide(client, review, {**moved, "term": each["term"], **entity}).status_code == 200, each
        listed = client.get("/v1/proposals").json["proposals"]
        assert {each["term"] for each in listed} == {each["term"] for each in found}

    def test_declined_proposals_do_not_apply(self, client, proposed):
        for each in client.get("/v1/proposals").json["proposals"]:
            assert client.post(f"/v1/proposals/{each['id']}/decline").json["state"] == "declined"
        assert not {"quay", "Project Gull"} & self.terms(client, {**proposed, "client": CLIENT, "k": 1})
        assert client.get("/v1/proposals?state=declined").json["proposals"][0]["term"] == "Project Gull"
        assert client.get("/v1/clients").json["clients"][0]["id"] is None

    @pytest.mark.usefixtures("proposed")
    def test_what_concerns_all_groups_is_for_administrators_of_all_groups(self, as_, client):
        some = as_(Role.ADMIN, ["Retail"])
        assert some.get("/v1/proposals").json["proposals"] == []
        assert code(some.get("/v1/admin/everyone")) == (403, "not_of_all_groups")
        assert code(some.put("/v1/admin/everyone", json={"version": 0})) == (403, "not_of_all_groups")
        (first, *_) = client.get("/v1/proposals").json["proposals"]
        assert code(some.post(f"/v1/proposals/{first['id']}/accept")) == (404, "unknown_proposal")


def test_no_answer_says_who_others_are(app, as_, review, client):
    ben = as_()
    decide(ben, review, {"id": "0" * 16, "move": "accept"})
    ids = {key.id for key in app.extensions[EXTENSION].store.api_keys.all()}
    told = client.get(review).text + client.post(f"{review}/decisions", json={"ids": ["0" * 16]}).text
    assert not any(each in told for each in ids)


def test_a_clean_copy_has_no_review_in_its_settings(client, review):
    """As Office.js keeps settings: in the part of the add-in, which a part of task panes leads to."""
    name = review.rpartition("/")[2]
    office = "http://schemas.microsoft.com/office"
    leads = f'<Relationship Id="pane" Type="{office}/2011/relationships/webextension%s" Target="%s"/>'
    extension = (
        f'<we:webextension xmlns:we="{office}/webextensions/webextension/2010/11" id="{{1}}"><we:properties>'
        f'<we:property name="unsaid" value="{name}"/></we:properties></we:webextension>'
    )
    parts = {
        "word/webextensions/taskpanes.xml": f'<taskpanes xmlns="{office}/webextensions/taskpanes/2010/11"/>',
        "word/webextensions/_rels/taskpanes.xml.rels": RELATIONSHIPS % leads % ("", "webextension1.xml"),
        "word/webextensions/webextension1.xml": extension,
    }
    kept = with_parts(DOCUMENT, parts, leads % ("taskpanes", "word/webextensions/taskpanes.xml"))
    assert name.encode() in b"".join(parts_of(kept))
    copied = decoded(client.post("/v1/copies", json={"document": encoded(kept)}).json)
    assert paragraphs_of(copied)[0] == MAIL
    assert name.encode() not in b"".join(parts_of(copied))


RELATIONSHIPS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">%s</Relationships>'
)


def with_parts(content, parts, relationship):
    """A Word file with more parts of XML, and one more relationship of the package."""
    read, stream = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in read.namelist():
            said = read.read(name)
            if name == "_rels/.rels":
                said = said.replace(b"</Relationships>", f"{relationship}</Relationships>".encode())
            archive.writestr(name, said)
        for name, said in parts.items():
            archive.writestr(name, said)
    return stream.getvalue()


def parts_of(content):
    archive = zipfile.ZipFile(io.BytesIO(content))
    return [archive.read(name) for name in archive.namelist()]


def test_the_level_that_the_author_chose_returns_under_the_policy_of_today(client, as_, review, service):
    """The author chooses k = 3, others see it and change nothing of it; a policy of k = 7 raises it."""
    ids = [each["id"] for each in analysed(client, review)[0].values()]
    assert client.get(review).json["chosen"] is None
    three, nine = ({"k": k, "keep_industry": False} for k in (3, 9))
    told = client.patch(
        f"{review}/decisions",
        json={"version": 1, "decisions": [{"id": ids[0], "move": "accept"}], "chosen": three},
    )
    assert (told.status_code, told.json["version"], told.json["chosen"]) == (200, 2, three)
    alone = {"decisions": [], "chosen": nine}
    stale = client.patch(f"{review}/decisions", json={"version": 1, **alone})
    assert code(stale) == (409, "stale_version")
    somebody_else = as_()
    assert somebody_else.get(review).json["chosen"] == three
    refused = somebody_else.patch(f"{review}/decisions", json={"version": 2, **alone})
    assert code(refused) == (409, "needs_another")
    assert client.get(review).json["version"] == 2, "what is refused changes nothing"

    decided = somebody_else.patch(
        f"{review}/decisions", json={"version": 2, "decisions": [{"id": ids[1], "move": "accept"}]}
    )
    assert decided.json["chosen"] == three, "deciding leaves the level"
    assert client.patch(f"{review}/decisions", json={"version": 3, **alone}).json["chosen"] == nine
    submitted = step(client, review, "submit")
    assert submitted.json["chosen"] == nine
    late = client.patch(f"{review}/decisions", json={"version": 5, "decisions": [], "chosen": three})
    assert code(late) == (409, "illegal_move")
    step(client, review, "recall")
    client.patch(f"{review}/decisions", json={"version": 6, "decisions": [], "chosen": three})
    for version, (rules, seen) in enumerate(
        (
            ({"least_k": 7}, {"k": 7, "keep_industry": False}),
            ({"least_k": 2, "objective": "floor"}, {"k": 3, "keep_industry": True}),
        )
    ):
        sent = client.post("/v1/admin/policies", json={"client": None, "version": version, "rules": rules})
        assert sent.status_code == 200, sent.text
        assert client.get(review).json["chosen"] == seen


@pytest.mark.parametrize("more", [{}, {"chosen": {"k": 0, "keep_industry": True}}, {"chosen": {"k": 3}}])
def test_a_change_without_a_decision_or_a_whole_level_is_refused(client, review, more):
    refused = client.patch(f"{review}/decisions", json={"version": 1, "decisions": [], **more})
    assert code(refused) == (422, "does_not_fit")


def test_a_review_knows_the_document_that_was_decided_on(client):
    """Copies of one document have one digest, another text has another, and the row holds neither."""
    mine, copy = word_file("Ann Rook of Halden & Rook."), word_file("Ann Rook of Halden & Rook.")
    other = word_file("Bo Rook of Halden & Rook.")
    review = client.post("/v1/reviews", json={"client": CLIENT}).json

    def analysed(content):
        sent = {"document": encoded(content), "client": CLIENT, "k": 2, "review": review["id"]}
        return client.post("/v1/analyses", json=sent).json

    first = analysed(mine)
    assert first["review"]["same_document"] is None
    decided = client.patch(
        f"/v1/reviews/{review['id']}/decisions",
        json={"version": review["version"], "decisions": [], "document": first["digest"]},
    )
    assert decided.status_code == 200, decided.text
    assert analysed(copy)["review"]["same_document"] is True
    assert analysed(copy)["digest"] == first["digest"]
    assert analysed(other)["review"]["same_document"] is False
    forgotten = client.patch(
        f"/v1/reviews/{review['id']}/decisions",
        json={"version": decided.json["version"], "decisions": [], "document": None},
    )
    assert forgotten.status_code == 200
    assert analysed(other)["review"]["same_document"] is None
