"""The keys of certificates: one signs, nobody forges another, and what one has signed stays good until it ends."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select, update

from backend.errors import InvalidRequest, StoreDamaged, UnknownCertificateKey
from backend.storage.db.database import Database, url_of
from backend.storage.db.keys import new_key
from backend.storage.tables import CertificateKeyRow

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SAID = b"what is signed"


@pytest.fixture
def keys(store):
    return store.certificate_keys


@pytest.fixture
def database(settings):
    """A second way in, past the store."""
    with closing(Database(url_of(settings))) as database:
        yield database


def test_the_first_signature_makes_a_key_that_remains_in_use(keys, opened, settings):
    assert keys.all() == ()
    key = keys.signer(now=NOON)
    assert opened(settings).certificate_keys.signer() == key
    (public,) = keys.all()
    assert (public.id, public.since, public.until, public.revoked) == (key.id, date(2026, 3, 29), None, None)
    assert public.verifies(SAID, key.sign(SAID))
    assert not public.verifies(SAID + b".", key.sign(SAID))


def test_of_many_first_signatures_at_once_one_makes_the_key(store, opened, settings):
    stores = [opened(settings) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        made = set(pool.map(lambda each: each.certificate_keys.signer().id, stores))
    assert len(made) == len(store.certificate_keys.all()) == 1


def test_only_the_new_key_signs_and_the_old_secret_is_deleted(keys, store, database):
    former = keys.signer(now=NOON)
    new = keys.new("  Halden legal ", now=NOON + 9 * DAY)
    assert keys.signer().id == new.id != former.id
    first, second = keys.all()
    assert (first.until, second) == (date(2026, 4, 8), new)
    assert (new.label, new.since, new.until) == ("Halden legal", date(2026, 4, 7), None)
    assert first.verifies(SAID, former.sign(SAID))
    with database.reading() as session:
        sealed = session.scalars(select(CertificateKeyRow.sealed).where(CertificateKeyRow.id == former.id)).one()
    assert store._open().seal.decrypted(former.id, sealed)["secret"] is None


def test_of_many_keys_made_at_once_one_signs(opened, settings, store):
    stores = [opened(settings) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda each: each.certificate_keys.new(), stores))
    assert [key.until is None for key in store.certificate_keys.all()].count(True) == 1


def test_a_revoked_key_cannot_sign_and_stays_revoked(keys):
    stolen = keys.signer(now=NOON)
    revoked = keys.revoke(stolen.id, now=NOON + DAY)
    assert (revoked.revoked, keys.all()) == (date(2026, 3, 30), (revoked,))
    assert keys.revoke(stolen.id, now=NOON + 3 * DAY) == revoked
    assert keys.signer(now=NOON + DAY).id != stolen.id
    keys.new(now=NOON + 5 * DAY)
    assert keys.all()[0] == revoked


@pytest.mark.parametrize("key", ["", "0" * 32, "' or 1=1 --", "\0"])
def test_revoking_an_unknown_key_is_refused(keys, key):
    keys.signer()
    with pytest.raises(UnknownCertificateKey):
        keys.revoke(key)


@pytest.mark.parametrize("label", ["a\nb", "\x1b[2J", "x" * 101, "\u202e"])
def test_a_label_is_a_line_that_people_can_read(keys, label):
    with pytest.raises(InvalidRequest):
        keys.new(label)
    assert keys.all() == ()


def test_every_change_is_noted(store, keys):
    key = keys.signer(by="local:7")
    keys.revoke(key.id, by="local:8")
    new = keys.new(by="local:9")
    rows = [(row.content["who"], row.content["action"], row.content["subject"]) for row in store.audit.rows(most=9)]
    assert rows[::-1] == [
        ("local:7", "certificate_key.made", key.id),
        ("local:8", "certificate_key.revoked", key.id),
        ("local:9", "certificate_key.made", new.id),
    ]


def test_a_key_in_the_row_of_another_is_detected(keys, database):
    first, second = keys.signer(), keys.new()
    with database.writing() as session:
        row = session.scalars(select(CertificateKeyRow).where(CertificateKeyRow.id == first.id)).one()
        session.execute(
            update(CertificateKeyRow).where(CertificateKeyRow.id == second.id).values(sealed=row.sealed)
        )
    with pytest.raises(StoreDamaged):
        keys.all()
    with pytest.raises(StoreDamaged):
        keys.signer()


def test_they_are_kept_over_a_rotation_of_the_stores_key_and_over_a_backup(
    store, settings, opened, new_settings, kind, tmp_path
):
    key, label = store.certificate_keys.signer(), "new"
    store.certificate_keys.new(label)
    before = store.certificate_keys.all()
    rotated = replace(settings, keys=(new_key(), *settings.keys))
    opened(rotated).rotate_key()
    only_new = replace(settings, keys=rotated.keys[:1])
    assert opened(only_new).certificate_keys.all() == before
    opened(only_new).back_up(tmp_path / "backup")
    elsewhere = opened(replace(new_settings(kind), keys=only_new.keys))
    elsewhere.restore(tmp_path / "backup")
    assert elsewhere.certificate_keys.all() == before
    assert before[0].verifies(SAID, key.sign(SAID))
    assert before[1].verifies(SAID, elsewhere.certificate_keys.signer().sign(SAID))


def test_no_secret_is_in_what_is_printed_of_a_key(keys):
    key = keys.signer()
    for printed in (repr(key), repr(keys.all()), str([each.as_json() for each in keys.all()])):
        assert key.secret.hex() not in printed
        assert repr(key.secret) not in printed


def test_a_backup_that_knows_nothing_of_a_revocation_does_not_take_it_back(store, opened, settings, tmp_path):
    stolen = store.certificate_keys.signer(now=NOON)
    store.back_up(tmp_path / "backup")
    revoked = store.certificate_keys.revoke(stolen.id, now=NOON + DAY)
    store.restore(tmp_path / "backup", replace=True)
    for again in (store, opened(settings)):
        assert again.certificate_keys.all() == (revoked,)
        assert again.audit.verify().faults == ()
    assert store.certificate_keys.signer().id != stolen.id
    told = [(row.content["action"], row.content["subject"]) for row in store.audit.rows(most=9)]
    assert ("certificate_key.revoked", stolen.id) in told


def test_a_backup_from_before_a_revoked_key_does_not_forget_it(store, tmp_path):
    """Somebody restores one that is too old first, and then the one that they meant."""
    store.certificate_keys.signer(now=NOON)
    store.back_up(tmp_path / "older")
    stolen = store.certificate_keys.new("stolen", now=NOON + DAY)
    store.back_up(tmp_path / "backup")
    revoked = store.certificate_keys.revoke(stolen.id, now=NOON + 2 * DAY)
    for backup in ("older", "backup", "older", "older"):
        store.restore(tmp_path / backup, replace=True)
        assert [key for key in store.certificate_keys.all() if key.id == stolen.id] == [revoked]
        assert store.certificate_keys.signer().id != stolen.id
        assert store.audit.verify().holds
