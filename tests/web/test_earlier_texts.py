"""`against` over HTTP: earlier releases and public originals are compared as `--against` compares them."""

import io
import json
import zipfile

import pytest

from backend.services.privacy import earlier
from tests.conftest import CLIENT
from tests.web.documents import REPORT, encoded, word_file, zipped

HIDE = {"client": CLIENT, "k": 4}


def text(name, content):
    return {"name": name, "document": encoded(content)}


CALL = b"Please call the harbour office on 020 7946 0321 before noon, and bring the papers of the ship."
PUBLISHED = text("2024/minutes.docx", REPORT)
OTHER = text("other.txt", b"A ship left the harbour.")


@pytest.fixture
def redact(client):
    """Redacts a few words, compared with the texts."""

    def send(*against, **more):
        document = encoded(word_file("A ship left the harbour at [TERM]."))
        return client.post("/v1/redactions", json={"document": document, "against": list(against), **more})

    return send


def test_a_published_original_is_named_as_on_the_command_line(redact, tmp_path, unsaid, sample_registry):
    """Nothing else of the redaction depends on it."""
    report = {"document": encoded(REPORT), **HIDE}
    compared, alone = redact(OTHER, PUBLISHED, **report).json, redact(**report).json
    figures, without = compared["report"]["privacy"], alone["report"]["privacy"]
    first, second = figures["earlier"]
    assert (first["name"], first["terms"], first["reveals"]) == ("2024/minutes.docx", figures["terms"], True)
    assert (second["name"], second["reveals"]) == ("other.txt", False)
    assert first["distance"] < 0.5 < second["distance"]
    assert figures["finding"] == "stands_elsewhere"
    assert figures["sentence"].startswith("“2024/minutes.docx” is a version of this document and contains")
    assert compared["document"] == alone["document"]
    assert without == {**figures, **{name: without[name] for name in ("earlier", "finding", "sentence")}}
    assert without["earlier"] == []
    folder, source = tmp_path / "published", tmp_path / "report.docx"
    (folder / "2024").mkdir(parents=True)
    (folder / "2024" / "minutes.docx").write_bytes(REPORT)
    (folder / "other.txt").write_text("A ship left the harbour.", "utf-8")
    source.write_bytes(REPORT)
    asked = ("--client", CLIENT, "--k", "4", "--against", folder, "--out", tmp_path / "out", "--json")
    (file,) = json.loads(unsaid("redact", source, *asked, "--registry", sample_registry).stdout)["files"]
    assert [{**each, "terms": 0} for each in file["privacy"]["earlier"]] == [
        {**each, "terms": 0} for each in figures["earlier"]
    ]


def test_each_document_of_a_zip_is_compared(client):
    data = {
        "documents": (
            io.BytesIO(zipped({"a.txt": CALL, "b.txt": b"Nothing of it."})),
            "a.zip",
        ),
        "request": json.dumps({"report": True, "against": [text("old.txt", CALL)]}),
    }
    answer = client.post("/v1/batches", data=data)
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        report = json.loads(archive.read("report.json"))
    found = {each["path"]: each["privacy"]["earlier"] for each in report["files"]}
    assert {path: [each["reveals"] for each in rows] for path, rows in found.items()} == {
        "a.txt": [True],
        "b.txt": [False],
    }
    assert report["privacy"]["findings"]["stands_elsewhere"] == 1


@pytest.mark.parametrize(
    ("against", "status", "said"),
    [
        ([text("a.txt", b"one"), text("a.txt", b"two")], 400, "the same name"),
        ([OTHER, text("secret.docx", b"no zip")], 400, "Document 2 of against cannot be compared with."),
        ([text("secret.pdf", b"%PDF")], 400, "Document 1 of against cannot be compared with."),
        ([text("a.txt", b"")] * 101, 422, "against"),
        ([text(f"{'a' * 5_000}.txt", b"one")], 422, "against"),
        ([{"name": "a.txt"}], 422, "against"),
        ([{**OTHER, "client": CLIENT}], 422, "against"),
    ],
)
def test_what_cannot_be_compared_is_refused_and_named_by_its_number(redact, against, status, said):
    refused = redact(*against)
    assert refused.status_code == status
    assert said in refused.text
    assert "secret" not in refused.text


def test_too_many_bytes_are_refused_before_any_document_is_opened(redact, monkeypatch):
    """The second is no Word file, which would be told if it were read."""
    monkeypatch.setattr(earlier, "MAX_BYTES", 8)
    refused = redact(text("a.txt", b"12345"), text("b.docx", b"1234"))
    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert "MB together" in refused.json["detail"]
    assert redact(text("a.txt", b"12345"), text("b.txt", b"123")).status_code == 200


def test_an_approval_takes_none(client):
    """It binds what is released, and no comparison."""
    review = client.post("/v1/reviews", json={}).json["id"]
    asked = {"document": encoded(REPORT), "version": 1, "against": [OTHER]}
    assert client.post(f"/v1/reviews/{review}/approve", json=asked).status_code == 422
