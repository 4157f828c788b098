"""What is granted to somebody here, and who a pseudonym is."""

import pytest
from sqlalchemy import text

from backend.errors import InvalidRequest, UnknownUser
from backend.storage.accounts.users import pseudonym
from backend.storage.rights.rights import NOTHING, Granted, Rights
from backend.storage.rights.roles import Role

ISSUER, ADMIN = "https://login.example", "0123456789abcdef"
ADA = pseudonym(ISSUER, "ada")
RETAIL, PORTS = frozenset({"Retail"}), frozenset({"Ports"})


def test_every_process_sees_a_grant(store, opened, settings):
    granted = store.users.grant(ISSUER, "ada", [Role.REVIEWER], ["Retail"], ADMIN)
    assert opened(settings).users.get(ADA) == granted
    assert granted.granted == Granted(apart=Rights({Role.REVIEWER: RETAIL}))
    assert (granted.id, granted.subject, granted.issuer) == (ADA, "ada", ISSUER)


def test_grants_are_added_to_the_rights_of_tokens(store):
    store.users.grant(ISSUER, "ada", [Role.REVIEWER], ["Retail"], ADMIN)
    store.users.grant(ISSUER, "ada", [Role.USER], ["Ports"], ADMIN)
    apart = Rights({Role.REVIEWER: RETAIL, Role.USER: PORTS})
    assert store.users.get(ADA).granted == Granted(apart=apart)
    store.users.grant(ISSUER, "ada", [Role.AUDITOR], [], ADMIN)
    assert store.users.get(ADA).granted == Granted(frozenset({Role.AUDITOR}), apart=apart)
    assert store.users.grant(ISSUER, "ada", [], None, ADMIN).granted.groups is None
    assert store.users.grant(ISSUER, "ada", [], ["Ports"], ADMIN).granted.groups is None


def test_revoked_rights_are_removed_and_the_others_remain(store):
    store.users.grant(ISSUER, "ada", [Role.REVIEWER, Role.USER], ["Retail", "Ports"], ADMIN)
    left = store.users.revoke(ADA, [Role.USER], ["Ports"], ADMIN)
    assert left.granted == Granted(apart=Rights({Role.REVIEWER: RETAIL}))
    assert store.users.revoke(ADA, None, None, ADMIN).granted == NOTHING


@pytest.mark.parametrize(("roles", "groups"), [([Role.ADMIN], None), (None, ["Ports"]), ([Role.USER], ["Ports"])])
def test_revoking_a_missing_grant_is_refused(store, roles, groups):
    before = store.users.grant(ISSUER, "ada", [Role.USER], ["Retail"], ADMIN)
    with pytest.raises(InvalidRequest, match="Nothing was changed"):
        store.users.revoke(ADA, roles, groups, ADMIN)
    assert store.users.get(ADA) == before


def test_a_user_who_signs_in_twice_is_stored_once(store):
    first = store.users.seen(ISSUER, "ada", "Ada Lovelace")
    assert store.users.seen(ISSUER, "ada", "Ada Lovelace") == first
    assert store.users.seen(ISSUER, "ada") == first
    assert store.users.seen(ISSUER, "ada", "Ada King").called == "Ada King"
    assert store.users.seen("https://other.example", "ada").id != first.id
    assert [row.content["action"] for row in store.audit.rows()] == ["user.seen"] * 3
    assert first.granted == NOTHING


def test_grants_survive_a_sign_in(store):
    store.users.grant(ISSUER, "ada", [Role.USER], None, ADMIN)
    assert store.users.seen(ISSUER, "ada", "Ada").granted == Granted(apart=Rights({Role.USER: None}))


def test_a_forgotten_user_leaves_a_pseudonym_in_the_trail(store):
    store.users.grant(ISSUER, "ada", [Role.USER], None, ADMIN)
    store.users.forget(ADA, ADMIN)
    with pytest.raises(UnknownUser):
        store.users.get(ADA)
    assert store.users.all() == ()
    assert [(row.content["who"], row.content["subject"]) for row in store.audit.rows()] == [(ADMIN, ADA)] * 2
    assert store.audit.verify().holds


@pytest.mark.parametrize("odd", ["", "0" * 32, "é\udc80", "' OR 1=1 --", "\0"])
def test_unknown_user_ids_are_refused(store, odd):
    for ask in (store.users.get, lambda who: store.users.forget(who, ADMIN)):
        with pytest.raises(UnknownUser):
            ask(odd)


@pytest.mark.parametrize(
    ("subject", "roles", "groups"), [("ada", [], []), ("", [Role.USER], []), ("a" * 301, [Role.USER], [])]
)
def test_a_grant_without_a_right_or_a_user_is_refused(store, subject, roles, groups):
    with pytest.raises(InvalidRequest):
        store.users.grant(ISSUER, subject, roles, groups, ADMIN)
    assert store.users.all() == ()


def test_no_name_of_a_person_is_in_the_clear(store):
    store.users.grant(ISSUER, "ada-zyrqum", [Role.USER], ["Zyrqgroup"], ADMIN)
    store.users.seen(ISSUER, "ada-zyrqum", "Ada Zyrqcalled")
    with store._database.reading() as session:
        rows = repr([session.execute(text(f"SELECT * FROM {table}")).all() for table in ("users", "audit")])  # noqa: S608
    assert "zyrq" not in rows.lower()
