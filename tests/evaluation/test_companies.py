"""The company hidden on the product's own way, and how its filings fare."""

import numpy as np
import pytest

from backend.blocking.attackers import AttackerKind
from backend.blocking.objectives import Objective
from backend.document.tokens import terms
from backend.evaluation.company_hiding import AttackSummary, attack_filings, early_and_later, halves
from backend.evaluation.data import filings
from backend.services.models.attack import AttackResult, HiddenDocument


def test_redacted_filings_are_later_than_the_training_data_and_drawn_once(sets, drawn):
    counts, documents = drawn
    assert len(counts.documents) == sum(each.year <= 2014 for each in filings(sets))
    assert {each.year for each in documents} == {2016}
    assert len({each.id for each in documents}) == 3
    assert early_and_later(sets, 3)[1] == documents


def test_a_sample_set_apart_has_no_filing_of_the_other(sets):
    (counts, usual), (same, apart) = early_and_later(sets), early_and_later(sets, apart=True)
    assert apart
    assert same.documents == counts.documents
    half = len({each.id for each in usual} | {each.id for each in apart}) // 2
    assert {each.id for each in apart}.isdisjoint(each.id for each in early_and_later(sets, half)[1])


def test_halves_share_companies_and_no_filing(drawn):
    counts, _ = drawn
    single = [each for each, owner in zip(counts.documents, counts.client_of, strict=True) if owner == 0][1:]
    even, odd = halves(counts.without(single))
    assert not set(even.documents) & set(odd.documents)
    assert even.clients == odd.clients == counts.clients[1:], "a company with one filing is in neither"
    assert len(even.documents) + len(odd.documents) == 3 * 12
    assert np.bincount(even.client_of).tolist() == [2] * 12


def test_names_are_always_redacted_and_k_is_measured_on_the_rest(drawn, redactor):
    _, documents = drawn
    for each in documents:
        hidden = redactor.hide(each, 3, Objective.FLOOR)
        assert hidden.file.report.k_reached == hidden.rank >= 3
        assert hidden.document.client == redactor.model.find(each.company)
        left = sum(hidden.document.said.values())
        assert hidden.kept == pytest.approx(left / len(terms(each.text)))
        assert redactor.untouched(each).kept == 1
        assert redactor.untouched(each).document == HiddenDocument.of(hidden.document.client, (each.text,))


def test_a_hardness_can_be_requested_by_its_promise(drawn, redactor):
    assert redactor.default in redactor.defence.promises
    for promise in redactor.defence.promises:
        assert redactor.holding(promise).default == promise


def test_ways_keep_their_own_verdicts(drawn, redactor):
    """Two ways that are asked about at once fare as each does alone."""
    counts, documents = drawn
    kinds = (AttackerKind.NB, AttackerKind.CENTROID)
    untouched = [redactor.untouched(each) for each in documents]
    hidden = [redactor.hide(each, 2, Objective.OVA) for each in documents[:3]]
    together = attack_filings(counts, [(1, untouched), (2, hidden)], kinds)
    assert together[0] == attack_filings(counts, [(1, untouched)], kinds)[0]
    assert together[1] == attack_filings(counts, [(2, hidden)], kinds)[0]
    assert together[0].named == {AttackerKind.NB: 1.0, AttackerKind.CENTROID: 1.0}


def test_shares_are_of_the_documents(drawn, redactor):
    """Of four verdicts of each: SVM names one and ranks two 2nd or below; the centroid names none, all are 3rd."""
    _, documents = drawn
    found = [redactor.untouched(each) for each in documents[:4]]
    svm = [
        AttackResult(AttackerKind.SVM, *each)
        for each in ((1, True, "a"), (1, False, None), (2, False, "b"), (5, False, "b"))
    ]
    centroid = [AttackResult(AttackerKind.CENTROID, 3, named=False, guess="b")] * 4
    shares = AttackSummary.of(2, found, list(zip(svm, centroid, strict=True)))
    assert shares.named == {AttackerKind.SVM: 0.25, AttackerKind.CENTROID: 0}
    assert shares.hidden == {AttackerKind.SVM: 0.5, AttackerKind.CENTROID: 1}
    assert shares.mean_named(shares.named) == 0.125
    assert shares.mean_hidden(shares.named) == 0.75
    assert (shares.kept, shares.gap, shares.milliseconds) == (1, None, 0)
