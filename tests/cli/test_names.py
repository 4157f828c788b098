"""Names in the product: which pipeline finds them, and what is said where none does."""

import json
from typing import cast

import pytest
import spacy
from spacy.pipeline import EntityRuler

from backend.ooxml.opc.package import open_package
from tests.ooxml.building import package, paragraph, text

GERMAN = "Der Vertrag wird von beiden Parteien nicht vor dem Ende des Jahres gekündigt, sagt Ann Okafor in Leeds."
ENGLISH = "The board has asked Ann Okafor of Leeds to tell them what she knew about all of it before May."


@pytest.fixture
def pipeline(tmp_path):
    """A pipeline of rules, on disk as a trained one would be."""
    nlp = spacy.blank("en")
    cast("EntityRuler", nlp.add_pipe("entity_ruler")).add_patterns(
        [
            {"label": "PERSON", "pattern": "Ann Okafor"},
            {"label": "GPE", "pattern": "Leeds"},
            {"label": "QUANTITY", "pattern": "two horses"},
        ]
    )
    nlp.to_disk(tmp_path / "pipeline")
    return tmp_path / "pipeline"


@pytest.fixture
def redacted(unsaid, tmp_path):
    """Redacts texts with a pipeline; returns the run, the outputs and the reports of the files."""

    def run(*texts, ner, pii="all", jobs=1):
        for number, content in enumerate(texts):
            (tmp_path / "in").mkdir(exist_ok=True)
            (tmp_path / "in" / f"{number}.txt").write_text(content, "utf-8")
        options = ("--no-cii", "--pii", pii, "--out", "out", "--json", "--jobs", jobs)
        done = unsaid("redact", tmp_path / "in", *options, UNSAID_NER=str(ner))
        if done.exit_code == 2:
            return done, [], []
        outputs = [(tmp_path / "out" / f"{number}.txt").read_text("utf-8") for number in range(len(texts))]
        return done, outputs, json.loads(done.stdout)["files"]

    return run


def test_names_are_redacted_and_the_file_is_clean(redacted, pipeline):
    done, outputs, (report,) = redacted(f"{ENGLISH} ANN OKAFOR left.", ner=pipeline)
    first = ENGLISH.replace("Ann Okafor", "[PERSON 1]").replace("Leeds", "[LOCATION 1]")
    assert outputs == [f"{first} [PERSON 1] left."]
    assert (done.exit_code, report["verification"]["status"], report["warnings"]) == (0, "clean", [])


def test_terms_personal_by_context_are_redacted_there_and_are_not_leaks_elsewhere(redacted, pipeline):
    """The rule finds the small letters alone; the capitals stay, for nobody has said that they tell anything."""
    done, outputs, (report,) = redacted("It took two horses, TWO HORSES.", ner=pipeline)
    assert outputs == ["It took [QUANTITY 1], TWO HORSES."]
    assert (done.exit_code, report["suppressed"][0]["spellings"]) == (0, [])


def test_without_a_pipeline_the_report_says_that_names_are_not_checked(redacted):
    done, outputs, (report,) = redacted("ann@halden.example, Ann Okafor", ner="none")
    assert outputs == ["[EMAIL_ADDRESS 1], Ann Okafor"]
    assert done.exit_code == 0
    assert report["messages"] == [{"code": "names_not_checked", "params": {}}]


def test_in_another_language_patterns_work_and_the_report_says_what_was_not_checked(redacted, pipeline):
    _, outputs, reports = redacted(
        f"{GERMAN} ann@halden.example", f"{ENGLISH}\n\n{GERMAN}\n\n{ENGLISH}", ner=pipeline
    )
    assert outputs[0] == f"{GERMAN} [EMAIL_ADDRESS 1]"
    assert [report["messages"][0]["params"] for report in reports] == [
        {"paragraphs": 1, "languages": [{"language": "German", "paragraphs": 1}]},
        {"paragraphs": 3, "languages": [{"language": "German", "paragraphs": 1}]},
    ]
    assert [report["warnings"][0].split(". ")[0] for report in reports] == [
        "Unsaid did not search the text for names, because it is in German",
        "Unsaid did not search 1 of 3 paragraphs for names, because it is not in English (1 in German)",
    ]


def test_a_file_of_which_much_is_in_another_language_is_not_called_clean(redacted, pipeline):
    """A quotation of a tenth is a warning; the whole text is a text that nobody has read for names."""
    long = f"{ENGLISH}\n\n" * 10
    done, _, reports = redacted(GERMAN, f"{long}{GERMAN}", f"{ENGLISH}\n\n{GERMAN}", ner=pipeline)
    assert [report["verification"]["status"] for report in reports] == ["not_examined", "clean", "not_examined"]
    (part,) = reports[0]["verification"]["parts"]
    assert (part["part"], part["examined"], "not in English" in part["why"]) == ("the file", False, True)
    assert done.exit_code == 1
    assert redacted(GERMAN, ner=pipeline, pii="EMAIL_ADDRESS")[2][0]["verification"]["status"] == "clean"


def test_a_name_found_in_english_is_also_redacted_in_a_german_paragraph(redacted, pipeline):
    _, outputs, _ = redacted(f"{ENGLISH}\n\n{GERMAN}\n\n{ENGLISH}", ner=pipeline)
    assert "Okafor" not in outputs[0]


@pytest.mark.parametrize("ner", ["nowhere/at/all", "no_such_package"])
def test_a_pipeline_that_is_set_and_missing_is_an_error_before_anything_is_done(redacted, ner):
    done, _, _ = redacted(ENGLISH, ner=ner)
    assert done.exit_code == 2
    assert ner in done.stderr
    assert "UNSAID_NER" in done.stderr
    assert "Okafor" not in done.stderr


@pytest.mark.parametrize("pii", ["none", "EMAIL_ADDRESS,US_SSN"])
def test_kinds_without_names_load_no_pipeline(redacted, pii):
    assert redacted(ENGLISH, ner="nowhere/at/all", pii=pii)[0].exit_code == 0


def test_several_processes_each_load_it_and_find_the_same(redacted, pipeline):
    _, outputs, _ = redacted(ENGLISH, f"{ENGLISH} ", ENGLISH, ner=pipeline, jobs=2)
    assert [output.rstrip() for output in outputs] == [outputs[0]] * 3
    assert "Okafor" not in outputs[0]


def test_a_name_of_an_author_or_in_an_alt_text_is_redacted_too(unsaid, tmp_path, pipeline):
    """The author of a tracked insertion and a picture's description name people whom the text does not name."""
    alt_text = '<wp:docPr id="1" name="Picture 1" descr="Ann Okafor smiles"/>'
    picture = f"<w:r><w:drawing><wp:inline>{alt_text}</wp:inline></w:drawing></w:r>"
    inserted = '<w:ins w:id="2" w:author="Ann Okafor" w:date="2024-01-01T00:00:00Z">' + text("new") + "</w:ins>"
    (tmp_path / "a.docx").write_bytes(package(paragraph(text("as ann okafor said "), inserted, picture)).to_bytes())
    done = unsaid("redact", "a.docx", "--no-cii", "--out", "out", "--json", UNSAID_NER=str(pipeline))
    (report,) = json.loads(done.stdout)["files"]
    assert report["verification"]["status"] == "clean"
    redacted = b"".join(open_package((tmp_path / "out" / "a.docx").read_bytes()).parts.values())
    assert b"okafor" not in redacted.lower()
    assert b"[PERSON 1] smiles" in redacted
