"""Which bytes of a certificate are signed, and that nothing else is read out of what anybody may have written."""

import hashlib
import json
import re
import subprocess
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import backend
from backend.errors import ReportUnusable
from backend.reporting.certificate import Certificate, Run
from backend.reporting.certificate_file import LONGEST, read_certificate, signed_bytes
from backend.reporting.crowd import AnonymitySet
from backend.reporting.outcome import Outcome, OutcomeStatus
from backend.reporting.report import FileReport, as_json_bytes
from backend.services.redaction.certificate_check import keys_as_json
from backend.storage.certificates.signatures import PublicKey, SigningKey

KEY = SigningKey(bytes(range(32)))
MADE = date(2026, 3, 4)
FILE = FileReport(
    *("in/a.docx", "out/a.docx"),
    source_sha256="1" * 64,
    result_sha256="2" * 64,
    outcome=Outcome(),
    crowd=AnonymitySet(hides_k=True, industry="Gießerei \u2028 “x”"),
)
TOLD = Certificate(FILE, Run("2026-01", frozenset(), reads_names=False), MADE).signed(KEY, "cd" * 32).content


def read(told):
    return read_certificate(told if isinstance(told, bytes) else as_json_bytes(told), "c.json")


def test_a_signed_certificate_can_be_read():
    told = read(TOLD)
    assert (told.result_sha256, told.made, told.outcome) == ("2" * 64, MADE, OutcomeStatus.MET)
    assert PublicKey(KEY.public, "", MADE).verifies(told.signed.content, told.signed.signature)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcXYZ_", max_size=5), inner),
)


@given(st.dictionaries(st.text("abcXYZ_", max_size=5), JSON))
def test_the_signed_bytes_do_not_depend_on_order_or_blanks(value):
    """As RFC 8785 has it: written here by hand, from its rules."""
    shuffled = json.loads(json.dumps(dict(reversed(value.items())), indent=3))
    assert signed_bytes(shuffled) == _spelled(value).encode()


WORDS = {"null": None, "true": True, "false": False}


def _spelled(value):
    if isinstance(value, dict):
        return "{" + ",".join(f"{_spelled(name)}:{_spelled(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_spelled, value)) + "]"
    if isinstance(value, str):
        return '"' + re.sub(r'["\\\x00-\x1f]', _escaped, value) + '"'
    return next((word for word, known in WORDS.items() if value is known), str(value))


def _escaped(match):
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return short.get(match.group(), f"\\u{ord(match.group()):04x}")


def test_another_spelling_of_the_same_json_is_the_same_certificate():
    """Escapes, blanks and order say nothing else to any reader, so the signature still fits."""
    spelled = json.dumps(dict(reversed(TOLD.items())), indent=4, ensure_ascii=True)
    assert read(spelled.encode()).signed.content == read(TOLD).signed.content
    decomposed = spelled.replace("Gie\\u00dferei", "Giesserei")
    assert read(decomposed.encode()).signed.content != read(TOLD).signed.content


@pytest.mark.parametrize(
    "change",
    [
        {"certificate": True},
        {"certificate": 2.0},
        {"certificate": "2"},
        {"certificate": 0},
        {"certificate": [2]},
        {"result_sha256": "2" * 63},
        {"result_sha256": "A" * 64},
        {"result_sha256": "２" * 64},
        {"result_sha256": None},
        {"result_sha256": "2" * 64 + "\n"},
        {"page_sha256": 7},
        {"source": ""},
        {"made": "2026-3-4"},
        {"made": "2026-03-04T00:00:00"},
        {"made": "2026-02-30"},
        {"outcome": "clean"},
        {"outcome": ["met"]},
        {"signed_by": {"algorithm": "none", "key": KEY.id}},
        {"signed_by": {"algorithm": "HS256", "key": KEY.id}},
        {"signed_by": {"algorithm": "Ed25519ph", "key": KEY.id}},
        {"signed_by": {"algorithm": "Ed25519"}},
        {"signed_by": [KEY.id]},
        {"signed_by": {"algorithm": "Ed25519", "key": KEY.id.upper()}},
        {"signature": ""},
        {"signature": TOLD["signature"].upper()},
        {"signature": TOLD["signature"] + " "},
        {"signature": TOLD["signature"][:-2]},
        {"signature": None},
        {"more": 0.5},
    ],
)
def test_unknown_members_make_a_certificate_invalid(change):
    with pytest.raises(ReportUnusable):
        read({**TOLD, **change})


@pytest.mark.parametrize("gone", TOLD)
def test_a_field_that_is_missing_is_noticed(gone):
    told = {name: value for name, value in TOLD.items() if name != gone}
    with suppress(ReportUnusable):
        assert read(told).signed.content != read(TOLD).signed.content


def spelled(text):
    """The certificate with something put in behind its first brace."""
    return b"{" + text + b"," + as_json_bytes(TOLD).strip()[1:]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(spelled(b'"result_sha256": "' + b"3" * 64 + b'"'), id="a name twice"),
        pytest.param(spelled(b'"signature": "' + b"3" * 128 + b'"'), id="the signature twice"),
        pytest.param(spelled(b'"result\\u005fsha256": "' + b"3" * 64 + b'"'), id="a name twice, once escaped"),
        pytest.param(spelled(b'"more": {"a": 1, "a": 2}'), id="a name twice, inside"),
        pytest.param(spelled(b'"more": NaN'), id="not a number"),
        pytest.param(spelled(b'"more": -Infinity'), id="infinity"),
        pytest.param(spelled(b'"more": 1e2'), id="an exponent"),
        pytest.param(spelled(b'"more": ' + b"9" * 5000), id="a huge number"),
        pytest.param(spelled(b'"more": "\\ud800"'), id="a lone surrogate"),
        pytest.param(spelled(b'"more": "\xff"'), id="no UTF-8"),
        pytest.param(b"\xef\xbb\xbf" + as_json_bytes(TOLD), id="a byte order mark"),
        pytest.param(json.dumps(TOLD).encode("utf-16"), id="UTF-16"),
        pytest.param(as_json_bytes(TOLD) + b"{}", id="more behind it"),
        pytest.param(b"[" * 400_000, id="deep"),
        pytest.param(b'{"a":' * 150_000, id="deep objects"),
        pytest.param(spelled(b'"more": ' + b"[" * 900 + b"]" * 900), id="deeper than it can be written"),
        pytest.param(as_json_bytes(TOLD) + b" " * LONGEST, id="long"),
        pytest.param(b"", id="empty"),
        pytest.param(b"\0" * 100, id="zeros"),
    ],
)
def test_json_that_could_be_read_in_two_ways_or_is_made_to_hurt_is_refused(content):
    try:
        told = read(content)
    except ReportUnusable:
        return
    assert told.signed.content != read(TOLD).signed.content


@given(st.binary(max_size=300) | JSON.map(as_json_bytes))
def test_any_bytes_are_a_certificate_or_an_error_of_ours(content):
    with suppress(ReportUnusable):
        assert len(read(content).result_sha256) == 64


def test_a_later_format_asks_for_a_later_version():
    with pytest.raises(ReportUnusable, match="Update Unsaid"):
        read({**TOLD, "certificate": 3})


def test_a_stranger_checks_it_as_the_documentation_says(tmp_path):
    """The lines of docs/security.md, run by themselves: they share no code with ours."""
    page = (Path(backend.__file__).parents[1] / "docs" / "security.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert "backend" not in program
    (tmp_path / "plan.docx").write_bytes(b"the result")
    file = FileReport(
        "a", result_sha256=hashlib.sha256(b"the result").hexdigest(), outcome=Outcome(), crowd=FILE.crowd
    )
    told = Certificate(file, Run(None, frozenset(), reads_names=False), MADE).signed(KEY).content
    key = PublicKey(KEY.public, "Zoë", MADE)
    (tmp_path / "keys.json").write_bytes(as_json_bytes(keys_as_json([key])))

    def fits(written):
        (tmp_path / "plan.docx.certificate.json").write_bytes(as_json_bytes(written))
        done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=False)
        return done.returncode == 0

    assert fits(told)
    assert not fits({**told, "outcome": "met_with_exceptions"})
    (tmp_path / "plan.docx").write_bytes(b"another")
    assert not fits(told)
