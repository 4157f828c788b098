"""The questions for Word, asked of the host in every profile; docs/conformance.md lists them."""

import shutil

import pytest

from addin.wordhost.conformance_page import PAGE, PROBES, questions, written
from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import PROFILES, WEB

DOCUMENT = docx(
    runs("") + '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>', header1=runs("")
)
ASK = """async source => {
  const module = await import(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})));
  return module.ask();
}"""


def _answers(pane, profile, answered):
    if profile.name not in answered:
        answered[profile.name] = pane(DOCUMENT, profile).page.evaluate(ASK, PROBES.read_text("utf-8"))
    return answered[profile.name]


ELSEWHERE = {
    WEB.name: {
        "256 characters are InvalidArgument": 0,
        "later ranges move with earlier edits": "XYZ Q a",
        "the old range does not hold its replacement": "X",
        "a range does not hold what is put before it": "",
        "a range holds what is put at its start": "X",
    }
}
"""Word on the web searches longer strings (#168, #731). Its ranges stay where they were (#1215, #2800); the last
three answers follow from that in the host, and nobody says what Word answers there."""


def expected(profile):
    """What the host has to answer in a profile, by the name of the question."""
    return {each["name"]: each["expected"] for each in questions()} | ELSEWHERE.get(profile.name, {})


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_the_host_answers_as_expected(pane, profile, answered):
    answers = _answers(pane, profile, answered)
    assert len(answers) >= 60
    assert {each["name"]: each["answer"] for each in answers} == expected(profile)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_every_question_is_in_the_documentation_with_its_source(pane, answered):
    page, asked = PAGE.read_text("utf-8"), questions()
    assert written(page, asked) == page, "run python -m addin.wordhost.conformance_page"
    assert [each["name"] for each in _answers(pane, PROFILES[0], answered)] == [each["name"] for each in asked]
    assert len({each["name"] for each in asked}) == len(asked)


def test_the_page_keeps_what_it_says_beside_the_questions():
    page = (
        "It is a page that asks 1 questions.\n\n## The questions\n\n0 of 1 are.\n\n| Question | Source |\n| old |\n"
    )
    assert written(page, [_question("a|b", "#4"), _question("c", "unsourced")]) == (
        "It is a page that asks 2 questions.\n\n## The questions\n\n1 of 2 are.\n\n"
        "| Question | Source |\n| --- | --- |\n| a\\|b | #4 |\n| c | unsourced |\n"
    )


def _question(name, source):
    return {"name": name, "source": source, "expected": None}
