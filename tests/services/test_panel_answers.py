"""What held-out attackers say of levels and files is what they say of the texts that are written."""

from dataclasses import replace
from pathlib import Path

import pytest

from backend.learning.registry import Registry
from backend.panel.answer import ask_panel
from backend.services.analysis.suggest import suggest_files
from backend.services.files.reading import open_file
from backend.services.models.stored_panel import load_panel
from backend.services.models.training import load_defence
from backend.services.redaction.redact import redact_content
from backend.services.redaction.verify import expected_in_report, judge_content, verify_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import resolve
from tests.conftest import CLIENT

NAME = Path("minutes.txt")
K = 4


@pytest.fixture(scope="module")
def catalogue(sample_registry):
    registry = Registry(sample_registry)
    return Catalogue(registry.load(), load_defence(registry, None), panel=load_panel(registry, None))


@pytest.fixture
def minutes(report_docx):
    """The text of the sample report: one part, which everything reads alike."""
    return "\n".join(open_file("report.docx", report_docx.read_bytes()).document.counted_texts())


@pytest.fixture
def suggested(catalogue, minutes, tmp_path):
    path = tmp_path / NAME
    path.write_text(minutes, "utf-8")
    (file,) = suggest_files((path,), Request(client=CLIENT, k=K), catalogue, lambda *_: None)
    return file


def written(catalogue, minutes, k):
    request = resolve(Request(client=CLIENT, k=k), catalogue)
    return redact_content(NAME, NAME, minutes.encode(), request)


def test_the_answer_of_a_level_is_that_of_the_file_that_is_written_at_this_level(catalogue, minutes, suggested):
    levels = {level.k: level for level in suggested.analysis.levels}
    for k in (2, K):
        report = written(catalogue, minutes, k).report
        assert report.panel is not None
        assert report.panel == levels[k].panel, k


def test_the_answer_of_a_report_is_what_its_attackers_say_of_the_written_text(catalogue, minutes):
    """They compare all clients, or those of the industry where the text shows it."""
    done = written(catalogue, minutes, K)
    model = catalogue.model
    client = model.find(CLIENT)
    industry = [n for n, each in enumerate(model.clients) if each.utility == model.clients[client].utility]
    answers = [
        ask_panel(catalogue.panel, [done.content.decode()], str(client), [among])[0]
        for among in (None, tuple(map(str, industry)))
    ]
    assert done.report.panel in answers
    assert done.report.as_json()["panel"] == done.report.panel.as_json()


def test_the_document_as_it_is_names_the_client_and_its_levels_do_not(suggested):
    analysis = suggested.analysis
    assert len(analysis.panel.content_words.named_by) == 15
    assert [level.panel.content_words.named_by for level in analysis.levels[1:]] == [()] * (K - 2)
    content = suggested.as_json()
    assert content["panel"] == analysis.panel.as_json()
    assert content["levels"][0]["panel"] == analysis.levels[0].panel.as_json()


def test_a_saved_file_is_attacked_again(catalogue, minutes):
    done = written(catalogue, minutes, K)
    expected = expected_in_report(done.report.as_json())
    found = verify_content(NAME.name, done.content, expected)
    request = resolve(Request(client=CLIENT, k=K), catalogue)
    assert judge_content(NAME.name, done.content, expected, found, request).panel == done.report.panel
    told = f"{done.content.decode()} {minutes}".encode()
    again = judge_content(NAME.name, told, expected, verify_content(NAME.name, told, expected), request)
    assert len(again.panel.content_words.named_by) > 0


@pytest.mark.parametrize("lacks", ["panel", "client", "texts of the client"])
def test_without_a_panel_that_knows_the_client_nothing_is_said(catalogue, minutes, lacks):
    if lacks == "panel":
        catalogue = replace(catalogue, panel=None)
    if lacks == "texts of the client":
        own = str(catalogue.model.find(CLIENT))
        others = tuple("gone" if each == own else each for each in catalogue.panel.clients)
        catalogue = replace(catalogue, panel=replace(catalogue.panel, clients=others))
    asked = Request() if lacks == "client" else Request(client=CLIENT, k=2)
    report = redact_content(NAME, NAME, minutes.encode(), resolve(asked, catalogue)).report
    assert report.panel is None
    assert report.as_json()["panel"] is None
