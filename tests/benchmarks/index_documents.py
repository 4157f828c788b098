"""Documents for the benchmarks of the anonymous index: as many as wanted, by a rule that is written here.

First the dispatches of R8, then the posts of 20 Newsgroups in a random order; after those, mixtures: 80 % of the
words of one of these documents, drawn one by one, with 20 % of the words of another one. Seeds are fixed.
"""

from collections import Counter
from itertools import islice

import numpy as np

from backend.evaluation.data import dispatches, newsgroups
from backend.privacy.index_vectors import VectorSpace
from backend.wiring.index import dictionary

RULE = "R8, then 20 Newsgroups, then mixtures of 80 % of the words of one of these documents and 20 % of another"
_SEED = 23


def space():
    """The columns of the shipped dictionary."""
    return VectorSpace(dictionary())


def counted(folder, number):
    """The counted columns of so many documents; none is empty."""
    return list(islice(_documents(folder), number))


def _documents(folder):
    columns, draw = space(), np.random.default_rng(_SEED)
    posts = newsgroups(folder)
    texts = [each.text for each in dispatches(folder)]
    texts += [posts[place].body for place in draw.permutation(len(posts))]
    real = []
    for text in texts:
        if counts := columns.count(text):
            real.append(counts)
            yield counts
    while True:
        one, other = draw.integers(len(real), size=2)
        if counts := _thinned(draw, real[one], 0.8) + _thinned(draw, real[other], 0.2):
            yield counts


def _thinned(draw, counts, share):
    drawn = draw.binomial(list(counts.values()), share).tolist()
    return Counter({column: count for column, count in zip(counts, drawn, strict=True) if count})
