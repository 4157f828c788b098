"""`unsaid redact --certificate` and `unsaid verify --certificate`, from the outside."""

import hashlib
import io
import json
import stat
import zipfile
from pathlib import Path

import docx
import pytest

from tests.conftest import CLIENT

CANARY = "Zyxwcanary"


def flat(path):
    """All bytes of a file, of a package those of its parts as well, without case."""
    content = path.read_bytes()
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as package:
            content = b"".join(name.encode() + package.read(name) for name in package.namelist())
    return content.lower()


@pytest.fixture
def canaries(tmp_path):
    """A document that says a word in its text, its file name, its author, its folder, and the name of a picture."""
    folder = tmp_path / "inbox" / f"for {CANARY}"
    folder.mkdir(parents=True)
    document = docx.Document()
    document.add_paragraph(f"{CANARY} of {CLIENT} met Danone and {CANARY}'s brother.")
    document.core_properties.author = CANARY
    stream = io.BytesIO()
    document.save(stream)
    path = folder / f"{CANARY} plan.docx"
    path.write_bytes(stream.getvalue())
    with zipfile.ZipFile(path, "a") as package:
        package.writestr(f"word/media/{CANARY}.bin", b"\x00\x01")
    return path


def test_each_output_has_both_certificates_under_its_name(unsaid, report_docx, tmp_path):
    (tmp_path / "note.txt").write_text(f"for {CLIENT}")
    done = unsaid("redact", report_docx, "note.txt", "--client", CLIENT, "--out", "out", "--certificate", "proof")
    assert "note.txt → out/note.txt" in done.stdout  # it is written though its k cannot be reached
    assert sorted(path.name for path in (tmp_path / "proof").iterdir()) == [
        *("note.txt.certificate.docx", "note.txt.certificate.json"),
        *("sample.docx.certificate.docx", "sample.docx.certificate.json"),
    ]
    told = json.loads((tmp_path / "proof" / "sample.docx.certificate.json").read_text())
    assert told["source_sha256"] == hashlib.sha256(report_docx.read_bytes()).hexdigest()
    assert told["result_sha256"] == hashlib.sha256((tmp_path / "out" / "sample.docx").read_bytes()).hexdigest()
    assert (told["hidden"]["model"], told["hidden"]["k"], told["hidden"]["k_reached"] >= 5) == ("sample", 5, True)
    assert told["verification"]["status"] == "clean"
    assert {row["kind"] for row in told["taken_out"]} >= {"CLIENT", "TERM", "EMAIL_ADDRESS"}
    assert {row["kind"] for row in told["coverage"]} >= {"body", "header", "alt text", "author"}
    for path in (tmp_path / "proof").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_certificate_holds_what_was_taken_out(unsaid, canaries, tmp_path):
    done = unsaid(
        *("redact", "inbox", "--client", CLIENT, "--always", CANARY, "--out", "out", "--certificate", "proof"),
        *("--report", "report.json"),
    )
    assert "Traceback" not in done.output
    (file,) = json.loads((tmp_path / "report.json").read_text())["files"]
    written = [path for path in (tmp_path / "proof").rglob("*") if path.is_file()]
    assert {path.suffix for path in written} == {".json", ".docx"}
    originals = {text for row in file["suppressed"] if row["kind"] != "client" for text in row["spellings"]}
    assert CANARY in originals
    for path in written:
        for original in (*originals, CLIENT, *CLIENT.split(" & "), canaries.name):
            assert original.lower().encode() not in str(path.relative_to(tmp_path)).lower().encode() + flat(path)


def test_a_document_is_held_against_its_certificate(unsaid, report_docx, tmp_path):
    unsaid("redact", report_docx, "--client", CLIENT, "--out", "out", "--certificate", "proof")
    certificate = Path("proof") / "sample.docx.certificate.json"
    same = unsaid("verify", "out/sample.docx", "--certificate", certificate)
    assert (same.exit_code, same.stdout) == (0, "out/sample.docx: is the document that was certified.\n")
    with (tmp_path / "out" / "sample.docx").open("ab") as output:
        output.write(b"\0")
    other = unsaid("verify", "out/sample.docx", "--certificate", certificate, "--json")
    assert other.exit_code == 1
    assert json.loads(other.stdout) == {"files": [{"path": "out/sample.docx", "certified": False, "error": None}]}
    assert "is NOT the document" in unsaid("verify", "out", "--certificate", certificate).stdout


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"files": []}', '{"certificate": 1, "result_sha256": null}'])
def test_what_is_no_certificate_is_refused(unsaid, tmp_path, content):
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "c.json").write_text(content)
    done = unsaid("verify", "a.txt", "--certificate", "c.json")
    assert (done.exit_code, "no certificate" in done.stderr) == (2, True)


@pytest.mark.parametrize("options", [(), ("--report", "r.json", "--certificate", "c.json")])
def test_verify_is_told_what_to_go_by(unsaid, options):
    done = unsaid("verify", "a.txt", *options)
    assert (done.exit_code, "one of --report and --certificate" in done.stderr) == (2, True)


@pytest.mark.parametrize("folder", ["out", "out/proof", "inbox", "inbox/proof", "note.txt"])
def test_certificates_are_never_among_inputs_or_outputs(unsaid, tmp_path, folder):
    (tmp_path / "inbox").mkdir()
    for path in (tmp_path / "inbox" / "a.txt", tmp_path / "note.txt"):
        path.write_text("a")
    done = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--certificate", folder)
    assert (done.exit_code, "--certificate" in done.stderr) == (2, True)
    assert not (tmp_path / "out").exists()


def test_a_certificate_that_cannot_be_written_is_an_error_of_its_file_and_the_output_stays(unsaid, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("ann@halden.example")
    (tmp_path / "proof" / "a.txt.certificate.docx").mkdir(parents=True)
    done = unsaid("redact", "a.txt", "b.txt", "--no-cii", "--out", "out", "--certificate", "proof", "--json")
    first, second = json.loads(done.stdout)["files"]
    assert done.exit_code == 1
    assert first["error"].startswith("out/a.txt: redacted, but not certified (")
    assert (second["error"], (tmp_path / "out" / "a.txt").read_text()) == (None, "[EMAIL_ADDRESS 1]")
    assert (tmp_path / "proof" / "b.txt.certificate.docx").is_file()


def test_an_original_is_no_place_for_a_certificate(unsaid, tmp_path):
    original = tmp_path / "a.txt.certificate.docx"
    docx.Document().save(str(original))
    before = original.read_bytes()
    (tmp_path / "a.txt").write_text("a")
    done = unsaid("redact", "a.txt", original, "--no-cii", "--out", "out", "--certificate", ".", "--json")
    assert done.exit_code == 1
    assert "is an original" in json.loads(done.stdout)["files"][0]["error"]
    assert original.read_bytes() == before
