"""Under `policy set --k 5 --pii all`: what is clean, what an approval allows, and what it does not reach."""

import io
import json
import re
import zipfile
from datetime import timedelta
from xml.sax.saxutils import escape

import pytest

from addin.wordhost.making import docx, runs
from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.browser.pane.file_highlights import paragraphs
from tests.browser.pane.pane_page import REPORT, serving
from tests.browser.pane.pane_user import label, outcome, press, rest, trouble
from tests.browser.pane.saving import saved
from tests.conftest import CLIENT, SAMPLE

PEOPLE = {"ann": Role.USER, "ben": Role.REVIEWER}
MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
PHONE = re.compile(r"\+?\b\d[\d ()-]{8,}\d\b")


@pytest.fixture(scope="module")
def house(built, sample_registry, tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    store = Store.of(settings)
    keys = {name: store.api_keys.new(name, role, None, timedelta(days=1)).token for name, role in PEOPLE.items()}
    store.close()
    return settings, keys


@pytest.fixture(scope="module")
def server(house):
    settings, _ = house
    with serving(settings) as started:
        rules = b'{"client": null, "version": 0, "rules": {"least_k": 5, "personal": ["ALL"]}}'
        answer = started.ask("POST", "/v1/admin/policies", rules, {"Content-Type": "application/json"})
        assert answer.status == 200, answer.body
        yield started


@pytest.fixture
def as_(open_pane, house):
    def open_as(name, content=None):
        pane = open_pane(content, signed_in=False)
        pane.token = house[1][name]
        pane.sign_in()
        return pane

    return open_as


def _exceptions(pane):
    return pane.page.get_by_role("list", name="Requirements").inner_text()


def test_the_clean_copy_meets_the_policy_and_the_private_report_proves_its_certificate(
    as_, server, unsaid, house, tmp_path
):
    ann = as_("ann")
    ann.analysed()
    press(ann, "Accept all")
    press(ann, "Redact")
    press(ann, "Check the file")
    press(ann, "Make a clean copy")
    assert label(ann) == "Save the clean copy"
    (copy,) = ann.host.session.opened
    said = " ".join(paragraphs(copy).values())
    assert (MAIL.findall(said), PHONE.findall(said), "Halden" in said) == ([], [], False)

    files = {}
    for name in ("Save the certificate as JSON", "Save the private report"):
        done = saved(ann, name)
        files[name] = tmp_path / done.suggested_filename
        done.save_as(files[name])
    certificate, report = (json.loads(each.read_text("utf-8")) for each in files.values())
    (told,) = report["files"]
    status = told["outcome"]
    assert certificate["outcome"] == status
    assert (outcome(ann) == "Requirements met") is (status == "met")
    (tmp_path / told["output"]).write_bytes(copy)
    (tmp_path / "source.docx").write_bytes(REPORT.read_bytes())
    (tmp_path / "keys.json").write_bytes(server.ask("GET", "/v1/certificate-keys").body)
    private = files["Save the private report"]
    by = ("--certificate", files["Save the certificate as JSON"], "--keys", "keys.json", "--report", private)
    checked = json.loads(unsaid("verify", told["output"], *by, "--json").stdout)
    assert checked["files"][0]["match"] == "document"
    here = {"UNSAID_DATA": str(house[0].data), "UNSAID_NER": str(house[0].ner)}
    again = unsaid("verify", told["output"], "--report", private, "--json", **here)
    (file,) = json.loads(again.stdout)["files"]
    assert (file["warnings"], file["outcome"]) == ([], status)


def test_an_exception_of_a_reviewer_is_shown_and_valid_for_that_document_only(as_):
    mail = "anna@example.org"
    ann = as_("ann", _letter(f"Write to {mail}."))
    ann.analysed()
    folded = rest(ann).locator(".fold[aria-expanded=false]")
    while folded.count() > 0:
        folded.first.click()
    ann.page.get_by_role("button", name=f"Reject {mail}").click(timeout=10_000)
    press(ann, "Accept all")
    ann.page.get_by_role("button", name="Submit for review first").click()
    ann.page.get_by_text("Nobody has claimed this review yet.").wait_for()
    document = ann.host.session.save()

    ben = as_("ben", document)
    ben.page.get_by_role("button", name="Claim the review").click()
    ben.page.get_by_text("Your turn").wait_for()
    ben.page.get_by_role("button", name="Approve", exact=True).click()
    ben.page.get_by_text("personal data are still in the file (e-mail and web)").wait_for()
    ben.page.get_by_role("button", name="Approve with these exceptions").click()
    ben.page.get_by_text("Approved. You can redact now.").wait_for()

    other = as_("ann", _with(document, b"the", b"our"))
    other.page.get_by_text("The approval is for another version of this document").wait_for()
    before = paragraphs(other.host.session.save())
    if label(other).startswith("Redact"):
        press(other, "Redact")
        assert "This is not the approved document" in trouble(other)
    assert paragraphs(other.host.session.save()) == before, "nothing was replaced"

    ann = as_("ann", document)
    ann.page.get_by_text("Approved. You can redact now.").wait_for()
    press(ann, "Redact")
    press(ann, "Check the file")
    press(ann, "Make a clean copy")
    rest(ann)
    assert outcome(ann) != "Requirements met"
    assert "personal data are still in the file (e-mail and web) (allowed by the approval)" in _exceptions(ann)
    (copy,) = ann.host.session.opened
    assert mail in " ".join(paragraphs(copy).values())
    certificate = json.loads(saved(ann, "Save the certificate as JSON").path().read_text())
    assert certificate["outcome"] == "met_with_exceptions"


def _letter(*more):
    """A text of the sample's client, as a Word file without a preview of itself."""
    (text, *_) = sorted((SAMPLE / "corpus" / CLIENT).glob("*.txt"))
    lines = [each.strip() for each in text.read_text("utf-8").splitlines() if each.strip()]
    return docx("".join(runs(escape(each)) for each in (*lines[:12], *more)))


def _with(document, old, new):
    """The document with one word of its body changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(document)) as given, zipfile.ZipFile(out, "w") as made:
        for name in given.namelist():
            content = given.read(name)
            made.writestr(
                name,
                content.replace(b" " + old + b" ", b" " + new + b" ", 1)
                if name == "word/document.xml"
                else content,
            )
    return out.getvalue()
