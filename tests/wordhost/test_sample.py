"""A document as people write them: nothing but the edit changes in it."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from addin.wordhost.making import part
from addin.wordhost.session import Session

SAMPLES = sorted((Path(__file__).parents[2] / "models" / "sample").glob("*.docx"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_one_replacement_changes_one_part_at_one_place(path):
    original = path.read_bytes()
    session = Session(original)
    assert _parts(session.save()) == _parts(original)
    hits = session.body().call("Search", ["the"]).items
    hits[len(hits) // 2].call("InsertText", ["[TERM]", "Replace"])
    saved = session.save()
    changed = {name for name, content in _parts(saved).items() if _parts(original)[name] != content}
    assert changed == {"word/document.xml"}
    before, after = part(original), part(saved)
    start = next(at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
    end = next(at for at, (a, b) in enumerate(zip(before[::-1], after[::-1], strict=False)) if a != b)
    assert "[TERM]" in after[start - 8 : len(after) - end + 8]
    assert len(after) - end - start < 1000
    assert "<w:p>" not in after[start : len(after) - end]


def _parts(content):
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
