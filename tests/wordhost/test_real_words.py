"""The host answers as the real Words whose answers somebody has pasted into tests/wordhost/answers."""

import json
from pathlib import Path

import pytest

from addin.wordhost.profiles import MAC, WEB
from addin.wordhost.real_words import BY_PLATFORM, differences, read
from tests.wordhost.test_conformance import _answers

PASTED = sorted((Path(__file__).parent / "answers").glob("*.json"))


def _host(pane, profile, answered):
    return {each["name"]: each["answer"] for each in _answers(pane, profile, answered)}


@pytest.mark.parametrize("path", PASTED, ids=lambda path: path.stem)
def test_the_host_answers_as_this_word(pane, path, answered):
    real = read(path)
    assert differences(real, _host(pane, real.profile, answered)) == {}


def test_a_word_that_answers_otherwise_is_told(pane, tmp_path, answered):
    host = _host(pane, MAC, answered)
    name = "nothing to find"
    answers = {**host, name: 7, "matchCase": "not in this Word", "a question of another version": 1}
    told = {"word": {"host": "Word", "platform": "Mac", "version": "16.113"}, "answers": answers}
    file = tmp_path / "mac.json"
    file.write_text("\ufeff" + json.dumps(told, indent=1), "utf-8")
    real = read(file)
    assert (real.profile, real.version) == (MAC, "16.113")
    assert differences(real, host) == {name: (7, 0)}


def test_the_form_of_the_page_is_read_too(tmp_path):
    file = tmp_path / "web.json"
    answers = [{"name": "matchCase", "source": "#1", "expected": 1, "answer": 2}]
    file.write_text(json.dumps({"word": {"platform": "OfficeOnline", "version": "16"}, "answers": answers}))
    assert (read(file).profile, read(file).answers) == (WEB, {"matchCase": 2})


@pytest.mark.parametrize(
    "told", [{}, [], {"word": {}, "answers": {}}, {"word": {"platform": "Abacus", "version": "1"}, "answers": {}}]
)
def test_another_file_is_refused(tmp_path, told):
    file = tmp_path / "other.json"
    file.write_text(json.dumps(told))
    with pytest.raises(ValueError, match=r"other\.json"):
        read(file)


def test_every_platform_that_the_host_knows_has_a_profile():
    assert {each.platform for each in BY_PLATFORM.values()} == set(BY_PLATFORM)
