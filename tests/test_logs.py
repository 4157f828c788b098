"""Nothing gets into the log that is not in its table."""

import io
import json
import logging
import sys
import threading
import warnings

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from backend import logs

WORD = "Quixotrade"


@pytest.fixture
def written():
    """What is written to the log; everything is as it was afterwards."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level, sys.excepthook, threading.excepthook, sys.unraisablehook)
    stream = io.StringIO()
    logs.configure(stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:], level, sys.excepthook, threading.excepthook, sys.unraisablehook = before
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def test_a_log_line_contains_only_what_the_table_allows(written):
    logs.log().info("request", route="/v1/admin/versions/<name>/promote", status=200, path=f"/v1/{WORD}", code=WORD)
    (line,) = written()
    assert line.pop("time")
    assert line == {
        "event": "request",
        "level": "info",
        "route": "/v1/admin/versions/<name>/promote",
        "status": 200,
    }


@given(st.dictionaries(st.one_of(st.sampled_from(sorted(logs.FIELDS)), st.text()), st.one_of(st.text(), st.none())))
def test_log_lines_contain_only_allowed_fields(said):
    written = logs.keep_known_fields(None, "info", said)
    assert written.items() <= said.items()
    assert set(written) <= set(logs.FIELDS)
    assert not any(" " in value and "Unforeseen" not in value for value in written.values())


@pytest.mark.parametrize("field", sorted(logs.FIELDS))
def test_no_field_takes_a_sentence_or_a_name(field):
    for value in ("Halden & Rook", f"{WORD} was sold", "merger.docx of Alder", "Ärger", "a\nb"):
        assert logs.keep_known_fields(None, "info", {field: value}) == {}


def test_errors_of_libraries_are_logged_by_place_and_kind(written):
    try:
        int(WORD)
    except ValueError:
        logging.getLogger("flask_limiter").exception("limit of %s", WORD)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(WORD, stacklevel=1)
    logging.getLogger("werkzeug").info(WORD)
    error, warned = written()
    assert (error["library"], error["place"][:13]) == ("flask_limiter", "test_logs.py:")
    assert error["error"].startswith("Unforeseen ValueError in test_logs.py:")
    assert warned["library"] == "py.warnings"
    assert WORD not in str(written())


def test_unhandled_errors_are_logged_by_place_and_type(written, capfd):
    def fail():
        raise ValueError(WORD)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    assert [line["event"] for line in written()] == ["uncaught", "uncaught"]
    assert WORD not in str(written()) + "".join(capfd.readouterr())
