"""What makes no sense fails clearly and names itself."""

import io
import json
import re
import zipfile

import pytest

from tests.wordhost.errors import HostFailure
from tests.wordhost.host import BATCH, Host
from tests.wordhost.making import docx, runs
from tests.wordhost.session import Session


def _zip(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"no zip", "not a .docx"),
        (_zip(other="<a/>"), "it has no word/document.xml"),
        (_zip(word__document="<a>"), "word/document.xml is not well-formed"),
    ],
)
def test_a_broken_file_is_refused_when_it_is_opened(content, why):
    with pytest.raises(HostFailure, match=why):
        Session(content)


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
