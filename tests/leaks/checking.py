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
    """The leak is gone from the file, or told, or refused in one line; and the file is as sound as before."""
    if leak.outcome is Outcome.REFUSED:
        with pytest.raises(DocumentError) as refused:
            redacted(leak)
        assert "\n" not in str(refused.value)
        return
    done = redacted(leak)
    verification = done.report.verification
    assert verification is not None
    rows = [row for row in done.report.coverage if row.kind == leak.kind]
    if leak.outcome is Outcome.TOLD:
        assert [row.treatment for row in rows] == [Treatment.NOT_EXAMINED]
        assert any(part.name.startswith(rows[0].part) for part in verification.parts if not part.examined)
        assert verification.status != "clean"
    else:
        assert found_in(done.content, pieces(leak), done.name.as_posix()) == []
        assert verification.places == ()
        assert leak.kind in WITHOUT_A_ROW or any(row.count for row in rows)
        unread = {row.kind for row in done.report.coverage if row.treatment is Treatment.NOT_EXAMINED}
        assert unread <= {"picture"}
    assert {row.kind for row in done.report.coverage} <= KINDS.keys()
    assert_sound(done.content)


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
