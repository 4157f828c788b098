"""The rights of a caller are read in the transaction of each change, on both databases."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.errors import NotHeld
from backend.storage.accounts.users import pseudonym
from backend.storage.audit.actions import Action
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.current_account import CurrentAccount
from backend.storage.rights.rights import NO_GROUP, NOTHING, Rights
from backend.storage.rights.roles import Role

ISSUER, SHELL = "https://login.example", "local:0"
ADA = pseudonym(ISSUER, "ada")
OF_ADA = Rights({Role.ADMIN: frozenset({"Retail"})})
ROUNDS = 12


def act_as_ada(store):
    """From now on this store changes things in the name of somebody who was made administrator of Retail."""

    def read(session):
        return store.users.granted_in(session, ADA).beside(frozenset(), NO_GROUP)

    store.identify_accounts_by(lambda: CurrentAccount(ADA, OF_ADA, read))


@pytest.fixture
def stores(settings, opened):
    """The shell's store, and one that acts as somebody."""
    shell, hers = opened(settings), opened(settings)
    shell.users.grant(ISSUER, "ada", [Role.ADMIN], ["Retail"], SHELL)
    act_as_ada(hers)
    return shell, hers


def test_revoked_rights_cannot_be_granted_to_others(stores):
    shell, hers = stores
    hers.users.grant(ISSUER, "bob", [Role.ADMIN], ["Retail"], ADA)
    shell.users.revoke(ADA, None, None, SHELL)
    before = len(shell.audit.rows())
    for change in (
        lambda: hers.users.grant(ISSUER, "eve", [Role.ADMIN], ["Retail"], ADA),
        lambda: hers.global_terms.change(0, Dictionary("everyone", always=("x",)), ADA),
        lambda: hers.clients.add(Dictionary("Rook"), by=ADA),
    ):
        with pytest.raises(NotHeld):
            change()
    assert len(shell.audit.rows()) == before, "whatever is refused is not noted as done"
    assert (shell.clients.all(), shell.global_terms.get().version) == ((), 0)
    assert pseudonym(ISSUER, "eve") not in {each.id for each in shell.users.all()}


def test_the_trail_has_a_correct_order_for_racing_grants_and_revocations(stores):
    """Whatever was granted in her name stands in the trail before the row that took her own rights back."""
    shell, hers = stores
    for number in range(ROUNDS):
        shell.users.grant(ISSUER, "ada", [Role.ADMIN], ["Retail"], SHELL)
        start = threading.Barrier(2)

        def grants(subject=f"bob{number}", start=start):
            start.wait()
            try:
                hers.users.grant(ISSUER, subject, [Role.ADMIN], ["Retail"], ADA)
            except NotHeld:
                return False
            return True

        def revokes(start=start):
            start.wait()
            shell.users.revoke(ADA, None, None, SHELL)
            return True

        with ThreadPoolExecutor(2) as pool:
            granted, _ = [each.result() for each in (pool.submit(grants), pool.submit(revokes))]
        rows = {(row.content["action"], row.content["subject"]): row.number for row in shell.audit.rows(most=2)}
        bob = pseudonym(ISSUER, f"bob{number}")
        known = {each.id: each.granted for each in shell.users.all()}
        assert (known.get(bob, NOTHING) != NOTHING) == granted
        assert not granted or rows[Action.USER_GRANTED, bob] < rows[Action.USER_REVOKED, ADA]
    assert shell.audit.verify().holds
