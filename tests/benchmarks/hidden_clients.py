"""An attacker who sees two clients, asks 10,000 times about others, and learns from the answers whose are which.

Of each candidate a coin has decided whether it belongs to hidden clients. The attacker knows what came of half of
the coins, looks in all fields of all answers, in their lengths and the seconds they took for what goes with the
coin, and guesses the other half by the field that went best with it. Its advantage is the share of right guesses
above one half. It knows nothing of how answers are made.

    python -m tests.benchmarks.hidden_clients [requests] [pipeline]
"""

import json
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.web.paired_services import GROUP, OURS, World, invented

OWN = "marlin"
"""A word that the caller's own client says alone."""
FORMS = ("{}", "{} Garden", "{} & Sons", "{} Ltd", "{} Group")
NAMES_IN = (
    "The committee met {} in Leeds to speak of the stores.",
    "{}",
    "REPORT FOR {}",
    "the turbine of {} was visited, and so was the ward",
    "see www.{}.example for the ledger",
)
PLACES = {"utf16", "start", "end", "hit", "id", "block"}
"""Of these fields each depends on how long the candidate is, and never on more."""


@dataclass
class Game:
    """Candidates with their coins, and how each is asked about: route and body."""

    name: str
    coins: dict[str, bool]
    asked: list = field(default_factory=list)
    """Functions from a candidate to a route and a body."""


def games(chance, each):
    """What hidden clients are called and say, by coins, and the games about it."""
    names = [form.format(word) for word, form in zip(invented(chance, each), FORMS * each, strict=False)]
    words = [word.lower() for word in invented(chance, 5 * each)]
    alone, among_four, several, shared, often = (words[at::5] for at in range(5))
    coins = [_tossed(chance, some) for some in (names, alone, among_four, several, shared, often)]
    hidden = [name for name, is_hidden in coins[0].items() if is_hidden]
    says = defaultdict(list)
    for some, speakers in zip(coins[1:5], (1, 4, 6, 4), strict=True):
        for word, is_said in some.items():
            for name in chance.sample(hidden, speakers) if is_said else ():
                says[name].append(word)
    says[OURS] += [OWN, OWN, *shared]
    for word, is_said_often in coins[5].items():
        speakers = chance.sample(hidden, 6)
        for name in speakers + speakers[:1] * (9 * is_said_often):
            says[name].append(word)
    asks_name = [_analysis(text, change) for text in NAMES_IN for change in (str, str.lower, str.upper)]
    asks_name += [_guess_of_name(2), _guess_of_name(5)]
    asks_word = [_guess(*each) for each in GUESSES] + [
        _analysis("They call it {} in the ward of the store.", str.title)
    ]
    asks_how_often = [_guess_against_own(often) for often in HOW_OFTEN]
    titles = (
        "names of hidden clients",
        "words of one hidden client",
        "words of four hidden clients",
        "words of six hidden clients",
        "words of the own client that four hidden ones say too",
        "words of six hidden clients, of which one may say it ten times as often",
    )
    asked = (asks_name, *[asks_word] * 4, asks_how_often)
    return hidden, dict(says), [Game(*row) for row in zip(titles, coins, asked, strict=True)]


GUESSES = (
    (1, {}, 2),
    (60, {}, 2),
    (60, {}, 10),
    (3, {"store": 4, "loan": 2}, 2),
    (9, {"turbine": 9, "till": 3}, 5),
)
"""How often the word, with which others, and for which k."""


HOW_OFTEN = range(1, 31)
"""How often a word stands against one that sets the own client apart."""


def _tossed(chance, candidates):
    coins = [at % 2 == 0 for at in range(len(candidates))]
    chance.shuffle(coins)
    return dict(zip(candidates, coins, strict=True))


def _analysis(text, change):
    def ask(candidate):
        said = text.format(change(candidate.replace(" ", "") if "www" in text else candidate))
        blocks = [{"ordinal": 0, "text": said}, {"ordinal": 1, "text": "The store and the loan were visited."}]
        return "analyses", {"stories": [{"kind": "body", "blocks": blocks}], "client": OURS, "k": 5}

    return ask


def _guess(often, others, k):
    return lambda word: ("guesses", {"words": {word: often, **others}, "client": OURS, "k": k})


def _guess_against_own(often):
    return lambda word: ("guesses", {"words": {word: often, OWN: 10}, "client": OURS, "k": 2})


def _guess_of_name(k):
    return lambda name: ("guesses", {"words": dict.fromkeys(name.lower().split(), 5), "client": OURS, "k": k})


def play(game, ask):
    """The advantage over guessing, its standard error, what told it, and how many requests it took."""
    candidates = list(game.coins)
    seen = {each: {} for each in candidates}
    for number, how in enumerate(game.asked):
        for candidate in candidates:
            route, body = how(candidate)
            began = time.perf_counter()
            answer = ask(route, **body)
            seconds = time.perf_counter() - began
            told = seen[candidate]
            told[number, "length"], told[number, "seconds"] = len(answer.data), seconds
            told[number, "status"] = str(answer.status_code)
            content = json.dumps(answer.get_json(silent=True)).lower()
            for word in {candidate, candidate.replace(" ", ""), *candidate.split()}:
                content = content.replace(word.lower(), "*")
            for path, value in _leaves(json.loads(content), (number,)):
                told[path] = value
    known, asked = candidates[::2], candidates[1::2]
    fields = {path for each in known for path in seen[each]}
    rules = (_rule(path, known, seen, game.coins) for path in sorted(fields, key=str))
    right, path, rule = max(rules, key=lambda each: each[0])
    hits = sum(rule(seen[each].get(path)) == game.coins[each] for each in asked)
    share = hits / len(asked)
    return share - 0.5, (share * (1 - share) / len(asked)) ** 0.5, path, len(game.asked) * len(candidates), right


def _leaves(told, path):
    if isinstance(told, dict):
        for name, value in told.items():
            if name not in PLACES:
                yield from _leaves(value, (*path, name))
    elif isinstance(told, list):
        yield (*path, "how many"), str(len(told))
        for at, value in enumerate(told):
            yield from _leaves(value, (*path, at))
    else:
        yield path, str(told)


def _rule(path, known, seen, coins):
    """The share of the known coins that a field goes with, and the rule that says how."""
    values = {each: seen[each].get(path) for each in known}
    if path[-1] in {"length", "seconds"}:
        cuts = sorted(set(values.values()))[:: max(len(known) // 50, 1)]
        best = max(
            (
                (_share(lambda value, cut=cut, above=above: (value > cut) == above, values, coins), cut, above)
                for cut in cuts
                for above in (True, False)
            ),
            key=lambda each: each[0],
        )
        return best[0], path, lambda value: (value > best[1]) == best[2]
    counted = defaultdict(Counter)
    for each in known:
        counted[values[each]][coins[each]] += 1
    table = {value: count.most_common(1)[0][0] for value, count in counted.items()}
    if len(table) > len(known) // 4:
        return 0.0, path, lambda _value: False  # another value for each: that is learnt by heart
    rule = lambda value: table.get(value, False)  # noqa: E731
    return _share(rule, values, coins), path, rule


def _share(rule, values, coins):
    return sum(rule(value) == coins[each] for each, value in values.items()) / len(values)


def measured(requests=10_000, ner="none", groups=(GROUP,), folder=None):
    """For each game: its name, the advantage, the error, the field, the requests."""
    chance = random.Random(17)
    per_candidate = len(NAMES_IN) * 3 + 2 + 4 * (len(GUESSES) + 1) + len(HOW_OFTEN)
    each = requests // per_candidate // 4 * 4
    hidden, says, played = games(chance, each)
    with tempfile.TemporaryDirectory() as made:
        world = World(Path(folder or made), hidden, says, ner=ner)
        ask = world.asker(None if groups is None else list(groups))
        return [(game.name, *play(game, ask)) for game in played]


def main():
    """Print what somebody learns who sees one group, and for comparison somebody who sees all."""
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    ner = sys.argv[2] if len(sys.argv) > 2 else "models/ner"
    for who, groups, many in (("sees one group", (GROUP,), requests), ("sees all", None, requests // 5)):
        for name, advantage, error, path, asked, known in measured(many, ner, groups):
            found = f"{advantage:+.3f} ± {1.96 * error:.3f}"
            print(f"{who} | {name} | {asked} requests | {found} | by {path}, {known:.2f} of the known", flush=True)


if __name__ == "__main__":
    main()
