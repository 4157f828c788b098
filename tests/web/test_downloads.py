"""Encrypted files on their way to a browser: one reader, a minute, bounded, and gone afterwards."""

import multiprocessing
import os
import secrets
import signal
import sys
from datetime import timedelta

import pytest

from backend.errors import Busy, RequestTooLarge, TooManyDownloads, UnknownDownload
from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from backend.web import held_downloads
from backend.web.held_downloads import HELD_FOR, OF_ONE_ACCOUNT, PLACES, PLACES_OF_ONE_ACCOUNT, HeldDownloads
from tests.web.documents import encoded
from tests.web.server import running

PAGE = held_downloads._PAGE
BYTES = "application/octet-stream"
forks = pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked on Windows")


class Clock:
    now = 1_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def held(clock):
    return HeldDownloads(in_all=16 * PAGE, clock=clock)


def _is_empty(held):
    return not any(held._table[:]) and not any(held._memory[:])


def test_a_file_is_read_once_and_leaves_nothing_behind(held):
    ids = {held.put("ann", content): content for content in (b"first", b"", b"x" * (3 * PAGE + 1))}
    assert {identity: held.take(identity) for identity in ids} == ids
    assert _is_empty(held)
    for identity in (*ids, "", "x" * 43):
        with pytest.raises(UnknownDownload):
            held.take(identity)


def test_a_file_is_removed_after_a_minute_by_whichever_worker_looks(held, clock):
    identity = held.put("ann", b"secret")
    clock.now += HELD_FOR - 0.1
    held.sweep()
    assert b"secret" in held._memory[:]
    clock.now += 0.2
    held.sweep()
    assert _is_empty(held)
    with pytest.raises(UnknownDownload):
        held.take(identity)


def test_one_account_holds_so_many_and_no_more(held, clock):
    for _ in range(PLACES_OF_ONE_ACCOUNT):
        last = held.put("ann", b"a")
    clock.now += 20
    with pytest.raises(TooManyDownloads) as refused:
        held.put("ann", b"a")
    assert refused.value.retry_after == HELD_FOR - 20
    held.take(last)
    held.put("ann", b"a")
    held.put("bo", b"b")


def test_one_account_holds_so_many_bytes_and_leaves_room_for_others():
    held = HeldDownloads(in_all=4 * OF_ONE_ACCOUNT)
    half = bytes(OF_ONE_ACCOUNT // 2)
    held.put("ann", half)
    held.put("ann", half)
    with pytest.raises(TooManyDownloads):
        held.put("ann", b"a")
    assert held.take(held.put("bo", half)) == half


def test_a_file_over_the_limit_is_refused(held):
    with pytest.raises(RequestTooLarge):
        held.put("ann", bytes(16 * PAGE + 1))
    assert held.take(held.put("ann", bytes(16 * PAGE))) == bytes(16 * PAGE)


def test_where_nothing_has_room_the_service_is_busy_until_something_is_collected(held):
    ids = [held.put(f"account {number}", bytes([number]) * PAGE) for number in range(1, 17)]
    with pytest.raises(Busy):
        held.put("ann", b"a")
    assert held.take(ids[3]) == b"\4" * PAGE
    assert held.take(held.put("ann", b"a")) == b"a"
    assert held.take(ids[4]) == b"\5" * PAGE, "the neighbours are as they were"


def test_there_are_so_many_places():
    held = HeldDownloads()
    for number in range(PLACES):
        held.put(f"account {number}", b"a")
    with pytest.raises(Busy):
        held.put("ann", b"a")


def test_files_side_by_side_stay_what_they_were(held, clock):
    """Against a dictionary: files of drawn sizes come, are read and expire in any order."""
    drawn = secrets.SystemRandom()
    kept, extend_to_all_views, refused = {}, 0, 0
    for number in range(400):
        clock.now += drawn.choice((0, 0, 5))
        kept = {key: each for key, each in kept.items() if each[0] > clock.now}
        if kept and drawn.random() < 0.4:
            identity = drawn.choice(list(kept))
            assert held.take(identity) == kept.pop(identity)[1]
        else:
            content = drawn.randbytes(drawn.randrange(3 * PAGE))
            try:
                identity = held.put(f"account {number % 40}", content)
            except (Busy, TooManyDownloads):
                refused += 1
            else:
                kept[identity] = (clock.now + HELD_FOR, content)
                extend_to_all_views += 1
    assert extend_to_all_views > refused
    for identity, (_, content) in kept.items():
        assert held.take(identity) == content
    assert _is_empty(held)


def _collect(held, identity, told):
    try:
        told.put(held.take(identity))
    except UnknownDownload:
        told.put(None)


@forks
def test_of_many_workers_exactly_one_reads_a_file(held):
    fork = multiprocessing.get_context("fork")
    told = fork.Queue()
    for _ in range(5):
        identity = held.put("ann", b"secret")
        workers = [fork.Process(target=_collect, args=(held, identity, told)) for _ in range(4)]
        for worker in workers:
            worker.start()
        assert sorted(filter(None, (told.get() for _ in workers))) == [b"secret"]
        for worker in workers:
            worker.join()
    assert _is_empty(held)


def _die_while_putting(held):
    held._hashed = lambda text: bytes(32) if text == "ann" else os.kill(os.getpid(), signal.SIGKILL)
    held.put("ann", b"secret")


@forks
def test_what_a_killed_worker_was_writing_is_removed_and_it_blocks_nobody(held, clock):
    worker = multiprocessing.get_context("fork").Process(target=_die_while_putting, args=(held,))
    worker.start()
    worker.join()
    assert worker.exitcode == -signal.SIGKILL
    assert b"secret" in held._memory[:]
    assert held.take(held.put("bo", b"b")) == b"b"
    clock.now += HELD_FOR + 1
    held.sweep()
    assert _is_empty(held)


@pytest.fixture(scope="module")
def house(sample_registry, tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    store = Store.of(settings)
    keys = {role: store.api_keys.new(role, role, None, timedelta(days=1)).token for role in Role}
    store.close()
    return settings, keys


@pytest.fixture(scope="module")
def server(house):
    with running(house[0], "--workers", "3", UNSAID_MAX_REQUEST="1") as started:
        started.token = None
        yield started


def _add(server, key, content, kind=BYTES):
    headers = {"Authorization": f"Bearer {key}", "Content-Type": kind}
    return server.ask("POST", "/v1/downloads", content, headers)


def test_any_worker_of_a_real_service_returns_what_another_one_holds(server, house):
    content = secrets.token_bytes(100_000)
    for _ in range(6):
        added = _add(server, house[1][Role.USER], content)
        assert (added.status, added.json["seconds"]) == (201, HELD_FOR)
        path = f"/v1/downloads/{added.json['id']}/collect"
        assert server.ask("GET", path).status == 405
        assert server.ask("HEAD", path).status == 405, "looking is not collecting"
        collected = server.ask("POST", path)
        assert (collected.status, collected.body) == (200, content)
        assert collected.headers["Cache-Control"] == "no-store"
        assert collected.headers["Content-Type"] == BYTES
        assert "default-src 'none'" in collected.headers["Content-Security-Policy"]
        again = server.ask("POST", path)
        assert (again.status, again.json["code"]) == (404, "unknown_download")
    assert content.hex() not in "".join(server.logged)


def test_who_may_hold_a_file(server, house):
    statuses = {role: _add(server, key, b"a").status for role, key in house[1].items()}
    assert statuses == {Role.USER: 201, Role.REVIEWER: 201, Role.ADMIN: 403, Role.AUDITOR: 403}
    assert server.ask("POST", "/v1/downloads", b"a", {"Content-Type": BYTES}).status == 401
    too_large = _add(server, house[1][Role.USER], bytes(1_100_000))
    assert (too_large.status, too_large.json["code"]) == (413, "request_too_large")
    assert _add(server, house[1][Role.USER], b"a", "text/plain").status == 415


def test_an_account_is_told_when_it_may_save_again(client):
    for _ in range(PLACES_OF_ONE_ACCOUNT):
        assert client.post("/v1/downloads", json={"ciphertext": encoded(b"a")}).status_code == 201
    refused = client.post("/v1/downloads", json={"ciphertext": encoded(b"a")})
    assert (refused.status_code, refused.json["code"]) == (429, "too_many_downloads")
    assert 0 < int(refused.headers["Retry-After"]) <= HELD_FOR
