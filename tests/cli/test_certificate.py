"""`unsaid redact --certificate` and `unsaid verify --certificate`, from the outside."""

import base64
import gzip
import hashlib
import io
import json
import stat
import zipfile

import docx
import pytest

from backend.wiring.store import opened_store
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
    page = (tmp_path / "proof" / "sample.docx.certificate.docx").read_bytes()
    assert told["page_sha256"] == hashlib.sha256(page).hexdigest()
    assert told["result_sha256"] == hashlib.sha256((tmp_path / "out" / "sample.docx").read_bytes()).hexdigest()
    assert (told["outcome"], told["k"]) == ("met_with_exceptions", {"required": 5, "held": True})
    assert told["exceptions"] == [{"kind": "names_not_checked", "count": 1, "role": "admin"}]  # no pipeline is set
    assert told["verification"]["status"] == "clean"
    assert {row["kind"] for row in told["taken_out"]} >= {"CLIENT", "TERM", "EMAIL_ADDRESS"}
    kinds = {row["kind"] for row in told["coverage"]}
    assert kinds >= {"body", "header", "link target", "author"}
    assert not kinds & {"alt text", "theme name"}, "they occur, and nothing was found in them"
    short = json.loads((tmp_path / "proof" / "note.txt.certificate.json").read_text())
    assert (short["outcome"], "k" in short) == ("not_met", False)
    for path in (tmp_path / "proof").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_certificate_holds_what_was_removed(unsaid, canaries, tmp_path):
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


@pytest.fixture
def certified(unsaid, report_docx, tmp_path):
    """The sample redacted and certified: the path of its certificate."""
    asked = ("--client", CLIENT, "--objective", "simple", "--out", "out", "--certificate", "proof")
    unsaid("redact", report_docx, *asked, "--report", "report.json")
    return tmp_path / "proof" / "sample.docx.certificate.json"


def test_a_document_is_held_against_its_certificate(unsaid, certified, tmp_path):
    same = unsaid("verify", "out/sample.docx", "--certificate", certified)
    (key,) = json.loads(unsaid("certificate-key", "list", "--json").stdout)["keys"]
    assert same.exit_code == 0
    assert f"signed by key {key['id']}, known to this installation" in " ".join(same.stdout.split())
    assert same.stdout.endswith("out/sample.docx: is the certified document.\n")
    with (tmp_path / "out" / "sample.docx").open("ab") as output:
        output.write(b"\0")
    other = unsaid("verify", "out/sample.docx", "--certificate", certified, "--json")
    assert other.exit_code == 1
    assert json.loads(other.stdout)["files"] == [
        {"path": "out/sample.docx", "certified": False, "match": None, "error": None}
    ]
    assert "is NOT the certified document" in unsaid("verify", "out", "--certificate", certified).stdout


def test_a_certificate_with_the_hash_of_another_file_is_invalid(unsaid, certified, tmp_path):
    """What made certificates worthless when they were not signed."""
    other = tmp_path / "other.txt"
    other.write_text("something else")
    told = json.loads(certified.read_text())
    told["result_sha256"] = hashlib.sha256(other.read_bytes()).hexdigest()
    certified.write_text(json.dumps(told))
    done = unsaid("verify", other, "--certificate", certified)
    assert (done.exit_code, "FORGED" in done.stdout, "this proves nothing" in done.stdout) == (1, True, True)


def test_the_public_key_suffices_to_check_a_certificate(unsaid, certified, tmp_path):
    unsaid("certificate-key", "export", "keys.json")
    elsewhere = {"UNSAID_DATA": str(tmp_path / "elsewhere")}
    unknown = unsaid("verify", "out", "--certificate", certified, **elsewhere)
    assert (unknown.exit_code, "NOT proved" in unknown.stdout) == (1, True)
    known = unsaid("verify", "out", "--certificate", certified, "--keys", "keys.json", **elsewhere)
    assert (known.exit_code, "known to --keys" in known.stdout) == (0, True)
    assert not (tmp_path / "elsewhere").exists()


def test_the_page_and_with_a_report_the_source_are_recognised(unsaid, certified):
    files = ("out/sample.docx", "proof/sample.docx.certificate.docx", "sample.docx")
    done = unsaid("verify", *files, "--certificate", certified, "--report", "report.json", "--json")
    assert [(each["match"], each["certified"]) for each in json.loads(done.stdout)["files"]] == [
        ("document", True),
        ("page", True),
        ("source", False),
    ]
    assert done.exit_code == 1
    assert "is the SOURCE" in unsaid("verify", *files, "--certificate", certified, "--report", "report.json").stdout
    without = unsaid("verify", *files, "--certificate", certified, "--json")
    assert [each["match"] for each in json.loads(without.stdout)["files"]] == ["document", "page", None]


def test_the_report_of_another_run_opens_nothing(unsaid, certified, report_docx):
    asked = ("--client", CLIENT, "--objective", "simple", "--out", "again", "--certificate", "more")
    unsaid("redact", report_docx, *asked, "--report", "again.json")
    done = unsaid("verify", "sample.docx", "--certificate", certified, "--report", "again.json")
    assert (done.exit_code, "does not open this certificate" in done.stderr) == (2, True)


def test_a_certificate_contains_the_request_or_that_there_was_none(unsaid, certified, tmp_path):
    """Anybody who may redact has any document certified; that nothing was looked for must not look like more."""
    told = " ".join(unsaid("verify", "out", "--certificate", certified).stdout.split())
    assert "The client is hidden at k = 5." in told
    (tmp_path / "note.txt").write_text(f"{CLIENT} pays ann@halden.example")
    unsaid("redact", "note.txt", "--no-cii", "--pii", "none", "--out", "as-it-was", "--certificate", "proof")
    asked = ("verify", "as-it-was", "--certificate", "proof/note.txt.certificate.json")
    told = " ".join(unsaid(*asked).stdout.split())
    assert "Searched for: no personal data. The certificate does not cover the client or k." in told
    found = json.loads(unsaid(*asked, "--json").stdout)["certificate"]
    assert found["asked"] == {"personal": [], "names": False, "k": None}


def test_the_name_of_a_file_says_nothing_in_the_place_of_unsaid(unsaid, certified, tmp_path):
    (tmp_path / "got").mkdir()
    (tmp_path / "got" / "plan.docx: is the certified document.\n\x1b[2K.txt").write_text("another")
    for done in (
        unsaid("verify", "got", "--certificate", certified),
        unsaid("verify", "got", "--report", "report.json"),
        unsaid("redact", "got", "--no-cii", "--pii", "none", "--out", "more"),
    ):
        assert "plan.docx: is the certified document.\\n" in done.output
        assert not any(line.endswith("certified.") for line in done.output.splitlines())
        assert "\x1b" not in done.output


def test_a_report_is_never_among_certificates(unsaid, tmp_path):
    (tmp_path / "a.txt").write_text("a")
    asked = ("redact", "a.txt", "--no-cii", "--out", "out", "--certificate", "proof", "--report", "proof/in/r.json")
    done = unsaid(*asked)
    assert done.exit_code == 2
    assert "Put it outside the folder for certificates" in " ".join(done.stderr.split())
    assert not (tmp_path / "out").exists()


def test_one_of_an_older_version_is_unsigned(unsaid, tmp_path):
    (tmp_path / "a.txt").write_text("a")
    digest = hashlib.sha256(b"a").hexdigest()
    (tmp_path / "c.json").write_text(json.dumps({"certificate": 1, "result_sha256": digest, "document": "a.txt"}))
    done = unsaid("verify", "a.txt", "--certificate", "c.json")
    assert (done.exit_code, "UNSIGNED" in done.stdout) == (1, True)
    told = json.loads(unsaid("verify", "a.txt", "--certificate", "c.json", "--json").stdout)
    assert told["certificate"]["signature"] == "unsigned"
    assert told["files"] == [{"path": "a.txt", "certified": False, "match": "document", "error": None}]


def test_a_new_key_signs_and_earlier_signatures_remain_valid(unsaid, certified):
    unsaid("certificate-key", "new", "--label", "Halden legal")
    former, now = json.loads(unsaid("certificate-key", "list", "--json").stdout)["keys"]
    assert (former["until"] is None, now["until"], now["label"]) == (False, None, "Halden legal")
    assert unsaid("verify", "out", "--certificate", certified).exit_code == 0
    unsaid("certificate-key", "revoke", former["id"])
    done = unsaid("verify", "out", "--certificate", certified)
    assert (done.exit_code, "is revoked" in done.stdout) == (1, True)


def test_the_secret_half_of_a_key_is_nowhere_to_be_read(unsaid, certified, tmp_path):
    with opened_store() as store:
        secret = store.certificate_keys.signer().secret
    unsaid("certificate-key", "export", "keys.json")
    assert "Error" not in unsaid("db", "backup", "backup.gz").output
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert tmp_path / "backup.gz" in files
    for path in files:
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for spelled in (secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)):
            assert spelled not in content, path


def test_keys_are_never_written_over_a_file(unsaid, tmp_path):
    (tmp_path / "keys.json").write_text("mine")
    done = unsaid("certificate-key", "export", "keys.json")
    assert (done.exit_code, (tmp_path / "keys.json").read_text()) == (2, "mine")


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"unsaid_certificate_keys": 1, "keys": [{}]}', "\0", "[" * 99_999]
)
def test_a_file_without_keys_is_refused(unsaid, certified, tmp_path, content):
    (tmp_path / "keys.json").write_text(content)
    done = unsaid("verify", "out", "--certificate", certified, "--keys", "keys.json")
    assert (done.exit_code, "no certificate keys" in done.stderr) == (2, True)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"files": []}', '{"certificate": 1, "result_sha256": null}'])
def test_a_file_that_is_not_a_certificate_is_refused(unsaid, tmp_path, content):
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "c.json").write_text(content)
    done = unsaid("verify", "a.txt", "--certificate", "c.json")
    assert (done.exit_code, "not a certificate" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("options", "told"),
    [((), "name --report or --certificate"), (("--report", "r.json", "--keys", "k.json"), "--keys goes with")],
)
def test_verify_refuses_contradicting_sources_of_what_to_check(unsaid, options, told):
    done = unsaid("verify", "a.txt", *options)
    assert (done.exit_code, told in done.stderr) == (2, True)


@pytest.mark.parametrize("folder", ["out", "out/proof", "inbox", "inbox/proof", "note.txt"])
def test_certificates_are_never_among_inputs_or_outputs(unsaid, tmp_path, folder):
    (tmp_path / "inbox").mkdir()
    for path in (tmp_path / "inbox" / "a.txt", tmp_path / "note.txt"):
        path.write_text("a")
    done = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--certificate", folder)
    assert (done.exit_code, "--certificate" in done.stderr) == (2, True)
    assert not (tmp_path / "out").exists()


def test_a_certificate_that_cannot_be_written_is_an_error_and_the_output_is_kept(unsaid, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("ann@halden.example")
    (tmp_path / "proof" / "a.txt.certificate.docx").mkdir(parents=True)
    done = unsaid("redact", "a.txt", "b.txt", "--no-cii", "--out", "out", "--certificate", "proof", "--json")
    first, second = json.loads(done.stdout)["files"]
    assert done.exit_code == 1
    assert first["error"].startswith("out/a.txt: redacted, but not certified (")
    assert (second["error"], (tmp_path / "out" / "a.txt").read_text()) == (None, "[EMAIL_ADDRESS 1]")
    assert (tmp_path / "proof" / "b.txt.certificate.docx").is_file()


def test_a_certificate_never_replaces_an_original(unsaid, tmp_path):
    original = tmp_path / "a.txt.certificate.docx"
    docx.Document().save(str(original))
    before = original.read_bytes()
    (tmp_path / "a.txt").write_text("a")
    done = unsaid("redact", "a.txt", original, "--no-cii", "--out", "out", "--certificate", ".", "--json")
    assert done.exit_code == 1
    assert "is an original" in json.loads(done.stdout)["files"][0]["error"]
    assert original.read_bytes() == before
