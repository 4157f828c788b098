"""To somebody from whom clients are hidden, the model knows nothing of what only a few of these say.

The second implementation counts words in plain Python, and knows no arrays.
"""

import math
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from backend.blocking.confusability import from_word_counts, k_reached
from backend.learning.aliases import clients_by_word
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.drawn_sizes import SPREAD, SizeKey
from backend.learning.limited_model import hidden_word_test, is_unknown_word, limited_model
from backend.learning.model import TrainingOptions
from backend.learning.train import train

SIZES = SizeKey(b"sizes of tests")

SAYS = {
    "Alder": "bark bark root root",
    "Birch": "bark root root twig twig moss moss lonely",
    "Cedar": "bark cone cone twig twig needle needle moss",
    "Dogwood": "bark cone cone twig twig needle needle moss",
    "Elm": "bark cone cone twig twig sap sap needle needle moss",
    "Fir": "bark cone cone twig twig needle needle moss",
    "Gorse": "bark twig twig needle needle",
}
"""Alder and Birch are visible. Of the five others all say `twig` and four `moss`, as Birch does, all `needle`,
four `cone`, and one `sap`."""

SEEN = (0, 1)


@pytest.fixture(scope="module")
def model():
    documents = [
        CorpusDocument(f"{name}{i}", name, "Trees", (text,)) for name, text in SAYS.items() for i in (1, 2)
    ]
    documents.append(CorpusDocument("once", "Elm", "Trees", ("resin",)))
    documents.append(CorpusDocument("twice", "Alder", "Trees", ("knot",)))
    return train(count_terms(documents), TrainingOptions(features=None)).model


def test_words_of_few_hidden_clients_are_no_words(model):
    view = limited_model(model, SEEN, SIZES)
    assert set(model.by_client.column) - set(view.by_client.column) == {"cone", "sap"}
    assert all(view.by_client.column[word] == model.by_client.column[word] for word in view.by_client.column)
    assert view.by_client.log_likelihood is model.by_client.log_likelihood, "views share what takes memory"


def test_hidden_clients_are_counted_among_speakers_from_five_on(model):
    view = limited_model(model, SEEN, SIZES)
    of = lambda word: np.flatnonzero(view.presence[:, [model.by_client.column[word]]].toarray()).tolist()  # noqa: E731
    assert of("twig") == [1, 2, 3, 4, 5, 6], "Birch, and five hidden ones"
    assert of("needle") == [2, 3, 4, 5, 6]
    assert of("moss") == [1], "Birch, and four hidden ones"
    assert of("bark") == [0, 1, 2, 3, 4, 5, 6]
    assert of("root") == [0, 1]
    assert of("cone") == of("sap") == []


def test_a_word_that_is_no_feature_is_heard_from_visible_clients_alone(model):
    view = limited_model(model, SEEN, SIZES)
    assert (model.speakers.of("resin"), view.speakers.of("resin")) == ((4,), ())
    assert model.speakers.of("knot") == view.speakers.of("knot") == (0,)
    unheard = {word for word in ("resin", "knot", "sap", "bark", "the", "nobody") if is_unknown_word(view, word)}
    assert unheard == {"resin", "sap", "nobody"}


def test_callers_who_see_all_clients_get_all_words(model):
    view = limited_model(model, range(7), SIZES)
    assert dict(view.by_client.column) == dict(model.by_client.column)
    assert np.array_equal(view.presence.toarray(), model.presence.toarray())
    assert view.speakers.of("resin") == (4,)
    assert from_word_counts(view.by_client, {"moss": 2, "root": 1}).scores() == pytest.approx(
        from_word_counts(model.by_client, {"moss": 2, "root": 1}).scores()
    )


WORDS = ("ash", "bay", "cob", "dell", "elm", "fir", "gorse", "holm", "ivy", "jay", "kelp", "larch", "moss", "nut")
STOPS = ("the", "of", "and")
NAMES = ("Abel", "Bert", "Carl", "Dora", "Emil", "Frid", "Gerd", "Hans", "Ines")
CLIENTS = tuple(f"{name} {word}" for name, word in zip(NAMES, WORDS, strict=False))


def _corpus(chance):
    """Nine clients; each word is said by few or many of them."""
    saying = {word: chance.sample(CLIENTS, chance.randint(0, len(CLIENTS))) for word in WORDS}
    documents = []
    for number, client in enumerate(CLIENTS):
        own = [word for word in WORDS if client in saying[word]]
        utility = chance.choice(("Trees", "Birds", None))
        for nth in range(chance.randint(1, 3)):
            said = [word for word in own for _ in range(chance.choice((0, 1, 1, 2)))]
            text = " ".join([*said, *chance.choices(STOPS, k=4), *["everybody"] * chance.randint(1, 9)])
            documents.append(CorpusDocument(f"{number}-{nth}", client, utility, (text,)))
    return documents


class _ByHand:
    """What a view is to be, from the words of each client."""

    def __init__(self, documents, seen):
        self.said = defaultdict(Counter)
        for each in documents:
            self.said[each.client].update(word for word in each.blocks[0].split() if word not in STOPS)
        self.seen = [CLIENTS[at] for at in seen]
        self.hidden = [each for each in CLIENTS if each not in self.seen]
        all_words = {word for counts in self.said.values() for word in counts}
        self.everything = {word for word in all_words if self._total(CLIENTS, word) > 1}
        self.words = {word for word in self.everything if self._is_feature(word)}

    def _total(self, clients, word):
        return sum(self.said[each][word] for each in clients)

    def _is_feature(self, word):
        visible = self._total(self.seen, word)
        at_least = 3 if visible else 5
        hidden = self._total(self._counting(word), word)
        return visible + (hidden if len(self._counting(word)) >= at_least else 0) > 1

    def _counting(self, word):
        """No hidden client says a word of its own name."""
        return [each for each in self.hidden if self.said[each][word] and word not in each.lower().split()]

    def speakers(self, word):
        saying = [each for each in self.hidden if self.said[each][word]]
        if word in self.everything:
            hidden = self._counting(word) if len(self._counting(word)) >= 5 else []
        else:
            hidden = saying if len(saying) >= 3 else []
        return [at for at, each in enumerate(CLIENTS) if each in (*self.seen, *hidden) and self.said[each][word]]

    def _share(self, client, word, *, says=True):
        size = sum(self.said[client][each] for each in self.everything) + ALPHA * len(self.everything)
        return ((self.said[client][word] if says else 0) + ALPHA) / size

    def _told(self, client, word):
        """What a hidden client says as often as the fifth of them does, at most, and never less than nothing."""
        share = self._share(client, word, says=CLIENTS.index(client) in self.speakers(word))
        shares = sorted(self._share(each, word) for each in self._counting(word))
        if client in self.seen or len(shares) < 5:
            return share
        return max(min(share, shares[-5]), self._share(client, word, says=False))

    def score(self, client, document):
        return sum(
            count * math.log(self._told(client, word)) for word, count in document.items() if word in self.words
        ) - math.log(len(CLIENTS))


ALPHA = 0.1


@pytest.mark.parametrize("seed", range(40))
def test_a_view_is_the_model_in_which_hidden_clients_do_not_say_what_few_of_them_say(seed):
    chance = random.Random(seed)  # noqa: S311 - repeated by its seed
    documents = _corpus(chance)
    seen = tuple(range(chance.randint(1, 4)))
    view = limited_model(train(count_terms(documents), TrainingOptions(features=None)).model, seen, SIZES)
    known = _ByHand(documents, seen)
    assert set(view.by_client.column) == known.words
    document = {word: chance.randint(1, 5) for word in WORDS}
    scores = [known.score(client, document) for client in CLIENTS]
    rounded = view.by_client.unsaid.larger * sum(times for word, times in document.items() if word in known.words)
    assert from_word_counts(view.by_client, document).scores() - rounded == pytest.approx(scores, abs=1e-9)
    assert ((view.by_client.unsaid.larger < SPREAD) & (rounded[len(seen) :] == 0).all()).all()
    for word in WORDS:
        says = known.speakers(word)
        assert sorted(clients_by_word(view)(word)) == says, word
        assert is_unknown_word(view, word) == (not says)
        assert hidden_word_test(view, seen)(word) == all(each in seen for each in says)


@pytest.mark.parametrize("seed", range(40))
def test_a_k_that_holds_in_a_view_holds_in_the_whole_model(seed):
    """But for a word that a visible client says once in all: were it a word of the model, it would speak for it."""
    chance = random.Random(seed)  # noqa: S311 - repeated by its seed
    documents = _corpus(chance)
    seen = tuple(range(chance.randint(1, 4)))
    whole = train(count_terms(documents), TrainingOptions(features=None)).model
    view = limited_model(whole, seen, SIZES)
    words = [word for word in WORDS if word not in view.speakers.beside]
    for _ in range(100):
        said = {word: chance.randint(1, 5) for word in chance.sample(words, chance.randint(1, len(words)))}
        client = chance.choice(seen)
        told = k_reached(from_word_counts(view.by_client, said).scores_against(client), client)
        assert told <= k_reached(from_word_counts(whole.by_client, said).scores(), client)


def test_the_names_of_visible_clients_are_no_ordinary_words_for_what_few_hidden_clients_say():
    """Whether a name in small letters is one depends on others who say the word."""
    says = {"Marl": "moss", "Abel": "nut", **{f"Hidden{at}": "marl marl" if at < 4 else "nut" for at in range(6)}}
    documents = [CorpusDocument(name, name, None, (f"{text} bark bark",)) for name, text in says.items()]
    model = train(count_terms(documents), TrainingOptions(features=None)).model
    index = model.find("Marl")
    assert "marl" in model.ordinary[index], "four others say it"
    assert limited_model(model, (index,), SIZES).ordinary[index] == frozenset()


OFTEN = (40, 30, 3, 2, 2, 1, 1)
"""How often seven hidden clients say a word: for two it may be a name of theirs."""


def _model_in_which_hidden_clients_say(often):
    filled = [f"{'port ' * 50}{'till ' * 9}"] * 9
    documents = [
        CorpusDocument(f"{at}", f"Client {at}", ("Ports", "Banks")[at % 2], (f"{text}{'quill ' * times}",))
        for at, (text, times) in enumerate(zip(filled, (0, 5, *often), strict=True))
    ]
    return train(count_terms(documents), TrainingOptions(features=None)).model


def test_nobody_is_told_that_one_hidden_client_says_a_word_more_often_than_the_fifth():
    """A client says its own name far more often than others do; visible clients are as they are, but rounded."""
    model = _model_in_which_hidden_clients_say(OFTEN)
    view = limited_model(model, SEEN, SIZES)
    quill = np.array([model.by_client.column["quill"]])
    shares = np.exp(view.by_client.spoken(quill)[0] - view.by_client.unsaid.larger)
    fifth = 2.1 / (50 + 9 + 2 + 3 * 0.1)
    assert shares[2:7] == pytest.approx([fifth] * 5, rel=0.05), "the sizes of the texts differ a little"
    assert max(shares[2:]) <= np.sort(np.exp(model.by_client.spoken(quill)[0]))[::-1][5] + 1e-12
    assert shares[:2] == pytest.approx(np.exp(model.by_client.spoken(quill)[0])[:2])
    assert view.counts[:, quill].toarray().ravel().tolist()[:2] == [0, 5]
    assert max(view.counts[2:, quill].toarray()) <= 3


def test_how_often_the_four_that_say_a_word_most_say_it_changes_no_answer():
    """But for the length of their texts, which nobody hides."""
    told = []
    for often in (OFTEN, (3, 3, 3, 3, 2, 1, 1)):
        model = _model_in_which_hidden_clients_say(often)
        view = limited_model(model, SEEN, SIZES)
        told.append(view.by_client.spoken(np.array([model.by_client.column["quill"]]))[0])
        assert view.by_utility is not None
    assert told[0] == pytest.approx(told[1], abs=0.05)


def test_no_hidden_client_says_its_own_name():
    """Every client does: with itself as the fifth that says it, the name of a client would be told more often."""
    for name, others, told in (("Quill Ltd", 4, False), ("Quill Ltd", 5, True), ("Port Ltd", 4, True)):
        says = {"Abel": "port port", **{f"Hidden{at}": "port port quill quill" for at in range(others)}}
        says |= {f"Other{at}": "port port" for at in range(6 - others)} | {name: "port port quill quill"}
        documents = [CorpusDocument(each, each, None, (text,)) for each, text in says.items()]
        model = train(count_terms(documents), TrainingOptions(features=None)).model
        view = limited_model(model, (model.find("Abel"),), SIZES)
        assert ("quill" in view.by_client.column) == told, (name, others)
        own = view.presence[[model.find(name)]].toarray()[0]
        assert {word for word, times in zip(model.vocabulary, own, strict=True) if times} <= {"port", "quill"} - {
            name.split()[0].lower()
        }
