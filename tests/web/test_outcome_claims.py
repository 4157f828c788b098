"""Whoever asks may claim what they like: answers and certificates say `met` of what the policy asks for alone."""

import io
import zipfile

import pytest

from tests.conftest import CLIENT
from tests.web.documents import REPORT, decoded, encoded, paragraphs_of, word_file
from tests.web.test_hidden_lists import rules

MAIL = "ann@halden.example"
LETTER = word_file(f"Halden & Rook wrote to {MAIL}.")


def policy(client, **rules):
    answer = client.post("/v1/admin/policies", json={"client": None, "version": 0, "rules": rules})
    assert answer.status_code == 200, answer.text


def unmet(told):
    return {row["kind"] for row in told["unmet"]}


NO_REPORTS = [{"suppressed": []}, {"suppressed": [], "spared": [CLIENT, MAIL], "left": [CLIENT, MAIL]}]


class TestVerification:
    @pytest.mark.parametrize("report", NO_REPORTS)
    @pytest.mark.parametrize("asked", [{}, {"asked": {"pii": []}}, {"asked": {"never": [MAIL, CLIENT], "k": 1}}])
    def test_of_an_original_that_is_nobodys_is_not_met_where_a_k_is_requested(self, client, report, asked):
        policy(client, least_k=5)
        told = client.post("/v1/verifications", json={"document": encoded(LETTER), "report": report, **asked})
        assert (told.status_code, told.json["outcome"]) == (200, "not_met")
        assert "k" in unmet(told.json)

    @pytest.mark.parametrize("report", NO_REPORTS)
    def test_finds_the_client_in_what_no_text_shows(self, client, report):
        with zipfile.ZipFile(io.BytesIO(word_file("Nothing here."))) as package:
            parts = {name: package.read(name) for name in package.namelist()}
        parts["docProps/app.xml"] = parts["docProps/app.xml"].replace(
            b"</Properties>", b"<Company>" + CLIENT.replace("&", "&amp;").encode() + b"</Company></Properties>"
        )
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as package:
            for name, part in parts.items():
                package.writestr(name, part)
        asked = {"client": CLIENT, "k": 5, "pii": []}
        sent = {"document": encoded(stream.getvalue()), "report": report, "asked": asked}
        assert "client_name" in unmet(client.post("/v1/verifications", json=sent).json)


class TestCopy:
    @pytest.mark.parametrize(
        ("rules", "expected"),
        [
            ({}, set()),
            ({"least_k": 5}, {"k"}),
            ({"personal": ["EMAIL_ADDRESS"]}, {"EMAIL_ADDRESS"}),
            ({"personal": ["PERSON"]}, {"names_not_checked"}),
        ],
    )
    def test_of_an_original_is_no_redaction(self, client, rules, expected):
        """No word of it has gone; a certificate of it must not say that a policy holds that asks for more."""
        policy(client, **rules)
        told = client.post("/v1/copies", json={"document": encoded(LETTER)}).json
        assert unmet(told["report"]) == expected
        assert told["certificate"]["outcome"] == told["report"]["outcome"] == ("not_met" if expected else "met")
        assert MAIL in zipfile.ZipFile(io.BytesIO(decoded(told))).read("word/document.xml").decode()

    def test_every_kind_of_a_policy_includes_those_of_custom_recognisers(self, client, settings):
        settings.lists.mkdir(parents=True)
        (settings.lists / "everyone.yaml").write_text(rules("NIGHTINGALE_NUMBER", "NG"))
        policy(client, personal=["ALL"])
        told = client.post("/v1/copies", json={"document": encoded(word_file("The plan NG-17 goes on."))}).json
        assert unmet(told["report"]) == {"CUSTOM", "names_not_checked"}
        assert told["certificate"]["outcome"] == "not_met"

    def test_redacts_no_term_of_a_list_and_says_so(self, client, settings):
        """The description promises an unchanged text; who redacts by the list asks for a redaction."""
        settings.lists.mkdir(parents=True)
        (settings.lists / "everyone.yaml").write_text("deny_list: [Project Gull]")
        stored = {"version": 0, "always": ["heron"]}
        assert client.put("/v1/admin/everyone", json=stored).status_code == 200
        text = "Project Gull and the heron."
        told = client.post("/v1/copies", json={"document": encoded(word_file(text))}).json
        assert paragraphs_of(decoded(told)) == [text]
        assert told["report"]["suppressed"] == []
        assert told["report"]["unmet"] == [{"kind": "always_term", "count": 2}]
        assert told["certificate"]["outcome"] == "not_met"

    def test_a_response_as_bytes_has_the_outcome_in_its_header(self, client):
        policy(client, least_k=5)
        done = client.post("/v1/copies", data=REPORT, headers={"Content-Type": WORD, "Accept": WORD})
        assert done.headers["Unsaid-Outcome"] == "not_met"


class TestKindsThatNothingFinds:
    """A policy that names a kind is not met where nothing looks for it: its list is gone, or another client's."""

    @pytest.fixture(params=["gone", "another client's"])
    def document(self, request, client, settings):
        settings.lists.mkdir(parents=True)
        file = settings.lists / ("everyone.yaml" if request.param == "gone" else "Brightbasket.yaml")
        file.write_text(rules("NIGHTINGALE_NUMBER", "NG"))
        policy(client, personal=["NIGHTINGALE_NUMBER"])
        if request.param == "gone":
            file.unlink()
        return {"document": encoded(word_file("The plan NG-17 goes on."))}

    @pytest.mark.parametrize("asked", [{}, {"asked": {"pii": []}}, {"asked": {"client": CLIENT, "k": 1}}])
    def test_a_verification_is_not_met(self, client, document, asked):
        told = client.post("/v1/verifications", json={**document, "report": {"suppressed": []}, **asked}).json
        assert "kinds_not_checked" in unmet(told)

    def test_nor_is_a_copy(self, client, document):
        assert unmet(client.post("/v1/copies", json=document).json["report"]) == {"kinds_not_checked"}

    @pytest.mark.parametrize("decided", [{}, {"decisions": []}])
    @pytest.mark.parametrize("of", [{}, {"client": CLIENT, "k": 1}])
    def test_nor_is_a_redaction_if_it_is_not_refused(self, client, document, decided, of):
        told = client.post("/v1/redactions", json={**document, **of, **decided})
        assert told.json.get("code") == "policy_not_met" or "kinds_not_checked" in unmet(told.json["report"])


def test_every_kind_asks_for_no_kind_that_nothing_finds(client):
    policy(client, personal=["ALL"])
    told = client.post("/v1/copies", json={"document": encoded(word_file("Nothing."))}).json
    assert unmet(told["report"]) == {"names_not_checked"}


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
