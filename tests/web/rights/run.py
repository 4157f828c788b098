"""Attack every route with requests that would succeed for somebody else, and judge each by the oracle.

`python -m tests.web.rights.run --requests 20` makes so many requests for each operation, `--seed` other ones, and
`--rounds` new services. It prints what was changed by whom, and fails for each finding, and for each operation that
never succeeds for whoever holds everything: what nobody can do was not tested.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import structlog
from click.testing import CliRunner

from backend.cli import cli
from tests.conftest import SAMPLE
from tests.web.description import description
from tests.web.oidc.issuer import Issuer
from tests.web.rights.attack import Attack
from tests.web.rights.attacked import Attacked


def trained(folder):
    """A registry with one version, of the sample."""
    train = ["train", str(SAMPLE / "corpus"), "--registry", str(folder / "registry"), "--name", "sample"]
    done = CliRunner().invoke(cli, train, env={"UNSAID_DATA": str(folder / "trained")})
    assert done.exit_code == 0, done.output
    return folder / "registry"


def attacked(folder, registry, issuer, seed, requests, only=""):
    """One service with so many requests for each operation: the attack, closed, with what was found."""
    world = Attacked(folder, registry, issuer)
    try:
        attack = Attack(world, seed, json.loads(description()))
        for _ in range(requests):
            for name in attack.operations:
                if only in name:
                    attack.round(name)
    finally:
        world.close()
    return attack


def summary(told, operations):
    """A line for each operation: how often it succeeded, what others were answered, and changes."""
    for name in operations:
        by = {f"{each}xx": told[name, "by others", each] for each in (2, 4, 5) if told[name, "by others", each]}
        holders = f"{told[name, 'succeeded']} of {told[name, 'by holders']}"
        yield f"{name}: others {by}, holders {holders} succeeded, changed {told[name, 'changed']}"


def main():
    """Attack every route, and print what was found."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--requests", type=int, default=10, help="for each operation")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--rounds", type=int, default=1, help="services, each new and with another seed")
    asked.add_argument("--only", default="", help="operations whose id holds this")
    given = asked.parse_args()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    found, told, operations, failed, twins = [], Counter(), [], {}, 0
    began = time.process_time()
    with tempfile.TemporaryDirectory() as name, closing(Issuer()) as issuer:
        registry = trained(Path(name))
        for number in range(given.rounds):
            folder = Path(name) / f"world{number}"
            folder.mkdir()
            attack = attacked(folder, registry, issuer, given.seed + number, given.requests, given.only)
            found += attack.found
            told += attack.told
            failed |= attack.failed
            twins += attack.twins
            operations = [each for each in attack.operations if given.only in each]
            sys.stdout.write(f"seed {given.seed + number}: {attack.sequence.hexdigest()[:16]}\n")
    sys.stdout.write("\n".join(summary(told, operations)) + "\n")
    untested = [each for each in operations if not told[each, "worked"]]
    for entry in (*failed.values(), *_few_of_each(found)):
        sys.stdout.write("\n".join(map(str, ("", *entry))) + "\n")
    requests = sum(count for key, count in told.items() if len(key) == 3) + sum(
        told[each, "by holders"] for each in operations
    )
    sys.stdout.write(
        f"\n{requests} requests, {sum(told[each, 'changed'] for each in operations)} changed something, "
        f"{twins} asked for nothing to compare, {time.process_time() - began:.0f} s of a processor\n"
        f"not tested: {', '.join(untested) or 'none'}\n{len(found)} findings\n"
    )
    return 1 if found or untested else 0


def _few_of_each(found):
    kinds = Counter()
    for entry in found:
        kind = entry[0], entry[-1][0][:40]
        kinds[kind] += 1
        if kinds[kind] <= 2:
            yield entry


if __name__ == "__main__":
    sys.exit(main())
