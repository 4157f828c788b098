"""The rank of the client is drawn by a key, and at least k clients could be the one of a release.

Ranks are counted by hand from the counts of the model, and nothing of `blocking` reads a release here.
"""

import json
import math
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from backend.blocking.target_rank import RankKey
from backend.document.tokens import terms
from backend.reporting.certificate import Certificate, Run
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import SelectionOptions
from backend.storage.certificates.signatures import SigningKey
from tests.conftest import SAMPLE
from tests.further_cases import sampled

K = 5
KEYS = [RankKey(bytes([number])) for number in range(8)]
FILE = Path("Note 7.txt")
CLIENTS = ("Corvane Bank", "Tollgate Savings Bank", "Dunmallow Foodstores", "Brightbasket")


def text_of(client):
    return sorted((SAMPLE / "corpus" / client).iterdir())[0].read_text()


def released(model, client, text, key, k=K):
    subject = Subject(model, model.find(client), k)
    request = EffectiveRequest(subject, selection=SelectionOptions(None), rank_key=key)
    return redact_content(FILE, FILE, text.encode(), request)


def scores_by_hand(model, text, class_of):
    """The log-likelihood of each class of clients, one word at a time."""
    rows = {}
    for client, row in zip(model.clients, model.counts.toarray(), strict=True):
        rows[class_of(client)] = rows.get(class_of(client), 0) + row
    column = {word: place for place, word in enumerate(model.vocabulary)}
    said = Counter(word for word in terms(text) if word in column)
    alpha = model.options.alpha
    return {
        name: math.fsum(
            times * math.log((row[column[word]] + alpha) / (row.sum() + alpha * len(column)))
            for word, times in said.items()
        )
        for name, row in rows.items()
    }


def counted(model, text):
    """The clients whom a reader compares: those of the industry that the text shows, where 2k - 1 share it."""
    industries = scores_by_hand(model, text, lambda client: client.utility)
    shown = max(industries, key=industries.get)
    alike = [each for each in model.clients if each.utility == shown]
    return alike if len(alike) >= 2 * K - 1 else model.clients


def ranks_by_hand(model, text):
    """The rank of each of them."""
    scores = scores_by_hand(model, text, lambda client: client.name)
    among = [each.name for each in counted(model, text)]
    return {name: 1 + sum(scores[other] > scores[name] + 1e-6 for other in among) for name in among}


@pytest.fixture(scope="module", params=sampled([2, 4], [2]), ids="{} clients".format)
def releases(request, sample_model):
    """One document of each client, released under each of several keys, and without one."""
    return {
        (client, key): released(sample_model, client, text_of(client), key)
        for client in CLIENTS[:: len(CLIENTS) // request.param]
        for key in (None, *KEYS)
    }


def test_no_rank_is_that_of_more_than_its_share_of_releases(sample_model, releases):
    """Five ranks at k = 5: of 16 releases no more than six have the same one, of 32 ten; without a key all do."""
    drawn, fixed = Counter(), Counter()
    for (client, key), done in releases.items():
        rank = ranks_by_hand(sample_model, done.content.decode())[client]
        assert rank == done.report.k_reached >= K
        (fixed if key is None else drawn)[rank] += 1
    assert max(drawn.values()) <= {16: 6, 32: 10}[sum(drawn.values())]
    assert max(fixed.values()) >= len(fixed) // 2 + 1


def test_the_same_document_is_redacted_alike_however_it_is_spaced(sample_model):
    text = text_of(CLIENTS[0])
    again = text.replace("\n", " \n").replace(". ", ".  ")
    ranks = [released(sample_model, CLIENTS[0], each, KEYS[0]).report.k_reached for each in (text, text, again)]
    assert len(set(ranks)) == 1


def test_a_report_says_how_predictable_the_rank_is(releases):
    for (_, key), done in releases.items():
        assert done.report.rank_guess == (1 if key is None else pytest.approx(1 / K))


def compatible(model, done, certificate):
    """The clients that could be the one of a release, for a reader who has everything but the key and the document.

    Such a reader knows the model, k, and how ranks are drawn. The industry is named or seen; of its clients, or of
    all, the true one has a rank of k to 2k - 1, and is not named anywhere.
    """
    text = done.content.decode()
    assert certificate["k"] == {"required": K, "held": True}
    everything = (text + json.dumps(certificate) + done.name.name).casefold()
    ranks = ranks_by_hand(model, text)
    return {
        each.name
        for each in model.clients
        if K <= ranks.get(each.name, 0) <= 2 * K - 1
        and certificate["industry"] in (None, each.utility)
        and not any(name.casefold() in everything for name in (each.name, *each.aliases))
    }


def test_at_least_k_clients_could_be_the_one_of_a_release(sample_model, releases):
    """Certificates are equal but for what they only seal, whatever the rank, and say no rank."""
    run, signer = Run("sample", frozenset(), reads_names=False), SigningKey(bytes(range(32)))
    for (client, key), done in releases.items():
        if key is None:
            continue
        certificate = Certificate(done.report, run, date(2026, 3, 4)).signed(signer).content
        could_be = compatible(sample_model, done, certificate)
        assert len(could_be) >= K
        assert client in could_be
        assert "rank" not in json.dumps(certificate)
        assert str(done.report.k_reached) not in json.dumps(certificate["k"]) or done.report.k_reached == K


def test_files_that_differ_only_in_a_redacted_name_are_released_alike(sample_model):
    """Otherwise the hash of a release would confirm a guess of the name."""
    client = CLIENTS[0]
    names = ("weber", "krueger", "okonjo", "lindqvist", "the.new.manager")
    model, contents = sample_model, set()
    for name in names:
        text = f"{text_of(client)}\n\nWrite to {name}@post.example."
        subject = Subject(model, model.find(client), K)
        request = EffectiveRequest(
            subject, frozenset({"EMAIL_ADDRESS"}), selection=SelectionOptions(None), rank_key=KEYS[0]
        )
        contents.add(redact_content(FILE, FILE, text.encode(), request).content)
    (released_text,) = contents
    assert b"[EMAIL_ADDRESS 1]" in released_text


def test_a_level_above_those_of_an_industry_hides_the_client_inside_it_too(sample_model):
    """Nine grocers are kept up to level 5. With the words of level 6 alone, one would stand fourth among them."""
    note = SAMPLE / "corpus" / "Dunmallow Foodstores" / "06-risk-note-deposit-return-machines.md"
    done = released(sample_model, "Dunmallow Foodstores", note.read_text("utf-8"), KEYS[0], k=6)
    text = done.content.decode()
    assert len(counted(sample_model, text)) == 2 * K - 1
    assert ranks_by_hand(sample_model, text)["Dunmallow Foodstores"] >= K
    assert done.report.held
