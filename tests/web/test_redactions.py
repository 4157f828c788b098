"""What people decided is what is redacted, and what is answered can be held against the document."""

import io
import json

import pytest

from backend.web.documents_in import DOCX
from backend.web.documents_out import VERIFICATION
from tests.conftest import CLIENT
from tests.web.documents import REPORT, decoded, encoded, paragraphs_of, word_file

TEXT = "Ann Rook of Halden & Rook wrote to ann@halden.example and bo@halden.example about Ann Rook."


@pytest.fixture
def post(client):
    def send(route, **body):
        response = client.post(f"/v1/{route}", json=body)
        assert response.status_code == 200, response.text
        return response.json

    return send


def _ids(found, **of):
    return [each["id"] for each in found["suggestions"] if all(each[key] == value for key, value in of.items())]


def _decisions(ids, verdict="accepted", **more):
    return [{"id": each, "verdict": verdict, **more} for each in ids]


def test_without_decisions_all_goes_as_by_the_command_line(post, unsaid, report_docx, tmp_path):
    unsaid("redact", report_docx, "--client", CLIENT, "--objective", "simple", "--out", "out", "--report", "r.json")
    (expected,) = json.loads((tmp_path / "r.json").read_text())["files"]
    done = post("redactions", document=encoded(REPORT), client=CLIENT, k=5)
    assert decoded(done) == (tmp_path / "out" / "sample.docx").read_bytes()
    for key in ("k_reached", "rank_before", "rank_after", "suppressed", "kept_share", "verification"):
        assert done["report"][key] == expected[key]


def test_only_what_was_accepted_goes_and_the_rest_is_no_leak(post):
    asked = {"document": encoded(word_file(TEXT)), "always": ["Ann Rook"], "pii": ["EMAIL_ADDRESS"]}
    first, second = _ids(post("analyses", **asked), entity="EMAIL_ADDRESS")
    decisions = _decisions([first]) + _decisions([second], "rejected")
    done = post("redactions", **asked, decisions=decisions)
    assert paragraphs_of(decoded(done)) == [TEXT.replace("ann@halden.example", "[EMAIL_ADDRESS 1]")]
    assert done["report"]["verification"]["status"] == "clean"
    assert set(done["report"]["spared"]) == {"bo@halden.example", "Ann Rook"}


def test_an_edited_suggestion_is_replaced_by_what_somebody_wrote(post):
    asked = {"document": encoded(word_file(TEXT)), "always": ["Ann Rook"], "pii": []}
    ids = _ids(post("analyses", **asked))
    done = post("redactions", **asked, decisions=_decisions(ids, "edited", replacement="a colleague 👍"))
    assert paragraphs_of(decoded(done)) == [TEXT.replace("Ann Rook", "a colleague 👍")]
    assert [row["placeholder"] for row in done["report"]["suppressed"]] == ["a colleague 👍"]


def test_a_name_of_the_client_that_somebody_left_stays_wherever_it_stands(post):
    asked = {"document": encoded(word_file(f"Plan of {CLIENT}", "Call +1 212 555 0198")), "client": CLIENT, "k": 2}
    done = post("redactions", **asked, decisions=[])
    assert paragraphs_of(decoded(done)) == [f"Plan of {CLIENT}", "Call +1 212 555 0198"]
    assert done["report"]["verification"]["status"] == "clean"


def test_decisions_on_a_lower_level_are_found_again_in_the_analysis_they_were_made_on(post):
    asked = {"document": encoded(REPORT), "client": CLIENT}
    suggestions = post("analyses", **asked)["suggestions"]
    ids = [each["id"] for each in suggestions if (each["from_level"] or 0) <= 4]
    levels = {each["from_level"] for each in suggestions}
    assert levels > {2, 3, 4}
    done = post("redactions", **asked, k=4, analysed_k=10, decisions=_decisions(ids))
    assert done["report"]["k_reached"] >= done["report"]["k"] == 4
    assert len(done["report"]["suppressed"]) == len(ids)


def test_a_decision_on_what_is_not_suggested_is_refused(client):
    body = {"document": encoded(REPORT), "decisions": _decisions(["0" * 16])}
    response = client.post("/v1/redactions", json=body)
    assert (response.status_code, response.json["code"]) == (409, "suggestions_changed")
    body["decisions"] = _decisions(["0" * 16], "rejected")
    assert client.post("/v1/redactions", json=body).status_code == 200


@pytest.mark.parametrize(
    "decisions",
    [
        [{"id": "0" * 15, "verdict": "accepted"}],
        [{"id": "0" * 16, "verdict": "maybe"}],
        [{"id": "0" * 16, "verdict": "edited", "replacement": "a\nb"}],
        [{"id": "0" * 16, "verdict": "edited", "replacement": ""}],
        [{"id": "0" * 16}],
    ],
)
def test_a_decision_that_does_not_fit_is_refused(client, decisions):
    response = client.post("/v1/redactions", json={"document": encoded(REPORT), "decisions": decisions})
    assert (response.status_code, response.json["code"]) == (422, "does_not_fit")


def test_two_decisions_on_one_suggestion_are_refused(client):
    decisions = _decisions(["0" * 16], "rejected") * 2
    response = client.post("/v1/redactions", json={"document": encoded(REPORT), "decisions": decisions})
    assert (response.status_code, response.json["code"]) == (400, "invalid_request")


def test_whoever_accepts_nothing_but_word_files_gets_the_document_alone(client):
    data = {"document": (io.BytesIO(word_file(TEXT)), "Ann Rook.docx"), "request": '{"always": ["Ann Rook"]}'}
    response = client.post("/v1/redactions", data=data, headers={"Accept": DOCX})
    assert response.mimetype == DOCX
    assert paragraphs_of(response.data)[0].startswith("[REDACTED] of Halden")
    assert response.headers[VERIFICATION] == "clean"
    assert "Ann" not in response.headers["Content-Disposition"]


def test_the_name_is_cleaned_too(post):
    done = post(
        "redactions", document=encoded(word_file(TEXT)), name="C:\\plans\\Ann Rook.docx", always=["Ann Rook"]
    )
    assert done["name"] == "[REDACTED].docx"


def test_a_report_that_was_answered_tells_what_had_to_go(post):
    asked = {"document": encoded(word_file(TEXT)), "pii": ["EMAIL_ADDRESS"]}
    done = post("redactions", **asked)
    clean = post("verifications", document=done["document"], report=done["report"])
    left = post("verifications", document=encoded(word_file(TEXT)), report=done["report"])
    assert clean["places"] == []
    assert {place["placeholder"] for place in left["places"]} == {"[EMAIL_ADDRESS 1]", "[EMAIL_ADDRESS 2]"}


def test_what_was_replaced_in_word_itself_is_verified_by_the_suggestions_that_were_accepted(post):
    found = post("analyses", document=encoded(word_file(TEXT)), pii=["EMAIL_ADDRESS"])
    accepted = [
        {"placeholder": "[X]", **{key: each[key] for key in ("spellings", "case_sensitive", "entity")}}
        for each in found["suggestions"]
    ]
    report = {"suppressed": accepted, "sought": found["sought"]}
    half = word_file(TEXT.replace("ann@halden.example", "[X]"))
    whole = word_file(TEXT.replace("ann@halden.example", "[X]").replace("bo@halden.example", "[X]"))
    assert post("verifications", document=encoded(half), report=report)["status"] == "left"
    assert post("verifications", document=encoded(whole), report=report)["places"] == []


@pytest.mark.parametrize("spelling", ["\u200b", " "])
def test_a_string_that_cannot_be_looked_for_is_refused(client, spelling):
    report = {"suppressed": [{"spellings": [spelling], "placeholder": "[X]"}]}
    response = client.post("/v1/verifications", json={"document": encoded(word_file(TEXT)), "report": report})
    assert (response.status_code, response.json["code"]) == (422, "report_unusable")


def test_a_clean_copy_says_the_same_and_keeps_nothing_of_its_making(post):
    copied = post("copies", document=encoded(REPORT), name="plan.docx")
    assert copied["report"]["policy"]["comments"] == "remove"
    assert copied["report"]["suppressed"] == []
    assert b"comments" not in decoded(copied)
    assert CLIENT in " ".join(paragraphs_of(decoded(copied)))


def test_what_shall_be_kept_in_a_clean_copy_is_kept(post):
    copied = post("copies", document=encoded(REPORT), clean={"comments": "keep"})
    assert b"word/comments.xml" in decoded(copied)
