"""What the pane has to undo in a document: kept with its review, and taken out of what is redacted."""

import base64
import io
import re
import zipfile
from contextlib import closing

import pytest
from sqlalchemy import select

from addin.wordhost.making import docx, runs
from backend.review.pane_marks import PaneMarks
from backend.storage.db.database import Database, url_of
from backend.storage.tables import ReviewRow
from backend.web.schemas import reviews
from tests.web.test_reviews import CLIENT, as_, code, service  # noqa: F401 - fixtures

LOOK = {
    "part": "word/document.xml",
    "kind": "body",
    "block": 3,
    "start": 4,
    "end": 9,
    "highlight": "#FFFF00",
    "underline": "Single",
}
STORY = {"part": "word/document.xml", "kind": "body", "places": [3, 4, 9, 5, 0, 2]}
MARKS = {
    "tracking": "TrackAll",
    "stories": [STORY],
    "looks": [LOOK],
}
NOTHING = {"tracking": None, "stories": [], "looks": []}


@pytest.fixture
def review(client):
    return f"/v1/reviews/{client.post('/v1/reviews', json={'client': CLIENT}).json['id']}"


def _put(client, review, marks, version):
    return client.patch(f"{review}/decisions", json={"version": version, "decisions": [], "marks": marks})


def test_marks_are_kept_with_the_review_until_others_are_sent(client, as_, review):  # noqa: F811
    assert client.get(review).json["marks"] is None, "a review of before, and one that nothing was marked for"
    assert _put(client, review, MARKS, 1).json["marks"] is None, "only who asks for the review gets them"
    assert client.get(review).json["marks"] == MARKS
    assert as_().get(review).json["marks"] == MARKS, "who may see the review may tidy up"
    assert client.get("/v1/reviews").json["reviews"][0]["marks"] is None
    chosen = {"version": 2, "decisions": [], "chosen": {"k": 3, "keep_industry": True}}
    assert client.patch(f"{review}/decisions", json=chosen).status_code == 200
    assert client.get(review).json["marks"] == MARKS, "another change leaves them"
    assert code(_put(client, review, NOTHING, 2)) == (409, "stale_version")
    assert _put(client, review, NOTHING, 3).status_code == 200
    assert client.get(review).json["marks"] == NOTHING


def test_no_row_says_where_the_marks_are(client, review, settings):
    _put(client, review, MARKS, 1)
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        rows = [str(vars(row)) for row in session.scalars(select(ReviewRow))]
    assert rows
    assert not any(word in row for row in rows for word in ("FFFF00", "Single", "document.xml", "TrackAll"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"tracking": "Off"},
        {"stories": [{**STORY, "places": [1, 2]}]},
        {"stories": [{**STORY, "kind": "margin"}]},
        {"looks": [{**LOOK, "highlight": "yellow"}]},
        {"looks": [{**LOOK, "text": "Ann"}]},
        {"text": "Ann"},
    ],
)
def test_marks_hold_nothing_but_positions_and_looks(client, review, wrong):
    assert code(_put(client, review, {**MARKS, **wrong}, 1)) == (422, "does_not_fit")


def test_marks_are_bounded_over_all_stories(client, review, monkeypatch):
    """Two marks a story; 1,000 stories of 50,000 marks each would be gigabytes."""
    monkeypatch.setattr(reviews, "MAX_MARKS", 3)
    assert _put(client, review, {**MARKS, "stories": [STORY]}, 1).status_code == 200
    both = [STORY, {**STORY, "kind": "header"}]
    assert code(_put(client, review, {**MARKS, "stories": both}, 2)) == (422, "does_not_fit")


def test_the_names_of_their_parts_are_bounded_together(client, review, monkeypatch):
    """9,500 looks with a part of 300 random characters each were 4 MB, stored with the review."""
    monkeypatch.setattr(reviews, "MAX_CHARACTERS_OF_PARTS", 2 * len("word/document.xml"))
    assert _put(client, review, MARKS, 1).status_code == 200
    more = {**MARKS, "looks": [LOOK, {**LOOK, "block": 4}]}
    assert code(_put(client, review, more, 2)) == (422, "does_not_fit")


def test_lists_of_reviews_leave_their_marks_packed(client, review, monkeypatch):
    """A list never shows them, and those of all its reviews would fill the memory of who answers everyone."""
    assert _put(client, review, MARKS, 1).status_code == 200
    monkeypatch.setattr(PaneMarks, "unpacked", lambda _: pytest.fail("nobody asked for the marks"))
    assert client.get("/v1/reviews").status_code == 200
    monkeypatch.undo()
    assert client.get(review).json["marks"] == MARKS


def test_marks_that_an_older_version_has_stored_are_read():
    assert PaneMarks.unpacked(MARKS).as_json()["tracking"] == "TrackAll"
    assert PaneMarks.unpacked(PaneMarks.unpacked(MARKS).packed()) == PaneMarks.unpacked(MARKS)


def _marked(words, name=None):
    run = f'<w:r><w:rPr><w:highlight w:val="yellow"/></w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'
    mark = f'<w:bookmarkStart w:id="5" w:name="{name}"/>{run}<w:bookmarkEnd w:id="5"/>'
    return f"<w:p>{run if name is None else mark}</w:p>"


@pytest.mark.parametrize("copy", [None, {"revisions": "accept", "traces": "remove"}])
def test_a_copy_has_no_marks_and_tells_highlights_that_may_be_some(client, copy):
    """The settings of the add-in are gone, so that bookmarks alone tell what is a mark."""
    content = docx(
        _marked("Carl went home.", "Unsaid_none_n_a1")
        + _marked("Ann went home.", "Unsaid_00FF00_n_a2")
        + _marked("Bob stayed.")
        + runs("Eve slept.")
    )
    sent = {"document": base64.b64encode(content).decode(), "pii": [], "decisions": []}
    told = client.post("/v1/redactions", json=sent if copy is None else {**sent, "copy": copy})
    assert told.status_code == 200, told.text
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(told.json["document"]))) as archive:
        document = archive.read("word/document.xml").decode()
    looks = re.findall(r'<w:r>(?:<w:rPr><w:highlight w:val="(\w+)"/></w:rPr>)?<w:t[^>]*>(\w+)', document)
    assert looks == [("", "Carl"), ("green", "Ann"), ("yellow", "Bob"), ("", "Eve")]
    assert "Unsaid_" not in document
    assert told.json["highlights"] == 2
    rows = [
        (each["treatment"], each["count"]) for each in told.json["report"]["coverage"] if "mark" in each["kind"]
    ]
    assert rows == [("removed", 2)]
