"""Every change of the audit trail is detected, with its place."""

import hashlib
import hmac
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.storage.audit import trail_file
from backend.storage.authenticity.hash_chain import BEGINNING, NO_HEAD, FaultKind, Head, examine, linked


def sign(text):
    return hmac.new(b"the key", text.encode(errors="surrogateescape"), hashlib.sha256).hexdigest()


def without_key(text):
    """What somebody can sign who has no key."""
    return hmac.new(b"another", text.encode(errors="surrogateescape"), hashlib.sha256).hexdigest()


def trail(length):
    """So many rows and their end, made as Unsaid does."""
    links, previous = [], "0" * 64
    for number in range(1, length + 1):
        links.append(linked({"who": f"p{number % 3}", "moment": moment(number)}, number, previous, sign))
        previous = links[-1].hash
    return links, end_of(links)


def moment(number):
    return f"2026-03-29T12:00:00.{number:06}+00:00"


def end_of(links, sign=sign):
    head = Head(len(links), links[-1].hash, moment(len(links)), "") if links else BEGINNING
    return replace(head, signature=sign(head.signed)) if links else head


def said(link, **more):
    return json.dumps({**json.loads(link.content), **more}, sort_keys=True, separators=(",", ":"))


def forged(link, sign=without_key, **more):
    """A row that says something else, with all that somebody without the key can make fit."""
    content = said(link, **more)
    own = hashlib.sha256(content.encode()).hexdigest()
    return replace(link, content=content, hash=own, signature=sign(own))


def change_content(links, at, _other):
    links[at] = replace(links[at], content=said(links[at], who="somebody else"))
    return links[at].number


def forge(links, at, _other):
    links[at] = forged(links[at], who="somebody else")
    return links[at].number


def rewrite_to_the_end(links, at, _other):
    """The whole trail from there on is made anew, each row upon the one before."""
    first, previous = links[at].number, links[at - 1].hash if at else "0" * 64
    for position in range(at, len(links)):
        links[position] = forged(links[position], who="somebody else", previous=previous)
        previous = links[position].hash
    return first


def change_signature(links, at, _other):
    links[at] = replace(links[at], signature="0" * 64)
    return links[at].number


def remove(links, at, _other):
    return links.pop(at).number


def insert_and_number_anew(links, at, other):
    """A row that was noted elsewhere is put in, and those behind it move on."""
    number = links[at].number
    links.insert(at, replace(links[other]))
    for position in range(at, len(links)):
        links[position] = replace(links[position], number=position + 1)
    return number


def swap(links, at, other):
    one, two = links[at], links[other]
    links[at], links[other] = replace(two, number=one.number), replace(one, number=two.number)
    return min(one.number, two.number)


def add_behind(links, _at, other):
    links.append(replace(links[other], number=len(links) + 1))
    return len(links)


def add_a_forged_one_behind(links, _at, other):
    number = len(links) + 1
    links.append(replace(forged(links[other], number=number, previous=links[-1].hash), number=number))
    return number


def cut_off(links, at, _other):
    del links[at:]
    return at + 1


DONE_TO_A_TRAIL = (
    change_content,
    forge,
    rewrite_to_the_end,
    change_signature,
    remove,
    insert_and_number_anew,
    swap,
    add_behind,
    add_a_forged_one_behind,
    cut_off,
)


@settings(deadline=None)
@given(st.integers(0, 30))
def test_an_unchanged_trail_verifies(length):
    links, end = trail(length)
    assert examine(links, end, sign).holds
    assert examine(links, end, None).holds
    assert examine(links, end, sign).rows == length


@pytest.mark.parametrize("done", DONE_TO_A_TRAIL)
@settings(deadline=None)
@given(data=st.data())
def test_every_kind_of_tampering_is_located(done, data):
    links, end = trail(data.draw(st.integers(2, 20), label="rows"))
    at, other = data.draw(st.lists(st.integers(0, len(links) - 1), min_size=2, max_size=2, unique=True), label="at")
    number = done(links, at, other)
    faults = examine(links, end, sign).faults
    assert faults[0].number == number


@pytest.mark.parametrize("done", [rewrite_to_the_end, cut_off, remove, add_a_forged_one_behind])
@settings(deadline=None)
@given(data=st.data())
def test_an_end_that_is_made_to_fit_without_the_key_is_found(done, data):
    links, _end = trail(data.draw(st.integers(2, 20)))
    done(links, data.draw(st.integers(1, len(links) - 1)), 0)
    faults = examine(links, end_of(links, without_key), sign).faults
    assert FaultKind.END_CHANGED in {fault.wrong for fault in faults}


@settings(deadline=None)
@given(data=st.data())
def test_without_the_key_a_row_that_was_made_to_fit_is_found_by_the_next_one(data):
    links, end = trail(data.draw(st.integers(2, 20)))
    at = data.draw(st.integers(0, len(links) - 1))
    forge(links, at, 0)
    (fault,) = examine(links, end, None).faults
    assert fault.number == min(at + 2, len(links))


def test_a_trail_that_was_written_again_with_its_end_passes_without_the_key_alone():
    """Which is why the key, or a copy elsewhere, is needed; security.md says so."""
    links, _end = trail(9)
    rewrite_to_the_end(links, 4, 0)
    assert examine(links, end_of(links, without_key), None).holds
    assert not examine(links, end_of(links, without_key), sign).holds


def test_a_removed_end_of_the_trail_is_detected():
    links, _end = trail(3)
    (fault,) = examine(links, NO_HEAD, sign).faults
    assert (fault.number, fault.wrong) == (3, FaultKind.END_CHANGED)
    assert examine(links, BEGINNING, sign).faults[0].wrong is FaultKind.AFTER_THE_END


def test_several_missing_rows_are_one_fault():
    links, end = trail(9)
    del links[2:5]
    (fault,) = examine(links, end, sign).faults
    assert (fault.number, fault.last, fault.wrong) == (3, 5, FaultKind.MISSING)


def test_a_row_that_is_elsewhere_is_reported_behind_a_gap_too():
    links, end = trail(9)
    links[4] = replace(links[7], number=5)
    del links[3]
    faults = examine(links, end, sign).faults
    assert [(fault.number, fault.wrong) for fault in faults[:2]] == [(4, FaultKind.MISSING), (5, FaultKind.MOVED)]


@pytest.mark.parametrize("number", [-7, 0])
def test_a_row_before_the_first_is_found(number):
    links, end = trail(3)
    (fault,) = examine([replace(links[1], number=number), *links], end, sign).faults
    assert (fault.number, fault.wrong) == (number, FaultKind.MOVED)


@pytest.mark.parametrize("content", ["", "null", "[1]", "{", "é\udc80", "[" * 100_000])
def test_an_invalid_row_is_found(content):
    links, end = trail(3)
    links[1] = replace(links[1], content=content)
    assert examine(links, end, sign).faults[0].number == 2
    own = hashlib.sha256(content.encode(errors="surrogateescape")).hexdigest()
    links[1] = replace(links[1], content=content, hash=own, signature=sign(own))
    assert examine(links, end, sign).faults[0].number == 2


def test_the_number_of_reported_faults_is_limited():
    links, end = trail(1_500)
    verdict = examine([replace(each, number=each.number + 1) for each in links], end, sign)
    assert len(verdict.faults) <= 1_002
    assert verdict.rows == 1_500


def written(links_and_end, path):
    links, end = links_and_end
    path.write_bytes(b"".join(trail_file.export_lines(links, end)))
    return path


def test_an_unchanged_file_verifies(tmp_path):
    verdict = trail_file.examine_file(written(trail(5), tmp_path / "a.jsonl"), None)
    assert verdict.holds
    assert (verdict.rows, verdict.head) == (5, trail(5)[1])
    assert trail_file.examine_file(written(trail(0), tmp_path / "b.jsonl"), None).holds


@settings(deadline=None)
@given(data=st.data())
def test_any_byte_of_a_file_that_is_another_is_found_near_its_line(tmp_path_factory, data):
    """But for the signature of the end, which only the key can judge."""
    path = tmp_path_factory.mktemp("file") / "a.jsonl"
    content = bytearray(written(trail(4), path).read_bytes())
    at = data.draw(st.integers(0, content.index(b'"signature"') - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    line = content[:at].count(b"\n") + 1
    faults = trail_file.examine_file(path, None).faults
    assert faults, "not found"
    assert faults[0].number in {line - 1, line, line + 1}


@pytest.mark.parametrize("otherwise", [b'{ "hash"', b'{"hash":"","hash"', b'\xef\xbb\xbf{"hash"'])
def test_a_line_that_is_written_otherwise_is_found(tmp_path, otherwise):
    path = written(trail(3), tmp_path / "a.jsonl")
    path.write_bytes(path.read_bytes().replace(b'{"hash"', otherwise, 1))
    assert trail_file.examine_file(path, None).faults[0].number == 1


@settings(deadline=None)
@given(data=st.data())
def test_missing_duplicate_and_swapped_lines_are_found(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("file") / "a.jsonl"
    lines = written(trail(6), path).read_bytes().splitlines(keepends=True)
    at, other = data.draw(st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True))
    how = data.draw(st.sampled_from(["gone", "twice", "swapped", "cut"]))
    if how == "gone":
        del lines[at]
    elif how == "twice":
        lines.insert(at, lines[at])
    elif how == "swapped":
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines = lines[: at + 1]
    path.write_bytes(b"".join(lines))
    first = min(at, other) + 1 if how == "swapped" else at + 1
    assert trail_file.examine_file(path, None).faults[0].number == first
