"""Two callers of two groups together: do four clients of one group help the other to find who is a client?

A service has learnt the SEC filings to 2014 of half of the companies, which a coin has chosen. The caller sees
three clients, and knows a later filing of each company. An accomplice sees four others, knows what they say, and
finds the words by which all four are ahead. Added to a filing, these words put the four before all others, so that
the fifth hidden client, on which the caller's answers depend, should be the company itself where that is a client.
What answers tell at most is computed from the model that they are made with.

    python -m tests.benchmarks.hidden_together [draws] [data]
"""

import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import linprog
from sklearn.metrics import roc_auc_score

from backend.blocking.confusability import from_word_counts
from backend.document.tokens import terms
from backend.evaluation.data import filings
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.drawn_sizes import SizeKey
from backend.learning.limited_model import limited_model
from backend.learning.train import train

SIZES = SizeKey(b"sizes of tests")

OFTEN = (0, 10, 30, 100, 300, 1000)
"""How often the words of the four stand in each 3,000 words of a filing."""
MOST_WORDS = 40


def words_of_four(early, four, general):
    """The words, with weights, by which all four are ahead of what companies say in general."""

    def shares(said):
        return np.array([np.log((said[word] + 0.5) / (said.total() + 5_000)) for word in general])

    leads = [shares(early[each]) - shares(general) for each in four]
    count = len(general)
    at_least = [np.append(-lead, 1.0) for lead in leads]
    found = linprog(
        np.append(np.zeros(count), -1.0),
        A_ub=np.vstack([*at_least, np.append(np.ones(count), 0)]),
        b_ub=[0] * len(four) + [MOST_WORDS],
        bounds=[(0, 1)] * count + [(None, None)],
    )
    return {word: weight for word, weight in zip(general, found.x, strict=False) if weight > 0.01}


def measured(draw, found):
    """For each number of words: the areas under the curve of three gaps, and how many of the four come first."""
    chance = random.Random(draw)
    early, late, texts = defaultdict(Counter), {}, defaultdict(list)
    for each in found:
        if each.early:
            early[each.company].update(terms(each.text))
            texts[each.company].append(CorpusDocument(each.id, each.company, each.sector, (each.text,)))
        else:
            late.setdefault(each.company, Counter(terms(each.text)))
    own = chance.sample([each for each in sorted(early) if each in late], 3)
    others = [each for each in sorted(early) if each not in own]
    clients = {*chance.sample(others, len(others) // 2), *own}
    four = chance.sample(sorted(clients - set(own)), 4)
    candidates = [each for each in others if each in late and each not in four]
    model = train(count_terms([row for each in sorted(clients) for row in texts[each]])).model
    names = [each.name for each in model.clients]
    seen = sorted(map(names.index, own))
    view, hidden = limited_model(model, seen, SIZES), np.setdiff1d(np.arange(len(names)), seen)
    used_by = Counter(word for each in candidates for word in late[each])
    general = Counter()
    for each in candidates:
        general.update({word: times for word, times in late[each].items() if used_by[word] > len(candidates) / 4})
    weights = words_of_four(early, four, general)
    for often in OFTEN:
        rows, first = [], []
        for company in candidates:
            said = Counter({word: n for word, n in late[company].items() if word not in set(terms(company))})
            size = said.total()
            said.update({word: int(weight * often * size / 3_000) for word, weight in weights.items()})
            words = from_word_counts(view.by_client, said)
            scores = np.sort(words.scores_against(seen[0])[hidden])[::-1]
            own_score = words.scores_against(seen[0])[seen[0]]
            rows.append([scores[4] - own_score, scores[4] - scores[5], scores[4] - scores[9]])
            leaders = hidden[np.argsort(-words.uncapped_against(seen[0])[hidden])[:5]]
            first.append(sum(names[each] in four for each in leaders))
        coins, gaps = [each in clients for each in candidates], np.array(rows).T
        yield often, [max(area, 1 - area) for area in (roc_auc_score(coins, gap) for gap in gaps)], np.mean(first)


def main():
    """Print what the two learn, for some draws of clients."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    data = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parents[3] / "shared" / "data"
    found = filings(data)
    for draw in range(draws):
        for often, areas, first in measured(draw, found):
            told = " ".join(f"{area:.2f}" for area in areas)
            print(
                f"draw {draw} | {often} | areas under the curve {told} | of the four first: {first:.1f}", flush=True
            )


if __name__ == "__main__":
    main()
