"""`unsaid suggest`, from the outside."""

import json

from backend.document.tokens import terms
from backend.services.files.reading import open_file
from tests.conftest import CLIENT


def _file(result):
    assert result.exit_code == 0, result.output
    (file,) = json.loads(result.stdout)["files"]
    return file


def test_levels_run_from_2_to_k_and_keep_less_as_they_rise(unsaid, report_docx):
    file = _file(unsaid("suggest", report_docx, "--client", CLIENT, "--k", 8, "--json"))
    assert [level["k"] for level in file["levels"]] == list(range(2, 9))
    assert all(level["k_reached"] >= level["k"] for level in file["levels"])
    kept = [level["kept_share"] for level in file["levels"]]
    assert kept == sorted(kept, reverse=True)
    assert all(level["guess"][0]["client"] != CLIENT for level in file["levels"])


def test_every_place_points_at_its_term_in_the_document(unsaid, report_docx):
    document = open_file("report.docx", report_docx.read_bytes()).document
    text = {(story.part, story.kind.value, block.ordinal): block.text for story, block in document.blocks()}
    file = _file(unsaid("suggest", report_docx, "--client", CLIENT, "--json"))
    assert len(file["suggestions"]) > 20
    for each in file["suggestions"]:
        for place in each["places"]:
            block = text[place["story"]["part"], place["story"]["kind"], place["block"]]
            found = block[place["start"] : place["end"]]
            # A word of a phrase may also stand alone: "Desmond" goes with "Desmond Achebe".
            assert f" {' '.join(terms(found))} " in f" {' '.join(terms(each['term']))} "


def test_suggestions_have_reasons_kinds_and_levels(unsaid, report_docx):
    file = _file(unsaid("suggest", report_docx, "--client", CLIENT, "--always", "steering", "--k", 4, "--json"))
    kinds = {each["kind"] for each in file["suggestions"]}
    assert kinds == {"client", "personal", "always"}
    assert all(each["why"] for each in file["suggestions"])
    levels = {
        each["kind"]: {e["from_level"] for e in file["suggestions"] if e["kind"] == each["kind"]}
        for each in file["suggestions"]
    }
    assert levels["client"] <= {2, 3, 4}
    assert levels["personal"] == levels["always"] == {None}
    assert file["near_misses"]


def test_nothing_is_written(unsaid, report_docx, tmp_path):
    before = sorted(path.name for path in tmp_path.rglob("*"))
    unsaid("suggest", report_docx, "--client", CLIENT)
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_text_files_have_one_block(unsaid, tmp_path):
    (tmp_path / "note.md").write_text("# Halden & Rook\n\nAsk Halden & Rook.", "utf-8")
    file = _file(unsaid("suggest", "note.md", "--client", CLIENT, "--k", 2, "--json"))
    (name,) = [each for each in file["suggestions"] if each["entity"] == "CLIENT"]
    assert [(place["block"], place["start"], place["end"]) for place in name["places"]] == [(0, 2, 15), (0, 21, 34)]


def test_people_see_levels_and_reasons(unsaid, report_docx):
    shown = unsaid("suggest", report_docx, "--client", CLIENT, "--k", 3).stdout
    assert "words kept" in shown
    assert "likelier" in shown
