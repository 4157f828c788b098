"""A canary: a string that stands in a document must reach no message, whatever happens to the document."""

import io
import json
import signal
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import docx
import pytest

from tests.conftest import CLIENT

CANARY = "zyxwvcanary"


def _docx(change=dict):
    document = docx.Document()
    document.add_paragraph(f"{CLIENT} {CANARY} plans the depot; write to {CANARY}@canary.example.")
    stream = io.BytesIO()
    document.save(stream)
    with zipfile.ZipFile(stream) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    change(parts)
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return changed.getvalue()


def _break(parts):
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"</w:p>", b"<canary", 1)


def _entity(parts):
    parts["word/document.xml"] = f'<!DOCTYPE x [<!ENTITY c "{CANARY}">]><x>&c;</x>'.encode()


def _bad_part_name(parts):
    parts[f"../{CANARY}.xml"] = b"<x/>"


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "inbox"
    folder.mkdir()
    contents = {
        "good.docx": _docx(),
        "good.txt": f"{CLIENT} {CANARY}".encode(),
        "broken.docx": _docx(_break),
        "entity.docx": _docx(_entity),
        "part.docx": _docx(_bad_part_name),
        "nozip.docx": CANARY.encode(),
        "latin.txt": f"{CANARY} é".encode("latin-1"),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ["redact", "inbox", "--client", CLIENT, "--out", "out", "--always", CANARY],
        ["redact", "inbox", "--no-cii", "--out", "out"],
        ["redact", "inbox", "--client", CLIENT, "--out", "inbox"],
        ["redact", "inbox", "--client", "Nobody", "--out", "out"],
        ["guess", "inbox"],
        ["train", "inbox", "--registry", "new"],
    ],
)
def test_no_command_puts_document_text_on_stderr_or_into_an_error(unsaid, inbox, tmp_path, monkeypatch, arguments):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temp"))
    (tmp_path / "temp").mkdir()
    result = unsaid(*arguments, "--json")
    assert CANARY not in result.stderr
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if result.stdout:
        told = json.loads(result.stdout)
        for file in told.get("files", []):
            assert CANARY not in json.dumps(
                [file.get("error"), file.get("warnings"), file.get("messages"), file.get("verification")]
            )
        assert CANARY not in json.dumps(told.get("problems"))
    assert list((tmp_path / "temp").iterdir()) == []


def test_an_output_of_a_broken_batch_contains_no_canary(unsaid, inbox, tmp_path):
    unsaid("redact", "inbox", "--client", CLIENT, "--always", CANARY, "--out", "out")
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert written == ["good.docx", "good.txt"]
    assert CANARY.encode() not in (tmp_path / "out" / "good.txt").read_bytes()
    with zipfile.ZipFile(tmp_path / "out" / "good.docx") as package:
        assert not any(CANARY.encode() in package.read(name) for name in package.namelist())


def _heed_interrupts():
    """What runs in the background of a script inherits that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows interrupts in another way")
def test_an_interrupted_batch_leaves_only_complete_files(sample_registry, tmp_path):
    """The process is interrupted as soon as it tells that a tenth is done."""
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in range(60):
        (inbox / f"{number:02}.docx").write_bytes(_docx())
    command = [sys.executable, "-m", "backend", "redact", inbox, "--client", CLIENT, "--out", tmp_path / "out"]
    with subprocess.Popen(
        [*command, "--registry", sample_registry, "--report", tmp_path / "r.json"],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[1],
        preexec_fn=_heed_interrupts,  # noqa: PLW1509 - nothing here has threads
    ) as process:
        assert "of 60" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == 1
    # Struck within zipfile's own `__init__`, Python tells that its `__del__` failed; that traceback is not ours.
    assert "Traceback" not in rest.partition("Exception ignored in: <function ZipFile.__del__")[0]
    written = list((tmp_path / "out").iterdir())
    assert 0 < len(written) < 60
    reported = json.loads((tmp_path / "r.json").read_bytes())["files"]
    assert {Path(file["output"]).name for file in reported} == {path.name for path in written}
    for path in written:
        assert path.suffix == ".docx"
        docx.Document(str(path))
