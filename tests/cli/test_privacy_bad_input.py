"""Odd collections of texts have defined results or clear errors, and never NaN."""

import json
import tracemalloc

import pytest

from backend.errors import InvalidRequest
from backend.privacy.documents import DocumentCollector
from backend.privacy.spi import release_privacy
from backend.services.privacy.policy import read_policy


@pytest.fixture
def measured(unsaid, tmp_path):
    """Run a command of `privacy` on files with these lines, and return its status and its report."""

    def run(command, *files, more=()):
        paths = []
        for number, lines in enumerate(files):
            paths.append(tmp_path / f"{number}.jsonl")
            paths[-1].write_bytes(b"".join(each if isinstance(each, bytes) else _line(each) for each in lines))
        done = unsaid("privacy", command, *paths, *more, "--json")
        assert "NaN" not in done.stdout
        assert "Infinity" not in done.stdout
        return done.exit_code, json.loads(done.stdout)

    return run


def _line(entry):
    return json.dumps(entry).encode() + b"\n"


def text(user, content, **more):
    return {"user": user, "text": content, **more}


UNITS = ("document", "word", "partial")


@pytest.mark.parametrize("unit", UNITS)
def test_users_in_one_of_the_two_collections(measured, unit):
    status, report = measured("spi", [text("ann", "a b")], [text("bob", "a b")], more=("--unit", unit))
    assert status == 0
    assert (report["jsd"], report["unknown_users"], len(report["users"])) == (1, 1, 1)


@pytest.mark.parametrize("unit", UNITS)
def test_one_user_whose_texts_are_all_the_same(measured, unit):
    same = [text("ann", "same")] * 3
    status, report = measured("spi", same, same[:1], more=("--unit", unit))
    assert (status, report["spi"], report["jsd"], report["pel"]) == (0, 0, 0, None)


@pytest.mark.parametrize("unit", UNITS)
def test_empty_texts(measured, unit):
    status, report = measured("spi", [text("ann", ""), text("ann", "a")], [text("ann", "")], more=("--unit", unit))
    assert status == 0
    assert 0 <= report["spi"] <= report["jsd"] <= 1


@pytest.mark.parametrize("sigma", [-0.1, 1.1, 1e300, "high", True, [0.5]])
def test_a_sensitivity_that_is_none_is_a_skipped_line(measured, sigma):
    status, report = measured("spi", [text("ann", "a", sigma=sigma), text("ann", "b")], [text("ann", "b")])
    assert (status, report["jsd"], len(report["problems"])) == (1, 0, 1)


@pytest.mark.parametrize(
    "odd", [b'{"user": "ann", "text": "a", "sigma": NaN}\n', b'{"user": "ann", "text": "a", "sigma": 1e999}\n']
)
def test_a_sensitivity_that_json_does_not_know(measured, odd):
    status, report = measured("spi", [odd, text("ann", "b")], [text("ann", "b")])
    assert (status, len(report["problems"])) == (1, 1)


@pytest.mark.parametrize("command", ["spi", "linkability"])
def test_lines_that_are_not_utf_8(measured, command):
    entry = {"user": "ann", "entity": "ann", "community": "cars", "text": "engine"}
    files = [[b'{"user": "caf\xe9"}\n', entry]] * (2 if command == "spi" else 1)
    status, report = measured(command, *files)
    assert status == 1
    assert {each["reason"] for each in report["problems"]} == {"not a JSON object in UTF-8"}


def test_empty_profiles_are_left_out(measured):
    empty = {"entity": "ann", "community": "cars", "text": "the and"}
    status, report = measured("linkability", [empty, {**empty, "community": "boats"}, {**empty, "text": ""}])
    assert (status, report["profiles"], report["empty_profiles"], report["pairs"]) == (0, 2, 2, [])
    assert report["bound_says_nothing"] is None


def test_identical_profiles_are_all_in_the_anonymous_subset(measured):
    people = [
        {"entity": name, "community": place, "text": "engine"}
        for name in ("ann", "bob")
        for place in ("cars", "boats")
    ]
    _, report = measured("linkability", people)
    assert {(each["distance"], each["rank"], each["anonymous_subset"]) for each in report["pairs"]} == {(0, 1, 2)}
    assert {each["likelihood"] for each in report["pairs"]} == {0.5}


def test_many_tiny_texts_take_bounded_memory():
    """200,000 here, for ten million: what is kept of a text does not depend on how many there are."""
    originals, many = DocumentCollector(), 200_000
    tracemalloc.start()
    for number in range(many):
        originals.add("ann" if number % 2 else "bob", f"t{number % 1000}")
    kept = tracemalloc.get_traced_memory()[0] / many
    tracemalloc.stop()
    assert kept < 32
    elements = originals.elements()
    assert release_privacy(elements, elements, originals.names).spi == 0


def test_users_without_a_word_are_left_out_and_told(unsaid, tmp_path):
    files = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    files[0].write_bytes(b"".join(map(_line, [text("ann", ""), text("bob", "crane ship"), text("cat", "[TERM]")])))
    files[1].write_bytes(b"".join(map(_line, [text("ann", "crane"), text("bob", "crane")])))
    asked = ("privacy", "spi", *files, "--unit", "word")
    assert "Users without a word in the original, and do not count: 2." in unsaid(*asked).stdout
    told = json.loads(unsaid(*asked, "--json").stdout)
    assert ([each["user"] for each in told["users"]], told["empty_users"]) == (["bob"], 2)
    assert told["impressions"] == 0.5


def test_a_release_with_fewer_copies_of_every_text_hides_nothing(unsaid, tmp_path):
    files = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    entries = [text("ann", "crane"), text("ann", "ship")]
    files[0].write_bytes(b"".join(map(_line, entries * 2)))
    files[1].write_bytes(b"".join(map(_line, entries)))
    told = " ".join(unsaid("privacy", "spi", *files).stdout.split())
    assert "has 50% of the documents, but every text of the original is among them: nothing is hidden." in told


def test_a_belief_that_is_too_large_for_a_number(tmp_path):
    path = tmp_path / "policy.json"
    path.write_text('{"requirements": [{"profile": "a", "attribute": "client", "belief": 1%s}]}' % ("0" * 400))
    with pytest.raises(InvalidRequest, match="no privacy policy"):
        read_policy(path)
