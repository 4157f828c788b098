"""K-REDACTOR on documents so small that every choice of words can be tried, and on some that are not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backend.blocking import program as solvers
from backend.blocking.attackers import NearestNeighbour
from backend.blocking.attackers.fitting import fit_attacker, fit_linear
from backend.blocking.attackers.kinds import AttackerKind
from backend.blocking.confusability import nearest_rivals
from backend.blocking.contests import ClassMargins
from backend.blocking.k_redactor import Program, solve
from backend.blocking.nearest_documents import NearestDocuments
from backend.blocking.program import LinearConstraints
from backend.blocking.seen_features import SplitWords
from backend.errors import ImpossibleK, InfeasibleProgram, SolverFailed
from tests.blocking.attackers.corpora import corpus, sparse
from tests.blocking.models import Case
from tests.blocking.programs import peer
from tests.blocking.tasks import AHEAD, Task, attacker, lines, tasks


@st.composite
def with_rivals(draw):
    """A task and some k - 1 others, as the paper fixes them beforehand."""
    task = draw(tasks())
    others = [i for i in range(len(task.case.class_counts)) if i != task.true]
    return task, draw(st.permutations(others))[: task.k - 1]


def attempt(program, rivals=None):
    try:
        return solve(program, rivals)
    except (InfeasibleProgram, SolverFailed):
        return None


@given(tasks(), st.booleans())
def test_k_holds_by_exact_fractions_of_what_stays(task, exactly):
    solution = attempt(task.program(exactly=exactly))
    assume(solution is not None)
    assert task.exact_k(solution) == task.k if exactly else task.exact_k(solution) >= task.k
    assert len(solution.rivals) == task.k - 1
    assert (task.leads(solution.stays)[list(solution.rivals)] > 0).all()


@given(with_rivals(), st.booleans(), st.booleans())
def test_with_given_rivals_the_selection_keeps_the_most_words(drawn, exactly, floor):
    task, rivals = drawn
    solution = attempt(task.program(exactly=exactly, floor=floor), rivals)
    best = task.best(rivals, exactly=exactly, floor=floor)
    if solution is None:
        assert best is None
    else:
        assert task.kept(solution) == best
        assert list(solution.rivals) == rivals


@given(with_rivals())
def test_the_gap_is_the_distance_to_the_relaxed_program_that_scipy_solves(drawn):
    task, rivals = drawn
    solution = attempt(task.program(), rivals)
    assume(solution is not None)
    likelihood = task.case.model.log_likelihood[:, [task.case.model.column[word] for word in task.said.words]]
    rows = LinearConstraints(
        (likelihood[task.true] - likelihood[rivals]) * task.said.counts, np.full(len(rivals), -AHEAD)
    )
    bound = peer(task.said.counts.astype(float), rows)
    assert solution.gap >= 0
    assert solution.gap == pytest.approx((bound - task.kept(solution)) / (bound or 1), abs=1e-6)


def test_the_gap_by_hand():
    # "loan" (twice, 2 nats) and "till" (once, 1 nat); without them the rival is 1.501 ahead, .001 must be left.
    # In parts, 1.5 occurrences may stay, as each speaks 1 nat; whole, only "till": a third less.
    counts = np.array([2, 1])
    solution = solve(Program(2, counts.astype(float), counts, (lines(2.0, 1.0, fixed=-1.501),)))
    assert solution.stays.tolist() == [False, True]
    assert solution.gap == pytest.approx(1 / 3)


@given(tasks())
def test_k_2_is_out_of_reach_only_where_no_choice_of_words_reaches_it(task):
    task = replace(task, k=2)
    if attempt(task.program()) is None:
        others = np.delete(np.arange(len(task.case.class_counts)), task.true)
        assert all(task.best([rival]) is None for rival in others.tolist())


def test_a_client_that_is_the_same_in_all_but_name_is_no_rival():
    # Class 1 ties whatever goes; class 2 leads once the second word has gone.
    lead = np.array([[0, 0, -1.0], [0, 0, 1.5]])
    contest = ClassMargins("model", 0, lead, np.zeros(3))
    solution = solve(Program(2, np.ones(2), np.ones(2, dtype=int), (contest,)))
    assert (solution.rivals, solution.stays.tolist()) == ((2,), [True, False])


@given(tasks())
def test_the_cheapest_rival_leaves_no_less_than_the_papers(task):
    task = replace(task, k=2)
    cheapest = attempt(task.program())
    nearest = nearest_rivals(task.case.evidence.scores(), task.true, 1).tolist()
    papers = attempt(task.program(), nearest)
    assume(papers is not None)

    def bound(solution):
        return task.kept(solution) / (1 - solution.gap) if solution.gap < 1 else 0

    assume(papers.gap < 1 and cheapest.gap < 1)
    assert bound(cheapest) >= bound(papers) - 1e-6


def test_the_cheapest_rival_need_not_be_the_nearest():
    # Class 1 is .95 nats behind, class 2 is 3; but before class 2 a single word stands, before class 1 five.
    lead = np.zeros((6, 3))
    lead[0, 2], lead[1:, 1] = 4, 0.2
    contest = ClassMargins("model", 0, lead, np.array([0.0, -0.05, -1.0]))
    counts = np.ones(6, dtype=int)
    program = Program(2, np.ones(6), counts, (contest,))
    assert contest.leads(np.ones(6)).tolist() == pytest.approx([0, 0.95, 3])
    assert solve(program).rivals == (2,)
    assert solve(program).stays.tolist() == [False, True, True, True, True, True]
    assert solve(program, [1]).rivals == (1,)
    assert solve(program, [1]).stays.tolist() == [True, False, False, False, False, False]


@given(tasks(), st.sampled_from([0.0, 0.05, 0.3]))
def test_the_floor_keeps_the_utility_class_first_even_if_words_speak_less_for_it(task, margin):
    solution = attempt(task.program(floor=True, floor_margin=margin))
    assume(solution is not None)
    assert task.exact_k(solution) >= task.k
    utility = 1 - task.true % 2
    assert task.utility_leads(solution.stays)[utility] < 0
    wary = 0.0
    for word, count, stay in zip(task.said.words, task.said.counts.tolist(), solution.stays, strict=True):
        spoken = task.utility_model.log_likelihood[:, task.utility_model.column[word]] * count
        wary += stay * (spoken[1 - utility] - spoken[utility] - margin * abs(spoken[1 - utility] - spoken[utility]))
    assert wary > 0


def test_a_floor_that_the_client_cannot_leave_is_infeasible():
    # All that speaks for the utility class speaks for the client, too: a nat for each is one too many.
    counts = np.array([1, 1])
    utility = lines(1.0, 1.0, fixed=-1.0)
    program = Program(2, np.ones(2), counts, (lines(2.0, 2.0, fixed=-1.0),), utility=utility)
    with pytest.raises(InfeasibleProgram, match="satisfies every condition"):
        solve(program)
    assert not solve(replace(program, utility=None)).stays.any()


def test_no_words_that_may_go_leave_a_tie_unless_priors_decide():
    none = np.zeros(0, dtype=int)
    with pytest.raises(InfeasibleProgram):
        solve(Program(2, np.zeros(0), none, (lines(fixed=0.0),)))
    solution = solve(Program(2, np.zeros(0), none, (lines(fixed=-1.0),)))
    assert (solution.stays.tolist(), solution.rivals, solution.gap) == ([], (1,), 0.0)


@pytest.mark.parametrize(("lead", "fixed", "stays"), [(1.0, -0.5, False), (1.0, -1.5, True), (-1.0, 0.5, True)])
def test_the_only_word_goes_where_it_shows_the_client(lead, fixed, stays):
    solution = solve(Program(2, np.ones(1), np.array([1]), (lines(lead, fixed=fixed),)))
    assert solution.stays.tolist() == [stays]


def test_a_program_is_infeasible_where_the_only_word_cannot_help():
    with pytest.raises(InfeasibleProgram):
        solve(Program(2, np.ones(1), np.array([1]), (lines(-1.0, fixed=1.5),)))


@given(tasks())
def test_k_1_changes_nothing(task):
    solution = solve(replace(task, k=1).program())
    assert solution.stays.all()
    assert solution.gap == 0


@given(tasks())
def test_k_beyond_the_clients_is_reported(task):
    classes = len(task.case.class_counts)
    with pytest.raises(ImpossibleK, match="Lower k"):
        solve(replace(task, k=classes + 1).program())
    with pytest.raises(ImpossibleK):
        solve(replace(task, k=3).program(), [int(task.true == 0)])


def test_words_of_negative_value_go_though_no_row_asks_for_it():
    counts = np.array([1, 1, 1])
    values = np.array([1.0, -0.5, -0.5])
    # The last word is what keeps the rival ahead.
    solution = solve(Program(2, values, counts, (lines(0.5, 0.0, -1.0, fixed=0.0),)))
    assert solution.stays.tolist() == [True, False, True]


def test_a_failure_of_all_solvers_is_reported(monkeypatch):
    monkeypatch.setattr(solvers, "_solvers", lambda *_, **__: [])
    task = Task(Case(((9, 0, 0, 0, 1, 1), (0, 9, 0, 0, 1, 1)), (3, 1, 1, 0, 2, 1)), 0, 2)
    with pytest.raises(SolverFailed, match="greedily"):
        solve(task.program())


@settings(max_examples=60)
@given(tasks(), st.integers(1, 2), st.sampled_from([0.0, 0.1]))
def test_before_every_attacker_that_is_not_named_unmet_rivals_lead_by_the_margin(task, leaders, margin):
    models = {"bold": attacker(task, 0.1), "shy": attacker(task, 20.0)}
    contests = [task.contest(model, task.true, name) for name, model in models.items()]
    solution = attempt(task.program(*contests, leaders=min(leaders, task.k - 1), margin=margin))
    assume(solution is not None)
    assert task.exact_k(solution) >= task.k
    for name, model in models.items():
        if name in solution.unmet:
            continue
        assert (task.leads(solution.stays, model) > 0).sum() >= min(leaders, task.k - 1)
        wary = np.zeros(len(model.classes))
        for word, count, stay in zip(task.said.words, task.said.counts.tolist(), solution.stays, strict=True):
            spoken = model.log_likelihood[:, model.column[word]] * count
            wary += stay * (spoken[task.true] - spoken + margin * np.abs(spoken[task.true] - spoken))
        assert (wary < 0).sum() >= min(leaders, task.k - 1)


def hand_made(*attackers, **options):
    """Three words; the rival leads the model once the first has gone."""
    counts = np.ones(3, dtype=int)
    contests = (lines(1.0, 0.0, 0.0, fixed=-0.5), *attackers)
    return Program(2, np.ones(3), counts, contests, **options)


@pytest.mark.parametrize(("leaders", "stays"), [(1, [False, True, True]), (2, [False, False, True])])
def test_before_an_attacker_as_many_lead_as_are_requested(leaders, stays):
    # Once the first word has gone both others lead the model; the attacker also has to lose the second for class 2.
    model = ClassMargins("model", 0, np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0.0]]), np.array([0, -0.5, -0.5]))
    other = ClassMargins("other", 0, np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0.0]]), np.array([0, -0.5, -0.5]))
    solution = solve(Program(3, np.ones(3), np.ones(3, dtype=int), (model, other), leaders=leaders))
    assert solution.stays.tolist() == stays


def test_attackers_that_nothing_deceives_are_named_and_the_others_hold():
    knows = replace(lines(1.0, 1.0, 1.0, fixed=9.0), name="knows")
    sees = replace(lines(0.0, 1.0, 0.0, fixed=-0.5), name="sees")
    solution = solve(hand_made(knows, sees))
    assert solution.unmet == ("knows",)
    assert solution.stays.tolist() == [False, False, True]
    assert solve(hand_made(sees)).unmet == ()


def test_nearest_documents_that_cannot_be_met_are_named():
    class_of = np.array([0, 1])
    far = NearestDocuments(0, np.array([[0.2, 0.2, 0.2], [0.1, 0.1, 0.1]]), np.array([0.9, 0.0]), class_of)
    near = NearestDocuments(0, np.array([[0.0, 0.5, 0.0], [0.0, 0.0, 0.4]]), np.zeros(2), class_of)
    lost = solve(hand_made(neighbours=(far,)))
    assert (lost.unmet, lost.stays.tolist()) == (("nearest documents",), [False, True, True])
    met = solve(hand_made(neighbours=(near,)))
    # .5 of the second word speaks for the own document, .4 of the third for the rival's: the second goes.
    assert (met.unmet, met.stays.tolist()) == ((), [False, False, True])


def test_several_classifiers_at_once_on_a_document_of_many_words():
    learnt = corpus(60, 120, 6)
    column = {f"w{i:03}": i for i in range(120)}
    document = corpus(6, 120, 6, seed=9).counts[[4]].toarray()[0]
    spoken = {word: int(document[i]) for word, i in column.items() if document[i]}
    said = SplitWords.of(spoken, [column.keys()], frozenset())
    kinds = (AttackerKind.NB, AttackerKind.COMPLEMENT_NB, AttackerKind.RIDGE)
    attackers = [fit_linear(kind, learnt.counts, learnt.class_of, learnt.classes) for kind in kinds]
    contests = tuple(
        ClassMargins.of(str(kind), each, said.as_features(column), 4)
        for kind, each in zip(kinds, attackers, strict=True)
    )
    nearest = fit_attacker(AttackerKind.NEAREST_NEIGHBOUR, learnt.counts, learnt.class_of, learnt.classes)
    assert isinstance(nearest, NearestNeighbour)
    neighbours = NearestDocuments.of(nearest, said.as_features(column), 4)
    program = Program(3, said.counts.astype(float), said.counts, contests, margin=0.02, neighbours=(neighbours,))
    solution = solve(program)
    assert solution.unmet == ()
    left = np.zeros(120, dtype=np.int32)
    for word, count, stay in zip(said.words, said.counts, solution.stays, strict=True):
        left[column[word]] = count * stay
    for scores in (nearest.scores(sparse([left]))[0], *(each.scores(sparse([left]))[0] for each in attackers)):
        assert (scores > scores[4]).any()
    scores = attackers[0].scores(sparse([left]))[0]
    assert (scores > scores[4]).sum() >= 2
    assert solution.stays.mean() > 0.3
    assert np.array_equal(solution.stays, solve(program).stays)


def test_rivals_that_share_the_words_that_go_are_picked_together():
    # Alone the rivals cost 3.5, 4.5 and 4.5 occurrences, in parts. The second needs another word than the first,
    # the third the same and one more: beside the first, it costs 5 whole occurrences, the second 9.
    leads = np.array(
        [
            [0.0, 1.0, 0.0, 1.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
    counts = np.array([4, 5, 1])
    contest = ClassMargins("model", 0, leads * counts[:, None], np.array([0.0, -0.5, -0.5, -0.5]))
    solution = solve(Program(3, counts.astype(float), counts, (contest,)))
    assert set(solution.rivals) == {1, 3}
    assert solution.stays.tolist() == [False, True, False]
