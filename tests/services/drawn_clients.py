"""A corpus of nine clients with random words: their own, those of their industry, and common ones."""

import math
from collections import Counter

import numpy as np

from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms

INDUSTRY = {
    "Alder": "Retail",
    "Birch": "Retail",
    "Cedar": "Retail",
    "Dogwood": "Retail",
    "Elm": "Retail",
    "Fir": "Ports",
    "Gorse": "Ports",
    "Hazel": "Banking",
    "Ivy": None,
}
"""Retail has five clients, Ports has two, Banking has one, and of Ivy nobody knows."""

_LETTERS = "abcdefghijklmnopqrst"


def words_of(stem, how_many):
    return [f"{stem}{letter}" for letter in _LETTERS[:how_many]]


def text_of(client, industry, random, length=80):
    """Half of the words are everybody's, a quarter the industry's, a quarter the client's own."""
    pools = [words_of("plain", 20)] * 2 + [
        words_of(f"{industry or 'other'}x".lower(), 6),
        words_of(client.lower(), 6),
    ]
    return " ".join(str(random.choice(pools[random.integers(4)])) for _ in range(length))


def corpus(each=4, industries=INDUSTRY, seed=0):
    """So many documents of each client, which say its name too."""
    random = np.random.default_rng(seed)
    return [
        CorpusDocument(f"{client}{i}", client, industry, (f"{text_of(client, industry, random)} {client}",))
        for client, industry in industries.items()
        for i in range(each)
    ]


def counted(**options):
    return count_terms(corpus(**options))


def document_of(client, seed=1):
    """A document that no corpus holds."""
    return text_of(client, INDUSTRY[client], np.random.default_rng(seed))


def scores_by_hand(model, words, *, utilities=False):
    """The scores of clients, or of industries, summed up in a way that shares nothing with `blocking`."""
    rows = model.counts.toarray().astype(float)
    if utilities:
        of = model.utility_of
        rows = np.array([rows[of == each].sum(axis=0) for each in range(len(model.utilities))])
    column = {word: i for i, word in enumerate(model.vocabulary)}
    alpha = model.options.alpha
    return [
        math.fsum(
            times * math.log((row[column[word]] + alpha) / (row.sum() + alpha * len(column)))
            for word, times in Counter(words).items()
            if word in column
        )
        for row in rows
    ]


def k_by_hand(model, words, client):
    scores = scores_by_hand(model, words)
    return 1 + sum(score > scores[client] + 1e-6 for score in scores)


def left_of(text, gone):
    return [word for word in terms(text) if word not in set(gone)]
