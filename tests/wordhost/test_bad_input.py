"""What makes no sense fails clearly and names itself."""

import io
import json
import re
import zipfile

import pytest

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.host import BATCH, CLOSE_FILE, READ_SLICE, SAVE_SETTINGS, Host
from addin.wordhost.making import docx, runs
from addin.wordhost.objects.document import sections
from addin.wordhost.session import Session


def _zip(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return out.getvalue()


WHOLE = docx(runs("Alice " * 50))


def _flipped(content):
    """A file whose compressed text is not what it was."""
    at = content.find(b"word/document.xml") + 40
    return content[:at] + bytes(byte ^ 0xFF for byte in content[at : at + 20]) + content[at + 20 :]


def _without(name, content):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(out, "w") as rest:
        for kept in whole.namelist():
            if kept != name:
                rest.writestr(kept, whole.read(kept))
    return out.getvalue()


def _encrypted(content):
    """A file whose members say that they need a password (APPNOTE 4.4.4)."""
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content = re.sub(
            re.escape(mark) + b".{%d}" % (flags - 4 + 1),
            lambda found: found[0][:-1] + bytes([found[0][-1] | 1]),
            content,
            flags=re.DOTALL,
        )
    return content


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a .docx"),
        (b"no zip", "not a .docx"),
        (WHOLE[: len(WHOLE) // 2], "not a .docx"),
        (_flipped(WHOLE), "not a .docx"),
        (_encrypted(WHOLE), "not a .docx"),
        (_zip(word__document="<w:document xmlns:w='urn:w'/>"), "word/document.xml has no body"),
        (_zip(other="<a/>"), "it has no word/document.xml"),
        (_zip(word__document="<a>"), "word/document.xml is not well-formed"),
    ],
)
def test_a_broken_file_is_refused_when_it_is_opened(content, why):
    with pytest.raises(HostFailure, match=why):
        Session(content)


def test_a_part_that_is_pointed_to_and_missing_is_named_where_it_is_requested():
    section = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'
    session = Session(_without("word/header1.xml", docx(runs("a") + section, header1=runs("above"))))
    with pytest.raises(HostFailure, match=r"word/header1\.xml is not in the file"):
        sections(session)[0].call("GetHeader", ["Primary"])


def test_an_empty_body_has_nothing_to_find():
    with pytest.raises(WordError) as caught:
        Session(docx("")).body().call("Search", ["a"])
    assert caught.value.code == "ItemNotFound"


ROOT = {"Id": 1, "ObjectPathType": 1}


def _ask(host, actions, paths):
    message = json.dumps({"Actions": actions, "ObjectPaths": paths})
    return json.loads(host.execute(BATCH, [[0, 0, 0, 0, message]])[0][3])


@pytest.mark.parametrize(
    ("action", "paths", "failure"),
    [
        ({"Id": 1, "ActionType": 1, "ObjectPathId": 7}, {"1": ROOT}, "object path 7 is used before it is told"),
        ({"Id": 1, "ActionType": 77, "ObjectPathId": 1}, {"1": ROOT}, "an action of type 77 is not known"),
        ({"Id": 1, "ActionType": 1, "ObjectPathId": 1}, {"1": {"ObjectPathType": 99}}, "ParentObjectPathId"),
        ({"Id": 1, "ActionType": 3, "Name": "Frobnicate", "ObjectPathId": 1}, {"1": ROOT}, r"Document\.frobnicate"),
    ],
)
def test_a_message_out_of_order_is_named_with_its_batch(action, paths, failure):
    host = Host(docx(runs("a")))
    answer = _ask(host, [action], paths)
    assert answer["Error"]["Code"] == "GeneralException"
    assert len(host.failures) == 1
    assert host.failures[0].startswith("batch 1, action 0")
    assert re.search(failure, host.failures[0])


def test_a_batch_that_is_no_batch_is_named():
    host = Host(docx(runs("a")))
    host.execute(BATCH, [[0, 0, 0, 0, "{}"]])
    host.execute(BATCH, [[0, 0, 0, 0, "no JSON"]])
    assert [failure.split(":")[0] for failure in host.failures] == [
        "batch 1 has no Actions or no ObjectPaths",
        "batch 2 is no JSON",
    ]


@pytest.mark.parametrize(
    ("number", "arguments"),
    [
        (BATCH, []),
        (BATCH, [[0, 0, 0, 0, '{"Actions": 3, "ObjectPaths": []}']]),
        (BATCH, [[0, 0, 0, 0, '{"Actions": [3], "ObjectPaths": {}}']]),
        (BATCH, [[0, 0, 0, 0, None]]),
        (SAVE_SETTINGS, [["key"], []]),
        (READ_SLICE, []),
    ],
)
def test_a_call_with_the_wrong_arguments_is_named_with_the_batch_before_it(number, arguments):
    host = Host(docx(runs("a")))
    host.execute(number, arguments)
    (failure,) = host.failures
    assert re.match(rf"call {number}, after batch [01], makes no sense: ", failure)


def test_a_slice_or_a_file_that_is_not_open_is_an_error_of_words_and_no_failure():
    host = Host(docx(runs("a")))
    assert [host.execute(READ_SLICE, [9, 0, 10]), host.execute(CLOSE_FILE, [9])] == [[[5001]], [[5001]]]
    assert host.failures == []


def test_what_the_library_lets_go_late_is_let_go_in_its_own_document_alone():
    before, now = Host(WHOLE), Host(WHOLE)
    late = before.references.keep(before.session.body())
    kept = now.references.keep(now.session.body())
    now.references.drop(late)
    assert now.references.get(kept).read("text").startswith("Alice")
