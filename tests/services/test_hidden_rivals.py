"""No answer to a limited caller tells that one hidden client is far ahead of all others for some text.

Whoever has the text of a company would otherwise learn whether the company is a client. The second implementation
counts which clients lead, in plain Python.
"""

import random
from collections import Counter

import pytest

from backend.blocking.confusability import from_word_counts, k_reached
from backend.blocking.objectives import Objective
from backend.blocking.simple_redactor import simple_levels
from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.drawn_sizes import SizeKey
from backend.learning.limited_model import limited_model
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.learning.visible_clients import VisibleClients
from backend.services.models.guess import RedactedWords, guess_document
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import SelectionOptions, TermSelector

SIZES = SizeKey(b"sizes of tests")

WORDS = ["port", "till", "loan", "nurse", "rail", "ferry", "paper", "steel", "cable", "grain", "wool", "glass"]
SEEN = (0, 1)
HIDDEN = range(2, 12)
VISIBLE = VisibleClients(frozenset({"Client00", "Client01"}))
MOSTLY = dict.fromkeys(WORDS, 12)


def _model(says=None, hidden=10):
    """Two visible clients and some hidden ones, which say all words as often, but for what is theirs."""
    texts = {}
    for at in range(2 + hidden):
        chance = random.Random(at)  # noqa: S311 - repeated by its seed
        texts[f"Client{at:02}"] = [word for word in WORDS for _ in range(30 + chance.randint(-3, 3))]
    texts["Client00"] += ["mine"] * 30
    for name, more in (says or {}).items():
        texts[name] += more.split()
    documents = [CorpusDocument(name, name, None, (" ".join(text),)) for name, text in texts.items()]
    return train(count_terms(documents), TrainingOptions(features=None)).model


def _held(model, words):
    """For each k, with how many own words it still holds: how far one rival after the other is ahead."""
    view = limited_model(model, SEEN, SIZES)
    return [
        sum(
            guess_document(view, {**words, "mine": many}, RedactedWords(), 0, k, VISIBLE).k_held
            for many in range(40)
        )
        for k in range(2, 13)
    ]


def test_the_text_of_a_hidden_client_puts_nobody_ahead_alone():
    """Four hidden clients say the words of the text as the tenth of them does, or more often than all others."""
    text = {**MOSTLY, "port": 40, "till": 30}
    alike = {f"Client{at:02}": "port till " * 15 for at in range(2, 12)}
    for many in (1, 4):
        model = _model({**alike, **{f"Client{at:02}": "port till " * 60 for at in range(2, 2 + many)}})
        ranks = limited_model(model, SEEN, SIZES)
        scores = from_word_counts(ranks.by_client, text).scores_against(0)
        assert len(set(scores[list(HIDDEN)].round(9).tolist())) <= len(HIDDEN) - 4
        held = _held(model, text)
        assert len(set(held[:5])) == 1, "k of 2 to 6 hold with as many own words"
        assert held[0] > 0


def test_someone_who_sees_all_clients_learns_who_is_ahead():
    """Otherwise the test above would ask for nothing."""
    model = _model({"Client02": "port till " * 60})
    scores = from_word_counts(model.by_client, {**MOSTLY, "port": 40}).scores_against(0)
    assert scores.argmax() == 2
    assert scores[2] - sorted(scores)[-2] > 1


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("hidden", [3, 5, 10])
def test_hidden_clients_count_where_five_of_them_lead_or_all(seed, hidden):
    chance = random.Random(seed)  # noqa: S311 - repeated by its seed
    names = [f"Client{at:02}" for at in range(2 + hidden)]
    model = _model({name: " ".join(chance.choices(WORDS, k=30)) for name in names}, hidden)
    view = limited_model(model, SEEN, SIZES)
    for _ in range(30):
        words = Counter(chance.choices([*WORDS, "mine"], k=12))
        seen = from_word_counts(view.by_client, words)
        # The other visible client has to lead by what the rounding of both sizes may come to.
        least = seen.scores() - words.total() * view.by_client.unsaid.behind(0)
        leads = [score - seen.scores()[0] > 1e-6 for score in least]
        of_hidden = sum(leads[2:])
        expected = 1 + leads[1] + (of_hidden if of_hidden >= min(5, hidden) else 0)
        assert k_reached(seen.scores_against(0), 0) == expected


OWN = [f"mine{letter}" for letter in "abcdefghijkl"]
"""Words that the own client says alone."""


def _of_many_sizes():
    """Hidden clients that say `port` and `grain` more and more often, one after the other."""
    says = {f"Client{at:02}": "port " * 12 * at + "grain " * 12 * (14 - at) for at in range(2, 12)}
    return limited_model(_model({"Client00": " ".join(OWN * 4), **says}), SEEN, SIZES)


@pytest.mark.parametrize("objective", [Objective.SIMPLE, Objective.UNIFORM])
def test_levels_that_four_hidden_clients_would_reach_are_the_sixth(objective):
    model, text = _of_many_sizes(), " ".join([*OWN, *["port"] * 24])
    seen = from_word_counts(model.by_client, Counter(terms(text)))
    chooser = TermSelector(Subject(model, 0, 8), seen, seen, Counter(terms(text)), frozenset(), VISIBLE)
    choice = chooser.select(SelectionOptions(objective), nested=True)
    assert [level.k for level in choice.levels] == list(range(2, 9))
    assert len({level.words for level in choice.levels[:5]}) == 1
    for level in choice.levels:
        assert k_reached(seen.without(level.words).scores_against(0), 0) >= level.k


def test_words_go_in_an_order_that_no_document_changes():
    """The nearest rivals would tell which hidden clients a document is like."""
    model = _of_many_sizes()
    orders = []
    for more in ("port", "grain"):
        words = Counter([*WORDS, *OWN * 9, *[more] * 20])
        found = simple_levels(from_word_counts(model.by_client, words), 0, 3, nested=False)[-1]
        orders.append([each.word for each in (*found.suppressed, *found.near_misses)])
    shared = set(orders[0]) & set(orders[1])
    assert len(shared - set(OWN)) > 1
    assert [word for word in orders[0] if word in shared] == [word for word in orders[1] if word in shared]


def test_a_word_that_the_own_client_says_once_is_told_to_be_said_by_no_single_hidden_client():
    """A feature of the whole model where one hidden client says it too, and otherwise none."""
    told = []
    for says in ({}, {"5": "probe"}, {"5": "probe", "6": "probe"}):
        texts = {f"{at}": "port till " * (20 if at < 2 else 40) + says.get(f"{at}", "filler") for at in range(9)}
        texts["0"] += " mine mine mine probe"
        documents = [CorpusDocument(name, name, None, (text,)) for name, text in texts.items()]
        model = train(count_terms(documents), TrainingOptions(features=None)).model
        view = limited_model(model, SEEN, SIZES)
        assert ("probe" in model.by_client.column) == bool(says)
        seen = ({"probe": many, "port": 50} for many in (1, 10, 1000, 10**6))
        visible = VisibleClients(frozenset({"0", "1"}))
        told.append(
            [guess_document(view, words, RedactedWords(), 0, k, visible).k_held for words in seen for k in (2, 5)]
        )
    assert told[0] == told[1] == told[2]
