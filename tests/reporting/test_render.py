"""What people read of how words were chosen, and of how well that protects against held-out attackers."""

import re
from dataclasses import replace

import pytest
from rich.console import Console

from backend.blocking.held_out_promises import HeldOutPromise, Interval, Lack, MissingPromise, Split
from backend.blocking.known_attackers import LADDER, AttackResults, MeasuredProtection
from backend.blocking.objectives import Objective
from backend.document.coverage import CoverageEntry, Treatment
from backend.messages.warnings import IndustryNotKept, KNotReached
from backend.reporting.outcome import Outcome, Shortfall
from backend.reporting.render import coverage_lines, file_lines, promise_lines, selection_method, table
from backend.reporting.report import FileReport, promise_as_json
from backend.verification.places import PartStatus
from backend.verification.residue import Verification

PROMISE = MeasuredProtection(LADDER[0], 5, 24, AttackResults(0.93, 0.72), AttackResults(0.33, 0.19), 0.757)


def _shown(renderable):
    console = Console(width=140, highlight=False)
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


@pytest.mark.parametrize(("kind", "said"), [("always_term", True), ("client_name", True), ("comments", False)])
def test_the_check_that_found_a_term_is_named(kind, said):
    verified = Verification((), (PartStatus("word/document.xml", examined=True),))
    report = FileReport("a.docx", verification=verified, outcome=Outcome((), (Shortfall(kind, 1),)))
    shown = " ".join(_shown(file_lines(report)).split())
    assert ("a check of the text as Word shows it found one" in shown) == said
    assert ("no redacted term is left." in shown) != said


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("robust", [True, False])
def test_each_objective_is_reported_in_words_that_fit_on_a_line(objective, robust):
    told = str(selection_method(objective, 0.01, robust=robust))
    assert told.startswith(f"  Objective {objective}: ")
    assert ("the model only" in told) != robust
    assert ("industry" in told) == objective.needs_utility
    assert all(len(line) <= 130 for line in told.splitlines())


@pytest.mark.parametrize(("gap", "told"), [(None, False), (0.0, False), (0.02, False), (0.021, True), (0.5, True)])
def test_a_gap_is_reported_where_it_matters(gap, told):
    assert ("short of the optimum" in str(selection_method("floor", gap, robust=True))) == told


def test_measured_protection_is_shown_for_both_kinds_of_unknown_attackers():
    """Not named in .93 and .33 is named in .07 and .67."""
    shown = _shown(promise_lines([PROMISE]))
    assert "24 documents kept out of training, at level 5" in shown
    assert re.search(r"the same documents as the model +7% +72%", shown)
    assert re.search(r"other documents of the same clients +67% +19%", shown)


def test_each_promise_is_reported_once_and_so_is_a_missing_one():
    other = MeasuredProtection(LADDER[1], 5, 24, AttackResults(1.0, 1.0), AttackResults(1.0, 1.0), 0.6)
    shown = _shown(promise_lines([PROMISE, None, PROMISE, other, None]))
    assert shown.count("Attackers that read texts as redaction does") == 2
    assert shown.count("No promise: this version was not measured with held-out attackers") == 2
    assert shown.count("was not measured for") == 1
    assert _shown(promise_lines([])).strip() == ""


def test_programs_read_the_same_of_a_promise():
    assert promise_as_json(PROMISE) == {
        "k": 5,
        "documents": 24,
        "same_documents": {"not_named": 0.93, "k_holds": 0.72},
        "other_documents": {"not_named": 0.33, "k_holds": 0.19},
        "leaders": "1",
        "margin": 0.0,
        "rare_words": 0,
        "kept_share": 0.757,
        "held_out": [],
    }


def test_a_choice_that_was_not_made_is_not_reported():
    """At k = 1, and without a client."""
    for file in (FileReport("a.txt", "out/a.txt", client="Alder", k=1), FileReport("a.txt", "out/a.txt")):
        assert "Objective" not in _shown(file_lines(file))


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (1.0, "Its rank is predictable"),
        (0.2, "the same rank is right in 20% of documents; one who also has the model is right more often"),
    ],
)
def test_the_chance_of_a_fixed_answer_claims_no_more_than_that(chance, told):
    file = FileReport("a.txt", "out/a.txt", client="Alder", k=5, k_reached=6, rank_guess=chance)
    assert told in " ".join(_shown(file_lines(file)).split())


def test_notes_come_last_each_on_its_own_line():
    file = FileReport("a.txt", "out/a.txt", warnings=(IndustryNotKept((5,)), KNotReached(5, 3)))
    assert _shown(file_lines(file)).rstrip().splitlines()[-2:] == [
        "  Note: At level 5, the industry was not kept recognisable.",
        "  Note: Level 5 was not reached, only 3. Lower --k, add terms with --always, or try another --objective.",
    ]


def test_the_coverage_lists_changed_removed_and_unread_text():
    """Two headers, 3 and 4 places; an alt text that did not change; two pictures, that nobody looked at."""
    rows = [
        CoverageEntry("word/header1.xml", "header", Treatment.REDACTED, 3),
        CoverageEntry("word/header2.xml", "header", Treatment.REDACTED, 4),
        CoverageEntry("word/header2.xml", "alt text", Treatment.REDACTED, 0),
        CoverageEntry("docProps/core.xml", "author", Treatment.REMOVED, 1),
        CoverageEntry("word/media/1.png", "picture", Treatment.NOT_EXAMINED),
        CoverageEntry("word/media/2.png", "picture", Treatment.NOT_EXAMINED),
    ]
    assert coverage_lines(rows) == [
        "The file contains 4 kinds of text in 5 parts.",
        "Redacted in place: header 7×.",
        "Removed: author 1×.",
        "Not examined: picture 2×.",
    ]
    assert coverage_lines([]) == []


def test_however_many_kinds_and_parts_there_are_little_is_reported():
    rows = [CoverageEntry(f"part{i}", f"kind {i}", Treatment.REMOVED, 1) for i in range(100)]
    assert coverage_lines(rows)[1].endswith("kind 5 1× and 94 more.")
    unread = Verification((), tuple(PartStatus(f"part{i}", examined=False) for i in range(100)))
    shown = _shown(file_lines(FileReport("a.docx", "out/a.docx", verification=unread)))
    assert "part4 and 95 more." in shown


def test_programs_read_each_row():
    file = FileReport("a.docx", coverage=(CoverageEntry("word/media/1.png", "picture", Treatment.NOT_EXAMINED),))
    assert file.as_json()["coverage"] == [
        {"part": "word/media/1.png", "kind": "picture", "treatment": "not examined", "count": 0}
    ]


def test_a_table_shows_brackets_in_a_name_as_they_are():
    assert "Halden [b]Rook[/b]" in _shown(table(("client",), [("Halden [b]Rook[/b]",)]))


def test_a_promise_is_its_lower_end_and_a_missing_one_says_what_the_corpus_lacks():
    share, worst = Interval(0.9, 0.74, 0.97), Interval(0.75, 0.55, 0.88)
    made = HeldOutPromise(Split.RANDOM, 5, 24, 12, share, share, "letters", worst, 0.7)
    missing = [MissingPromise(Split.TIME, Lack.DATES), MissingPromise(Split.AUTHOR, Lack.AUTHORS)]
    shown = _shown(promise_lines([replace(PROMISE, held_out=(made, *missing))]))
    assert re.search(r"at random +74% \(measured 90%, 95 % confidence interval 74%–97%\)", shown)
    assert "at random, worst attacker (letters): client not named in at least 55%" in shown
    assert "No promise for later documents: the corpus has no dates of documents." in shown
    assert "No promise for documents by other authors: the corpus names no authors." in shown
