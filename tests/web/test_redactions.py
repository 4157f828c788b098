"""What people decided is what is redacted, and what is answered can be held against the document."""

import base64
import hashlib
import hmac
import io
import json

import docx
import pytest

from backend.web.schemas.document_bytes import VERIFICATION
from backend.web.schemas.documents_in import DOCX
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


def test_without_decisions_everything_is_redacted_as_on_the_command_line(post, unsaid, report_docx, tmp_path):
    unsaid("redact", report_docx, "--client", CLIENT, "--out", "out", "--report", "r.json")
    (expected,) = json.loads((tmp_path / "r.json").read_text())["files"]
    done = post("redactions", document=encoded(REPORT), client=CLIENT, k=5)
    assert decoded(done) == (tmp_path / "out" / "sample.docx").read_bytes()
    for key in ("k_reached", "rank_before", "rank_after", "suppressed", "kept_share", "verification"):
        assert done["report"][key] == expected[key]


def test_only_accepted_terms_are_redacted_and_the_others_are_not_leaks(post):
    asked = {"document": encoded(word_file(TEXT)), "always": ["Ann Rook"], "pii": ["EMAIL_ADDRESS"]}
    first, second = _ids(post("analyses", **asked), entity="EMAIL_ADDRESS")
    decisions = _decisions([first]) + _decisions([second], "rejected")
    done = post("redactions", **asked, decisions=decisions)
    assert paragraphs_of(decoded(done)) == [TEXT.replace("ann@halden.example", "[EMAIL_ADDRESS 1]")]
    assert done["report"]["verification"]["status"] == "clean"
    assert set(done["report"]["spared"]) == {"bo@halden.example", "Ann Rook"}


def test_a_date_that_was_proposed_and_stays_is_not_new_beside_a_placeholder(post):
    asked = {"document": encoded(word_file("Ann Rook waits until 20 October.")), "always": ["Ann Rook"]}
    found = post("analyses", **asked)
    (date,) = (each for each in found["suggestions"] if each["entity"] == "DATE_TIME")
    assert date["spellings"] == []  # it is redacted in this place alone
    done = post("redactions", **asked, decisions=_decisions(_ids(found, term="Ann Rook")))
    assert "20 October" in paragraphs_of(decoded(done))[0]
    assert done["report"]["verification"]["new"] == []


def test_an_edited_suggestion_is_replaced_by_what_someone_wrote(post):
    asked = {"document": encoded(word_file(TEXT)), "always": ["Ann Rook"], "pii": []}
    ids = _ids(post("analyses", **asked))
    done = post("redactions", **asked, decisions=_decisions(ids, "edited", replacement="a colleague 👍"))
    assert paragraphs_of(decoded(done)) == [TEXT.replace("Ann Rook", "a colleague 👍")]
    assert [row["placeholder"] for row in done["report"]["suppressed"]] == ["a colleague 👍"]


def test_a_client_name_kept_by_decision_is_kept_everywhere(post):
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


def test_a_caller_that_accepts_only_word_files_gets_only_the_document(client):
    data = {"document": (io.BytesIO(word_file(TEXT)), "Ann Rook.docx"), "request": '{"always": ["Ann Rook"]}'}
    response = client.post("/v1/redactions", data=data, headers={"Accept": DOCX})
    assert response.mimetype == DOCX
    assert paragraphs_of(response.data)[0].startswith("[REDACTED] of Halden")
    assert response.headers[VERIFICATION] == "clean"
    assert "Ann" not in response.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("\u0141\u00f3d\u017a.docx", "attachment; filename=__d_.docx; filename*=UTF-8''%C5%81%C3%B3d%C5%BA.docx"),
        ("a\u2028b.docx", "attachment; filename=a_b.docx; filename*=UTF-8''a%E2%80%A8b.docx"),
        ('a"; b=".docx', 'attachment; filename="a\\"; b=\\".docx"'),
    ],
)
def test_a_server_can_send_every_name_of_a_document(client, name, header):
    body = {"document": encoded(word_file(TEXT)), "name": name}
    response = client.post("/v1/redactions", json=body, headers={"Accept": DOCX})
    assert (response.status_code, response.headers["Content-Disposition"]) == (200, header)


@pytest.mark.parametrize("name", ["a\r\nX: y.docx", "a\nb.docx", "a\tb.docx"])
def test_a_name_of_several_lines_is_refused(client, name):
    body = {"document": encoded(word_file(TEXT)), "name": name}
    response = client.post("/v1/redactions", json=body, headers={"Accept": DOCX})
    assert (response.status_code, response.json["code"]) == (422, "does_not_fit")
    assert response.json["errors"] == [{"at": "json/name", "error": "It contains a control character."}]


def test_the_name_is_cleaned_too(post):
    done = post(
        "redactions", document=encoded(word_file(TEXT)), name="C:\\plans\\Ann Rook.docx", always=["Ann Rook"]
    )
    assert done["name"] == "REDACTED.docx"


def test_a_returned_report_lists_the_terms_to_redact(post):
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
def test_a_string_that_cannot_be_searched_for_is_refused(client, spelling):
    report = {"suppressed": [{"spellings": [spelling], "placeholder": "[X]"}]}
    response = client.post("/v1/verifications", json={"document": encoded(word_file(TEXT)), "report": report})
    assert (response.status_code, response.json["code"]) == (422, "report_unusable")


def test_a_clean_copy_says_the_same_and_keeps_nothing_of_its_making(post):
    copied = post("copies", document=encoded(REPORT), name="plan.docx")
    assert copied["report"]["policy"]["comments"] == "remove"
    assert copied["report"]["suppressed"] == []
    assert b"comments" not in decoded(copied)
    assert CLIENT in " ".join(paragraphs_of(decoded(copied)))


def test_a_clean_copy_keeps_what_the_request_keeps(post):
    copied = post("copies", document=encoded(REPORT), clean={"comments": "keep"})
    assert b"word/comments.xml" in decoded(copied)


class TestACertificate:
    def test_is_the_one_that_the_command_writes(self, post, unsaid, tmp_path):
        (tmp_path / "plan.docx").write_bytes(REPORT)
        unsaid(
            *("redact", "plan.docx", "--client", CLIENT, "--out", "out"),
            *("--certificate", "proof", "--pii", "PERSON,EMAIL_ADDRESS"),
        )
        written = json.loads((tmp_path / "proof" / "plan.docx.certificate.json").read_text())
        asked = {"client": CLIENT, "k": 5, "pii": ["PERSON", "EMAIL_ADDRESS"], "name": "plan.docx"}
        done = post("redactions", document=encoded(REPORT), **asked)
        own = ("made", "source", "policy", "model", "page_sha256", "signed_by", "signature")
        assert {**done["certificate"], **{name: written[name] for name in own}} == written
        page = docx.Document(io.BytesIO(base64.b64decode(done["certificate_page"])))
        assert page.paragraphs[0].text == "Certificate of redaction"
        cells = [cell.text for table in page.tables for row in table.rows for cell in row.cells]
        assert hashlib.sha256(decoded(done)).hexdigest() in cells

    def test_of_a_clean_copy_is_about_the_copy_and_of_what_was_redacted_before(self, post):
        asked = {"document": encoded(REPORT), "client": CLIENT, "k": 5}
        plain, copied = post("redactions", **asked), post("redactions", **asked, copy={})
        certificate = copied["certificate"]
        assert certificate["result_sha256"] == hashlib.sha256(decoded(copied)).hexdigest()
        opening = bytes.fromhex(copied["report"]["opening"])
        source = f"source\n{hashlib.sha256(REPORT).hexdigest()}".encode()
        assert certificate["source"] == hmac.new(opening, source, hashlib.sha256).hexdigest()
        taken, before = (
            {row["kind"]: row["places"] for row in each["certificate"]["taken_out"]} for each in (copied, plain)
        )
        assert taken.pop("TERM") >= before.pop("TERM"), "k is held on the copy as well, where comments are gone"
        assert taken == before
        assert certificate["asked"]["cleaning"]["comments"] == "remove"
        assert {"kind": "comment", "treatment": "removed"} in certificate["coverage"]

    def test_contains_no_original(self, post):
        asked = {"document": encoded(word_file(TEXT)), "name": "Ann Rook.docx", "always": ["Ann Rook"]}
        done = post("redactions", **asked, copy={})
        assert "Rook" not in json.dumps(done["certificate"])

    def test_of_a_copy_alone_says_that_nothing_was_searched_for(self, post):
        done = post("copies", document=encoded(REPORT))
        assert done["certificate"]["result_sha256"] == hashlib.sha256(decoded(done)).hexdigest()
        assert (done["certificate"]["asked"]["personal"], done["certificate"]["taken_out"]) == ([], [])


class TestACopyOfWhatIsRedacted:
    def test_is_made_of_what_was_decided_on_with_comments_and_all(self, post):
        asked = {"document": encoded(REPORT), "client": CLIENT, "k": 5}
        found = post("analyses", **asked)["suggestions"]
        assert any(place["story"]["kind"] == "comments" for each in found for place in each["places"])
        done = post("redactions", **asked, decisions=_decisions(_ids({"suggestions": found})), copy={})
        assert b"word/comments.xml" not in decoded(done)
        assert done["report"]["verification"]["places"] == []
        assert done["report"]["policy"]["revisions"] == "accept"

    def test_keeps_what_shall_be_kept(self, post):
        done = post("redactions", document=encoded(REPORT), client=CLIENT, k=5, copy={"comments": "anonymise"})
        assert b"word/comments.xml" in decoded(done)
        assert CLIENT not in " ".join(paragraphs_of(decoded(done)))

    def test_is_what_both_steps_by_themselves_come_to(self, post):
        asked = {"document": encoded(REPORT), "client": CLIENT, "k": 5, "name": "plan.docx"}
        redacted = post("redactions", **asked)
        both = post("copies", document=redacted["document"], name="plan.docx")
        assert decoded(post("redactions", **asked, copy={})) == decoded(both)


HERE = "Heron stays. Heron goes.", "Nothing.", "A heron stays, and Heron Ltd too."


class TestHereOnly:
    @pytest.fixture
    def asked(self):
        return {"document": encoded(word_file(*HERE)), "always": ["Heron"], "pii": []}

    @pytest.fixture
    def heron(self, post, asked):
        (found,) = post("analyses", **asked)["suggestions"]
        assert [(place["block"], place["start"]) for place in found["places"]] == [(0, 0), (0, 13), (2, 2), (2, 19)]
        return found

    def decisions(self, heron, *which, **more):
        places = [{key: heron["places"][each][key] for key in ("story", "block", "start")} for each in which]
        return [{"id": heron["id"], "verdict": "edited", "replacement": "[X]", "places": places, **more}]

    def test_a_term_is_redacted_in_one_place_and_its_other_places_are_listed(self, post, asked, heron):
        done = post("redactions", **asked, decisions=self.decisions(heron, 1))
        assert paragraphs_of(decoded(done)) == ["Heron stays. [X] goes.", *HERE[1:]]
        found = done["report"]["verification"]
        assert (found["status"], found["places"]) == ("clean", [])
        assert [(each["how"], each["count"]) for each in found["stays"]] == [
            ("body, paragraph 1", 1),
            ("body, paragraph 3", 2),
        ]
        assert done["certificate"]["verification"]["stays"] == 3
        assert done["certificate"]["taken_out"] == [{"kind": "OWN_WORDS", "places": 1}]

    def test_a_clean_copy_lists_kept_places_too(self, post, asked, heron):
        found = post("redactions", **asked, decisions=self.decisions(heron, 1), copy={})["report"]["verification"]
        assert (found["status"], sum(each["count"] for each in found["stays"])) == ("clean", 3)

    def test_the_report_of_a_partial_redaction_verifies_other_files(self, post, asked, heron):
        done = post("redactions", **asked, decisions=self.decisions(heron, 1))
        same = post("verifications", document=done["document"], report=done["report"])
        assert same["stays"] == done["report"]["verification"]["stays"]
        left = post("verifications", document=asked["document"], report=done["report"])
        assert (left["status"], [each["how"] for each in left["places"]]) == ("left", ["body, paragraph 1"])

    def test_what_was_replaced_in_word_is_verified_by_its_paragraphs(self, post, heron):
        row = {key: heron[key] for key in ("spellings", "placeholder", "entity", "case_sensitive")}
        block = {"story": heron["places"][1]["story"], "block": 0, "stays": 1}
        report = {"suppressed": [], "partly": [{**row, "blocks": [block]}], "spared": heron["spellings"]}
        done = encoded(word_file("Heron stays. [X] goes.", *HERE[1:]))
        found = post("verifications", document=done, report=report)
        assert (found["places"], sum(each["count"] for each in found["stays"])) == ([], 3)
        assert post("verifications", document=encoded(word_file(*HERE)), report=report)["status"] == "left"

    @pytest.mark.parametrize(
        ("more", "expected"),
        [
            ({"places": [{"story": {"part": "word/document.xml", "kind": "body"}, "block": 1, "start": 0}]}, 409),
            ({"verdict": "rejected"}, 422),
            ({"places": []}, 422),
        ],
    )
    def test_what_does_not_fit_is_refused(self, client, asked, heron, more, expected):
        body = {**asked, "decisions": self.decisions(heron, 1, **more)}
        assert client.post("/v1/redactions", json=body).status_code == expected


ANN_GOES = {"suppressed": [{"spellings": ["Ann Rook"], "placeholder": "[PERSON 1]"}]}
WITH_ANN = word_file("Nothing.", "Write to Ann Rook today.")


class TestTheWordsBesidePlaceholders:
    def test_are_compared_with_the_original(self, post):
        for text, expected in (
            ("Write to [PERSON 1] today.", []),
            ("Write t[PERSON 1] today.", [("word/document.xml", "body, paragraph 2", "[PERSON 1]")]),
        ):
            sent = {"document": encoded(word_file("Nothing.", text)), "report": ANN_GOES}
            told = post("verifications", **sent, original=encoded(WITH_ANN))
            assert [(row["part"], row["how"], row["placeholder"]) for row in told["damaged"]] == expected
            assert (told["places"], "Rook" in str(told)) == ([], False)
            assert "damaged" not in post("verifications", **sent)

    def test_the_original_can_be_a_second_file_of_a_form(self, client):
        form = {
            "document": (io.BytesIO(word_file("Nothing.", "Write o [PERSON 1] today.")), "_.docx"),
            "original": (io.BytesIO(WITH_ANN), "_.docx"),
            "request": json.dumps({"report": ANN_GOES}),
        }
        answer = client.post("/v1/verifications", data=form, content_type="multipart/form-data")
        assert [row["placeholder"] for row in answer.json["damaged"]] == ["[PERSON 1]"]

    def test_an_original_that_is_not_a_word_file_is_refused(self, client):
        sent = {"document": encoded(WITH_ANN), "original": encoded(b"no zip"), "report": ANN_GOES}
        response = client.post("/v1/verifications", json=sent)
        assert (response.status_code, response.json["code"]) == (415, "not_a_word_document")


def test_long_strings_and_many_of_them_can_be_verified(post):
    address = f"https://halden.example/{'a' * 400}"
    found = post("analyses", document=encoded(word_file(f"See {address} there.")), pii=["URL"])["suggestions"]
    accepted = [{key: each[key] for key in ("spellings", "placeholder", "entity")} for each in found]
    assert max(len(text) for each in accepted for text in each["spellings"]) > 400
    spared = [f"word{number}" for number in range(6_000)]
    left = post(
        "verifications",
        document=encoded(word_file(f"See {address} there.")),
        report={"suppressed": accepted, "spared": spared},
    )
    assert left["status"] == "left"


def test_what_went_is_searched_for_even_where_the_same_stays_under_another_kind(post):
    gone = {"spellings": ["Ann Rook"], "placeholder": "[X]"}
    report = {"suppressed": [gone], "spared": ["ANN\u00a0ROOK", "Ann Rook Fund"]}
    told = post("verifications", document=encoded(word_file("Ann Rook", "Ann Rook Fund")), report=report)
    assert [place["how"] for place in told["places"] if "paragraph" in place["how"]] == ["body, paragraph 1"]


def test_unsearched_parts_are_not_called_clean_later(post):
    """A part in a language that names are not looked for in is as unexamined in Word as in a redaction."""
    document, why = encoded(word_file("Alles ist gut.")), "much of its text is not English"
    unexamined = [{"part": "word/document.xml", "why": why}]
    told = post("verifications", document=document, report={"suppressed": [], "unexamined": unexamined})
    assert told["status"] == "not_examined"
    reason = {"code": "as_reported", "params": {"why": why}}
    part = {"part": "word/document.xml", "examined": False, "why": why, "reason": reason, "accepted": False}
    assert part in told["parts"]
    assert post("analyses", document=document)["unexamined"] == []  # without a pipeline nobody looks for names


def test_at_level_1_a_field_with_the_clients_name_makes_it_no_personal_data(post):
    content = word_file(f"Plan of {CLIENT}")
    with_author = docx.Document(io.BytesIO(content))
    with_author.core_properties.author = f"{CLIENT} Programme Office"
    with_author.save(saved := io.BytesIO())
    asked = {"document": encoded(saved.getvalue()), "client": CLIENT}
    done = post("redactions", **asked, k=1, analysed_k=5, decisions=[])
    assert done["report"]["unmet"] == []


def test_the_name_that_an_unnamed_document_gets_is_no_redacted_term(post):
    asked = {"document": encoded(word_file("A document about Ann Rook.")), "always": ["document"], "pii": []}
    done = post("redactions", **asked)
    checked = post("verifications", document=done["document"], report=done["report"])
    assert (checked["status"], checked["places"]) == ("clean", [])
