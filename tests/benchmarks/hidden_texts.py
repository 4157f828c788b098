"""An attacker who has texts of companies, and asks about each whether it is a client that is hidden from them.

A service has learnt the SEC filings to 2014 of half of the companies, which a coin has chosen. The attacker
sees three clients, has a later filing of each company, and puts words into it that only their own client says.
How many of these it takes until k no longer holds tells how far one rival after the other is ahead, and so does
how many have to go at each level. The attacker learns from the coins of half of the companies what goes with
being a client, and guesses the other half. It knows nothing of how answers are made.

    python -m tests.benchmarks.hidden_texts [services] [data]
"""

import json
import random
import sys
import tempfile
from collections import Counter, defaultdict
from datetime import timedelta
from pathlib import Path

import numpy as np
from click.testing import CliRunner
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from backend.cli import cli
from backend.document.tokens import terms
from backend.evaluation.data import filings
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.service import EXTENSION
from tests.web.paired_services import GROUP, UNLIMITED

OWN = "zzmarlin"
"""A word that the caller's own client says alone."""
WORDS = 400
"""Of a filing that are sent in an analysis."""
MAX = 1 << 16
LEVELS = 8


def serve(folder, known, own):
    """Start a service that has learnt these filings, and return how the limited caller asks it."""
    corpus = folder / "corpus.jsonl"
    with corpus.open("w") as lines:
        for each in known:
            text = each.text + (f" {OWN}" * 20 if each.company == own[0] else "")
            row = {"id": each.id, "client": each.company, "utility": each.sector, "text": text}
            lines.write(json.dumps(row) + "\n")
    registry = str(folder / "registry")
    done = CliRunner().invoke(cli, ["train", str(corpus), "--registry", registry, "--name", "filings"])
    assert done.exit_code == 0, done.output
    environment = {"UNSAID_DATA": str(folder / "data"), "UNSAID_REGISTRY": registry, "UNSAID_NER": "none"}
    app = create_app(Settings.from_environment(environment), sign_in_methods=SignInMethods(UNLIMITED))
    service = app.extensions[EXTENSION]
    service.models.refresh()
    clients = service.models.current().model.clients
    service.store.clients.put([Dictionary(each.name, group=GROUP if each.name in own else "X") for each in clients])
    token = service.store.api_keys.new("somebody", Role.USER, [GROUP], timedelta(days=1)).token
    client, headers = app.test_client(), {"Authorization": f"Bearer {token}"}

    def ask(route, body):
        answer = client.post(f"/v1/{route}", json=body, headers=headers)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()

    return ask


def how_many(ask, said, own, k):
    """With how many of the own words in it k still holds for a document, found by halving."""
    low, high = 0, MAX
    while high - low > max(low // 500, 1):
        middle = (low + high) // 2
        if ask("guesses", {"words": {**said, OWN: middle}, "client": own, "k": k})["k_held"]:
            low = middle
        else:
            high = middle
    return low


def by_guesses(ask, said, own):
    """What guesses tell: how far each rival is ahead of the next one."""
    ahead = np.array([how_many(ask, said, own, k) for k in range(2, LEVELS + 1)]) / sum(said.values())
    return [*ahead, *-np.diff(ahead), (ahead[0] - ahead[1]) / (ahead[1] - ahead[-1] + 1e-9)]


def by_analyses(objective, times=1):
    """What one analysis of a piece of the text tells: which share of it stays at each level."""

    def ask_analyses(ask, said, own):
        some = [word for word, count in said.most_common(WORDS) for _ in range(count)][: 4 * WORDS]
        mine = own_words(ask, own)
        text = " ".join([*some, *mine * times])
        stories = [{"kind": "body", "blocks": [{"ordinal": 0, "text": text}]}]
        answer = ask("analyses", {"stories": stories, "client": own, "k": LEVELS, "objective": objective})
        kept = np.array([level["kept_share"] for level in answer["levels"]])
        gone = {each["term"].lower() for each in answer["suggestions"]}
        theirs = len(gone - set(mine)) / max(len(gone), 1)
        near = [each["score"] or 0.0 for each in answer["near_misses"]][:3]
        return [*kept, *-np.diff(kept), theirs, *near, *[0.0] * (3 - len(near))]

    return ask_analyses


OWN_TEXT = []
"""Words of a later filing of the own client."""


def own_words(_ask, _own):
    """What stands in the document beside the text of the company."""
    return OWN_TEXT


def advantage(rows, coins, chance):
    """The area under the curve of a learner for candidates it has not seen, over ten splits into halves."""
    rows, coins, found = np.array(rows), np.array(coins), []
    for _ in range(10):
        order = np.array(chance.sample(range(len(rows)), len(rows)))
        known, asked = order[::2], order[1::2]
        learner = make_pipeline(StandardScaler(), LogisticRegression(C=0.3, max_iter=2000)).fit(
            rows[known], coins[known]
        )
        found.append(roc_auc_score(coins[asked], learner.decision_function(rows[asked])))
    return float(np.mean(found))


WAYS = {
    "guesses": by_guesses,
    "analyses, simple": by_analyses("simple"),
    "analyses, uniform": by_analyses("uniform"),
}


def measured(services, data, ways=tuple(WAYS)):
    """For each way to ask: the areas under the curve, one of each service; 0.5 is chance."""
    found = filings(data)
    later = defaultdict(list)
    for each in found:
        if not each.early:
            later[each.company].append(each.text)
    companies = sorted({each.company for each in found if each.early})
    areas = defaultdict(list)
    for seed in range(services):
        chance = random.Random(seed)
        own = chance.sample([each for each in companies if later[each]], 3)
        others = [each for each in companies if each not in own]
        clients = {*chance.sample(others, len(others) // 2), *own}
        candidates = [each for each in others if later[each]]
        OWN_TEXT[:] = [word for word in terms(later[own[0]][0]) if len(word) > 3][:800]
        with tempfile.TemporaryDirectory() as folder:
            ask = serve(Path(folder), [each for each in found if each.early and each.company in clients], own)
            for way in ways:
                rows = []
                for company in candidates:
                    said = Counter(terms(later[company][0]))
                    for word in terms(company):
                        said.pop(word, None)
                    rows.append(WAYS[way](ask, said, own[0]))
                areas[way].append(advantage(rows, [each in clients for each in candidates], chance))
                print(seed, way, round(areas[way][-1], 3), flush=True)
    return areas


def main():
    """Print what somebody learns who sees one group."""
    services = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    data = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parents[3] / "shared" / "data"
    for way, areas in measured(services, data).items():
        error = 1.96 * np.std(areas, ddof=1) / len(areas) ** 0.5 if len(areas) > 1 else float("nan")
        print(f"{way}: area under the curve {np.mean(areas):.3f} ± {error:.3f} (.5 is chance)")


if __name__ == "__main__":
    main()
