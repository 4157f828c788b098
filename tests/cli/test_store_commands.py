"""`unsaid client`, `key` and `db`: the store on the command line, and its effect on redaction."""

import json
import stat

import pytest

from backend.storage.db.keys import new_key
from tests.conftest import CLIENT


@pytest.fixture
def run_json(unsaid):
    """Runs a command that must succeed, and reads its JSON."""

    def run(*arguments, **environment):
        done = unsaid(*arguments, "--json", **environment)
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    return run


@pytest.fixture
def redacted(unsaid, tmp_path):
    """Redacts one text of the sample's client; what was written."""

    def run(text, *options):
        (tmp_path / "a.txt").write_text(text, "utf-8")
        done = unsaid(
            "redact", "a.txt", "--client", CLIENT, "--k", 2, "--objective", "simple", "--out", "out", *options
        )
        assert "Error" not in done.output
        return (tmp_path / "out" / "a.txt").read_text("utf-8")

    return run


TEXT = "Quixotrade and Project Heron met HRL's steering board; halden and rook."


def test_a_stored_dictionary_applies_to_documents_of_its_client(redacted, run_json, unsaid):
    assert "HRL" in redacted(TEXT)
    assert "steering" not in redacted("steering steering board", "--always", "steering")
    run_json("client", "add", "halden & ROOK", "--alias", "HRL", "--always", "project heron", "--never", "board")
    assert redacted(TEXT).startswith("Quixotrade and [REDACTED] met [CLIENT]'s")
    suggested = unsaid("suggest", "a.txt", "--client", "hrl", "--k", 2, "--objective", "simple", "--json")
    terms = {each["term"]: each["entity"] for each in json.loads(suggested.stdout)["files"][0]["suggestions"]}
    assert (terms["HRL"], terms["Project Heron"]) == ("CLIENT", "REDACTED")
    run_json("client", "edit", "HRL", "--drop", "HRL", "--drop", "Project Heron")
    assert redacted(TEXT).startswith("Quixotrade and Project Heron met HRL")


def test_options_of_a_run_override_the_stored_dictionary(redacted, run_json):
    run_json("client", "add", CLIENT, "--always", "Project Heron")
    assert "Project Heron" in redacted(TEXT, "--never", "Project Heron")


def test_a_stored_dictionary_does_not_apply_to_another_client(unsaid, run_json, tmp_path):
    run_json("client", "add", CLIENT, "--always", "Project Heron")
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    others = [each["client"] for each in run_json("clients")["clients"] if each["client"] != CLIENT]
    unsaid("redact", "a.txt", "--client", others[0], "--k", 2, "--objective", "simple", "--out", "out")
    assert "Project Heron" in (tmp_path / "out" / "a.txt").read_text()


def test_without_a_store_none_is_made(redacted, tmp_path):
    redacted(TEXT)
    assert not (tmp_path / "data").exists()


def test_a_store_that_cannot_be_read_stops_the_redaction(unsaid, run_json, tmp_path):
    run_json("client", "add", CLIENT, "--alias", "HRL")
    (tmp_path / "data" / "key").unlink()
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    done = unsaid("redact", "a.txt", "--client", CLIENT, "--out", "out")
    assert done.exit_code == 2
    assert "UNSAID_KEY is not set" in done.stderr
    assert not (tmp_path / "out").exists()
    done = unsaid("redact", "a.txt", "--no-cii", "--pii", "EMAIL_ADDRESS", "--out", "out")
    assert (done.exit_code, (tmp_path / "out").exists()) == (2, False), "policies and terms count for everybody"


def test_a_client_can_be_stored_shown_changed_listed_and_forgotten(unsaid, run_json, tmp_path):
    (tmp_path / "terms.txt").write_text("Kite\nHeron\n")
    added = run_json("client", "add", "Danone SA", "--alias", "D", "--always", "@terms.txt", "--group", "Food")
    assert added["version"] == 1
    assert (added["client"], added["aliases"], added["always"]) == ("Danone SA", ["D"], ["Kite", "Heron"])
    assert run_json("client", "show", "danone sa") == added == run_json("client", "show", "d")
    edited = run_json("client", "edit", "D", "--name", "Danone", "--drop", "kite", "--industry", "Milk")
    assert edited["version"] == 2
    assert (edited["client"], edited["always"], edited["utility"]) == ("Danone", ["Heron"], "Milk")
    run_json("client", "add", "Ford", "--group", "Cars")
    assert [each["client"] for each in run_json("client", "list")["clients"]] == ["Danone", "Ford"]
    assert run_json("client", "list", "--group", "Food")["clients"] == [edited]
    assert run_json("client", "remove", "D") == {"removed": "Danone", "index": None}
    assert [each["client"] for each in run_json("client", "list")["clients"]] == ["Ford"]
    done = unsaid("client", "show", "Danone")
    assert (done.exit_code, "No client 'Danone' is stored" in done.stderr) == (2, True)


def test_a_list_of_clients_is_imported_completely_or_not_at_all(unsaid, run_json, tmp_path):
    run_json("client", "add", "Ford", "--always", "Bronco")
    (tmp_path / "clients.csv").write_text("client,utility,aliases\nFord,Cars,FoMoCo\nDanone,Food,\n")
    assert run_json("client", "import", "clients.csv") == {"added": 1, "changed": 1}
    assert run_json("client", "import", "clients.csv") == {"added": 0, "changed": 0}
    assert run_json("client", "show", "fomoco")["always"] == []
    (tmp_path / "clients.csv").write_text("client\nRenault\n,\n\t\nx\n" + "y" * 400)
    done = unsaid("client", "import", "clients.csv")
    assert (done.exit_code, "clients.csv, line" in done.stderr) == (2, True)
    assert len(run_json("client", "list")["clients"]) == 2


def test_a_terminal_shows_names_as_they_are_written(unsaid):
    unsaid("client", "add", "[bold]Rook[/bold]", "--alias", "[red]R", "--group", "[x]")
    for command in (("show", "[red]R"), ("list",)):
        assert "[bold]Rook[/bold]" in unsaid("client", *command).stdout
    assert "[red]R" in unsaid("client", "show", "[red]R").stdout
    assert "[bold]Rook[/bold]" in unsaid("client", "remove", "[red]R").stdout
    assert "Nothing is stored" in unsaid("client", "list").stdout


def test_a_group_without_clients_is_named(unsaid):
    unsaid("client", "add", "Ford", "--group", "Cars")
    assert unsaid("client", "list", "--group", "[x]").stdout == "No stored client is in the group '[x]'.\n"


def test_a_key_is_shown_once_and_can_be_revoked(unsaid, run_json, tmp_path):
    made = run_json("key", "new", "--label", "nightly batch", "--group", "Retail", "--days", 3)
    assert made.pop("token").startswith(f"unsaid_{made['id']}_")
    assert (made["role"], made["groups"], made["revoked"]) == ("user", ["Retail"], None)
    assert run_json("key", "list") == {"keys": [made]}
    assert run_json("key", "revoke", made["id"])["revoked"] is not None
    listed = unsaid("key", "list").stdout
    assert ("nightly batch" in listed, "revoked" in listed) == (True, True)
    shown = unsaid("key", "new", "--label", "[b]", "--role", "auditor", "--every-group").stdout
    assert "[b]" in shown
    assert len([line for line in shown.splitlines() if line.startswith("unsaid_")]) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "--group for each group, or --every-group"),
        (("--every-group", "--group", "Retail"), "--group for each group, or --every-group"),
        (("--every-group", "--days", 900), "1 to 731 days"),
        (("--every-group", "--role", "king"), "'king' is not one of"),
    ],
)
def test_a_key_that_says_too_little_or_too_much_is_not_made(unsaid, run_json, options, said):
    done = unsaid("key", "new", "--label", "x", *options)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
    assert run_json("key", "list") == {"keys": []}


def test_the_database_is_made_backed_up_and_restored(unsaid, run_json, tmp_path):
    made = run_json("db", "upgrade")
    assert (made["before"], run_json("db", "upgrade")["before"]) == (None, made["after"])
    assert "already" in unsaid("db", "upgrade").stdout
    client = run_json("client", "add", "Ford", "--always", "Bronco")
    assert run_json("db", "backup", "backups/a.backup")["rows"] > 1
    assert stat.S_IMODE((tmp_path / "backups" / "a.backup").stat().st_mode) == 0o600
    run_json("client", "remove", "Ford")
    run_json("client", "add", "Danone")
    refused = unsaid("db", "restore", "backups/a.backup")
    assert (refused.exit_code, "--replace" in refused.stderr) == (2, True)
    run_json("db", "restore", "backups/a.backup", "--replace")
    assert run_json("client", "list")["clients"] == [client]


def test_a_database_that_was_put_back_is_refused_until_it_is_accepted(unsaid, run_json, tmp_path):
    """The database is elsewhere than the data folder, where this machine remembers what it has seen."""
    file = tmp_path / "elsewhere.db"
    where = {"UNSAID_DATABASE": f"sqlite:///{file}", "UNSAID_KEY": new_key()}
    ford = run_json("client", "add", "Ford", **where)
    before = file.read_bytes()
    run_json("client", "add", "Danone", **where)
    for path in tmp_path.glob("elsewhere.db*"):
        path.unlink()
    file.write_bytes(before)
    refused = unsaid("client", "list", **where)
    assert (refused.exit_code, "unsaid db accept" in refused.stderr) == (2, True), refused.stderr
    assert unsaid("audit", "verify", **where).exit_code == 1
    assert unsaid("db", "accept", **where).exit_code == 0
    assert run_json("client", "list", **where)["clients"] == [ford]
    assert run_json("audit", "list", **where)["rows"][0]["action"] == "store.restored"


def test_keys_are_made_and_rotated(unsaid, run_json):
    old, new = (unsaid("db", "new-key").stdout.strip() for _ in range(2))
    assert old != new
    client = run_json("client", "add", "Ford", UNSAID_KEY=old)
    assert run_json("db", "rotate-key", UNSAID_KEY=f" {new}, {old}") == {"rows": 1}
    assert run_json("client", "list", UNSAID_KEY=new)["clients"] == [client]
    done = unsaid("client", "list", UNSAID_KEY=old)
    assert (done.exit_code, "does not open this database" in done.stderr) == (2, True)
    done = unsaid("client", "list", UNSAID_KEY="secret")
    assert (done.exit_code, "secret" in done.stderr, "unsaid db new-key" in done.stderr) == (2, False, True)


def test_a_database_that_is_named_wrongly_is_reported(unsaid):
    done = unsaid("client", "list", UNSAID_DATABASE="mysql://u:secret@host/x", UNSAID_KEY=new_key())
    assert (done.exit_code, "secret" in done.stderr) == (2, False)
    assert "UNSAID_DATABASE" in done.stderr
