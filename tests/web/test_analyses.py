"""A document is analysed for somebody who waits in Word: what gives it away, and where Word finds it."""

import io
import json
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.tokens import terms
from backend.web.schemas.documents_in import DOCX, HEADER
from tests.conftest import CLIENT
from tests.web.documents import REPORT, encoded, word_file


@pytest.fixture
def analyse(client):
    def ask(**body):
        response = client.post("/v1/analyses", json=body)
        assert response.status_code == 200, response.text
        return response.json

    return ask


def _story(*texts, kind="body", part="word/document.xml"):
    return {
        "part": part,
        "kind": kind,
        "blocks": [{"ordinal": ordinal, "text": text} for ordinal, text in enumerate(texts)],
    }


def _refused(response, status, code):
    assert response.status_code == status, response.text
    assert response.json["code"] == code
    return response.json


def test_the_analysis_is_the_one_of_the_command_line(analyse, unsaid, report_docx):
    asked = unsaid("suggest", report_docx, "--client", CLIENT, "--k", 5, "--json")
    (expected,) = json.loads(asked.output)["files"]
    found = analyse(document=encoded(REPORT), client=CLIENT, k=5)
    for key in ("client", "levels", "objective", "messages"):
        assert found[key] == expected[key]
    for each, other in zip(found["suggestions"], expected["suggestions"], strict=True):
        places = [{key: place[key] for key in ("story", "block", "start", "end")} for place in each["places"]]
        assert {**{key: each[key] for key in other}, "places": places} == other


@pytest.mark.parametrize(
    ("asked", "highest"),
    [({}, 5), ({"k": 3}, 3), ({"levels": 10}, 10), ({"k": 3, "levels": 2}, 3), ({"levels": 99}, 24)],
)
def test_the_levels_from_2_are_shown_up_to_the_one_that_is_requested(analyse, asked, highest):
    """The model of the sample knows 24 clients."""
    found = analyse(document=encoded(REPORT), client=CLIENT, pii=[], **asked)
    assert [level["k"] for level in found["levels"]] == [*range(2, highest + 1)]


@pytest.mark.parametrize("objective", ["uniform", "simple"])
def test_each_level_of_an_objective_holds_the_terms_of_the_one_below(analyse, objective):
    found = analyse(document=encoded(REPORT), client=CLIENT, k=4, objective=objective)
    assert [level["k"] for level in found["levels"]] == [2, 3, 4]
    assert found["objective"] == objective
    assert {each["from_level"] for each in found["suggestions"]} <= {None, 2, 3, 4}
    assert found["near_misses"]


def test_without_a_client_only_personal_data_are_found(analyse):
    found = analyse(document=encoded(REPORT))
    assert {each["kind"] for each in found["suggestions"]} == {"personal"}
    assert (found["client"], found["model"], found["levels"]) == (None, None, [])


def test_a_document_comes_in_three_forms(client, analyse):
    expected = analyse(document=encoded(REPORT), client=CLIENT, name="a.docx")
    options = json.dumps({"client": CLIENT, "name": "a.docx"})
    form = client.post("/v1/analyses", data={"document": (io.BytesIO(REPORT), "a.docx"), "request": options})
    body = client.post("/v1/analyses", data=REPORT, content_type=DOCX, headers={HEADER: options})
    assert form.json == body.json == expected


def test_the_words_of_a_document_are_those_of_its_stories(analyse):
    found = analyse(stories=[_story("Ford sells cars, cars!"), _story("a car", kind="footnotes", part="f.xml")])
    assert found["words"] == {"ford": 1, "sells": 1, "cars": 2, "a": 1, "car": 1}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["ann@halden.example", "👍", "Zoë ", "𝒳 ", "plan ", "\t"]), min_size=1, max_size=12)
)
def test_offsets_for_word_cut_out_what_is_there(analyse, pieces):
    text = " ".join(pieces)
    units = text.encode("utf-16-le")
    found = analyse(stories=[_story(text)], pii=["EMAIL_ADDRESS"])
    places = [place for each in found["suggestions"] for place in each["places"]]
    assert len(places) == text.count("ann@halden.example")
    for place in places:
        start, end = place["utf16"]["start"], place["utf16"]["end"]
        assert units[2 * start : 2 * end].decode("utf-16-le") == place["text"] == "ann@halden.example"
        assert text[place["start"] : place["end"]] == place["text"]


def test_each_story_tells_how_often_a_search_as_word_does_it_should_find_each_spelling(analyse):
    stories = [_story("Ford met FORD", "Fordham likes Ford"), _story("Ford", kind="header", part="h.xml")]
    (found,) = analyse(stories=stories, always=["Ford"], pii=[])["suggestions"]
    assert [(each["story"]["kind"], each["text"], each["places"], each["hits"]) for each in found["expected"]] == [
        ("body", "Ford", 2, 3),
        ("body", "FORD", 1, 1),
        ("header", "Ford", 1, 1),
    ]
    assert found["count"] == 4


def test_each_place_has_the_number_of_its_hit(analyse):
    stories = [_story("Fordham, Ford", "Ford FORD"), _story("Ford", kind="header", part="h.xml")]
    (found,) = analyse(stories=stories, always=["Ford"], pii=[])["suggestions"]
    assert [(each["text"], each["hit"]) for each in found["places"]] == [
        *(("Ford", 1), ("Ford", 2), ("FORD", 0)),
        ("Ford", 0),
    ]


def test_what_stands_where_marks_were_left_is_reported_as_word_finds_it(analyse):
    """In UTF-16 units; not where something is suggested now, and not where the text has become shorter."""
    stories = [_story("👍 Ford met Ann", "Ford Fordham"), _story("Ford", kind="header", part="h.xml")]
    body = {"part": "word/document.xml", "kind": "body"}
    header = {"part": "h.xml", "kind": "header"}
    places = [*(0, 3, 7), *(1, 0, 4), *(0, 12, 15), *(0, 1, 3), *(1, 8, 99), *(9, 0, 1)]
    marked = [
        {**body, "places": places},
        {**header, "places": [0, 0, 4]},
        {**header, "part": "i.xml", "places": []},
    ]
    found = analyse(stories=stories, always=["Ann"], pii=[], marked=marked)
    (ford,) = found["marked"]
    assert [(each["story"]["kind"], each["text"], each["places"], each["hits"]) for each in ford["expected"]] == [
        ("body", "Ford", 2, 3),
        ("header", "Ford", 1, 1),
    ]
    assert [(each["block"], each["start"], each["utf16"], each["hit"]) for each in ford["places"]] == [
        (0, 2, {"start": 3, "end": 7}, 0),
        (1, 0, {"start": 0, "end": 4}, 1),
        (0, 0, {"start": 0, "end": 4}, 0),
    ]
    assert "marked" not in analyse(stories=stories, pii=[])


def test_marks_are_three_numbers_each(client):
    marked = [{"kind": "body", "places": [0, 1]}]
    refused = client.post("/v1/analyses", json={"stories": [_story("Ford")], "marked": marked})
    assert refused.status_code == 422


def test_a_placeholder_that_is_read_twice_is_one_place(analyse):
    body = _story("[PERSON 1] met [CLIENT]", "x")
    again = _story("[PERSON 1] met Ann and [CLIENT]", kind="before deletion")
    copy = _story("", "[CLIENT]", kind="copy")
    assert analyse(stories=[body, again, copy], pii=[])["placeholders"] == 2


def test_the_words_that_go_with_a_suggestion_are_reported(analyse):
    found = analyse(stories=[_story("Ann Rook’s plan; Ann Rook")], always=["Ann Rook"], pii=[])
    assert [each["words"] for each in found["suggestions"]] == [{"ann": 2, "rook": 2}]
    assert Counter(found["words"]) == Counter(terms("Ann Rook’s plan; Ann Rook"))


def test_each_suggestion_tells_what_stands_for_it_as_a_redaction_writes_it(client, analyse):
    found = analyse(document=encoded(REPORT), client=CLIENT, k=5)["suggestions"]
    taken = [{"id": each["id"], "verdict": "accepted"} for each in found]
    asked = {"document": encoded(REPORT), "client": CLIENT, "k": 5, "decisions": taken}
    written = client.post("/v1/redactions", json=asked).json["report"]["suppressed"]
    stands = {each["term"]: each["placeholder"] for each in found}
    assert stands == {each["term"]: each["placeholder"] for each in written}
    assert any(" 2]" in each for each in stands.values())


def test_text_that_word_does_not_reach_is_marked(analyse):
    found = analyse(stories=[_story("Ann", kind="text box"), _story("Ann")], always=["Ann"], pii=[])
    (suggestion,) = found["suggestions"]
    assert [place["obstacles"] for place in suggestion["places"]] == [["text_box"], []]


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({}, "json/_schema"),
        ({"document": "AAAA", "stories": [_story("a")]}, "json/_schema"),
        ({"document": "not base64!"}, "json/document"),
        ({"stories": []}, "json/stories"),
        ({"stories": [_story("a", kind="bodice")]}, "json/stories/0/kind"),
        ({"stories": [_story("a")], "k": "5"}, "json/k"),
        ({"stories": [_story("a")], "k": 0}, "json/k"),
        ({"stories": [_story("a")], "k": True}, "json/k"),
        ({"stories": [_story("a")], "robust": "yes"}, "json/robust"),
        ({"stories": [_story("a")], "objective": "best"}, "json/objective"),
        ({"stories": [_story("a")], "quixotrade": 1}, "json/*"),
        ({"stories": [_story("a")], "always": [""]}, "json/always/0"),
    ],
)
def test_an_invalid_field_is_reported_by_its_place(client, body, at):
    told = _refused(client.post("/v1/analyses", json=body), 422, "does_not_fit")
    assert [place["at"] for place in told["errors"]] == [at]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"document": encoded(b"no zip at all")}, 415, "not_a_word_document"),
        ({"document": encoded(REPORT[:2000])}, 415, "not_a_word_document"),
        ({"document": encoded(REPORT), "client": "Quixotrade"}, 404, "unknown_client"),
        ({"document": encoded(REPORT), "client": CLIENT, "k": 25}, 422, "impossible_k"),
        ({"document": encoded(REPORT), "pii": ["QUIXOTRADE"]}, 400, "invalid_request"),
        ({"document": encoded(REPORT), "always": ["a b"], "never": ["A B"]}, 400, "invalid_request"),
        ({"document": encoded(REPORT), "name": "plan.quixotrade"}, 415, "unsupported_file"),
        ({"stories": [_story("a"), _story("b")]}, 400, "invalid_request"),
        (
            {"document": encoded(REPORT), "client": CLIENT, "objective": "simple", "robust": True},
            400,
            "invalid_request",
        ),
    ],
)
def test_an_impossible_request_is_a_problem_without_its_text(client, body, status, code):
    response = client.post("/v1/analyses", json=body)
    _refused(response, status, code)
    assert "quixotrade" not in response.text.lower()


def test_a_name_that_is_like_another_is_not_helped_with(client):
    response = client.post("/v1/analyses", json={"document": encoded(REPORT), "client": "Halden & Rock"})
    assert "Rook" not in response.text


def test_other_content_types_are_refused(client):
    _refused(client.post("/v1/analyses", data=b"a", content_type="text/plain"), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"request": "{}"},
        {"document": (io.BytesIO(b"a"), "a.docx"), "request": "{"},
        {"document": (io.BytesIO(b"a"), "a.docx"), "request": "[]"},
        {"document": (io.BytesIO(b"a"), "a.docx"), "request": '{"document": "AAAA"}'},
        {"document": (io.BytesIO(b"a"), "a.docx"), "quixotrade": "1"},
        {"document": [(io.BytesIO(b"a"), "a.docx"), (io.BytesIO(b"b"), "b.docx")]},
    ],
)
def test_a_form_contains_a_document_and_the_request(client, data):
    response = client.post("/v1/analyses", data=data, content_type="multipart/form-data")
    assert "quixotrade" not in str(_refused(response, 422, "does_not_fit"))


def test_half_of_a_character_is_not_text(client):
    body = '{"stories": [{"kind": "body", "blocks": [{"ordinal": 0, "text": "\\ud800"}]}], "always": ["a"]}'
    _refused(client.post("/v1/analyses", data=body, content_type="application/json"), 400, "bad_request")


def test_a_large_document_is_read_in_memory(client, monkeypatch):
    """Werkzeug would spool a file of more than 500 kB into a folder that others can look into."""

    client.get("/v1/clients")  # the store makes its key file when it is asked for the first time

    def refuse(*_arguments, **_more):
        raise AssertionError("a file was made")

    for maker in ("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile", "mkstemp"):
        monkeypatch.setattr(f"tempfile.{maker}", refuse)
    noise = Random(1).randbytes(800_000).hex()  # noqa: S311 - nothing secret is drawn
    content = word_file(*(noise[start : start + 1000] for start in range(0, len(noise), 1000)))
    assert len(content) > 600_000
    parts = (
        b'--b\r\nContent-Disposition: form-data; name="document"; filename="a.docx"\r\n\r\n' + content,
        b'\r\n--b\r\nContent-Disposition: form-data; name="request"\r\n\r\n{"pii": ["US_SSN"]}\r\n--b--\r\n',
    )
    response = client.post("/v1/analyses", data=b"".join(parts), content_type="multipart/form-data; boundary=b")
    assert response.status_code == 200, response.text
