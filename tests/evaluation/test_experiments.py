"""The experiments on tiny sets whose outcome is known from how they were made."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from backend.blocking.known_attackers import KEPT_OUT, LADDER
from backend.blocking.objectives import Objective
from backend.blocking.promises import measure_protection
from backend.errors import DataMissing, InvalidRequest
from backend.evaluation import company_hiding, experiments, held_out_promises, index_experiment
from backend.evaluation.data import DataSet, newsgroups
from backend.evaluation.experiments import EXPERIMENTS, experiments_named
from backend.evaluation.nesting import K_MAX, Documents, compare
from backend.evaluation.redactron import LEVELS, deal, redactron, set_up
from backend.evaluation.result import silent
from backend.evaluation.simple_runs import hide
from backend.evaluation.sub_industries import WAYS
from backend.evaluation.suppressed_words import blank_words, most_of, redacted_post, word_lists
from backend.learning.naive_bayes import NaiveBayes
from tests.further_cases import sampled

DOCS = Path(__file__).parents[2] / "docs"


def rows(result, caption):
    (table,) = [table for table in result.tables if table.caption.startswith(caption)]
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


TRAININGS = ((2012, 0), (2014, 0), (2016, 0))
"""Before there are enough filings, in between, and after all of them; seeds draw from as few alike."""


@pytest.fixture(scope="module", autouse=True)
def measured():
    """Three of the ten trainings of `promises`, and two of the ten seeds of `index`.

    The same filings are measured once, for all experiments.
    """
    measured = {}

    def measure(counts, *, everything):
        key = counts.documents, counts.words, counts.word_counts.data.tobytes(), everything
        if key not in measured:
            measured[key] = measure_protection(counts, everything=everything)
        return measured[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(held_out_promises, "SPLITS", TRAININGS)
        patch.setattr(index_experiment, "SEEDS", (0, 1))
        patch.setattr(company_hiding, "measure_protection", measure)
        yield measured


@pytest.fixture(scope="module")
def first_run(sets):
    """The result of an experiment by its name; run once, as some take seconds."""
    found = {}

    def run(name):
        if name not in found:
            (experiment,) = experiments_named(name)
            found[name] = experiment.run(sets, silent)
        return found[name]

    return run


def test_faith_is_listed_only_once_the_rivals_do_not_share_it(sets):
    """The set's atheists and Christians say *faith* alike and nobody else does: Table 2's finding."""
    told = []
    result = word_lists(sets, lambda done, total: told.append((done, total)))
    nearest = [row for row in rows(result, "Share") if row["posts"].startswith("nearest")]
    assert len(nearest) == 6
    assert all(row["number"] > 0 and row["k = 2"] == 0 and row["k = 5"] == 1 for row in nearest)
    assert told == [(done, 6) for done in range(1, 7)]


def test_the_papers_lists_are_beside_ours(sets):
    beside = rows(word_lists(sets), "The paper's post")
    assert [row["paper, k = 2"] for row in beside][:3] == ["religion", "dogma", "system"]
    assert len(beside) == 10


def test_a_redacted_post_loses_every_occurrence_and_nothing_else():
    text = "Yeast and YEAST's cure:\n yeasty bread, yeast-free."
    assert blank_words(text, ["yeast"]) == ("____ and ____'s cure:", " yeasty bread, ____-free.")


def test_a_post_is_found_by_its_words(posts):
    assert most_of(("sci", "space"), posts) is posts[2]


def test_the_excerpt_is_short_and_the_listing_whole(sets):
    result = redacted_post(sets)
    assert [listing.caption for listing in result.listings] == ["k = 2", "k = 5"]
    reached = rows(result, "The post")
    assert reached[0]["k reached"] >= 2
    for listing, row in zip(result.listings, reached, strict=True):
        assert sum(line.count("____") for line in listing.lines) == row["occurrences"]


def test_no_player_has_seen_the_posts_in_question(sets):
    posts = newsgroups(sets)
    rounds = deal(posts, asked=40)
    parts = (rounds.redactor, rounds.players, rounds.calibration, rounds.asked)
    together = np.concatenate(parts)
    assert len(set(together.tolist())) == len(together)
    assert {posts[row].split for row in rounds.asked} == {"test"}
    assert {posts[row].split for part in parts[:3] for row in part} == {"train"}
    assert len(rounds.asked) == 40
    assert all((a == b).all() for a, b in zip(parts, vars_of(deal(posts, asked=40)), strict=True)), "fixed seed"


def vars_of(rounds):
    return (rounds.redactor, rounds.players, rounds.calibration, rounds.asked)


def test_at_k_1_players_see_the_posts_as_they_are_and_later_less_and_less(sets):
    posts = newsgroups(sets)
    game = set_up(posts, deal(posts, asked=30))
    untouched = game.counts.word_counts[game.rounds.asked]
    assert np.array_equal(game.asked[1].toarray(), untouched.toarray())
    words = [int(game.asked[k].sum()) for k in LEVELS]
    assert words[0] > words[1] > words[2]


def test_players_lose_points_when_the_words_that_tell_are_gone(sets):
    result = redactron(sets)
    table = rows(result, "Wary")
    points = {(row["k"], row["player"]): row["points a post"] for row in table}
    assert [row["k"] for row in table] == [1] * 4 + [2] * 4 + [5] * 4
    for player in {row["player"] for row in table}:
        assert points[1, player] > 0.8, "the set is easy while nothing is hidden"
        assert points[1, player] > points[5, player]
    for counted in rows(result, "How many"):
        assert sum(counted[f"{mark} marked"] for mark in ("1", "2", "3", "4+")) == 154
    (figure,) = result.figures
    assert [len(panel.series) for panel in figure.panels] == [3] * 4


def test_the_number_of_players_with_the_papers_finding_is_reported(sets):
    """Of all numbers of options that a player marked at k, one errs most."""
    result = redactron(sets)
    shares = [[row[f"{mark} marked"] for mark in ("1", "2", "3", "4+")] for row in rows(result, "Wary")]
    for k, of_level in ((2, shares[4:8]), (5, shares[8:12])):
        most = sum(
            single is not None and single > max((other for other in others if other is not None), default=1.0)
            for single, *others in of_level
        )
        assert any(f"for {most} of 4 players at k = {k}" in finding for finding in result.findings)


def test_nested_levels_hold_the_words_of_those_below_and_may_so_cost_more():
    """A third class that says *loan* often: against it alone *loan* says nothing, but it went at k = 2 already."""
    counts = np.array([[5.0, 9.0, 1.0, 4.0], [1.0, 1.0, 9.0, 4.0], [1.0, 40.0, 1.0, 1.0]])
    model = NaiveBayes.from_counts(("bank", "shop", "lender"), ("cash", "loan", "till", "van"), counts, alpha=0.1)
    documents = tuple(
        (text, "bank") for text in ("cash cash loan till", "loan loan till van", "cash loan van van till")
    )
    kept = compare(Documents("toy", model, documents), k_max=3)
    for row, (text, name) in enumerate(documents):
        for k in (1, 2, 3):
            assert kept.free[row, k - 1] == hide(model, text, name, 3).kept_share(k)
            assert kept.nested[row, k - 1] == hide(model, text, name, 3, nested=True).kept_share(k)
    assert (kept.nested != kept.free).any()


def test_nesting_costs_nothing_at_k_2_and_is_reported_for_both_corpora(first_run):
    result = first_run("nesting-cost")
    for name in ("SEC filings", "20 Newsgroups"):
        table = rows(result, name)
        assert [row["k"] for row in table] == list(range(2, K_MAX + 1))
        assert table[0]["cost"] == table[0]["documents it costs"] == 0
        assert all(row["cost"] == pytest.approx(row["kept, un-nested"] - row["kept, nested"]) for row in table)
        nested = [row["kept, nested"] for row in table]
        assert nested == sorted(nested, reverse=True), "a raised slider only adds"


def test_levels_by_programs_reach_their_k_and_only_add(first_run):
    table = rows(first_run("nesting-cost"), "Programs before attackers")
    assert [row["k"] for row in table] == list(range(2, K_MAX + 1))
    assert all(row["cost"] == pytest.approx(row["kept, un-nested"] - row["kept, nested"]) for row in table)
    nested = [row["kept, nested"] for row in table]
    assert nested == sorted(nested, reverse=True)
    assert table[0]["k reached"] == 1


@pytest.mark.parametrize(
    "experiment",
    sampled(EXPERIMENTS, [each for each in EXPERIMENTS if each.name != "protection-curve"]),
    ids=lambda experiment: experiment.name,
)
def test_every_experiment_gives_figures_under_its_own_name(experiment, first_run):
    first = first_run(experiment.name)
    assert first.experiment == experiment.name
    json.dumps(first.as_json(), allow_nan=False)


LONG = {"nesting-cost", "sec-keval", "protection-curve", "protection", "known-method", "promises"}
"""Of those that redact by programs and learn attackers, `sec-attackers` runs again in `make check`."""


@pytest.mark.parametrize(
    "experiment",
    sampled(EXPERIMENTS, [each for each in EXPERIMENTS if each.name not in LONG]),
    ids=lambda experiment: experiment.name,
)
def test_every_experiment_gives_the_same_figures_again(experiment, sets, first_run, measured):
    first = first_run(experiment.name)
    measured.clear()
    assert first.as_json() == experiment.run(sets, silent).as_json()


def test_k_eval_is_reported_for_every_way_before_every_attacker_beside_the_paper(first_run):
    result = first_run("sec-keval")
    guessed = rows(result, "What attackers guess")
    assert len(guessed) == 3 * len(WAYS)
    for row in guessed:
        assert row["k-eval"] <= row["lenient"] <= 1
        assert row["error, k − 1 guesses"] <= row["error, first guess"]
        assert row["sector, first guess"] <= row["sector, k − 1 guesses"]
    by_level = rows(result, "k-eval at each k")
    for mean, levels in zip(guessed, by_level, strict=True):
        assert mean["k-eval"] == pytest.approx(np.mean([levels[f"k = {k}"] for k in (2, 3, 4, 5)]))
    beside = rows(result, "Table 1 beside ours")
    assert [row["k-eval, paper"] for row in beside[:5]] == [0.834, 0.599, 0.553, 0.599, None]
    assert beside[0]["k-eval, ours"] == guessed[2 * len(WAYS)]["k-eval"], "the paper's protocol"


def test_no_k_eval_is_better_than_that_of_the_floor_with_exactly_k(first_run):
    """Before the model itself: the filings whose program is solved score 1, which nothing exceeds."""
    guessed = [
        row for row in rows(first_run("sec-keval"), "What attackers") if row["attacker"] == "the model itself"
    ]
    best = {row["objective"]: row["k-eval"] for row in guessed}
    assert best["floor, exactly k"] == max(best.values())


def test_curves_drop_at_the_kth_guess_and_never_rise(first_run):
    result = first_run("sec-curves")
    assert [figure.name for figure in result.figures] == ["sec-curves-left-out", "sec-curves-by-time"]
    assert all([panel.title for panel in figure.panels] == ["k = 2", "k = 3", "k = 5"] for figure in result.figures)
    for protocol in ("Leave one out", "Split by time"):
        table = rows(result, protocol)
        assert len(table) == 3 * 2 * 2
        for row in table:
            curve = [row["1 guess"], *(row[f"{j} guesses"] for j in (2, 3, 4, 5))]
            assert curve == sorted(curve, reverse=row["share"] == "industry error")
            if protocol == "Split by time" and row["share"] == "industry error" and row["k"] == 2:
                assert curve[0] == 1


def test_attackers_are_distinguished_by_whether_programs_know_of_them(first_run):
    result = first_run("sec-attackers")
    named_by = rows(result, "How often attackers name")
    kept_out = [column for column in named_by[0] if column.endswith("(kept out)")]
    assert kept_out == ["svm (kept out)", "logistic (kept out)", "centroid (kept out)"]
    assert len([column for column in named_by[0] if column.endswith("(row)")]) == 8
    ways = [row["way"] for row in named_by]
    assert ways == ["untouched", "simple", "ova", "uniform", "floor", "floor, robust"]
    assert all(share == 1 for column, share in named_by[0].items() if column != "way"), "untouched they are plain"
    robust = named_by[-1]
    assert all(
        share <= before[column] for before in named_by for column, share in robust.items() if column != "way"
    )
    left = {row["way"]: row for row in rows(result, "What is left")}
    assert all(left[way]["k = 5 reached"] == 1 for way in ways[1:])
    goals = [row["ours"] for row in rows(result, "Goals")]
    assert goals[2] == left["floor, robust"]["words kept"]


@pytest.mark.thorough  # a curve of many levels takes as long as all other experiments together
def test_protection_is_reported_for_every_objective_k_and_hardness(first_run):
    result = first_run("protection-curve")
    table = rows(result, "Words kept")
    levels = [2, 3, 5, 8, 12]
    for way in (*Objective, "floor, robust"):
        assert [row["k"] for row in table if row["way"] == way] == levels
    assert [row["k"] for row in table if row["way"].startswith("every")] == [5] * len(LADDER)
    for row in table:
        shares = [row[f"named by {kind}"] for kind in KEPT_OUT]
        assert row["mean"] == pytest.approx(np.mean(shares))
    (figure,) = result.figures
    assert len(figure.panels[0].series) == len(Objective) + 2
    assert len({series.label for series in figure.panels[0].series}) == len(Objective) + 2


def test_an_unknown_experiment_is_answered_with_the_names_there_are():
    assert experiments_named("all") == EXPERIMENTS
    with pytest.raises(InvalidRequest, match=r"20news-terms, .* or all"):
        experiments_named("table-9")


def test_nothing_runs_when_a_set_of_a_later_experiment_is_missing(tmp_path, sets):
    (tmp_path / "20newsgroups").symlink_to(sets / "20newsgroups")

    def nobody(name):
        raise AssertionError(f"{name} was started")

    assert DataSet.FILINGS not in EXPERIMENTS[0].needs
    with pytest.raises(DataMissing, match="sec_mda"):
        list(experiments.run(EXPERIMENTS, tmp_path, nobody))


def test_the_page_in_docs_has_a_section_and_the_pictures_of_every_experiment():
    text = (DOCS / "experiments.md").read_text("utf-8")
    assert re.findall(r"^<!-- begin (\S+) -->$", text, re.MULTILINE) == [each.name for each in EXPERIMENTS]
    shown = set(re.findall(r"\]\(experiments/([^)]+)\)", text))
    assert shown == {path.name for path in (DOCS / "experiments").iterdir()}
