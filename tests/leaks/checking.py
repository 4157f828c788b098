"""Redact a leak, and check what has become of it."""

import io
import posixpath
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from backend.document.coverage import Treatment
from backend.document.phrases import Phrase
from backend.errors import DocumentError
from backend.ooxml.coverage import KINDS
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.leaks.independent import found_in, pieces_of
from tests.leaks.leak import KEPT, MAIL, Leak, Outcome
from tests.ooxml.building import W

RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
WITHOUT_A_ROW = {"zip comment", "file name"}
"""They are no part of the package: the copy never has the first, and the report names the second."""


def redacted(leak: Leak, *, mail: bool = False) -> RedactedFile:
    kinds = frozenset({"EMAIL_ADDRESS"}) if mail else frozenset()
    request = EffectiveRequest(entities=kinds, asked=Terms(() if mail else (Phrase(leak.hides),)))
    path, content = Path(leak.file_name), leak.build(MAIL if mail else leak.hides)
    return redact_content(path, path, content, request)


def pieces(leak: Leak) -> tuple[str, ...]:
    return leak.pieces or pieces_of(leak.hides)


def assert_handled(leak: Leak) -> None:
    """The leak is gone from the file, reported as not examined, or refused in one line; and the file is sound."""
    if leak.outcome is Outcome.REFUSED:
        with pytest.raises(DocumentError) as refused:
            redacted(leak)
        assert "\n" not in str(refused.value)
        return
    assert_redacted(leak, redacted(leak))


def assert_redacted(leak: Leak, done: RedactedFile) -> None:
    """Nothing of the leak is in the redacted file, the report names its kind, and the file is sound."""
    assert what_leaks(leak, done) == []
    coverage = done.report.coverage
    if leak.outcome is Outcome.GONE:
        assert leak.kind in WITHOUT_A_ROW or any(row.count for row in coverage if row.kind == leak.kind)
        assert {row.kind for row in coverage if row.treatment is Treatment.NOT_EXAMINED} <= {"picture"}
    assert {row.kind for row in coverage} <= KINDS.keys()
    assert_sound(done.content)


def what_leaks(leak: Leak, done: RedactedFile) -> list[str]:
    """Say where the redacted file still holds the name, or what its report keeps silent about."""
    verification = done.report.verification
    assert verification is not None
    if leak.outcome is Outcome.GONE:
        return [
            *found_in(done.content, pieces(leak), done.name.as_posix()),
            *(f"verification: {place}" for place in verification.places),
        ]
    rows = [row for row in done.report.coverage if row.kind == leak.kind]
    unexamined = [part.name for part in verification.parts if not part.examined]
    silent = []
    if [row.treatment for row in rows] != [Treatment.NOT_EXAMINED]:
        silent.append("no row says that it is not examined")
    elif not any(name.startswith(rows[0].part) for name in unexamined):
        silent.append("the verification examined its part")
    if verification.status == "clean":
        silent.append("the status is clean")
    return silent


def assert_sound(content: bytes) -> None:
    """The zip is whole, XML parses, arrows lead somewhere, and the words of nobody's concern are there."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(names) == len(set(names))
        for name in names:
            if name.endswith((".xml", ".rels")) and "whim" not in name:
                root = ET.fromstring(archive.read(name))  # noqa: S314 - just written by Unsaid
                _assert_arrows_lead_somewhere(name, root, names)
                styles = [
                    style.get(f"{{{W}}}val", "").lower() for style in root.iterfind(f"{{{W}}}style/{{{W}}}name")
                ]
                assert len(styles) == len(set(styles))
        assert KEPT in archive.read("word/document.xml").decode()


def _assert_arrows_lead_somewhere(name: str, root: ET.Element, names: list[str]) -> None:
    folder = posixpath.dirname(posixpath.dirname(name))
    for arrow in root.iter(RELATIONSHIP):
        if arrow.get("TargetMode") != "External":
            assert posixpath.normpath(posixpath.join("/", folder, arrow.get("Target", ""))).lstrip("/") in names
