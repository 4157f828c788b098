"""Train the attackers of the panel on texts of known clients. Only this and `classifiers` need scikit-learn."""

from collections.abc import Iterator, Sequence

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from backend.panel.attackers import Attacker, Characters, Runs, Windows
from backend.panel.classifiers import fit
from backend.panel.features import CharacterCounter, Counter, RunCounter, hashes_of, runs_in
from backend.panel.fitted import Counts, Integers
from backend.panel.readers import Ignorant, Index, Reader
from backend.panel.windows import WindowIndex


def learn_readers(
    texts: Sequence[str], client_of: Integers, clients: int, attackers: Sequence[Attacker]
) -> Iterator[Reader | Index | Ignorant]:
    """Train the attackers; those that count the same features share a reader."""
    for reads in dict.fromkeys(each.reads for each in attackers):
        alike = [each for each in attackers if each.reads == reads]
        if clients < 2:
            yield Ignorant(tuple(alike), clients)
        elif isinstance(reads, Windows):
            for attacker in alike:
                yield Index(attacker, WindowIndex.learn(reads, texts, client_of, clients))
        elif (learnt := learn_counter(reads, texts)) is None:
            yield Ignorant(tuple(alike), clients)
        else:
            counter, counts = learnt
            yield Reader(counter, tuple((each, fit(each, counts, client_of, clients)) for each in alike))


def learn_counter(reads: Runs | Characters, texts: Sequence[str]) -> tuple[Counter, Counts] | None:
    """Return a counter of the features of training texts, and their counts; None if they have no feature."""
    if isinstance(reads, Characters):
        counts = CharacterCounter(reads).count(texts)
        return (CharacterCounter(reads, counts.sum(axis=0) > 0), counts) if counts.nnz else None
    vectoriser = CountVectorizer(
        analyzer=lambda text: runs_in(text, reads), min_df=reads.documents, dtype=np.float64
    )
    try:
        counts = vectoriser.fit_transform(texts)
    except ValueError:  # what scikit-learn says of texts without any feature
        return None
    hashes = hashes_of(vectoriser.get_feature_names_out())
    order = np.argsort(hashes)
    return RunCounter(reads, hashes[order]), counts[:, order]
