"""The loaders, on sets written by the test."""

import gzip
import json

import pytest

from backend.errors import DataMissing, UnreadableFile
from backend.evaluation.data import DataSet, dispatches, filings, newsgroups, refuse_missing


def test_posts_come_with_their_headers_apart_and_ids_of_their_own(sets):
    posts = newsgroups(sets)
    assert len({post.id for post in posts}) == len(posts) == 308
    assert posts[0].head == "From: someone@alt.atheism.example\nSubject: Re: alt.atheism"
    assert "Subject" not in posts[0].body
    assert posts[0].whole == f"{posts[0].head}\n\n{posts[0].body}"


@pytest.mark.parametrize(
    ("raw", "head", "body"),
    [
        ("Subject: a\n\nb\n\nc", "Subject: a", "b\n\nc"),
        ("no header\n\nb", "", "no header\n\nb"),
        ("only a body", "", "only a body"),
    ],
)
def test_a_post_without_a_header_is_all_body(tmp_path, raw, head, body):
    path = tmp_path / DataSet.NEWSGROUPS
    path.parent.mkdir()
    line = {"id": "1", "group": "g", "split": "train", "raw": raw}
    path.write_bytes(gzip.compress(json.dumps(line).encode()))
    (post,) = newsgroups(tmp_path)
    assert (post.head, post.body) == (head, body)


def test_dispatches_have_their_subject_apart(sets):
    found = dispatches(sets)
    assert len(found) == 180
    assert {each.subject for each in found} == {"grain", "ship", "interest"}
    assert not any("\t" in each.text for each in found)


def test_a_dispatch_without_a_subject_is_a_damaged_file(tmp_path):
    for name in (DataSet.REUTERS, DataSet.REUTERS_TEST):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(gzip.compress(b"no subject\n"))
    with pytest.raises(UnreadableFile, match="damaged"):
        dispatches(tmp_path)


def test_filings_whose_ids_occur_twice_are_distinguished(sets):
    found = filings(sets)
    assert len({filing.id for filing in found}) == len(found) == 43
    assert {filing.sector for filing in found} == {"Retail", "Energy", "Health Care", None}
    assert found[0].year == 2012


def test_missing_data_are_named_with_advice(tmp_path):
    with pytest.raises(DataMissing, match="no such folder of experimental data"):
        refuse_missing(tmp_path / "nowhere")
    with pytest.raises(DataMissing, match=r"20news-bydate\.jsonl\.gz: this data set is not there"):
        newsgroups(tmp_path)


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"no json"), gzip.compress(b"{}" * 999)[:-9]],
    ids=["no gzip", "no json", "cut off"],  # a time stands in what is compressed: no name would hold for a second
)
def test_a_damaged_set_is_reported_without_its_text(tmp_path, content):
    path = tmp_path / DataSet.FILINGS
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match="Download the data set again"):
        filings(tmp_path)
