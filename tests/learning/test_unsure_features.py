"""Where a model uses the most informative words alone, that choice tells nobody what one hidden client says."""

import copy
import random

import numpy as np
import pytest

from backend.blocking.confusability import from_word_counts, k_reached
from backend.blocking.trained_defence import train_defence
from backend.learning.aliases import clients_by_word
from backend.learning.arrays import pack, unpack
from backend.learning.client_frequency import unpack_clients_by_word
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.drawn_sizes import SPREAD, SizeKey
from backend.learning.features import mutual_information
from backend.learning.limited_model import hidden_word_test, is_unknown_word, limited_model, unheard_word_test
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.learning.unsure_features import sure_features

SIZES = SizeKey(b"sizes of tests")

CLIENTS = tuple(f"Client{at:02}" for at in range(12))
WORDS = tuple(f"word{at}" for at in range(30))
LIMIT = 12


def _chance(seed):
    return random.Random(seed)  # noqa: S311 - repeated by its seed


def _corpus(chance):
    """Documents of each client, as lists of words; each word is said by few or many, often or seldom."""
    says = {client: [[] for _ in range(chance.randint(1, 5))] for client in CLIENTS}
    for word in WORDS:
        for client in chance.sample(CLIENTS, chance.choice((1, 1, 2, 2, 3, 4, 8, 12))):
            documents = says[client]
            for document in chance.sample(documents, chance.randint(1, len(documents))):
                document.extend([word] * chance.choice((1, 1, 2, 5)))
    return says


def _documents(says):
    return [
        CorpusDocument(f"{client}-{at}", client, ("Ports", "Banks")[number % 2], (" ".join(["filler", *words]),))
        for number, (client, documents) in enumerate(says.items())
        for at, words in enumerate(documents)
    ]


def _trained(says, limit=LIMIT):
    return train(count_terms(_documents(says)), TrainingOptions(features=limit)).model


def _saying(says, word, clients):
    return [client for client in clients if any(word in document for document in says[client])]


def _told(model, seen, words):
    """What a view tells of each word: whether it is weighed, how, from whom it is heard, and where it stands."""
    view = limited_model(model, seen, SIZES)
    by_client = view.by_client
    ordered = sorted((column, word) for word, column in by_client.column.items() if word in words)
    weighed = {
        word: (by_client.spoken(np.array([column]))[0] - by_client.unsaid.silent - by_client.unsaid.larger)
        .round(6)[list(seen)]
        .tolist()
        for column, word in ordered
    }
    says, is_hidden = clients_by_word(view), hidden_word_test(view, seen)
    return (
        [word for _, word in ordered],
        weighed,
        {word: (sorted(says(word)), is_hidden(word), is_unknown_word(view, word)) for word in words},
    )


@pytest.mark.parametrize("seed", range(15))
def test_no_feature_reveals_whether_a_hidden_client_uses_a_word(seed):
    """One hidden client begins to say some words of the caller's own client, or stops to say them."""
    chance = _chance(seed)
    says = _corpus(chance)
    seen = tuple(range(chance.randint(1, 4)))
    visible, hidden = CLIENTS[: len(seen)], CLIENTS[len(seen) :]
    other = {client: [list(words) for words in documents] for client, documents in says.items()}
    speaker = chance.choice(hidden)
    for word in chance.sample(WORDS, 10):
        for document in other[speaker]:
            if word in document:
                document[:] = [each for each in document if each != word]
            else:
                document.extend([word] * chance.choice((1, 3)))
    most = {word: max(len(_saying(each, word, hidden)) for each in (says, other)) for word in WORDS}
    times = {word: sum(document.count(word) for each in visible for document in says[each]) for word in WORDS}
    few = [word for word in WORDS if most[word] < (5 if times[word] > 1 else 3) and times[word]]
    one, two = _trained(says), _trained(other)
    assert len(one.vocabulary) == len(two.vocabulary) == LIMIT
    first, second = (_told(model, seen, few) for model in (one, two))
    assert first[1:] == second[1:]
    unsure = [
        [word for word in told[0] if limited_model(model, seen, SIZES).by_client.column[word] >= LIMIT]
        for told, model in ((first, one), (second, two))
    ]
    assert all(each == sorted(each) for each in unsure), "ties are broken by where a word stands"


def test_the_choice_differs_between_such_models():
    """Otherwise the test above would ask for nothing."""
    differing = 0
    for seed in range(20):
        says = _corpus(random.Random(seed))  # noqa: S311 - repeated by its seed
        one = _trained(says)
        for document in says[CLIENTS[-1]]:
            document.extend(WORDS[::3])
        differing += one.vocabulary != _trained(says).vocabulary
    assert differing > 15


@pytest.mark.parametrize("seed", range(15))
def test_a_k_that_holds_in_a_view_holds_in_the_whole_model(seed):
    """But for words that visible clients say once in all."""
    chance = _chance(seed)
    says = _corpus(chance)
    seen = tuple(range(chance.randint(1, 4)))
    whole = _trained(says)
    view = limited_model(whole, seen, SIZES)
    words = [word for word in WORDS if word not in view.speakers.beside]
    for _ in range(100):
        said = {word: chance.randint(1, 5) for word in chance.sample(words, chance.randint(1, len(words)))}
        client = chance.choice(seen)
        told = k_reached(from_word_counts(view.by_client, said).scores_against(client), client)
        assert told <= k_reached(from_word_counts(whole.by_client, said).scores(), client)


@pytest.mark.parametrize("seed", range(4))
def test_sure_features_do_not_depend_on_hidden_clients(seed):
    chance = _chance(seed)
    says = _corpus(chance)
    seen = chance.randint(2, 8)
    model = _trained(says)
    hidden = np.arange(len(CLIENTS)) >= seen
    sure = sure_features(model, hidden)
    counts = count_terms(_documents(says))
    border = mutual_information(counts.word_counts, counts.client_of)[
        [counts.words.index(word) for word in model.vocabulary]
    ].min()
    for word in (word for word, is_sure in zip(model.vocabulary, sure.tolist(), strict=True) if is_sure):
        for _ in range(10):
            for client in CLIENTS[seen:]:
                for document in says[client]:
                    document[:] = [each for each in document if each != word] + [word] * chance.randint(0, 1)
            again = count_terms(_documents(says))
            information = mutual_information(again.word_counts, again.client_of)
            assert information[again.words.index(word)] > border


@pytest.mark.parametrize("limit", [LIMIT, None])
def test_the_number_of_words_of_a_visible_client_is_told_by_a_drawn_share(limit):
    """It counts features alone: one word more would tell that a hidden client says what the client says once."""
    says = _corpus(_chance(4))
    says[CLIENTS[0]][0].extend(["word1"] * 3_015)
    keys = [SizeKey(bytes([number])) for number in range(200)]
    told = []
    for more in (0, 1):
        document = [*says[CLIENTS[0]][0], *["word1"] * more]
        model = _trained({**says, CLIENTS[0]: [document, *says[CLIENTS[0]][1:]]}, limit)
        views = [limited_model(model, (0, 1), key) for key in keys]
        told.append(np.array([_told_size(view, 0) for view in views]))
        true = np.log(model.counts[[0]].sum() + model.options.alpha * len(model.vocabulary))
        assert ((told[-1] <= true) & (told[-1] >= true - SPREAD)).all()
        assert {round(float(view.by_client.unsaid.behind(1)[0]), 12) for view in views} == {SPREAD}
        for view in views[:5]:
            for client in (0, 1):
                said = dict.fromkeys(WORDS[::2], 3)
                ours, whole = (
                    each.scores_against(client) - each.scores_against(client)[client]
                    for each in (from_word_counts(view.by_client, said), from_word_counts(model.by_client, said))
                )
                assert (ours <= whole + 1e-9).all()
    one, other = told
    beyond = (one < other.min()) | (one > other.max()) | (other < one.min()) | (other > one.max())
    # Who is told these knows. One of 3,030 words moves a size by .00033, which is 3.3 % of SPREAD, at both ends.
    assert beyond.mean() <= 0.08


def test_a_client_has_one_told_size_in_a_version_and_another_in_the_next():
    model = _trained(_corpus(_chance(4)))
    other = copy.copy(model)
    object.__setattr__(other, "version", "next")
    seen_by = [limited_model(model, seen, SIZES) for seen in ((0, 1), (0,), (0, 3, 4))]
    assert len({_told_size(view, 0) for view in seen_by}) == 1
    assert _told_size(limited_model(other, (0, 1), SIZES), 0) != _told_size(seen_by[0], 0)
    assert _told_size(limited_model(model, (0, 1), SizeKey(b"another")), 0) != _told_size(seen_by[0], 0)
    assert len(set(SIZES.drawn("", CLIENTS).tolist())) == len(CLIENTS)
    hidden = limited_model(model, (0, 1), SIZES).by_client.unsaid
    assert (hidden.larger[2:] == 0).all()
    assert (hidden.smaller[2:] == 0).all()


def _told_size(view, client):
    """In nats, from the likelihood of a word that the client never says."""
    unsaid = view.by_client.unsaid
    return float(np.log(view.options.alpha) - unsaid.silent[client] - unsaid.larger[client])


def test_a_caller_who_sees_all_clients_gets_the_complete_model():
    model = _trained(_corpus(_chance(1)))
    view = limited_model(model, range(len(CLIENTS)), SIZES)
    said = dict.fromkeys(model.vocabulary, 2)
    assert set(model.vocabulary) <= set(view.by_client.column)
    told, known = from_word_counts(view.by_client, said), from_word_counts(model.by_client, said)
    assert told.scores() == pytest.approx(known.scores(), abs=1e-9)


def test_models_of_earlier_versions_open_without_the_counts_of_other_words():
    model = _trained(_corpus(_chance(2)))
    packed = model.speakers.packed()
    known = unpack_clients_by_word(unpack(pack(packed)))
    assert known.counts.toarray().tolist() == model.speakers.counts.toarray().tolist()
    old = unpack_clients_by_word({name: each for name, each in packed.items() if "counts" not in name})
    assert old.counts is None
    object.__setattr__(model, "speakers", old)
    assert set(limited_model(model, (0, 1), SIZES).by_client.column) <= set(model.vocabulary)


def test_attackers_of_few_words_know_no_unsure_word():
    """Which words they know is decided by the same criterion with all clients."""
    says = _corpus(_chance(3))
    model, defence = _trained(says), train_defence(count_terms(_documents(says)))
    view = limited_model(model, (0, 1), SIZES)
    assert not unheard_word_test(model, view, (0, 1), defence.vocabulary)(next(iter(view.by_client.column)))
    some = defence.vocabulary[:-3]
    unheard = unheard_word_test(model, view, (0, 1), some)
    hidden = np.arange(len(CLIENTS)) > 1
    sure = dict(zip(model.vocabulary, sure_features(model, hidden).tolist(), strict=True))
    for word in some:
        if hidden_word_test(view, (0, 1))(word) and not sure.get(word, False):
            assert unheard(word), word
