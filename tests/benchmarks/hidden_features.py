"""An attacker who puts thousands of words into training documents of their own client, near the limit of features.

A model learns the SEC filings to 2014. Into documents of one company, which the attacker sees, go words that it
has made up. One hidden company says half of them too. Which words the model takes as features depends on both
companies. What is measured is the share of either half that is a feature, and the share that the attacker hears:
words that the view of the model weighs, and how.

    python -m tests.benchmarks.hidden_features [data]
"""

import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.evaluation.data import filings
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.drawn_sizes import SizeKey
from backend.learning.limited_model import is_unknown_word, limited_model
from backend.learning.model import TrainingOptions
from backend.learning.train import derive

SIZES = SizeKey(b"sizes of tests")


@dataclass(frozen=True)
class Shape:
    """How many words go into how many documents of the own client, how often in each, and the same of the other."""

    words: int
    documents: int
    often: int
    documents_of_other: int
    often_of_other: int
    features: int = 10_000


SHAPES = (
    Shape(6_000, 6, 1, 6, 1),
    Shape(6_000, 6, 1, 1, 1),
    Shape(6_000, 6, 3, 14, 9),
    Shape(6_000, 5, 1, 3, 1),
    Shape(6_000, 4, 1, 6, 1),
    Shape(6_000, 3, 1, 14, 2),
    Shape(3_000, 2, 1, 10, 1),
    Shape(1_000, 3, 2, 3, 2),
    Shape(1_000, 2, 1, 2, 1),
    Shape(12_000, 6, 1, 6, 1),
    Shape(1_000, 4, 1, 8, 1, features=5_000),
    Shape(1_000, 8, 1, 2, 1, features=3_000),
)


def attacked(found, shape, chance):
    """The shares of both halves that are features, and what is heard of both, as counts of what the view tells."""
    by_company = defaultdict(list)
    for each in found:
        by_company[each.company].append(each.id)
    large = [name for name, ids in by_company.items() if len(ids) == 14]
    own, other = chance.sample(large, 2)
    words = [f"zz{''.join(chance.choices('abcdefghijklmnopqrstuvwxyz', k=9))}" for _ in range(shape.words)]
    halves = words[::2], words[1::2]
    more = Counter()
    texts = defaultdict(list)
    for some, company, documents, often in (
        (words, own, shape.documents, shape.often),
        (halves[0], other, shape.documents_of_other, shape.often_of_other),
    ):
        for word in some:
            for document in chance.sample(by_company[company], documents):
                texts[document].append(f" {word}" * often)
                more[document] += 1
    corpus = [
        CorpusDocument(each.id, each.company, each.sector, (each.text, "".join(texts[each.id]))) for each in found
    ]
    counts = count_terms(corpus).words_alone()
    model, features = derive(counts, TrainingOptions(features=shape.features))
    seen = (model.find(own),)
    view = limited_model(model, seen, SIZES)
    chosen = frozenset(features.words)
    return [
        (sum(word in chosen for word in half), Counter(heard(view, word, seen[0]) for word in half), len(half))
        for half in halves
    ]


def heard(view, word, own):
    """What a question about one word tells: whether it is weighed, and by how much for the own client."""
    column = view.by_client.column.get(word)
    if column is None:
        return "unknown" if is_unknown_word(view, word) else "no feature"
    spoken = view.by_client.spoken_against(np.array([column]), own)[0]
    return f"weighed {spoken[own] - np.delete(spoken, own).mean():.1f}"


def main():
    """Print what somebody learns who sees one client."""
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[3] / "shared" / "data"
    found = [each for each in filings(data) if each.early]
    for seed, shape in enumerate(SHAPES):
        with_other, alone = attacked(found, shape, random.Random(seed))
        print(shape)
        for name, (features, told, size) in (("said by the other too", with_other), ("own alone", alone)):
            print(f"  {name}: {features} of {size} are features; heard: {dict(told.most_common(4))}", flush=True)


if __name__ == "__main__":
    main()
