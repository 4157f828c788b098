"""The questions for Word, asked of the host in every profile; docs/conformance.md lists them."""

import re
from pathlib import Path

import pytest

from tests.wordhost.making import docx, runs
from tests.wordhost.profiles import PROFILES

PROBES = Path(__file__).parent / "conformance" / "probes.js"
DOCS = Path(__file__).parents[2] / "docs" / "conformance.md"
DOCUMENT = docx(
    runs("") + '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>', header1=runs("")
)
ASK = """async source => {
  const module = await import(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})));
  return module.ask();
}"""


def _answers(pane, profile):
    return pane(DOCUMENT, profile).page.evaluate(ASK, PROBES.read_text("utf-8"))


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_the_host_answers_as_expected(pane, profile):
    answers = _answers(pane, profile)
    assert len(answers) >= 60
    assert {each["name"]: each["answer"] for each in answers} == {
        each["name"]: each["expected"] for each in answers
    }


def test_every_question_stands_in_the_documentation_with_its_source(pane):
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", DOCS.read_text("utf-8").replace("\\|", "¦"), re.MULTILINE))
    assert {each["name"]: each["source"] for each in _answers(pane, PROFILES[0])} == {
        name: source for name, source in rows.items() if name not in {"Question", "---"}
    }
