"""Send requests that are made from the description of the routes, as many callers, and judge each by the oracle.

`python -m tests.web.rights.run --requests 200` sends so many for each route, with a new service every few thousand.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from backend.cli import cli
from tests.conftest import SAMPLE
from tests.web.description import description
from tests.web.oidc.issuer import Issuer
from tests.web.rights.attacked import Attacked, text_of
from tests.web.rights.generated import HEAVY, Requests
from tests.web.rights.oracle import Oracle


class Attack:
    """A service under attack, what was found, and how often anything succeeded."""

    def __init__(self, world, seed):
        self.world = world
        self.requests = Requests(json.loads(description()), world, seed)
        self.found, self.answers, self.changed = [], Counter(), Counter()
        self._state, self._files, self._number = world.state(), world.files(), world.changes()

    def send(self, operation, caller):
        """One request, judged."""
        method, path, sent, _ = self.requests.draw(operation)
        route = f"{method} {operation[1]}"
        oracle = Oracle(self.world, self._state, caller)
        answer = self.world.ask(caller, method, path, **sent)
        self.answers[route, answer.status_code] += 1
        written = json.dumps([path, *map(str, sent.values())], ensure_ascii=False).lower()
        wrong = oracle.wrong_texts(text_of(answer), written) if caller.known else self._refused(answer, operation)
        if answer.status_code >= 500 and answer.status_code != 503:
            wrong.append(f"answered {answer.status_code}")
        wrong += self._judge(oracle, caller, answer, route)
        if wrong:
            self.found.append((route, caller.name, path, str(sent)[:600], answer.status_code, wrong))
        return answer

    def _refused(self, answer, operation):
        opens = operation[1] in {"/v1/version", "/v1/certificate-keys", "/v1/openapi.json"}
        return [] if opens or answer.status_code in {400, 401, 404, 405} else [f"let in: {answer.status_code}"]

    def _judge(self, oracle, caller, answer, route):
        number = self.world.changes()
        if number == self._number and answer.status_code >= 400:
            return []
        after, files = self.world.state(), self.world.files()
        wrong = oracle.wrong_changes(after, files != self._files)
        differs = {key[0] for key in {*after, *self._state} if after.get(key) != self._state.get(key)}
        differs -= {"audit", "audit_head", "row_macs", "mac_tree", "revisions"}
        if differs:
            self.changed[route] += 1
            self.requests.look()
        if differs - {"users"} and answer.status_code >= 400:
            wrong.append(f"refused, and yet changed {sorted(differs)}")
        if differs and not caller.known:
            wrong.append("changed by nobody")
        self._state, self._files, self._number = after, files, number
        return wrong


def trained(folder):
    """A registry with one version, of the sample."""
    train = ["train", str(SAMPLE / "corpus"), "--registry", str(folder / "registry"), "--name", "sample"]
    done = CliRunner().invoke(cli, train, env={"UNSAID_DATA": str(folder / "trained")})
    assert done.exit_code == 0, done.output
    (folder / "registry" / "authentic.json").unlink()
    return folder / "registry"


def main():
    """Attack every route, and print what was found."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--requests", type=int, default=200, help="for each route")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--rounds", type=int, default=1, help="services, each new and with another seed")
    asked.add_argument("--only", default="", help="routes that hold this")
    asked.add_argument("--light", action="store_true", help="leave out routes that read documents")
    given = asked.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as name, closing(Issuer()) as issuer:
        registry = trained(Path(name))
        for number in range(given.rounds):
            folder = Path(name) / f"world{number}"
            folder.mkdir()
            began = time.monotonic()
            world = Attacked(folder, registry, issuer)
            attack = Attack(world, given.seed + number)
            sys.stdout.write(f"made in {time.monotonic() - began:.1f} s\n")
            callers = list(world.callers.values())
            some = [each for each in attack.requests.operations if given.only in f"{each[0]} {each[1]}"]
            some = [each for each in some if not (given.light and each[1].endswith(HEAVY))]
            for at in range(given.requests):
                for operation in some:
                    if operation[1].endswith(HEAVY) and at % 10:
                        continue
                    attack.send(operation, attack.requests.chance.choice(callers))
            found += attack.found
            told = Counter()
            for (route, status), count in attack.answers.items():
                told[route, status // 100] += count
            for operation in some:
                route = f"{operation[0]} {operation[1]}"
                counts = {f"{each}xx": told[route, each] for each in (2, 4, 5) if told[route, each]}
                sys.stdout.write(f"{route}: {counts}, changed {attack.changed[route]}\n")
            world.close()
            sys.stdout.write(f"{sum(attack.answers.values())} requests, {time.monotonic() - began:.0f} s\n")
    kinds = Counter()
    for route, caller, path, sent, status, wrong in found:
        kinds[route, wrong[0]] += 1
        if kinds[route, wrong[0]] <= 2:
            sys.stdout.write(f"\n{route} by {caller}: {status}\n  {path}\n  {sent}\n  {wrong}\n")
    sys.stdout.write(f"\n{len(found)} findings\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
