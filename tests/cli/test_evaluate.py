"""`unsaid evaluate`, from the outside, on tiny sets."""

import json
import sys

import pytest

from tests.evaluation.personal import write_personal_sets, write_pipeline
from tests.evaluation.sets import write_sets


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_sets(tmp_path_factory.mktemp("data"))


def test_tables_and_full_posts_are_printed_if_nothing_is_written(unsaid, data):
    result = unsaid("evaluate", "20news-example", "--data", data)
    assert result.exit_code == 0, result.output
    assert "words suppressed" in result.stdout
    assert "____" in result.stdout
    assert "more lines" not in result.stdout


def test_what_is_found_of_personal_data_is_measured_with_the_pipeline_of_the_settings(
    unsaid, data, tmp_path, monkeypatch
):
    write_personal_sets(data)
    monkeypatch.setenv("UNSAID_NER", str(write_pipeline(tmp_path / "pipeline")))
    result = unsaid("evaluate", "ner", "--data", data)
    assert result.exit_code == 0, result.output
    assert "PERSON, label-blind" in result.stdout


def test_without_matplotlib_tables_are_raw_json_and_figures_say_what_to_install(
    unsaid, data, tmp_path, monkeypatch
):
    """What is asked for is alone on stdout, and the shares are not rounded."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused = unsaid("evaluate", "sec-curves", "--data", tmp_path / "nowhere", "--out", "docs")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert "pip install '.[evaluate]'" in refused.stderr
    assert not (tmp_path / "docs").exists()
    result = unsaid("evaluate", "sec-curves", "--data", data, "--json")
    assert result.exit_code == 0, result.output
    (found,) = json.loads(result.stdout)["experiments"]
    assert found["experiment"] == "sec-curves"
    shares = [row[-1] for row in found["tables"][0]["rows"]]
    assert any(0 < share < 1 and round(share, 3) != share for share in shares)


def test_the_page_and_its_pictures_are_written_and_another_experiment_leaves_them_alone(unsaid, data, tmp_path):
    result = unsaid("evaluate", "sec-curves", "--data", data, "--out", "docs")
    assert result.exit_code == 0, result.output
    page = tmp_path / "docs" / "experiments.md"
    pictures = [tmp_path / "docs" / "experiments" / f"sec-curves-{how}.png" for how in ("left-out", "by-time")]
    assert {path for path in (tmp_path / "docs").rglob("*") if path.is_file()} == {page, *pictures}
    assert "Written: docs/experiments.md" in result.stdout
    alone, drawn = page.read_text("utf-8"), [each.read_bytes() for each in pictures]
    unsaid("evaluate", "20news-example", "--data", data, "--out", "docs")
    both = page.read_text("utf-8")
    section = alone[alone.index("<!-- begin sec-curves -->") :]
    assert section in both
    assert [each.read_bytes() for each in pictures] == drawn
    assert both.index("20news-example") < both.index("sec-curves")
    assert "____" in both


def test_a_page_that_cannot_be_written_leaves_what_was_there(unsaid, data, tmp_path):
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "experiments.md"
    page.write_bytes(b"\xff\xfe not UTF-8")
    result = unsaid("evaluate", "20news-example", "--data", data, "--out", "docs")
    assert result.exit_code == 2
    assert "not UTF-8" in result.stderr
    assert list((tmp_path / "docs").iterdir()) == [page]
    assert page.read_bytes() == b"\xff\xfe not UTF-8"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("table-9",), "There is no experiment 'table-9'. Choose one of 20news-terms"),
        (
            ("all", "--data", "nowhere"),
            "nowhere: there is no such folder of experimental data. Name yours with --data.",
        ),
        (("all",), "shared/data"),
        ((), "Missing argument"),
    ],
)
def test_wrong_usage_prints_one_line_and_writes_nothing(unsaid, tmp_path, arguments, said):
    result = unsaid("evaluate", *arguments, "--out", "docs")
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert not (tmp_path / "docs").exists()


def test_a_missing_set_is_named(unsaid, tmp_path):
    (tmp_path / "data").mkdir()
    result = unsaid("evaluate", "20news-terms", "--data", "data")
    assert result.exit_code == 2
    assert "20news-bydate.jsonl.gz: this data set is not there" in result.stderr
