"""API keys: one token opens one key, until it ends."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from backend.errors import InvalidRequest, UnknownApiKey
from backend.storage.db.database import Database, url_of
from backend.storage.rights.roles import Role
from backend.storage.tables import ApiKeyRow

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def made(store):
    return store.api_keys.new("nightly batch", Role.REVIEWER, ["Retail", "Ports"], 7 * DAY, now=NOON)


def test_a_token_opens_its_own_key(store, made, opened, settings):
    other = store.api_keys.new("another", Role.ADMIN, None, DAY, now=NOON)
    keys = opened(settings).api_keys
    assert keys.of(made.token, NOON) == made.key
    assert keys.of(other.token, NOON) == other.key
    assert keys.all() == tuple(sorted((made.key, other.key), key=lambda key: key.id))
    assert (made.key.role, made.key.groups) == (Role.REVIEWER, {"Retail", "Ports"})
    assert (made.key.label, other.key.groups) == ("nightly batch", None)


def test_no_other_token_opens_it(store, made):
    name, secret = made.key.id, made.token.removeprefix(f"unsaid_{made.key.id}_")
    forged = [
        made.token[:-1],
        made.token + "A",
        made.token[:-1] + ("B" if made.token[-1] == "A" else "A"),
        made.token.upper(),
        f"unsaid_{name}_",
        f"unsaid_{name}",
        f"Unsaid_{name}_{secret}",
        f"unsaid__{name}_{secret}",
        f"unsaid_0123456789abcdef_{secret}",
        f"unsaid_{name}\0_{secret}",
        f"unsaid_{name}_{secret}\udc80",
        "\udc80" * 9,
        "_" * 40,
        "",
    ]
    assert [token for token in forged if store.api_keys.of(token, NOON) is not None] == []
    assert store.api_keys.of(f"unsaid_{name}_{secret}", NOON) == made.key


def test_the_hash_is_not_a_token(store, made, settings):
    database = Database(url_of(settings))
    with database.reading() as session:
        row = session.scalars(select(ApiKeyRow)).one()
    database.close()
    assert made.token.split("_", 2)[2] not in repr(vars(row))
    assert store.api_keys.of(f"unsaid_{row.id}_{row.secret_hash}", NOON) is None


def test_a_key_ends_at_its_moment(store, made):
    moment = timedelta(microseconds=1)
    assert store.api_keys.of(made.token, NOON + 7 * DAY - moment) == made.key
    assert store.api_keys.of(made.token, NOON + 7 * DAY) is None
    assert made.key.expires == NOON + 7 * DAY


def test_a_moment_keeps_its_instant_in_any_time_zone(store):
    tokyo = NOON.astimezone(datetime.strptime("+0900", "%z").tzinfo)
    key = store.api_keys.new("x", Role.USER, None, DAY, now=tokyo).key
    assert store.api_keys.all()[0] == key
    assert (key.created, store.api_keys.all()[0].created.utcoffset()) == (NOON, timedelta())


def test_a_revoked_key_ends_for_every_process_at_once(store, made, opened, settings):
    running = opened(settings).api_keys
    assert running.of(made.token, NOON) == made.key
    revoked = store.api_keys.revoke(made.key.id, now=NOON + DAY)
    assert revoked == replace(made.key, revoked=NOON + DAY)
    assert running.of(made.token, NOON) is None
    assert store.api_keys.revoke(made.key.id, now=NOON + 2 * DAY) == revoked


@pytest.mark.parametrize("odd", ["", "0123456789abcdef", "\0", "é\udc80", "' OR 1=1 --"])
def test_revoking_an_unknown_key_is_refused(store, made, odd):
    with pytest.raises(UnknownApiKey):
        store.api_keys.revoke(odd)
    assert store.api_keys.of(made.token, NOON) == made.key


@pytest.mark.parametrize("lifetime", [timedelta(), -DAY, 732 * DAY])
def test_a_key_holds_for_some_time_but_not_for_ever(store, lifetime):
    with pytest.raises(InvalidRequest, match="1 to 731 days"):
        store.api_keys.new("x", Role.USER, None, lifetime)


def test_the_token_is_not_in_the_repr(made):
    assert made.token.split("_", 2)[2] not in repr(made)
