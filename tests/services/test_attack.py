"""Documents attacked: what each attacker sees, whom it names, and what the figures count."""

import numpy as np
import pytest

from backend.blocking.attackers import AttackerKind
from backend.document.tokens import terms
from backend.errors import InvalidRequest
from backend.learning.counts import count_terms
from backend.learning.registry import Registry
from backend.learning.visible_clients import VisibleClients
from backend.services.files.reading import open_file
from backend.services.models import attack
from backend.services.models.attack import (
    AttackedFile,
    AttackerFigures,
    AttackRequest,
    AttackResult,
    HiddenDocument,
    attack_documents,
    attack_files,
    parse_attackers,
)
from tests.conftest import CLIENT
from tests.learning.corpora import document

LEARNT = count_terms(
    [
        document("1", "Alder", "store till aisle"),
        document("2", "Birch", "store ledger ledger"),
        document("3", "Cedar", "store loan rate"),
        document("4", "Cedar", "loan loan rate", "client term"),
    ]
)
ALDER, BIRCH, CEDAR = range(3)


def _verdicts(client, *texts, **options):
    (found,) = attack_documents(LEARNT, [HiddenDocument.of(client, texts)], **options)
    return found


def test_every_attacker_gives_its_verdict_in_the_order_requested():
    kinds = (AttackerKind.NEAREST_NEIGHBOUR, AttackerKind.NB)
    found = _verdicts(CEDAR, "a loan at a rate", kinds=kinds)
    assert found == tuple(AttackResult(kind, 1, named=True, guess="Cedar") for kind in kinds)
    assert [each.attacker for each in _verdicts(CEDAR, "loan")] == list(AttackerKind)


def test_a_hidden_client_has_its_rank_and_someone_else_is_named():
    for verdict in _verdicts(BIRCH, "loan rate", "aisle loan"):
        assert verdict.guess == "Cedar", verdict
        assert verdict.rank >= 2, verdict
        assert not verdict.named


def test_placeholders_and_unknown_words_give_attackers_no_information():
    for verdict in _verdicts(ALDER, "[CLIENT] [TERM] zygote", "[TERM]"):
        assert verdict == AttackResult(verdict.attacker, 1, named=False, guess=None)


def test_without_documents_no_attacker_is_trained():
    learnt = []
    assert attack_documents(LEARNT, [], trained=lambda: learnt.append(1)) == ()
    assert learnt == []


def test_clients_that_someone_may_not_see_are_not_named():
    visible = VisibleClients(frozenset({"Alder"}))
    assert {each.guess for each in _verdicts(ALDER, "loan", visible=visible)} == {"another client, banking"}


def test_the_rank_is_what_plain_arithmetic_on_the_stored_counts_says(sample_registry, report_docx):
    """Naive Bayes smoothed by 1, without a line of ours but the tokeniser."""
    learnt = Registry(sample_registry).load_counts()
    texts = open_file("report.docx", report_docx.read_bytes()).document.counted_texts()[::3]
    counts = np.array(
        [learnt.word_counts.toarray()[learnt.client_of == each].sum(axis=0) for each in range(len(learnt.clients))]
    )
    log_likelihood = np.log((counts + 1) / (counts + 1).sum(axis=1, keepdims=True))
    column = {word: i for i, word in enumerate(learnt.words)}
    scores = sum(log_likelihood[:, column[word]] for text in texts for word in terms(text) if word in column)
    order = np.argsort(-scores)
    for client in range(len(learnt.clients)):
        hidden = HiddenDocument.of(client, texts)
        ((verdict,),) = attack_documents(learnt, [hidden], [AttackerKind.NB])
        assert verdict.rank == 1 + order.tolist().index(client)
        assert verdict.guess == learnt.clients[order[0]].name
        assert verdict.named == (client == order[0])
    assert learnt.clients[order[0]].name == CLIENT


def test_many_documents_are_capped_and_every_client_is_kept(monkeypatch):
    monkeypatch.setattr(attack, "LEARN_FROM", 1)
    assert [each.guess for each in _verdicts(CEDAR, "loan rate", kinds=[AttackerKind.RIDGE])] == ["Cedar"]


def test_a_word_that_is_in_no_document_that_was_drawn_reveals_nothing(monkeypatch):
    """One of Cedar's two documents is drawn, and each has a word of its own; smoothing would tell of the other."""
    monkeypatch.setattr(attack, "LEARN_FROM", 1)
    learnt = count_terms(
        [
            document("1", "Alder", "store till"),
            document("2", "Birch", "store ledger ledger"),
            document("3", "Cedar", "store loan rate"),
            document("4", "Cedar", "store loan mortgage"),
        ]
    )
    asked = [HiddenDocument.of(CEDAR, [word]) for word in ("rate", "mortgage")]
    guesses = [each.guess for (each,) in attack_documents(learnt, asked, [AttackerKind.NB])]
    assert sorted(map(str, guesses)) == ["Cedar", "None"]


def test_files_are_attacked_without_a_word_of_clients_that_someone_may_not_see(
    sample_registry, report_docx, tmp_path
):
    rows = tmp_path / "rows.csv"
    registry, seen = Registry(sample_registry), "Marchetto Ipermercati"

    def attacked(client):
        rows.write_text(f"path,client\n{report_docx},{client}\n")
        request = AttackRequest((report_docx,), rows, (AttackerKind.NB,), VisibleClients(frozenset({seen})))
        return attack_files(request, registry, None, lambda *_: None).files[0]

    assert attacked(seen).verdicts[0].guess.startswith("another client, ")
    others = {each.name for each in registry.load_counts().clients} - {seen}
    asked = attacked(sorted(others)[0][:-1]).error  # a slip that would have been put right
    assert "No client" in asked
    assert not any(name in asked for name in others)


def test_shares_count_the_files_that_could_be_attacked():
    """Ranks 1, 4 and 5 against k = 5, 4 and 5: one names the client, one is below its k; the fourth failed."""
    files = [
        AttackedFile("a", "A", 5, (AttackResult(AttackerKind.SVM, 1, named=True, guess="A"),)),
        AttackedFile("b", "B", 4, (AttackResult(AttackerKind.SVM, 4, named=False, guess="A"),)),
        AttackedFile("c", "C", 5, (AttackResult(AttackerKind.SVM, 5, named=False, guess=None),)),
        AttackedFile.failed("d", "d: gone"),
    ]
    assert AttackerFigures.over(AttackerKind.SVM, files) == AttackerFigures(AttackerKind.SVM, 3, 1 / 3, 1 / 3)
    assert AttackerFigures.over(AttackerKind.SVM, files[3:]) == AttackerFigures(AttackerKind.SVM, 0, None, None)
    assert [file.needs_attention for file in files] == [True, False, False, True]


def test_attackers_are_requested_by_name():
    assert parse_attackers("ALL") == tuple(AttackerKind)
    assert parse_attackers("svm,1nn, svm") == (AttackerKind.SVM, AttackerKind.NEAREST_NEIGHBOUR)
    for names in ("svn", "svm,", ""):
        with pytest.raises(InvalidRequest, match="Choose from nb, nb-strong"):
            parse_attackers(names)
