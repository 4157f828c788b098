"""Say which industry a text belongs to, by the groups of an index that are nearest to it."""

from collections import Counter, defaultdict

from backend.document.tokens import terms
from backend.services.index.searching import asked_columns
from backend.storage.index.stored_index import StoredIndex

NEIGHBOURS = 10
"""The groups that vote."""


def classify(index: StoredIndex, text: str) -> dict[str, float]:
    """Return the industries of the nearest groups with their shares of the vote, the likeliest first.

    Each group votes with its cosine to the text, divided among the industries of its documents; documents without
    an industry do not vote. No industry is found where no group shares a word with the text, or none has one.

    Raises InvalidRequest when no word of the text is in the dictionary; IndexBelowK.
    """
    asked = index.space.weighted(asked_columns(index.space.count_words(Counter(terms(text)))))
    votes: defaultdict[str, float] = defaultdict(float)
    for state, distance in index.ranked(asked, NEIGHBOURS):
        labels = Counter(each.industry for each in index.entries(state.group) if each.industry is not None)
        for industry, count in labels.items():
            votes[industry] += (1 - distance) * count / labels.total()
    total = sum(votes.values())
    ranked = sorted(votes.items(), key=lambda vote: (-vote[1], vote[0]))
    return {industry: vote / total for industry, vote in ranked if vote > 0}
