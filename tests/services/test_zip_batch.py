"""The results of a zip are small until they are written, and say the same as the reports that they come from."""

import io
import json
import pickle
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.privacy.earlier_texts import ComparableText, EarlierTexts
from backend.reporting.report import FileReport, Report
from backend.services.files.drawn_order import DrawnOrder
from backend.services.redaction import zip_batch
from backend.services.redaction.redact import redact_content
from backend.services.redaction.zip_batch import REPORT, SUMMARY, RedactedEntry, redact_zip, zipped_files
from backend.services.request.effective import EffectiveRequest
from backend.web.message_words import HTTP
from backend.wiring.sensitivity import sensitivity_model
from tests.ooxml.building import zipped

MANY = 2_000
"""Findings in the longer file."""


@cache
def entry(path):
    """The result of a file; that of the second fails."""
    if path == "b.txt":
        return RedactedEntry(FileReport.failed(path, "no letters"))
    addresses = "".join(f"ann{i}@halden.example\n" for i in range(MANY if path == "many.txt" else 3))
    done = redact_content(Path(path), Path(path), addresses.encode(), EffectiveRequest(entities=DEFAULT_ENTITIES))
    return RedactedEntry(done.report, done)


def streamed(paths, *, with_report):
    """The zip of these files, as it is streamed."""
    given = zipped_files(zipped(dict.fromkeys(paths, b"x")))
    pieces = redact_zip(
        given,
        lambda file: entry(file.path).packed(HTTP, with_report=with_report),
        order=DrawnOrder(bytes(32)),
        worded=HTTP,
        with_report=with_report,
    )
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("paths", [("a.txt",), ("b.txt",), ("a.txt", "b.txt", "many.txt")])
def test_the_report_of_a_zip_is_that_of_its_files(paths):
    told = streamed(paths, with_report=True)
    reports = [
        replace(entry(path).report, output=None if path == "b.txt" else f"documents/{path}") for path in paths
    ]
    assert json.loads(told[REPORT]) == Report(None, tuple(reports)).as_json(HTTP)
    summary = json.loads(told[SUMMARY])["files"]
    assert [each["output"] for each in summary] == [each.output for each in reports]
    assert json.loads(streamed(paths, with_report=False)[SUMMARY])["files"] == summary


def test_what_is_kept_of_a_file_does_not_grow_with_its_findings():
    """But for its redacted numbers of four digits or fewer, which the number behind its name must not be."""
    few, many = (entry(path).packed(HTTP, with_report=False) for path in ("a.txt", "many.txt"))
    kept = [len(pickle.dumps(replace(each, content=b"", numbers=frozenset()))) for each in (few, many)]
    assert many.numbers == frozenset(range(MANY))
    assert kept[1] <= kept[0] + 100
    assert len(pickle.dumps(entry("many.txt").report)) > 100 * kept[1]
    assert len(entry("many.txt").packed(HTTP, with_report=True).report) < 20 * MANY


def measured_entry(letters):
    """The result of a file with an IBAN at the end of a word of so many letters, and of an earlier text like it."""
    word = f"\U00010428{'q' * letters}"
    request = EffectiveRequest(
        entities=DEFAULT_ENTITIES,
        sensitivity=sensitivity_model(None),
        earlier=EarlierTexts.of(["earlier.txt"], [ComparableText.of([word, "pay", "to"])]),
    )
    content = f"Pay to {word}IBANNL91ABNA0417164300".encode()
    done = redact_content(Path("a.txt"), Path("a.txt"), content, request)
    assert "qqqq" in "".join(each.word for each in done.report.privacy.release.words)
    assert [each.name for each in done.report.privacy.earlier] == ["earlier.txt"]
    return RedactedEntry(done.report, done).packed(HTTP, with_report=True)


def test_the_figures_that_are_kept_of_a_file_have_none_of_its_words():
    """An IBAN glued to words of 60,000 letters kept 480,176 bytes, of which the compressed report had 87."""
    few, many = (measured_entry(letters).measured for letters in (10, 60_000))
    assert len(pickle.dumps(many)) == len(pickle.dumps(few)) < zip_batch._RECORD
    assert b"qqqq" not in pickle.dumps(few)


def test_figures_count_as_what_is_kept_of_reports(monkeypatch):
    one = measured_entry(10)
    monkeypatch.setattr(zip_batch, "MAX_REPORTS", 2 * len(one.report) + zip_batch._RECORD - 1)
    reports = zip_batch._Reports(HTTP)
    reports.add(0, reports.accepted(one), None)
    assert "send the zip in parts" in reports.accepted(one).summary["error"]


def test_reports_that_take_too_much_are_refused_with_their_documents(monkeypatch):
    one = len(entry("a.txt").packed(HTTP, with_report=True).report)
    monkeypatch.setattr(zip_batch, "MAX_REPORTS", one)
    told = streamed(("a.txt", "many.txt"), with_report=True)
    assert "documents/many.txt" not in told
    first, second = json.loads(told[REPORT])["files"]
    assert (first["error"], second["output"]) == (None, None)
    assert "send the zip in parts" in second["error"]
    assert json.loads(told[SUMMARY])["files"][1]["error"] == second["error"]
    assert "documents/many.txt" in streamed(("a.txt", "many.txt"), with_report=False)
