"""An approval holds for one document, the decisions on it, the policy, the models and the options: nothing else."""

import io
import zipfile
from dataclasses import replace
from datetime import timedelta

import docx
import pytest
from docx.enum.text import WD_COLOR_INDEX
from PIL import Image
from sqlalchemy import select

from backend.storage.audit.actions import Action
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.storage.tables import ReviewRow
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import REPORT, decoded, encoded, paragraphs_of, word_file

MAIL, PHONE = "ann@halden.example", "020 7946 0321"
TEXT = (f"Write to {MAIL}.", f"Call {PHONE}.", "Nothing here.")
OTHER = (f"Write to {MAIL}.", f"Call {PHONE}.", "The merger with Kestrel closes on Monday.")
KINDS = ["EMAIL_ADDRESS", "PHONE_NUMBER"]
PERSONAL = {"document": encoded(word_file(*TEXT)), "pii": KINDS}
TWO = {"second_approver": True, "personal": KINDS}


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


@pytest.fixture
def as_(app, store):
    """Asks as somebody of a role; of all groups, or of some."""

    def sign_in(role=Role.REVIEWER, groups=None):
        token = store.api_keys.new("test", role, groups, timedelta(days=1)).token
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return sign_in


@pytest.fixture
def people(client, as_):
    """An author and two reviewers; an administrator sets policies."""
    return as_(), as_(), as_()


def set_policy(client, version=0, **rules):
    answer = client.post("/v1/admin/policies", json={"client": None, "version": version, "rules": rules})
    assert answer.status_code == 200, answer.text


def begun(asking):
    return f"/v1/reviews/{asking.post('/v1/reviews', json={}).json['id']}"


def id_of(review):
    return review.rpartition("/")[2]


def ids(asking, review, **more):
    told = asking.post("/v1/analyses", json={**PERSONAL, "review": id_of(review), **more}).json
    return {each["term"]: each["id"] for each in told["suggestions"]}, told["review"]


def decide(asking, review, **moves):
    """Moves by the name of the term: mail and phone."""
    found, _ = ids(asking, review)
    named = {"mail": found[MAIL], "phone": found[PHONE]}
    made = [
        {"id": named[name], **(move if isinstance(move, dict) else {"move": move})} for name, move in moves.items()
    ]
    answer = asking.patch(f"{review}/decisions", json={"version": version(asking, review), "decisions": made})
    assert answer.status_code == 200, answer.text


def version(asking, review):
    return asking.get(review).json["version"]


def step(asking, review, name, **more):
    return asking.post(f"{review}/{name}", json={"version": version(asking, review), **more})


def approve(asking, review, **more):
    return step(asking, review, "approve", **{**PERSONAL, **more})


def claimed(author, reviewer, **moves):
    """A review that a reviewer has before them."""
    review = begun(author)
    decide(author, review, **moves)
    assert step(author, review, "submit").status_code == 200
    assert step(reviewer, review, "claim").status_code == 200
    return review


def approved(author, *reviewers, exceptions=(), **moves):
    review = claimed(author, reviewers[0], **moves)
    for each in reviewers:
        answer = approve(each, review, exceptions=list(exceptions))
        assert answer.status_code == 200, answer.text
    assert answer.json["stage"] == "approved"
    return review


def release(asking, review, **more):
    return asking.post("/v1/redactions", json={**PERSONAL, "review": id_of(review), **more})


def code(answer):
    return answer.status_code, answer.json["code"]


BOTH = {"mail": "accept", "phone": "accept"}

FIGURES = frozenset(
    ("unit", "spi", "jsd", "hidden_share", "sensitive_share", "before", "after", "required", "finding", "sentence")
)
"""What an approval says of what the document gives away: no word."""


def test_nobody_approves_alone_what_two_have_to_approve_by_now(client, people):
    ann, ben, cat = people
    set_policy(client, personal=KINDS)
    review = claimed(ann, ben, **BOTH)
    set_policy(client, 1, **TWO)
    refused = approve(ben, review)
    assert code(refused) == (409, "illegal_move")
    assert "two approvers" in refused.json["detail"]
    for who, name in ((ben, "return"), (ann, "submit"), (ben, "claim")):
        assert step(who, review, name).status_code == 200
    assert [approve(each, review).json["stage"] for each in (ben, cat)] == ["passed_on", "approved"]
    assert release(ann, review).status_code == 200


class TestWhatWasApproved:
    @pytest.fixture
    def review(self, client, people):
        set_policy(client, **TWO)
        ann, ben, cat = people
        return approved(ann, ben, cat, **BOTH)

    def test_is_released_as_met(self, people, review):
        done = release(people[0], review)
        assert done.status_code == 200, done.text
        assert (done.json["report"]["outcome"], done.json["report"]["unmet"]) == ("met", [])
        assert paragraphs_of(decoded(done.json))[2] == "Nothing here."
        assert people[0].get(review).json["approval"] == {
            "policy": "default@1",
            "model": None,
            "k": None,
            "exceptions": [],
            "privacy": {name: done.json["report"]["privacy"][name] for name in FIGURES},
        }

    def test_is_all_that_is_released(self, people, review):
        others = [
            ({"document": encoded(word_file(*OTHER))}, "the document"),
            ({"document": encoded(word_file(*TEXT, "One more."))}, "the document"),
            ({"pii": [*KINDS, "URL"]}, "the options"),
            ({"never": ["Nothing here"]}, "the options"),
            ({"always": ["Nothing"]}, "the options"),
            ({"clean": {"images": "keep"}}, "the options"),
            ({"copy": {}}, "the options"),
            ({"placeholder": "redacted"}, "the options"),
        ]
        for more, what in others:
            refused = release(people[0], review, **more)
            assert code(refused) == (409, "approval_does_not_fit"), more
            assert what in refused.json["detail"], more
            assert "submit" in refused.json["detail"], "it says what to do"
        assert release(people[0], review).status_code == 200

    def test_an_analysis_reports_whether_the_document_is_the_approved_one(self, people, review):
        ann, ben, _ = people
        assert ids(ben, review)[1]["is_approved"] is True
        other = encoded(word_file(*OTHER))
        assert ids(ann, review, document=other)[1]["is_approved"] is False

    def test_is_not_released_once_the_policy_is_another(self, client, people, review):
        set_policy(client, 1, **{**TWO, "least_k": 1, "blind_share": 0.5})
        refused = release(people[0], review)
        assert code(refused) == (409, "approval_does_not_fit")
        assert "the policy" in refused.json["detail"]

    def test_is_not_released_after_decisions_were_changed_behind_its_back(self, people, review, store):
        """Whoever writes to the database changes no approval."""
        with store._database.writing() as session:
            session.connection().exec_driver_sql("UPDATE decisions SET state = 'rejected'")
        refused = release(people[0], review)
        assert refused.status_code >= 400
        assert refused.json["code"] == "not_authentic"

    def test_an_approval_is_lost_when_a_decision_changes(self, people, review):
        assert step(people[0], review, "reopen").json["approval"] is None
        assert release(people[0], review).status_code == 409

    def test_is_unknown_to_another_group(self, as_, review):
        assert code(release(as_(groups=["Energy"]), review)) == (404, "unknown_review")

    def test_by_an_earlier_version_is_approved_again(self, people, review, store):
        with store._database.writing() as session:
            row = session.scalars(select(ReviewRow)).one()
            said = store.reviews._seal.decrypted(row.id, row.sealed)
            row.sealed = store.reviews._seal.encrypted(
                row.id, {key: said[key] for key in ("client", "group", "note")}
            )
            store.reviews._note(session, row, "somebody", Action.REVIEW_APPROVED)
        refused = release(people[0], review)
        assert code(refused) == (409, "approval_does_not_fit")
        assert "earlier version" in refused.json["detail"]
        ann, ben, cat = people
        for who, name in ((ann, "reopen"), (ann, "submit"), (ben, "claim")):
            assert step(who, review, name).status_code == 200
        assert approve(ben, review).status_code == approve(cat, review).status_code == 200
        assert release(ann, review).status_code == 200


def test_word_may_save_the_document_again(client, people):
    """Word writes other bytes each time: other properties, session ids, a settings part."""
    set_policy(client, **TWO)
    review = approved(*people, **BOTH)
    again = docx.Document(io.BytesIO(word_file(*TEXT)))
    again.core_properties.last_modified_by, again.core_properties.revision = "Ben", 7
    again.paragraphs[0].runs[0].font.highlight_color = WD_COLOR_INDEX.YELLOW
    stream = io.BytesIO()
    again.save(stream)
    renamed = io.BytesIO()
    with zipfile.ZipFile(stream) as before, zipfile.ZipFile(renamed, "w") as after:
        for part in before.namelist():
            content = before.read(part)
            after.writestr(part, content.replace(b"rId", b"rel") if part == "_rels/.rels" else content)
    assert release(people[0], review, document=encoded(renamed.getvalue())).status_code == 200


def test_another_picture_is_another_document(client, people):
    set_policy(client, **TWO, clean={"images": "keep"})
    kept = {"clean": {"images": "keep"}}

    def with_picture(colour):
        document = docx.Document(io.BytesIO(word_file(*TEXT)))
        pixels = io.BytesIO()
        Image.new("RGB", (8, 8), colour).save(pixels, "PNG")
        document.add_picture(pixels)
        stream = io.BytesIO()
        document.save(stream)
        return {"document": encoded(stream.getvalue()), **kept}

    ann, ben, cat = people
    review = claimed(ann, ben, **BOTH)
    for each in (ben, cat):
        assert approve(each, review, **with_picture("red")).status_code == 200
    refused = release(ann, review, **with_picture("blue"))
    assert code(refused) == (409, "approval_does_not_fit")
    done = release(ann, review, **with_picture("red")).json["report"]
    assert (done["outcome"], done["exceptions"]) == (
        "met_with_exceptions",
        [{"kind": "images", "count": 1, "role": "user"}],
    )


@pytest.mark.parametrize("asks", [{"second_approver": True}, {"blind_share": 0.5}])
def test_a_document_without_the_review_that_its_policy_asks_for_is_not_indexed(client, people, asks):
    set_policy(client, **asks, personal=KINDS, index="on_request")
    done = people[0].post("/v1/redactions", json={**PERSONAL, "index": True})
    assert done.json["report"]["index"] == {"indexed": False, "reason": "policy"}


def test_a_document_is_indexed_with_the_review_that_its_policy_asks_for(client, people):
    set_policy(client, **TWO, index="on_request")
    done = release(people[0], approved(*people, **BOTH), index=True)
    # This service has no index, which is asked for where the policy allows it.
    assert done.json["report"]["index"] == {"indexed": False, "reason": "no_index"}


def test_another_document_than_the_one_that_was_submitted_is_not_approved(people):
    ann, ben, _ = people
    review = begun(ann)
    decide(ann, review, **BOTH)
    source = ids(ann, review)[1]["source"]
    assert step(ann, review, "submit", source=source).status_code == 200
    step(ben, review, "claim")
    refused = approve(ben, review, document=encoded(word_file(*OTHER)))
    assert code(refused) == (409, "approval_does_not_fit")
    assert approve(ben, review).status_code == 200


def test_two_approvers_approve_the_same(client, people):
    set_policy(client, **TWO)
    ann, ben, cat = people
    review = claimed(ann, ben, **BOTH)
    assert approve(ben, review).json["stage"] == "passed_on"
    for more in ({"document": encoded(word_file(*OTHER))}, {"always": ["Nothing"]}):
        assert code(approve(cat, review, **more))[1] in {"approval_does_not_fit", "outcome_not_met"}
    assert cat.get(review).json["stage"] == "passed_on"
    assert approve(cat, review).json["stage"] == "approved"


class TestWhatStaysAgainstThePolicy:
    @pytest.fixture(autouse=True)
    def _policy(self, client):
        set_policy(client, personal=KINDS)

    def test_prevents_the_approval(self, people):
        ann, ben, _ = people
        other_address = {"move": "edit", "replacement": "ben@kestrel.example"}
        cases: list[tuple[dict[str, object], list]] = [
            ({"mail": "accept"}, [("PHONE_NUMBER", 1)]),
            ({"mail": "accept", "phone": "reject"}, [("PHONE_NUMBER", 1)]),
            ({"mail": "reject", "phone": "reject"}, [("EMAIL_ADDRESS", 1), ("PHONE_NUMBER", 1)]),
            ({"mail": other_address, "phone": "accept"}, [("EMAIL_ADDRESS", 1)]),
        ]
        for moves, unmet in cases:
            review = claimed(ann, ben, **moves)
            refused = approve(ben, review)
            assert code(refused) == (422, "outcome_not_met"), moves
            assert [(each["kind"], each["count"]) for each in refused.json["unmet"]] == unmet
            assert ben.get(review).json["stage"] == "claimed"

    def test_is_released_as_an_exception_where_a_reviewer_names_it(self, people):
        ann, ben, _ = people
        named = [{"kind": "PHONE_NUMBER", "count": 1}]
        review = approved(ann, ben, exceptions=named, mail="accept", phone="reject")
        report = release(ann, review).json["report"]
        assert report["outcome"] == "met_with_exceptions"
        assert report["exceptions"] == [{"kind": "PHONE_NUMBER", "count": 1, "role": "reviewer"}]
        assert report["unmet"] == []

    def test_is_an_exception_of_the_release_alone_and_not_of_a_document_that_is_checked(self, people):
        """Nobody can tell of a document that was changed in Word that it is the one that was approved."""
        ann, ben, _ = people
        named = [{"kind": "PHONE_NUMBER", "count": 1}]
        review = approved(ann, ben, exceptions=named, mail="accept", phone="reject")
        done = release(ann, review).json
        shown = {"document": done["document"], "report": done["report"], "asked": {"pii": KINDS}}
        checked = ann.post("/v1/verifications", json=shown).json
        assert (done["report"]["outcome"], checked["outcome"]) == ("met_with_exceptions", "not_met")
        assert (checked["unmet"], checked["status"]) == (named, "clean")
        assert ann.get(review).json["approval"]["exceptions"] == named

    @pytest.mark.parametrize(
        ("verdict", "helps"), [("reject", "Accept more terms, or choose"), ("accept", "add terms, or choose")]
    )
    def test_an_approval_says_which_level_is_not_reached_and_what_helps(self, people, verdict, helps):
        """With all suggested terms accepted for level 2, level 5 is not reached: only terms of one's own help."""
        ann, ben, _ = people
        review = f"/v1/reviews/{ann.post('/v1/reviews', json={'client': CLIENT}).json['id']}"
        asked = {"document": encoded(REPORT), "client": CLIENT, "k": 2, "pii": KINDS}
        found = ann.post("/v1/analyses", json={**asked, "review": id_of(review)}).json["suggestions"]
        moves = [{"id": each["id"], "move": verdict} for each in found]
        ann.patch(f"{review}/decisions", json={"version": version(ann, review), "decisions": moves})
        assert step(ann, review, "submit").status_code == step(ben, review, "claim").status_code == 200
        refused = step(ben, review, "approve", **{**asked, "k": 5})
        assert code(refused) == (422, "outcome_not_met"), refused.text
        assert {"kind": "k", "count": 1, "level": 5} in refused.json["unmet"]
        assert "Level 5 is not reached." in refused.json["detail"]
        assert helps in refused.json["detail"]

    def test_is_named_exactly(self, people):
        ann, ben, _ = people
        review = claimed(ann, ben, mail="accept", phone="reject")
        phone = {"kind": "PHONE_NUMBER", "count": 1}
        for named, expected in [
            ([{"kind": "EMAIL_ADDRESS", "count": 1}], (422, "outcome_not_met")),
            ([{"kind": "k", "count": 1}], (422, "outcome_not_met")),
            ([{**phone, "count": 2}], (400, "invalid_request")),
            ([phone, {"kind": "k", "count": 1}], (400, "invalid_request")),
            ([phone, phone], (400, "invalid_request")),
            ([{"kind": "Halden & Rook", "count": 1}], (422, "does_not_fit")),
            ([{**phone, "count": 0}], (422, "does_not_fit")),
        ]:
            assert code(approve(ben, review, exceptions=named)) == expected, named
        assert approve(ben, review, exceptions=[phone]).status_code == 200

    def test_a_shortfall_is_excused_by_a_reviewer_other_than_the_author(self, people):
        ann = people[0]
        review = claimed(ann, ann, mail="accept", phone="reject")
        refused = approve(ann, review, exceptions=[{"kind": "PHONE_NUMBER", "count": 1}])
        assert code(refused) == (409, "needs_another")

    def test_nobody_excuses_what_they_have_submitted_themselves(self, people):
        """In the draft of somebody else, who need not know of it."""
        ann, ben, cat = people
        phone = {"kind": "PHONE_NUMBER", "count": 1}
        review = begun(ann)
        decide(ben, review, mail="accept", phone="reject")
        for name in ("submit", "claim"):
            assert step(ben, review, name).status_code == 200
        assert code(approve(ben, review, exceptions=[phone])) == (409, "needs_another")
        for who, name in ((ben, "release"), (cat, "claim")):
            assert step(who, review, name).status_code == 200
        assert approve(cat, review, exceptions=[phone]).status_code == 200

    def test_is_not_excused_by_the_approval_of_another_review(self, people):
        ann, ben, _ = people
        approved(ann, ben, exceptions=[{"kind": "PHONE_NUMBER", "count": 1}], mail="accept", phone="reject")
        review = claimed(ann, ben, mail="reject", phone="accept")
        assert code(approve(ben, review)) == (422, "outcome_not_met")

    def test_an_exception_excuses_not_more_than_it_says(self, people, store):
        """As if somebody had changed the count of an approval, or a recogniser found more by now."""
        ann, ben, _ = people
        named = [{"kind": "PHONE_NUMBER", "count": 1}]
        review = approved(ann, ben, exceptions=named, mail="accept", phone="reject")
        with store._database.writing() as session:
            row = session.scalars(select(ReviewRow)).one()
            said = store.reviews._seal.decrypted(row.id, row.sealed)
            said["approval"]["exceptions"] = [["EMAIL_ADDRESS", 5]]
            row.sealed = store.reviews._seal.encrypted(row.id, said)
            store.reviews._note(session, row, "somebody", Action.REVIEW_APPROVED)
        refused = release(ann, review)
        assert code(refused) == (422, "outcome_not_met")
        assert refused.json["unmet"] == [{"kind": "PHONE_NUMBER", "count": 1}]

    def test_an_exception_is_about_the_terms_that_were_listed_when_it_was_approved(self, people, store):
        """Of as many places: the approver has seen that Kestrel stays, and nothing of Heron."""
        ann, ben, _ = people
        store.global_terms.change(0, Dictionary("everyone", always=("Kestrel",)), "local:0")
        asked = {"document": encoded(word_file("Kestrel and Heron met.")), "pii": KINDS}
        review = begun(ann)
        (found,) = ann.post("/v1/analyses", json={**asked, "review": id_of(review)}).json["suggestions"]
        moves = {"version": 1, "decisions": [{"id": found["id"], "move": "reject"}]}
        assert ann.patch(f"{review}/decisions", json=moves).status_code == 200
        assert step(ann, review, "submit").status_code == step(ben, review, "claim").status_code == 200
        named = [{"kind": "always_term", "count": 1}]
        assert approve(ben, review, **asked, exceptions=named).status_code == 200
        assert release(ann, review, **asked).json["report"]["outcome"] == "met_with_exceptions"
        now = Dictionary("everyone", always=("Heron",), never=("Kestrel",))
        store.global_terms.change(1, now, "local:0")
        refused = release(ann, review, **asked)
        assert code(refused) == (409, "approval_does_not_fit")
        assert "lists" in refused.json["detail"]

    def test_a_draft_is_redacted_and_not_met(self, people):
        """A working copy is no release."""
        ann = people[0]
        review = begun(ann)
        decide(ann, review, mail="accept", phone="reject")
        report = release(ann, review).json["report"]
        assert (report["outcome"], report["unmet"]) == ("not_met", [{"kind": "PHONE_NUMBER", "count": 1}])


def test_without_a_policy_what_people_leave_is_an_exception_that_is_listed(people):
    ann, ben, _ = people
    review = approved(ann, ben, mail="accept", phone="reject")
    report = release(ann, review).json["report"]
    assert report["outcome"] == "met_with_exceptions"
    assert report["exceptions"] == [{"kind": "PHONE_NUMBER", "count": 1, "role": "user"}]


def test_undecided_findings_are_not_exceptions(people):
    ann, ben, _ = people
    review = claimed(ann, ben, mail="accept")
    assert code(approve(ben, review)) == (422, "outcome_not_met")


def test_a_stale_version_approves_nothing(people):
    ann, ben, _ = people
    review = claimed(ann, ben, **BOTH)
    refused = ben.post(f"{review}/approve", json={**PERSONAL, "version": 1})
    assert code(refused) == (409, "stale_version")


def test_only_the_reviewer_who_claimed_a_review_approves_it(people):
    ann, ben, cat = people
    review = claimed(ann, ben, **BOTH)
    assert code(approve(cat, review)) == (409, "needs_another")
    assert code(approve(cat, begun(ann))) == (409, "illegal_move")


def test_an_approval_needs_the_document(people):
    ann, ben, _ = people
    review = claimed(ann, ben, **BOTH)
    refused = step(ben, review, "approve")
    assert code(refused) == (422, "does_not_fit")
    assert refused.json["errors"] == [{"at": "json/document", "error": "Missing data for required field."}]


def test_a_review_is_approved_for_its_own_client(as_):
    ann, ben = as_(), as_()
    review = f"/v1/reviews/{ann.post('/v1/reviews', json={'client': CLIENT}).json['id']}"
    for who, name in ((ann, "submit"), (ben, "claim")):
        assert step(who, review, name).status_code == 200
    assert code(approve(ben, review)) == (400, "invalid_request")


def repacked(content, **changes):
    """A Word file with parts put in or changed; a change is a function of what stands there."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(stream, "w") as after:
        names = before.namelist()
        for part in [*names, *(each for each in changes if each not in names)]:
            content = before.read(part) if part in names else b""
            after.writestr(part, changes[part](content) if part in changes else content)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["docProps/seal.png", "word/media/image1.xml"])
def test_a_picture_is_recognised_under_any_name(client, people, name):
    """Parts that Word writes anew are not compared, and a picture may be called like one of them."""
    set_policy(client, **TWO, clean={"images": "keep"})
    kept = {"clean": {"images": "keep"}}

    def with_picture(colour):
        pixels = io.BytesIO()
        Image.new("RGB", (8, 8), colour).save(pixels, "PNG")
        image = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
        arrow = f'<Relationship Id="rId900" Type="{image}" Target="/{name}"/></Relationships>'.encode()
        kind = f'<Override PartName="/{name}" ContentType="image/png"/></Types>'.encode()
        changes = {
            name: lambda _: pixels.getvalue(),
            "word/_rels/document.xml.rels": lambda part: part.replace(b"</Relationships>", arrow),
            "[Content_Types].xml": lambda part: part.replace(b"</Types>", kind),
        }
        return {"document": encoded(repacked(word_file(*TEXT), **changes)), **kept}

    ann, ben, cat = people
    review = claimed(ann, ben, **BOTH)
    for each in (ben, cat):
        answer = approve(each, review, **with_picture("red"))
        assert answer.status_code == 200, answer.text
    assert code(release(ann, review, **with_picture("blue"))) == (409, "approval_does_not_fit")
    assert release(ann, review, **with_picture("red")).status_code == 200


def with_variable(text):
    """The document with a variable of Word's, which stands beside its text."""
    variable = f'<w:docVars><w:docVar w:name="a" w:val="{text}"/></w:docVars></w:settings>'.encode()
    change = {"word/settings.xml": lambda part: part.replace(b"</w:settings>", variable)}
    return {"document": encoded(repacked(word_file(*TEXT), **change))}


def test_an_exception_excuses_nothing_else_that_is_beside_the_text(client, people):
    """It counts places, and nobody says which: so all that could take their place has to be what was approved."""
    set_policy(client, personal=KINDS)
    ann, ben, _ = people
    review = claimed(ann, ben, mail="accept", phone="reject")
    named = [{"kind": "PHONE_NUMBER", "count": 1}]
    assert approve(ben, review, exceptions=named, **with_variable("one thing")).status_code == 200
    refused = release(ann, review, **with_variable("quite another"))
    assert code(refused) == (409, "approval_does_not_fit")
    assert "beside its text" in refused.json["detail"]
    assert release(ann, review, **with_variable("one thing")).json["report"]["outcome"] == "met_with_exceptions"


def test_what_word_shows_beside_the_text_is_what_was_approved(client, people):
    """Such as a field without a result, a label of a list or a choice of a form."""
    set_policy(client, personal=KINDS)
    ann, ben, _ = people
    review = claimed(ann, ben, **BOTH)
    assert approve(ben, review, **with_variable("one thing")).status_code == 200
    refused = release(ann, review, **with_variable("quite another"))
    assert code(refused) == (409, "approval_does_not_fit")
    assert release(ann, review, **with_variable("one thing")).json["report"]["outcome"] == "met"


@pytest.mark.parametrize("mark", ['bookmarkStart w:id="1" w:name', "hyperlink w:anchor"])
def test_a_name_of_a_bookmark_is_what_was_approved(client, people, mark):
    """Nobody sees it in the text, and a phone number in it is not searched for."""

    def named(name):
        changed = {
            "word/document.xml": lambda part: part.replace(b"</w:p>", f'<w:{mark}="{name}"/></w:p>'.encode(), 1)
        }
        return {"document": encoded(repacked(word_file(*TEXT), **changed))}

    set_policy(client, personal=KINDS)
    ann, ben, _ = people
    review = claimed(ann, ben, **BOTH)
    assert approve(ben, review, **named("t02079460777")).status_code == 200
    assert code(release(ann, review, **named("t02079460888"))) == (409, "approval_does_not_fit")
    assert release(ann, review, **named("t02079460777")).json["report"]["outcome"] == "met"


def test_what_a_list_redacts_beside_the_text_is_what_was_approved(client, people):
    """The list for everyone is changed after the approval, so that a variable keeps a term that went before."""
    set_policy(client, personal=KINDS)
    ann, ben, _ = people
    everyone = client.put("/v1/admin/everyone", json={"version": 0, "always": ["falcon"], "never": []})
    assert everyone.status_code == 200, everyone.text
    review = claimed(ann, ben, **BOTH)
    assert approve(ben, review, **with_variable("the falcon")).status_code == 200
    assert release(ann, review, **with_variable("the falcon")).status_code == 200
    emptied = client.put(
        "/v1/admin/everyone", json={"version": everyone.json["version"], "always": [], "never": []}
    )
    assert emptied.status_code == 200, emptied.text
    refused = release(ann, review, **with_variable("the falcon"))
    assert code(refused) == (409, "approval_does_not_fit")
    assert "the redacted document" in refused.json["detail"]


def test_an_approval_holds_for_no_other_policy_of_the_same_name(client, people):
    """The first policy of either name of a client is client@1, and an exception from one is none from the other."""
    ann, ben, _ = people
    client.post("/v1/clients", json={"name": "Heron Group", "aliases": [CLIENT], "group": "Retail"})
    own = {"client": "Heron Group", "version": 0, "rules": {"personal": ["PHONE_NUMBER"]}}
    assert client.post("/v1/admin/policies", json=own).json["name"] == "client@1"
    review = f"/v1/reviews/{ann.post('/v1/reviews', json={'client': CLIENT}).json['id']}"
    letter = {**PERSONAL, "client": CLIENT, "k": 1}
    found = ann.post("/v1/analyses", json={**letter, "review": id_of(review)}).json["suggestions"]
    moves = [{"id": each["id"], "move": "reject" if each["term"] == PHONE else "accept"} for each in found]
    assert ann.patch(f"{review}/decisions", json={"version": 1, "decisions": moves}).status_code == 200
    for who, name in ((ann, "submit"), (ben, "claim")):
        assert step(who, review, name).status_code == 200
    excused = {"exceptions": [{"kind": "PHONE_NUMBER", "count": 1}]}
    answer = approve(ben, review, **letter, **excused)
    assert answer.status_code == 200, answer.text
    assert release(ann, review, **letter).status_code == 200
    stricter = {"client": CLIENT, "version": 0, "rules": {"personal": KINDS, "blind_share": 0.5}}
    assert client.post("/v1/admin/policies", json=stricter).json["name"] == "client@1"
    assert code(release(ann, review, **letter)) == (409, "approval_does_not_fit")


def approved_by_client(author, reviewer):
    """A review of the report, with the options that it was approved with."""
    review = f"/v1/reviews/{author.post('/v1/reviews', json={'client': CLIENT}).json['id']}"
    report = {"document": encoded(REPORT), "client": CLIENT, "k": 2}
    found = author.post("/v1/analyses", json={**report, "review": id_of(review)}).json["suggestions"]
    moves = [{"id": each["id"], "move": "accept"} for each in found]
    assert author.patch(f"{review}/decisions", json={"version": 1, "decisions": moves}).status_code == 200
    for who, name in ((author, "submit"), (reviewer, "claim")):
        assert step(who, review, name).status_code == 200
    answer = step(reviewer, review, "approve", **report)
    assert answer.status_code == 200, answer.text
    return review, report


def test_an_approval_says_what_the_released_document_gives_away(people, store):
    """The figures are those of the report; the row contains numbers alone."""
    ann, ben, _ = people
    review, report = approved_by_client(ann, ben)
    done = ann.post("/v1/redactions", json={**report, "review": id_of(review)})
    assert done.status_code == 200, done.text
    released = done.json["report"]["privacy"]
    told = ann.get(review).json["approval"]["privacy"]
    assert told == {name: released[name] for name in FIGURES}
    assert 0 < told["spi"] <= told["jsd"] <= 1
    assert told["before"]["clients"] >= told["after"]["k"] >= 1
    assert " missing from the redacted copy" in told["sentence"]
    stored = store.reviews.get(id_of(review)).approval.as_json()["privacy"]
    assert not [each for each in stored.values() if isinstance(each, str)]


def test_an_approval_says_nothing_of_clients_to_callers_who_do_not_see_all(client, people, as_):
    """Neither what an approver of all groups knew, nor to such an approver what was unknown to another."""
    ann, ben, _ = people
    client.post("/v1/clients", json={"name": CLIENT, "group": "Retail"})
    reader, writer = as_(groups=["Retail"]), as_(groups=["Retail"])
    review, _ = approved_by_client(ann, ben)
    all_of_it, part = (each.get(review).json["approval"]["privacy"] for each in (ann, reader))
    assert all_of_it["after"] is not None
    assert (part["before"], part["after"], part["required"], part["finding"]) == (None, None, None, "changed")
    assert "client" not in part["sentence"]
    assert {name: part[name] for name in ("spi", "jsd", "hidden_share")} == {
        name: all_of_it[name] for name in ("spi", "jsd", "hidden_share")
    }
    (listed,) = reader.get("/v1/reviews").json["reviews"]
    assert listed["approval"]["privacy"] == part
    other, _ = approved_by_client(reader, writer)
    assert ann.get(other).json["approval"]["privacy"]["after"] is None


def test_the_trail_names_the_policy_that_was_approved_under(client, people, store):
    """It may be another one than that of the submission."""
    ann, ben, _ = people
    set_policy(client, personal=["EMAIL_ADDRESS"])
    review = claimed(ann, ben, **BOTH)
    set_policy(client, 1, personal=KINDS)
    assert approve(ben, review).json["policy"] == "default@2"
    row = store.audit.rows()[0].content
    assert (row["action"], row["policy"]) == ("review.approved", "default@2")
    assert release(ann, review).json["report"]["outcome"] == "met"


def let_stay(store, term):
    """Put a term on the list for everyone of what never goes."""
    held = store.global_terms.get()
    store.global_terms.change(held.version, replace(held.dictionary, never=(term,)), "local:0")


def test_a_list_that_changed_since_releases_nothing_else(people, store):
    """What goes from one place alone is no suggestion any more, once a list lets it stay everywhere."""
    ann, ben, _ = people
    twice = {**PERSONAL, "document": encoded(word_file(f"Write to {MAIL}.", "Nothing.", f"Or: {MAIL}."))}
    review = begun(ann)
    told = ann.post("/v1/analyses", json={**twice, "review": id_of(review)}).json
    (mail,) = [each for each in told["suggestions"] if each["term"] == MAIL]
    here = {"id": mail["id"], "move": "accept", "scope": "here", "place": mail["places"][0]["id"]}
    said = {"version": version(ann, review), "decisions": [here, {"id": mail["id"], "move": "reject"}]}
    assert ann.patch(f"{review}/decisions", json=said).status_code == 200
    for who, name in ((ann, "submit"), (ben, "claim")):
        assert step(who, review, name).status_code == 200
    answer = approve(ben, review, **twice)
    assert answer.status_code == 200, answer.text
    before = release(ann, review, **twice)
    assert paragraphs_of(decoded(before.json))[0] == "Write to [EMAIL_ADDRESS 1]."
    let_stay(store, MAIL)
    after = release(ann, review, **twice)
    assert after.status_code in (409, 422), "what was approved had one address less"


class TestBlindShare:
    """A policy with a share was met by approvals although nobody had judged anything blindly."""

    def sample(self, rater, review, share=None):
        assert step(rater, review, "sample", share=share).status_code == 200

    def judge(self, rater, review, *names):
        found, _ = ids(rater, review)
        verdicts = [{"id": found[name], "goes": True} for name in names]
        assert rater.patch(f"{review}/sample", json={"verdicts": verdicts}).status_code == 200

    def test_nobody_approves_before_the_share_of_the_policy_is_judged(self, client, people):
        set_policy(client, blind_share=1.0)
        ann, ben, cat = people
        review = claimed(ann, ben, mail="accept", phone="accept")
        assert code(approve(ben, review)) == (409, "sample_not_judged")
        self.sample(cat, review)
        self.judge(cat, review, MAIL)
        assert code(approve(ben, review)) == (409, "sample_not_judged")
        self.judge(cat, review, PHONE)
        assert approve(ben, review).status_code == 200

    def test_a_decision_that_is_taken_back_needs_no_verdict(self, client, people):
        set_policy(client, blind_share=1.0)
        ann, ben, cat = people
        review = claimed(ann, ben, mail="accept", phone="accept")
        self.sample(cat, review)
        self.judge(cat, review, MAIL)
        decide(ben, review, phone="take_back")
        assert code(approve(ben, review))[1] != "sample_not_judged"

    def test_a_sample_beyond_the_policy_keeps_no_approval_waiting(self, people):
        ann, ben, cat = people
        review = claimed(ann, ben, mail="accept", phone="accept")
        self.sample(cat, review, 1.0)
        assert approve(ben, review).status_code == 200

    def test_what_nobody_has_approved_does_not_meet_the_policy(self, client, people):
        """The approval was asked for the sample, and a redaction needed no approval: met, with a certificate."""
        set_policy(client, blind_share=0.5)
        ann, ben, cat = people
        review = claimed(ann, ben, mail="accept", phone="accept")
        found, _ = ids(ann, review)
        accepted = [{"id": each, "verdict": "accepted"} for each in found.values()]
        for more in ({"review": id_of(review)}, {"decisions": accepted}, {"decisions": []}, {"never": ["Leeds"]}):
            told = ann.post("/v1/redactions", json={**PERSONAL, **more}).json
            assert {"kind": "blind_review", "count": 1} in told["report"]["unmet"], more
            assert told["certificate"]["outcome"] == "not_met"
        self.sample(cat, review, 1.0)
        self.judge(cat, review, MAIL, PHONE)
        answer = approve(ben, review)
        assert answer.status_code == 200, answer.text
        assert release(ann, review).json["certificate"]["outcome"] == "met"

    def test_where_nobody_decides_there_is_nothing_to_judge(self, client, people):
        set_policy(client, blind_share=1.0)
        assert people[0].post("/v1/redactions", json=PERSONAL).json["report"]["outcome"] == "met"
