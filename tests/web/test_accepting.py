"""A worker that the system gives no connection now goes on serving those that it has."""

import errno
import os
import socket
import sys

import pytest

pytest.importorskip("gunicorn", reason="gunicorn runs where there are forks")
if sys.platform == "win32":
    pytest.skip("gunicorn does not run on Windows", allow_module_level=True)

import resource

from backend.web.server import gunicorn_server


@pytest.fixture
def worker(monkeypatch):
    monkeypatch.setattr(gunicorn_server, "PAUSE", 0)
    return object.__new__(gunicorn_server.Worker)


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def test_without_descriptors_no_connection_is_accepted_and_no_worker_ends(worker, listener):
    with socket.create_connection(listener.getsockname()):
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        free = os.dup(0)
        os.close(free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free, limits[1]))
        try:
            worker.accept(listener)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        listener.accept()[0].close()  # it still waits, and is accepted later


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EPROTO])
def test_other_shortages_and_faults_of_the_network_pass(worker, number):
    class Short:
        def accept(self):
            raise OSError(number, "not now")

    worker.accept(Short())


def test_a_listener_that_is_closed_ends_the_worker(worker, listener):
    listener.close()
    with pytest.raises(OSError, match="Bad file"):
        worker.accept(listener)
