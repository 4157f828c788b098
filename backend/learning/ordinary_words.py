"""Tell which words of a client's name are ordinary words: "Target" is a company, "target" is not."""

import numpy as np

from backend.document.tokens import terms
from backend.learning.counts import TermCounts
from backend.learning.features import class_sums, stop_words

OTHERS = 2
"""One other client may be speaking of this one; what two say is said by everybody."""


def ordinary_words(counts: TermCounts) -> tuple[frozenset[str], ...]:
    """For each client the words of its name and aliases that say nothing of it, [client].

    Those are stop words, and words that documents of at least two *other* clients say, in any case of letters. All
    counted words are asked, not the features: a word that everybody says tells nobody apart and is never chosen.
    """
    spelled = [
        {word for name in (client.name, *client.aliases) for word in terms(name)} for client in counts.clients
    ]
    of_names = frozenset[str]().union(*spelled)
    columns = [column for column, word in enumerate(counts.words) if word in of_names]
    place = {counts.words[column]: position for position, column in enumerate(columns)}
    says = class_sums(counts.word_counts[:, columns], counts.client_of).toarray() > 0
    stops = stop_words()
    return tuple(
        frozenset(
            word
            for word in words
            if word in stops or (word in place and int(np.delete(says[:, place[word]], client).sum()) >= OTHERS)
        )
        for client, words in enumerate(spelled)
    )
