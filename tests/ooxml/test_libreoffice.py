"""A copy opens in another program as its source does: the same pages and pictures."""

from tests.conftest import SAMPLE
from tests.libreoffice import needs_libreoffice, opened
from tests.ooxml.structure import differences
from tests.ooxml.test_fidelity import redacted


@needs_libreoffice
def test_the_copy_of_the_sample_has_the_pages_and_pictures_of_its_source(tmp_path):
    source = (SAMPLE / "steering-committee-report.docx").read_bytes()
    done = redacted(source, "Halden & Rook")
    files = [tmp_path / "source.docx", tmp_path / "copy.docx"]
    for file, content in zip(files, (source, done.content), strict=True):
        file.write_bytes(content)
    seen = opened(files, tmp_path / "pdf")
    assert any(each.what == "gap" for each in differences(source, done.content))
    assert seen["source"].pages > 1
    assert seen["copy"] == seen["source"]
