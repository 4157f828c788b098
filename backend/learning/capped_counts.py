"""Cap the counts of hidden clients' words, so that answers do not depend on fewer than five of them.

A client says its own name far more often than others do. Whoever may ask how often a word is said at most would
otherwise learn that it is a name of somebody hidden, however many others mention it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Booleans, Counts, Floats, Integers

Numbers = NDArray[np.int32] | Integers | Floats

SEVERAL = 5
"""Hidden clients that have to say a word, and as often, before an answer may depend on their saying it so often.

Of names of companies in SEC filings 13 % are said by five other clients, of those who are clients and of those who
are none. So the names of clients do not stand out.
"""


def nth_highest(column: Numbers, values: Numbers, counts: Booleans, width: int) -> Floats:
    """Return the value that SEVERAL of the counted values in each column reach; -inf where they are fewer.

    A column has one value of each client at most.

    >>> column = np.array([0, 0, 0, 0, 0, 0, 1])
    >>> nth_highest(column, np.array([9, 40, 7, 8, 3, 2, 5]), np.full(7, True), 2).tolist()
    [3.0, -inf]
    """
    column, values = column[counts], values[counts]
    order = np.lexsort((-values, column))
    start = np.concatenate(([0], np.cumsum(np.bincount(column, minlength=width))))
    reached = np.full(width, -np.inf)
    enough = np.flatnonzero(np.diff(start) >= SEVERAL)
    reached[enough] = values[order][start[enough] + SEVERAL - 1]
    return reached


def capped_presence(presence: Counts, of_hidden: Booleans, counts: Booleans) -> Counts:
    """In how many documents clients say each word, [client, word]; hidden ones in as many as five of them do.

    `of_hidden` are the stored entries of hidden clients, `counts` those that count among the five.
    """
    entries = presence.tocoo()
    most = nth_highest(entries.col, entries.data, counts, presence.shape[1])[entries.col]
    capped = presence.copy()
    capped.data = np.where(of_hidden, np.clip(most, 1, entries.data), entries.data).astype(presence.data.dtype)
    return capped


def capped_documents(counts: Counts, class_of: Integers, hidden: Booleans, words: Sequence[bool]) -> Counts:
    """Documents, [document, word], in which no hidden client uses one of the `words` more often than the fifth.

    That is in as many documents at most, of which the first are kept, and as often in one; `hidden` is [class].
    What fewer than SEVERAL of them say in these documents, none of them says.
    """
    entries = counts.tocoo()
    class_of_entry = class_of[entries.row]
    # Entries in the order of words, then clients, then documents: those of a word and a client stand together.
    order = np.lexsort((entries.row, class_of_entry, entries.col))
    row, client, word = entries.row[order], class_of_entry[order], entries.col[order].astype(np.int64)
    values = entries.data[order]
    begins = np.flatnonzero(np.diff(word * len(hidden) + client, prepend=-1))
    if not len(begins):
        return counts
    documents = np.diff(begins, append=len(order))
    nth = np.arange(len(order)) - np.repeat(begins, documents)
    of_hidden, width = hidden[client[begins]], counts.shape[1]
    in_so_many = nth_highest(word[begins], documents, of_hidden, width)[word]
    so_often = nth_highest(word[begins], np.maximum.reduceat(values, begins), of_hidden, width)[word]
    free = ~(hidden[client] & np.asarray(words, dtype=bool)[word])
    stays = free | (nth < in_so_many)
    values = np.where(free, values, np.minimum(values, so_often))[stays].astype(counts.data.dtype)
    capped: Counts = type(counts)((values, (row[stays], word[stays])), shape=counts.shape)
    capped.sort_indices()
    return capped
