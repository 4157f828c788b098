"""Somebody who may write to the registry, and has no key, puts no other version into use."""

import hashlib
import json
import shutil
import stat

import pytest

from backend.errors import ModelNotAuthentic, RegistryDamaged, UnknownVersion
from backend.learning.registry import Registry
from backend.learning.registry_seal import FILE, KEY_FILE, SEEN_FILE, RegistryKeys, _mac
from backend.reporting.command_line import COMMAND_LINE
from tests.learning.test_registry import TRAINED

FILES = ["version.json", "model.npz", "words.npz", "pairs.npz", "report.json", "more.npz", "made_by"]


@pytest.fixture(params=["a key file", "UNSAID_KEY"])
def keys(tmp_path, request):
    return RegistryKeys(tmp_path / "data", ("a key of the settings",) if request.param == "UNSAID_KEY" else ())


@pytest.fixture
def registry(tmp_path, keys):
    """Two versions, of which the second was promoted and taken back."""
    made = Registry(tmp_path / "registry", keys)
    made.save(TRAINED, "first", made_by="job")
    made.attach("first", "more.npz", b"weights")
    made.save(TRAINED, "second")
    return made


def whole(registry):
    """All that can be asked of the version in use."""
    return (
        registry.load().version,
        registry.load_report(),
        registry.load_counts().documents,
        registry.attached(None, "more.npz"),
        registry.version("first").authentic,
        registry.promoted(),
    )


def seal_of_the_attacker(folder, file, content):
    """Change a file of a version, and the plain hash of it in the header, as anybody could."""
    path = folder / "versions" / "first"
    (path / file).write_bytes(content)
    header = json.loads((path / "version.json").read_bytes())
    if file in header["sha256"]:
        header["sha256"][file] = hashlib.sha256(content).hexdigest()
        (path / "version.json").write_text(json.dumps(header, indent=1) + "\n")


def test_a_registry_vouches_for_its_versions_from_the_first_on(registry, keys):
    assert whole(registry)[0] == "first"
    assert [each.authentic for each in registry.versions()] == [True, True]
    registry.promote("second")
    assert registry.promoted() == "second"
    assert registry.roll_back() == "first"
    assert registry.is_made_by("first", "job")
    file = keys.data / KEY_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert bool(file.read_bytes().split(b"\n")[0]) == (not keys.settings), "no key where one is set"
    assert not (keys.data / SEEN_FILE).exists()


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_changed_with_its_plain_hash_is_refused(registry, file):
    before = (registry.folder / "versions" / "first" / file).read_bytes()
    content = before.replace(b'"alpha":', b'"alpha" :') if file == "version.json" else before[:-1] + b"!"
    if file == "version.json":
        assert content != before
    seal_of_the_attacker(registry.folder, file, content)
    for ask in (registry.load, registry.load_report, registry.load_counts):
        with pytest.raises(ModelNotAuthentic):
            ask()
    with pytest.raises(ModelNotAuthentic):
        registry.attached("first", "more.npz")
    assert [(each.name, each.authentic) for each in registry.versions()] == [("first", False), ("second", True)]


def test_two_versions_that_are_swapped_are_refused(registry):
    versions = registry.folder / "versions"
    (versions / "first").rename(versions / "other")
    (versions / "second").rename(versions / "first")
    (versions / "other").rename(versions / "second")
    for name in ("first", "second"):
        with pytest.raises(ModelNotAuthentic):
            registry.load(name)


def test_a_version_that_was_put_in_is_neither_loaded_nor_promoted(registry):
    shutil.copytree(registry.folder / "versions" / "first", registry.folder / "versions" / "forged")
    for ask in (registry.load, registry.promote, registry.load_counts):
        with pytest.raises(ModelNotAuthentic):
            ask("forged")
    with pytest.raises(ModelNotAuthentic):
        registry.attach("forged", "defence.npz", b"")
    with pytest.raises(UnknownVersion):
        registry.load("nothing")
    assert registry.promoted() == "first"


def test_another_version_is_not_put_into_use_by_a_change_of_files(registry):
    (registry.folder / "promotions.json").write_text('{"promoted": ["second"]}')
    assert registry.promoted() == "first", "what the registry vouches for counts"
    told = json.loads((registry.folder / FILE).read_bytes())
    (registry.folder / FILE).write_text(json.dumps({**told, "promoted": ["second"]}))
    with pytest.raises(ModelNotAuthentic):
        registry.promoted()


@pytest.mark.parametrize("what", ["{}", "[]", "", "null", '{"mac": 3}', "\udcff"])
def test_any_replacement_of_the_seal_is_refused(registry, what):
    (registry.folder / FILE).write_bytes(what.encode(errors="surrogateescape"))
    for ask in (registry.load, registry.versions, registry.promoted, lambda: registry.promote("second")):
        with pytest.raises(ModelNotAuthentic):
            ask()


def test_removing_the_seal_is_detected(registry):
    (registry.folder / FILE).unlink()
    for ask in (registry.load, lambda: registry.promote("second"), lambda: registry.save(TRAINED, "third")):
        with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
            ask()


def test_an_earlier_state_of_all_files_is_refused(registry, tmp_path):
    shutil.copytree(registry.folder, tmp_path / "earlier")
    registry.promote("second")
    shutil.rmtree(registry.folder)
    shutil.copytree(tmp_path / "earlier", registry.folder)
    with pytest.raises(ModelNotAuthentic, match="is older than the last one used"):
        registry.promoted()
    with pytest.raises(ModelNotAuthentic, match="older than the last one used"):
        registry.authenticate()
    assert registry.authenticate(restored=True) == ("first", "second"), "somebody has looked at it"
    assert registry.load().version == "first"


def test_another_key_has_not_written_it(registry, tmp_path):
    other = Registry(registry.folder, RegistryKeys(tmp_path / "elsewhere", ("another key",)))
    with pytest.raises(ModelNotAuthentic, match="another key authenticated the model versions"):
        other.load()


def test_a_machine_without_any_key_reads_and_changes_nothing(registry, tmp_path):
    stranger = Registry(registry.folder, RegistryKeys(tmp_path / "elsewhere"))
    assert (stranger.load().version, stranger.version("first").authentic) == ("first", False)
    with pytest.raises(ModelNotAuthentic, match="holders of its key"):
        stranger.promote("second")
    assert registry.promoted() == stranger.promoted() == "first"


def test_machines_with_one_key_share_a_registry(tmp_path):
    machines = [Registry(tmp_path / "registry", RegistryKeys(tmp_path / name, ("one key",))) for name in ("a", "b")]
    machines[0].save(TRAINED, "first")
    machines[1].save(TRAINED, "second")
    machines[1].promote("second")
    assert {each.load().version for each in machines} == {"second"}


def test_nobody_goes_on_from_a_seal_that_was_put_back(tmp_path):
    """The machine that trains has not seen what the other one has promoted meanwhile."""
    web, trains = (Registry(tmp_path / "registry", RegistryKeys(tmp_path / name, ("one key",))) for name in "ab")
    for name in ("bad", "good"):
        trains.save(TRAINED, name)
    earlier = (web.folder / FILE).read_bytes()
    web.promote("good")
    assert web.promoted() == "good"
    (web.folder / FILE).write_bytes(earlier)
    for name in ("nightly", "next"):
        trains.save(TRAINED, name)
        with pytest.raises(ModelNotAuthentic, match="older than the last one used"):
            web.promoted()
    assert web.authenticate(restored=True), "somebody has looked at it"
    assert web.promoted() == trains.promoted() == "bad"
    trains.promote("good")
    assert web.promoted() == trains.promoted() == "good"


def test_a_seal_of_an_earlier_version_names_none_before_it(registry, keys):
    told = json.loads((registry.folder / FILE).read_bytes())
    del told["before"], told["mac"]
    (registry.folder / FILE).write_text(json.dumps({**told, "mac": _mac(keys.keys()[0], told)}))
    with pytest.raises(ModelNotAuthentic, match="older than the last one used"):
        registry.load()
    own, _, seen = (keys.data / KEY_FILE).read_bytes().partition(b"\n")
    seen = {name: value for name, value in json.loads(seen).items() if not name.endswith("seal")}
    (keys.data / KEY_FILE).write_bytes(own + b"\n" + json.dumps(seen).encode())
    assert registry.load().version == "first", "the earlier version has remembered the number alone"
    for _ in range(120):
        registry.promote("second")
        registry.promote("first")
    assert registry.load().version == "first"
    assert len(json.loads((registry.folder / FILE).read_bytes())["before"]) == 100


def test_after_a_rotation_only_the_new_key_opens_the_registry(tmp_path):
    def opened(*keys):
        return Registry(tmp_path / "registry", RegistryKeys(tmp_path / "data", keys))

    opened("old").save(TRAINED, "first")
    opened("new", "old").authenticate()
    assert opened("new").load().version == "first"
    with pytest.raises(ModelNotAuthentic):
        opened("old").load()


@pytest.mark.parametrize("attack", ["a version is put in", "a version is changed", "the seal is removed"])
def test_what_was_not_authentic_before_a_rotation_is_not_after_it(registry, keys, attack):
    versions = registry.folder / "versions"
    if attack == "a version is changed":
        seal_of_the_attacker(registry.folder, "report.json", b"{}")
    else:
        shutil.copytree(versions / "first", versions / "forged")
    (registry.folder / "promotions.json").write_text('{"promoted": ["second", "forged"]}')
    rotated = Registry(registry.folder, RegistryKeys(keys.data, ("a new key", *keys.settings)))
    if attack == "the seal is removed":
        (registry.folder / FILE).unlink()
        with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
            rotated.authenticate()
        return
    assert rotated.authenticate() == ("first", "second")
    assert rotated.promoted() == "first"
    with pytest.raises(ModelNotAuthentic):
        rotated.load("forged" if attack == "a version is put in" else "first")


def test_a_key_file_still_counts_when_a_key_is_set(tmp_path):
    Registry(tmp_path / "registry", RegistryKeys(tmp_path / "data")).save(TRAINED, "first")
    registry = Registry(tmp_path / "registry", RegistryKeys(tmp_path / "data", ("a key of the settings",)))
    registry.save(TRAINED, "second")
    (tmp_path / "data" / KEY_FILE).unlink()
    assert [each.authentic for each in registry.versions()] == [True, True]


def test_a_registry_of_an_earlier_version_opens_and_is_authenticated_once(tmp_path):
    old = Registry(tmp_path / "registry")
    old.save(TRAINED, "first")
    registry = Registry(old.folder, RegistryKeys(tmp_path / "data"))
    registry.save(TRAINED, "second")
    registry.promote("second")
    assert [(each.name, each.authentic) for each in registry.versions()] == [("first", False), ("second", False)]
    assert registry.authenticate() == ("first", "second")
    assert [each.authentic for each in registry.versions()] == [True, True]
    assert registry.load().version == "second"
    seal_of_the_attacker(registry.folder, "report.json", b"{}")
    with pytest.raises(ModelNotAuthentic):
        registry.load("first")
    assert registry.load("second").version == "second"


def test_a_key_that_others_may_read_is_refused(tmp_path):
    registry = Registry(tmp_path / "registry", RegistryKeys(tmp_path / "data"))
    registry.save(TRAINED, "first")
    (tmp_path / "data" / KEY_FILE).chmod(0o644)
    with pytest.raises(RegistryDamaged, match="chmod 600"):
        registry.load()


def test_unreadable_serial_numbers_are_reported(tmp_path):
    registry = Registry(tmp_path / "registry", RegistryKeys(tmp_path / "data"))
    registry.save(TRAINED, "first")
    (tmp_path / "data" / SEEN_FILE).write_text("[1]")
    with pytest.raises(ModelNotAuthentic, match="Restore it"):
        registry.load()


def test_the_seen_serial_number_survives_the_loss_of_all_other_files(registry, keys, tmp_path):
    """Who writes to the data folder, but not to its key file, takes nothing of this away."""
    forged = tmp_path / "forged"
    shutil.copytree(registry.folder, forged)
    seal_of_the_attacker(forged, "report.json", b"{}")
    (forged / FILE).unlink()
    for each in keys.data.iterdir():
        if each.name != KEY_FILE:
            each.unlink()
    shutil.rmtree(registry.folder)
    shutil.copytree(forged, registry.folder)
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        registry.load("first")


def test_a_link_in_place_of_the_registry_is_the_same_registry(registry, tmp_path):
    """The registry lies in the data folder where nothing else is said."""
    registry.folder.rename(tmp_path / "moved")
    registry.folder.symlink_to(tmp_path / "forged")
    shutil.copytree(tmp_path / "moved", tmp_path / "forged")
    (tmp_path / "forged" / FILE).unlink()
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        registry.load("first")


def another(tmp_path, keys):
    """Another registry of the same machine, with a higher serial number."""
    made = Registry(tmp_path / "trials", keys)
    for name in ("first", "second", "third", "fourth", "fifth"):
        made.save(TRAINED, name)
        made.promote(name)
    return made


@pytest.mark.parametrize("how", ["its files", "its seal", "a link to it"])
def test_another_registry_under_the_same_key_does_not_pass_for_this_one(registry, keys, tmp_path, how):
    other = another(tmp_path, keys)
    registry.folder.rename(tmp_path / "moved")
    if how == "a link to it":
        registry.folder.symlink_to(other.folder)
    else:
        shutil.copytree(other.folder if how == "its files" else tmp_path / "moved", registry.folder)
        shutil.copy(other.folder / FILE, registry.folder / FILE)
    for ask in (registry.load, registry.promoted, lambda: registry.promote("second")):
        with pytest.raises(ModelNotAuthentic, match="another registry"):
            ask()
    with pytest.raises(ModelNotAuthentic, match="another registry"):
        registry.authenticate()
    assert registry.authenticate(restored=True), "somebody has looked at it"
    assert registry.load().version == registry.promoted()


def test_authenticating_again_keeps_the_identity_of_the_registry(tmp_path):
    machines = [Registry(tmp_path / "registry", RegistryKeys(tmp_path / name, ("one key",))) for name in ("a", "b")]
    machines[0].save(TRAINED, "first")
    assert machines[1].load().version == "first"
    (tmp_path / "a" / KEY_FILE).unlink()
    for each in machines:
        each.authenticate()
        assert [other.load().version for other in machines] == ["first", "first"]


def test_a_registry_without_an_identity_gets_one_with_the_next_change(registry, keys, tmp_path):
    """As earlier versions have left it."""
    told = json.loads((registry.folder / FILE).read_bytes())
    del told["identity"], told["mac"]
    told["mac"] = _mac(keys.keys()[0], told)
    (registry.folder / FILE).write_text(json.dumps(told))
    fresh = Registry(registry.folder, RegistryKeys(tmp_path / "fresh", keys.settings))
    if not keys.settings:
        (tmp_path / "fresh").mkdir()
        (tmp_path / "fresh" / KEY_FILE).write_bytes(keys.keys()[0] + b"\n")
        (tmp_path / "fresh" / KEY_FILE).chmod(0o600)
    assert fresh.load().version == "first"
    fresh.promote("second")
    assert json.loads((registry.folder / FILE).read_bytes())["identity"] > 0
    assert fresh.load().version == "second"


def test_serial_numbers_seen_by_an_earlier_version_still_count(registry, keys):
    seen = json.loads((keys.data / KEY_FILE).read_bytes().split(b"\n")[1])
    (keys.data / KEY_FILE).write_bytes((keys.data / KEY_FILE).read_bytes().split(b"\n")[0])
    (keys.data / SEEN_FILE).write_text(json.dumps(seen))
    assert registry.load().version == "first"
    (registry.folder / FILE).unlink()
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        registry.load()


@pytest.mark.parametrize("ask", ["attached", "attach"])
def test_a_header_that_is_changed_between_two_looks_is_not_used(registry, ask, monkeypatch):
    """Somebody puts another header in place right after it was found to be authentic."""
    authentic = Registry._hash_of

    def changed(self, name, header=None):
        found = authentic(self, name, header)
        seal_of_the_attacker(self.folder, "more.npz", b"forged")
        return found

    monkeypatch.setattr(Registry, "_hash_of", changed)
    if ask == "attach":
        registry.attach("first", "defence.npz", b"")
        monkeypatch.undo()
        registry.load("first")
    with pytest.raises(RegistryDamaged):
        registry.attached("first", "more.npz")


@pytest.mark.parametrize("what", ["removed", "of another key", "put back"])
def test_the_advice_beside_a_refused_seal_works(registry, what):
    seal = registry.folder / FILE
    earlier = seal.read_bytes()
    registry.promote("second")
    if what == "removed":
        seal.unlink()
    else:
        seal.write_bytes(earlier if what == "put back" else b"{}")
    with pytest.raises(ModelNotAuthentic) as refused:
        registry.authenticate()
    assert "`unsaid model authenticate --restored`" in refused.value.text(COMMAND_LINE)
    assert registry.authenticate(restored=True)
    assert registry.load().version in {"first", "second"}
