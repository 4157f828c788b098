"""Hiding sub-industries and guessing them: the ways, the protocols, and what attackers are shown."""

from collections import Counter

import numpy as np
import pytest
from sklearn.naive_bayes import MultinomialNB

from backend.blocking.objectives import Objective
from backend.document.tokens import terms
from backend.evaluation.data import filings
from backend.evaluation.k_eval import Guessed
from backend.evaluation.sub_industries import (
    FLOOR_EXACTLY,
    OVA,
    Way,
    attack_all,
    by_time,
    hide,
    leaving_one_out,
)
from backend.learning.features import stop_words


@pytest.fixture(scope="module")
def timely(sets):
    return by_time(sets)


@pytest.fixture(scope="module")
def left_out(sets):
    return leaving_one_out(sets)


def test_a_split_by_time_never_learns_from_what_it_hides(sets, timely):
    labelled = [each for each in filings(sets) if each.sector and each.sub_industry]
    assert int(timely.model.documents.sum()) == sum(each.year <= 2014 for each in labelled)
    assert timely.texts == tuple(each.text for each in labelled if each.year > 2014)
    names = [timely.model.clients[each].name for each in timely.class_of]
    assert names == [each.sub_industry for each in labelled if each.year > 2014]


def test_only_the_beginning_of_a_filing_is_redacted_but_all_of_it_is_learnt_from(sets):
    (first, *_) = filings(sets)
    assert len(first.beginning) == len(first.text) < 8_000
    assert len(type(first)("1", "c", "s", "i", 2014, "x " * 9_000).beginning) == 8_000


def test_attackers_see_the_document_without_the_suppressed_words(timely):
    redacted = hide(timely, OVA, 3)
    for row, text in enumerate(timely.texts):
        said = Counter(terms(text))
        left = dict(zip(timely.words, redacted.shown.toarray()[row].tolist(), strict=True))
        gone = {word for word in said if word in left and not left[word]}
        content = set(said) - stop_words()
        assert gone
        assert all(left[word] == said[word] for word in said.keys() - gone if word in left)
        lost = sum(said[word] for word in gone)
        assert redacted.kept[row] == pytest.approx(1 - lost / said.total())
        assert redacted.types[row] == pytest.approx(len(gone) / len(content))
        assert redacted.tokens[row] == pytest.approx(lost / sum(said[word] for word in content))


@pytest.mark.parametrize("k", [2, 4])
def test_before_the_model_itself_the_sub_industry_is_hidden_at_exactly_k_and_the_sector_first(timely, k):
    """Where a program has a solution; the ranks are those of the model's own scores of what is left."""
    (found,) = attack_all([timely], [FLOOR_EXACTLY], [k])
    own = next(each for each in found if each.attacker == "the model itself")
    solved = ~np.isnan(own.redacted.gap)
    assert solved.any()
    assert set(own.industry.best_ranks()[solved].tolist()) == {k}
    assert set(own.sector.worst_ranks()[solved].tolist()) == {1}


def test_without_rows_against_overshooting_more_than_k_minus_1_may_lead(left_out):
    """Ranks before the model that the programs know, which has learnt from these filings too."""
    columns = [left_out.words.index(word) for word in left_out.model.vocabulary]
    ranks = {}
    for way in (FLOOR_EXACTLY, Way(Objective.FLOOR), OVA):
        redacted = hide(left_out, way, 3)
        solved = ~np.isnan(redacted.gap)
        scores = left_out.model.by_client.scores(redacted.shown.toarray()[:, columns])
        ranks[way] = Guessed(scores, left_out.class_of).best_ranks()[solved].tolist()
    assert set(ranks.pop(FLOOR_EXACTLY)) == {3}
    assert all(rank >= 3 for each in ranks.values() for rank in each)
    assert any(rank > 3 for each in ranks.values() for rank in each)


def test_the_held_out_attacker_is_naive_bayes_of_all_words_with_1_added(sets, timely):
    """scikit-learn's, trained on the same early filings, ranks what is left alike."""
    early = [each for each in filings(sets) if each.sector and each.sub_industry and each.year <= 2014]
    column = {word: place for place, word in enumerate(timely.words)}
    counts = np.zeros((len(early), len(column)))
    for row, each in enumerate(early):
        for word in terms(each.text):
            counts[row, column[word]] += 1
    shown = hide(timely, OVA, 2).shown
    industry, sector = timely.attackers["a held-out attacker"](shown)
    for scores, truth in (
        (industry, [each.sub_industry for each in early]),
        (sector, [each.sector for each in early]),
    ):
        peer = MultinomialNB(alpha=1.0, fit_prior=False).fit(counts, truth)
        theirs = peer.predict_joint_log_proba(shown.toarray())
        assert (scores - scores[:, [0]]) == pytest.approx(theirs - theirs[:, [0]])


def test_the_papers_attacker_has_learnt_from_all_filings_but_the_one_it_guesses(sets, left_out):
    """The same sums made anew without the filing, over the model's words."""
    labelled = [each for each in filings(sets) if each.sector and each.sub_industry]
    model = left_out.model
    column = {word: place for place, word in enumerate(model.vocabulary)}
    counts = np.zeros((len(labelled), len(column)))
    for row, each in enumerate(labelled):
        for word in terms(each.text):
            if word in column:
                counts[row, column[word]] += 1
    shown = hide(left_out, OVA, 3).shown.toarray()[:, [left_out.words.index(word) for word in model.vocabulary]]
    industry, sector = left_out.attackers["all but it"](hide(left_out, OVA, 3).shown)
    industries = [each.sub_industry for each in labelled]
    sectors = [each.sector for each in labelled]
    for row, text in enumerate(left_out.texts):
        others = np.array([each.text != text for each in labelled])
        assert others.sum() == len(labelled) - 1
        for scores, truth in ((industry, industries), (sector, sectors)):
            peer = MultinomialNB(alpha=model.options.alpha, fit_prior=False)
            peer.fit(counts[others], np.array(truth)[others])
            assert scores[row] == pytest.approx(peer.predict_joint_log_proba(shown[[row]])[0])


def test_a_filing_that_no_words_hide_is_shown_as_it_is_and_counted(sets, timely):
    """k = 6 among six sub-industries, each of which says words that no other does: the last must beat them all."""
    redacted = hide(timely, Way(Objective.FLOOR, exactly=True, floor_margin=0.99), 6)
    unsolved = np.isnan(redacted.gap)
    assert redacted.unsolved == unsolved.sum() > 0
    assert (redacted.kept[unsolved] == 1).all()
    assert (redacted.tokens[unsolved] == 0).all()
