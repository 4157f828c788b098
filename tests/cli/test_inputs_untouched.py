"""Nothing that a run reads is ever written to, and what it has written is never without its report."""

import json
import os
import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from tests.conftest import CLIENT


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "a.txt").write_text("Halden & Rook waits.", "utf-8")
    (folder / "b.txt").write_text("Halden & Rook writes.", "utf-8")
    (tmp_path / "m.csv").write_text("path,client\ninbox/a.txt,Halden & Rook\ninbox/b.txt,Halden & Rook\n", "utf-8")
    (tmp_path / "always.txt").write_text("depot\n", "utf-8")
    return folder


def _contents(folder):
    return {
        str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and "data" not in path.parts
    }


@pytest.mark.parametrize("report", ["inbox/a.txt", "m.csv", "always.txt", "inbox/../inbox/b.txt"])
def test_a_report_never_replaces_a_file_that_the_run_reads(unsaid, inbox, tmp_path, report):
    before = _contents(tmp_path)
    result = unsaid(
        "redact", "inbox", "--manifest", "m.csv", "--always", "@always.txt", "--out", "out", "--report", report
    )
    assert result.exit_code == 2
    assert "this run reads" in result.stderr
    assert _contents(tmp_path) == before


def test_a_report_never_replaces_a_special_file(unsaid, inbox, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    result = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--report", "pipe")
    assert result.exit_code == 2
    assert (tmp_path / "pipe").is_fifo()


def test_a_report_that_cannot_be_written_stops_before_any_output(unsaid, inbox, tmp_path):
    (tmp_path / "file").touch()
    result = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--report", "file/r.json")
    assert result.exit_code == 2
    assert not (tmp_path / "out").exists()


def test_a_pipe_among_the_inputs_is_reported_and_not_waited_for(unsaid, inbox, tmp_path):
    os.mkfifo(inbox / "pipe.txt")
    result = unsaid("redact", inbox / "pipe.txt", inbox / "a.txt", "--no-cii", "--out", "out", "--json")
    pipe, text = json.loads(result.stdout)["files"]
    assert "not an ordinary file" in pipe["error"]
    assert text["error"] is None


def test_a_file_name_that_is_not_utf8_harms_neither_outputs_nor_report(unsaid, inbox, tmp_path):
    (inbox / "a.txt").rename(os.fsdecode(os.fsencode(inbox) + b"/caf\xe9.txt"))
    result = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--report", "r.json", "--json")
    assert result.exit_code == 0, result.output
    assert len(json.loads((tmp_path / "r.json").read_bytes())["files"]) == len(os.listdir(tmp_path / "out")) == 2
    assert unsaid("verify", "out", "--report", "r.json", "--json").exit_code == 0


def test_files_of_other_kinds_are_reported(unsaid, inbox):
    (inbox / "old.doc").write_bytes(b"old")
    (inbox / "scan.pdf").write_bytes(b"scan")
    result = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--json")
    assert [Path(path).name for path in json.loads(result.stdout)["others"]] == ["old.doc", "scan.pdf"]
    told = unsaid("redact", "inbox", "--no-cii", "--out", "out2").stdout
    assert "Files of other kinds in these folders, not touched: 2." in told


def test_a_renamed_file_does_not_take_the_name_of_another_input(unsaid, tmp_path):
    (tmp_path / "Halden & Rook.txt").write_text("Halden & Rook", "utf-8")
    (tmp_path / "CLIENT.txt").write_text("nothing", "utf-8")
    result = unsaid(
        "redact", "Halden & Rook.txt", "CLIENT.txt", "--client", CLIENT, "--k", 2, "--out", "out", "--json"
    )
    outputs = [Path(file["output"]).name for file in json.loads(result.stdout)["files"]]
    assert outputs == ["CLIENT (2).txt", "CLIENT.txt"]


def test_a_failed_file_is_reported_on_stderr_in_one_line(unsaid, inbox):
    (inbox / "bad.docx").write_bytes(b"no zip")
    result = unsaid("redact", "inbox", "--no-cii", "--out", "out", "--json")
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error")]
    assert "bad.docx" in line


def test_a_wrong_option_is_reported_in_one_line(unsaid, inbox):
    result = unsaid("redact", "inbox", "--out", "out", "--k", "many")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_a_never_redact_term_is_kept_everywhere_and_the_file_is_clean(unsaid, tmp_path):
    """The charity bears the client's name and stays, in the text and in the file's name."""
    document = docx.Document()
    document.add_paragraph("Halden & Rook gives to the Halden & Rook Foundation.")
    path = tmp_path / "Halden & Rook Foundation and Halden & Rook.docx"
    document.save(str(path))
    result = unsaid(
        "redact",
        path,
        "--client",
        CLIENT,
        "--k",
        2,
        "--never",
        "Halden & Rook Foundation",
        "--out",
        "out",
        "--json",
    )
    (file,) = json.loads(result.stdout)["files"]
    assert file["verification"]["status"] == "clean", file["verification"]["places"]
    assert Path(file["output"]).name == "Halden & Rook Foundation and CLIENT.docx"
    with zipfile.ZipFile(file["output"]) as package:
        assert b"Halden &amp; Rook Foundation" in package.read("word/document.xml")


def test_invisible_personal_data_are_redacted_too(unsaid, tmp_path):
    """A link's target and a picture's alt text: the text says "write to Jane" only."""
    document = docx.Document()
    paragraph = document.add_paragraph("Please write to ")
    target = document.part.relate_to(
        "mailto:jane.doe@acme.example",
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink",
        is_external=True,
    )
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), target)
    link.set(qn("w:tooltip"), "Call 020 7946 0958")
    paragraph._p.append(link)
    document.save(str(tmp_path / "link.docx"))
    result = unsaid("redact", "link.docx", "--no-cii", "--out", "out", "--json")
    assert json.loads(result.stdout)["files"][0]["verification"]["status"] == "clean"
    with zipfile.ZipFile(tmp_path / "out" / "link.docx") as package:
        whole = b"".join(package.read(name) for name in package.namelist())
    assert b"jane.doe" not in whole
    assert b"7946" not in whole
