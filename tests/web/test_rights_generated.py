"""Every operation is attacked by somebody with a request that succeeds for whoever holds everything.

This is one round with one seed; `python -m tests.web.rights.run` makes as many as one likes.
"""

from contextlib import closing

import pytest

from tests.web.oidc.issuer import Issuer
from tests.web.rights.oracle import Oracle
from tests.web.rights.run import attacked, summary


@pytest.fixture(scope="module")
def attack(sample_registry, tmp_path_factory):
    with closing(Issuer()) as issuer:
        yield attacked(tmp_path_factory.mktemp("world"), sample_registry, issuer, 17, 1)


def test_callers_neither_change_nor_learn_data_of_other_groups(attack):
    assert not attack.found, "\n\n".join("\n".join(map(str, entry)) for entry in attack.found)


def test_every_operation_succeeds_with_all_rights(attack):
    assert not attack.failed
    untested = [name for name in attack.operations if not attack.told[name, "worked"]]
    assert not untested, "\n".join(summary(attack.told, untested))


def test_a_caller_who_held_less_would_be_found_out(attack, monkeypatch):
    """The oracle judges by what callers hold: where nobody holds anything, each success is a finding."""
    monkeypatch.setattr(Oracle, "_held", lambda _: set())
    before = len(attack.found)
    attack.world.reopen()
    for name in ("setPolicy", "removeClient", "promote", "grant"):
        attack.round(name)
    assert {entry[0] for entry in attack.found[before:]} == {"setPolicy", "removeClient", "promote", "grant"}
    del attack.found[before:]
