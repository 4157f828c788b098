"""What `unsaid serve` asks for; that it serves is tested on real servers in tests/web."""

from importlib import import_module

import pytest

from backend.learning.registry import Registry


@pytest.fixture
def served(monkeypatch):
    """What the command would have served."""
    found = []
    module = import_module("backend.cli.serve")
    monkeypatch.setattr(module, "serve_until_stopped", lambda *served: found.append(served[:2]))
    return found


def test_by_default_it_listens_on_loopback_and_accepts_only_its_own_host_names(unsaid, served, sample_registry):
    assert unsaid("serve").exit_code == 0
    ((settings, listen),) = served
    assert listen.url == "http://127.0.0.1:8000/"
    assert settings.service.hosts == ("localhost", "127.0.0.1", "[::1]")
    assert settings.registry == sample_registry


def test_the_settings_add_host_names_that_are_accepted(unsaid, served):
    assert unsaid("serve", "--host", "192.0.2.1", UNSAID_HOSTS="unsaid.example, 10.0.0.7").exit_code == 0
    assert served[0][0].service.hosts == ("unsaid.example", "10.0.0.7")


def test_the_demo_trains_the_sample_once_in_a_registry_of_its_own(unsaid, served, tmp_path):
    for _ in range(2):
        assert unsaid("serve", "--demo").exit_code == 0
    folders = {settings.registry for settings, _ in served}
    assert folders == {tmp_path / "data" / "demo-registry"}
    assert [version.name for version in Registry(folders.pop()).versions()] == ["sample"]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--demo", "--registry", "somewhere"), "--demo has its own registry"),
        (("--certfile", "cert.pem"), "--keyfile"),
        (("--certfile", "none.pem", "--keyfile", "none.key"), "cannot be read"),
    ],
)
def test_contradictory_options_do_not_start(unsaid, served, options, word):
    done = unsaid("serve", *options)
    assert (done.exit_code, served) == (2, [])
    assert word in done.output


def test_an_invalid_number_is_reported_with_its_setting(unsaid, served):
    done = unsaid("serve", UNSAID_WAIT="soon")
    assert done.exit_code == 2
    assert "UNSAID_WAIT must be a number" in done.output
