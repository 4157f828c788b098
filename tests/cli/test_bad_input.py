"""Bad input: one clear line, the right exit status, nothing half-written, the rest of the batch done."""

import io
import json
import os
import zipfile
from functools import cache
from pathlib import Path

import docx
import pytest

from tests.conftest import CLIENT

OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)


def _docx(text="Halden & Rook"):
    document = docx.Document()
    document.add_paragraph(text)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _zip(parts):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return stream.getvalue()


def _with_part(name, change):
    """A good document with one part changed."""
    with zipfile.ZipFile(io.BytesIO(_docx())) as package:
        parts = {each: package.read(each) for each in package.namelist()}
    parts[name] = change(parts.get(name, b""))
    return _zip(parts)


def _entities(xml):
    return xml.replace(b"<w:document", b'<!DOCTYPE w:document [<!ENTITY a "Halden">]><w:document', 1)


@cache
def _broken():
    return {
        "not-a-zip.docx": b"Halden & Rook is no zip",
        "empty.docx": b"",
        "truncated.docx": _docx()[:-400],
        "old.docx": OLE,
        "encrypted.docx": OLE + "EncryptedPackage".encode("utf-16-le") + bytes(400),
        "bomb.docx": _zip({"[Content_Types].xml": TYPES, "word/document.xml": b"\0" * 300_000_000}),
        "no-main-part.docx": _zip({"[Content_Types].xml": TYPES, "other.xml": "<x/>"}),
        "entities.docx": _with_part("word/document.xml", _entities),
        "broken-xml.docx": _with_part("word/document.xml", lambda xml: xml[:-20]),
        "escape.docx": _with_part("../../escape.xml", lambda _: b"<x/>"),
        "latin-1.txt": "Zoé at Halden & Rook".encode("latin-1"),
        "table.xlsx": b"PK",
    }


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name, content in _broken().items():
        (folder / name).write_bytes(content)
    (folder / "good.docx").write_bytes(_docx())
    (folder / "good.txt").write_text("Halden & Rook", "utf-8")
    return folder


def test_every_broken_file_is_reported_in_one_line_and_the_good_ones_are_done(unsaid, inbox, tmp_path):
    paths = [inbox / name for name in (*_broken(), "good.docx", "good.txt", "missing.docx")]
    result = unsaid("redact", *paths, "--client", CLIENT, "--k", 2, "--out", "out", "--json")
    files = {Path(file["path"]).name: file for file in json.loads(result.stdout)["files"]}
    assert result.exit_code == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["good.docx", "good.txt"]
    for name in (*_broken(), "missing.docx"):
        error = files[name]["error"]
        assert error, name
        assert "\n" not in error
        assert "Halden" not in error
        assert "Unforeseen" not in error, error
        assert files[name]["output"] is None
    assert "password" in files["encrypted.docx"]["error"]
    assert not (tmp_path / "escape.xml").exists()


@pytest.mark.parametrize("command", ["guess", "suggest"])
def test_reading_commands_report_broken_files_in_the_same_way(unsaid, inbox, command):
    options = ["--client", CLIENT] if command == "suggest" else []
    result = unsaid(command, inbox, *options, "--json")
    files = json.loads(result.stdout)["files"]
    assert result.exit_code == 1
    assert sum(file["error"] is None for file in files) == 2
    assert not any("Halden" in (file["error"] or "") for file in files)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--client", "Halden and Rok"], "Did you mean 'Halden & Rook'"),
        (["--client", CLIENT, "--k", "25"], "Lower k to 24"),
        (["--client", CLIENT, "--k", "0"], "--k"),
        (["--client", CLIENT, "--pii", "EMAIL"], "EMAIL_ADDRESS"),
        (["--client", CLIENT, "--no-cii"], "one of --client, --manifest and --no-cii"),
        ([], "one of --client, --manifest and --no-cii"),
        (["--client", CLIENT, "--always", "depot", "--never", "Depot"], "Remove each from one list"),
        (["--client", CLIENT, "--always", "@missing.txt"], "missing.txt"),
        (["--client", CLIENT, "--always", " "], "empty"),
        (["--client", CLIENT, "--always", "---"], "contains only spaces, dashes, placeholders or the like"),
        (["--client", CLIENT, "--always", "Her\x1b[31mon"], "A term contains a control character"),
        (["--client", CLIENT, "--never", "@odd.txt"], "odd.txt, line 2: the term contains a control character"),
        (["--client", CLIENT, "--name", "unknown"], "There is no version 'unknown'. Choose from sample."),
        (["--client", CLIENT, "--registry", "nowhere"], "Run `unsaid train CORPUS` first"),
        (["--manifest", "missing.csv"], "missing.csv"),
        (["--client", CLIENT, "--report", "out/r.json"], "Put it outside the folder for outputs"),
        (["--client", CLIENT, "--report", "x" * 300], "a path is too long or invalid on this system"),
        (["--client", CLIENT, "--certificate", "x" * 300], "a path is too long or invalid on this system"),
        (["--client", CLIENT, "--report", "y/" * 3000], "a path is too long or invalid on this system"),
        (["--manifest", "x" * 300], "too long"),
    ],
)
def test_a_request_that_cannot_start_exits_with_2_and_writes_nothing(unsaid, inbox, tmp_path, arguments, said):
    (tmp_path / "odd.txt").write_text("depot\nHer\x00on\n")
    result = unsaid("redact", inbox / "good.txt", "--out", "out", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("out", ["inbox", "inbox/out"])
def test_an_output_folder_inside_the_input_is_refused(unsaid, inbox, out):
    before = sorted(path.name for path in inbox.rglob("*"))
    result = unsaid("redact", inbox, "--client", CLIENT, "--out", out)
    assert result.exit_code == 2
    assert "Name a folder outside it with --out" in result.stderr
    assert sorted(path.name for path in inbox.rglob("*")) == before


def test_an_original_is_never_overwritten(unsaid, inbox):
    before = (inbox / "good.txt").read_bytes()
    result = unsaid("redact", inbox / "good.txt", "--client", CLIENT, "--k", 2, "--out", inbox, "--json")
    assert result.exit_code == 1
    assert "is an original" in json.loads(result.stdout)["files"][0]["error"]
    assert (inbox / "good.txt").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such link")
def test_an_original_behind_a_link_is_never_overwritten(unsaid, inbox, tmp_path):
    (tmp_path / "out").symlink_to(inbox)
    result = unsaid("redact", inbox / "good.txt", "--client", CLIENT, "--k", 2, "--out", "out", "--json")
    assert "is an original" in json.loads(result.stdout)["files"][0]["error"]


def test_an_output_folder_that_is_a_file_is_refused(unsaid, inbox):
    result = unsaid("redact", inbox / "good.txt", "--client", CLIENT, "--out", inbox / "good.docx")
    assert result.exit_code == 2
    assert "is a file" in result.stderr


def test_an_empty_folder_is_nothing_to_do(unsaid, tmp_path):
    (tmp_path / "nothing").mkdir()
    result = unsaid("redact", "nothing", "--client", CLIENT, "--out", "out")
    assert result.exit_code == 2
    assert "Name files, or a folder" in result.stderr


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("file,client\nx,y\n", "must name the columns path,client"),
        ("path,client\n,y\n", "line 2: the columns path and client"),
        ("path,client\na\0.txt,y\n", "line 2: the columns path and client"),
        ("path,client\ngood.txt,A\ngood.txt,B\n", "line 3: differs from an earlier line about good.txt"),
        ("path,client,k\ngood.txt,Halden & Rook,many\n", "line 2: k must be a whole number"),
        (b"path,client\n\xff,y\n", "UTF-8"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused_with_its_line(unsaid, inbox, tmp_path, manifest, said):
    (tmp_path / "m.csv").write_bytes(manifest if isinstance(manifest, bytes) else manifest.encode())
    result = unsaid("redact", inbox / "good.txt", "--manifest", "m.csv", "--out", "out")
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize("rows", ["good.txt,Nobody,", "good.txt,Halden & Rook,40"])
def test_a_manifest_row_that_cannot_be_done_fails_its_own_file_only(unsaid, inbox, tmp_path, rows):
    (tmp_path / "m.csv").write_text(f"path,client,k\ninbox/{rows}\ninbox/good.docx,Halden & Rook,2\n", "utf-8")
    result = unsaid(
        "redact", inbox / "good.txt", inbox / "good.docx", "--manifest", "m.csv", "--out", "out", "--json"
    )
    first, second = json.loads(result.stdout)["files"]
    assert result.exit_code == 1
    assert first["error"]
    assert second["error"] is None


def test_a_full_disk_fails_the_file_and_leaves_nothing_half_written(unsaid, inbox, tmp_path, monkeypatch):
    """The system's own refusal: a folder that nobody may write to (root may, so it is a file in the way)."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "good.txt").mkdir()
    result = unsaid(
        "redact", inbox / "good.txt", inbox / "good.docx", "--client", CLIENT, "--k", 2, "--out", "out", "--json"
    )
    first, second = json.loads(result.stdout)["files"]
    assert result.exit_code == 1
    assert "Nothing was written" in first["error"]
    assert second["error"] is None
    assert not list((tmp_path / "out").glob(".unsaid-*"))


def test_an_unforeseen_error_says_where_and_never_what_the_document_holds(unsaid, inbox, monkeypatch):
    def fail(*_arguments, **_options):
        raise RuntimeError("Halden & Rook broke it")

    monkeypatch.setattr("backend.services.redaction.redact.plan_redaction", fail)
    result = unsaid("redact", inbox / "good.txt", "--client", CLIENT, "--out", "out", "--json")
    error = json.loads(result.stdout)["files"][0]["error"]
    assert "Unforeseen RuntimeError in test_bad_input.py" in error
    assert "Halden" not in error


@pytest.mark.parametrize("command", ["redact", "attack", "guess", "suggest", "verify"])
def test_a_circle_of_links_is_one_file_that_cannot_be_read(unsaid, tmp_path, command):
    circle, good = tmp_path / "circle.txt", tmp_path / "good.txt"
    circle.symlink_to(circle.name)
    good.write_text("Halden & Rook")
    (tmp_path / "m.csv").write_text(f"path,client\n{good},{CLIENT}\n{circle},{CLIENT}\n")
    (tmp_path / "r.json").write_text('{"version": "0", "model": null, "files": []}')
    more = {
        "redact": ["--no-cii", "--out", str(tmp_path / "out")],
        "attack": ["--manifest", str(tmp_path / "m.csv")],
        "suggest": ["--no-cii"],
        "verify": ["--report", str(tmp_path / "r.json")],
    }
    result = unsaid(command, str(circle), str(good), *more.get(command, ()))
    assert result.exit_code == 1, result.stderr
    assert f"{circle}: cannot be read" in result.stderr
