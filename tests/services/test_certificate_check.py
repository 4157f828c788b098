"""Checking a certificate: who signed it, by the verifier's keys, and which file it belongs to."""

import json
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking.confusability import Guess
from backend.errors import ReportUnusable, UnreadableFile
from backend.reporting.certificate import Certificate, Run
from backend.reporting.certificate_file import signed_bytes
from backend.reporting.crowd import anonymity_set
from backend.reporting.outcome import Outcome, Shortfall
from backend.reporting.report import FileReport, Report, as_json_bytes
from backend.services.redaction.certificate_check import (
    SignedBy,
    check_certificate,
    compare_files,
    keys_as_json,
    keys_in,
)
from backend.storage.certificates.signatures import PublicKey, SigningKey

KEY, OTHER = SigningKey(bytes(range(32))), SigningKey(bytes(32))
MADE, DAY = date(2026, 3, 4), timedelta(days=1)
KNOWN = PublicKey(KEY.public, "Halden legal", MADE - DAY)
RUN = Run("2026-01", frozenset(), reads_names=False)


MET = Outcome()


def report(result=b"the result", outcome=MET):
    return FileReport(
        *("in/a.docx", "out/a.docx"),
        source_sha256=sha256(b"the source").hexdigest(),
        result_sha256=sha256(result).hexdigest(),
        review_policy="client@3",
        outcome=outcome,
    )


def signed(key=KEY, made=MADE, **more):
    return Certificate(report(**more), RUN, made).signed(key)


SIGNED = signed().content


def judged(told, *keys):
    return check_certificate(told if isinstance(told, bytes) else as_json_bytes(told), "c.json", keys)


def test_a_key_that_is_known_says_who_signed():
    told = judged(signed().content, PublicKey(OTHER.public, "", MADE), KNOWN)
    assert (told.signed_by, told.key, told.holds) == (SignedBy.KNOWN_KEY, KNOWN, True)
    assert told.as_json() == {
        "signature": "known_key",
        "key": KEY.id,
        "label": "Halden legal",
        "made": "2026-03-04",
        "outcome": "met",
        "asked": {"personal": [], "names": False, "k": None},
    }


def test_certificates_of_unknown_keys_are_not_trusted():
    told = judged(signed().content, PublicKey(OTHER.public, "", MADE))
    assert told.signed_by is SignedBy.UNKNOWN_KEY
    assert told.as_json() == {
        **dict.fromkeys(("label", "made", "outcome", "asked")),
        "signature": "unknown_key",
        "key": KEY.id,
    }


def test_no_certificate_brings_its_own_key():
    """Somebody signs with a key of their own, and puts its public half wherever a reader might look."""
    own = PublicKey(OTHER.public, "Halden legal", MADE)
    for name in ("public_key", "jwk", "keys", "key"):
        content = {**signed(OTHER).content, name: own.public.hex(), "keys": [own.as_json()]}
        content["signed_by"] = {"algorithm": "Ed25519", "key": KEY.id, name: KEY.id, "public_key": own.public.hex()}
        assert judged(_signed_again(content, OTHER), KNOWN).signed_by is not SignedBy.KNOWN_KEY


def test_the_id_of_a_known_key_over_the_signature_of_another_is_forged():
    content = {**signed(OTHER).content}
    content["signed_by"] = {"algorithm": "Ed25519", "key": KEY.id}
    assert judged(_signed_again(content, OTHER), KNOWN).signed_by is SignedBy.FORGED


def _signed_again(content, key):
    return {**content, "signature": key.sign(signed_bytes(content)).hex()}


def test_the_signature_of_another_certificate_is_forged():
    first, second = signed().content, signed(result=b"another").content
    for name in ("signature", "result_sha256", "page_sha256", "source", "policy", "model"):
        assert judged({**first, name: second[name]}, KNOWN).signed_by is SignedBy.FORGED


@settings(deadline=None)
@given(st.data())
def test_a_change_of_any_byte_is_detected(data):
    before = as_json_bytes(SIGNED)
    content = bytearray(before)
    at, bit = data.draw(st.integers(0, len(content) - 1)), data.draw(st.integers(0, 7))
    content[at] ^= 1 << bit
    try:
        told = judged(bytes(content), KNOWN)
    except ReportUnusable:
        return
    # A blank that became another blank says the same.
    assert not told.holds or json.loads(bytes(content)) == json.loads(before)


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4) | st.none(), min_size=1))
def test_nothing_can_be_added_to_it(more):
    content = SIGNED
    if more.keys() <= content.keys():
        return
    assert not judged({**more, **content}, KNOWN).holds


@pytest.mark.parametrize(
    ("key", "by"),
    [
        (KNOWN, SignedBy.KNOWN_KEY),
        (replace(KNOWN, since=MADE, until=MADE), SignedBy.KNOWN_KEY),
        (replace(KNOWN, since=MADE + DAY), SignedBy.OUT_OF_TIME),
        (replace(KNOWN, until=MADE - DAY), SignedBy.OUT_OF_TIME),
        (replace(KNOWN, revoked=MADE + 99 * DAY), SignedBy.REVOKED_KEY),
    ],
)
def test_a_key_counts_for_its_days_and_not_at_all_once_revoked(key, by):
    """A thief chooses the day in a forged certificate, so one from before the theft is worth nothing either."""
    assert judged(signed().content, key).signed_by is by


def test_of_two_lists_the_one_that_says_less_of_a_key_counts():
    revoked, ended = replace(KNOWN, revoked=MADE), replace(KNOWN, until=MADE - DAY)
    for keys in ((KNOWN, revoked), (revoked, KNOWN), (ended, revoked)):
        assert judged(signed().content, *keys).signed_by is SignedBy.REVOKED_KEY
    assert judged(signed().content, KNOWN, ended).signed_by is SignedBy.OUT_OF_TIME
    began_later = replace(KNOWN, since=MADE + DAY)
    assert (
        judged(signed().content, KNOWN, began_later, replace(KNOWN, until=MADE)).signed_by is SignedBy.OUT_OF_TIME
    )


@pytest.fixture
def compared(tmp_path):
    """Holds files of these contents against a certificate; their matches, and whether they need attention."""

    def compare(told, contents, *, by=None, keys=(KNOWN,)):
        (tmp_path / "c.json").write_bytes(as_json_bytes(told.content))
        paths = []
        for number, content in enumerate(contents):
            paths.append(tmp_path / f"{number}.txt")
            paths[-1].write_bytes(content)
        if by is not None:
            (tmp_path / "r.json").write_bytes(Report("2026-01", (by,)).as_bytes())
        found = compare_files(
            paths, tmp_path / "c.json", keys, None if by is None else tmp_path / "r.json", lambda *_: None
        )[1]
        return [(each.match and each.match.value, each.needs_attention) for each in found]

    return compare


def test_result_page_and_source_are_distinguished(compared):
    told = signed()
    files = (b"the result", told.page, b"the source", b"another")
    assert compared(told, files) == [("document", False), ("page", False), (None, True), (None, True)]
    by = replace(report(), opening=told.opening)
    # Nobody certified the source: a gate that lets certified files pass must not let it pass.
    assert compared(told, files, by=by) == [("document", False), ("page", False), ("source", True), (None, True)]


def test_the_source_is_recognised_but_not_certified(tmp_path):
    told = signed()
    (tmp_path / "c.json").write_bytes(as_json_bytes(told.content))
    (tmp_path / "r.json").write_bytes(Report("", (replace(report(), opening=told.opening),)).as_bytes())
    (tmp_path / "a.txt").write_bytes(b"the source")
    asked = ([tmp_path / "a.txt"], tmp_path / "c.json", [KNOWN], tmp_path / "r.json", lambda *_: None)
    (found,) = compare_files(*asked)[1]
    assert (found.as_json()["match"], found.as_json()["certified"], found.needs_attention) == (
        "source",
        False,
        True,
    )


def test_no_file_is_passed_over_whatever_its_kind(tmp_path):
    told = signed()
    (tmp_path / "c.json").write_bytes(as_json_bytes(told.content))
    folder = tmp_path / "out"
    folder.mkdir()
    for name, content in (("a.txt", b"the result"), ("b.pdf", b"the source"), ("c", b"the result")):
        (folder / name).write_bytes(content)
    (tmp_path / "~$d.txt").write_bytes(b"another")
    paths = [folder, tmp_path / "~$d.txt"]
    found = compare_files(paths, tmp_path / "c.json", [KNOWN], None, lambda *_: None)[1]
    assert {Path(each.path).name: each.is_certified for each in found} == {
        "a.txt": True,
        "b.pdf": False,
        "c": True,
        "~$d.txt": False,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("asked", {"personal": ["a\nb"], "names": False}),
        ("asked", {"personal": ["\x1b[2J"], "names": False}),
        ("asked", {"personal": [], "names": 1}),
        ("asked", {"personal": 7, "names": True}),
        ("asked", None),
        ("k", {"required": "5", "held": True}),
        ("k", {"required": 5, "held": "yes"}),
        ("k", 5),
    ],
)
def test_impossible_request_fields_in_a_certificate_are_refused_even_when_signed(name, value):
    with pytest.raises(ReportUnusable):
        judged(_signed_again({**SIGNED, name: value}, KEY), KNOWN)


def test_a_page_that_was_edited_is_not_its_page(compared):
    told = signed()
    assert compared(told, [told.page.replace(b"PK", b"pk", 1), told.page + b"\0"]) == [(None, True)] * 2


def test_a_certified_document_that_misses_the_request_needs_attention(compared):
    told = signed(outcome=Outcome(unmet=(Shortfall("k", 1),)))
    assert compared(told, [b"the result"]) == [("document", True)]


def test_a_matching_hash_counts_only_with_a_valid_signature(compared):
    told = signed()
    assert compared(told, [b"the result", told.page], keys=()) == [("document", True), ("page", True)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"opening": None},
        {"opening": "00" * 32},
        {"opening": "no hex"},
        {"opening": "c3"},
        {"source_sha256": sha256(b"another").hexdigest()},
        {"review_policy": "client@4"},
        {"review_policy": None},
        {"result_sha256": sha256(b"another").hexdigest()},
    ],
)
def test_a_report_that_says_otherwise_does_not_open_it(compared, wrong):
    """Nobody shows a source or a policy that it was not: the marks hold whoever made them to it."""
    told = signed()
    by = replace(replace(report(), opening=told.opening), **wrong)
    with pytest.raises(ReportUnusable, match="does not open"):
        compared(told, [b"the source"], by=by)


def test_a_certificate_of_any_length_is_read_no_further_than_ours_are_long(tmp_path):
    endless = Path("/dev/zero")
    if endless.exists():
        with pytest.raises(ReportUnusable):
            compare_files([tmp_path], endless, (), None, lambda *_: None)
    with pytest.raises(UnreadableFile):
        compare_files([tmp_path], tmp_path, (), None, lambda *_: None)


def test_exported_certificate_keys_can_be_read_again():
    keys = (KNOWN, replace(KNOWN, public=OTHER.public, label="", until=MADE, revoked=MADE + DAY))
    assert keys_in(as_json_bytes(keys_as_json(keys)), "keys.json") == keys


CLIENTS = Path(__file__).parents[2] / "models" / "sample" / "corpus" / "clients.csv"


def left(told, industries):
    """Whom an attacker still thinks possible, who knows all clients, their industries, and the certificate alone.

    Whoever stands in it by name is a rival; an industry that it names is the client's.
    """
    written = json.dumps(told)
    named = {industry for industry in set(industries.values()) if json.dumps(industry) in written}
    return {
        client
        for client, industry in industries.items()
        if json.dumps(client) not in written and (not named or industry in named)
    }


def _industries():
    rows = [line.split(",") for line in CLIENTS.read_text("utf-8").splitlines()[1:]]
    return {row[0]: row[1] for row in rows}


@pytest.mark.parametrize("client", _industries())
def test_the_client_of_the_sample_cannot_be_found_by_elimination(client):
    industries = _industries()
    clients = list(industries)
    rivals = [other for other in clients if other != client and industries[other] == industries[client]]
    guesses = tuple(Guess(name, 0.2) for name in (*rivals, client))
    crowd = anonymity_set(list(industries.values()), clients.index(client), 5)
    file = replace(
        report(),
        client=client,
        k=5,
        k_reached=5,
        guess_after=guesses,
        crowd=crowd,
        utility_before=industries[client],
        utility_after=industries[client],
    )
    told = Certificate(file, RUN, MADE).signed(KEY).content
    assert told["k"] == {"required": 5, "held": True}
    assert left(told, industries) == set(clients)
    unsigned = {"hidden": {"guess_now": [each.name for each in guesses[:-1]]}, "industry": industries[client]}
    assert left(unsigned, industries) == {client}, "what certificates said before left one"
