"""`unsaid policy`, `user` and `audit` on the command line."""

import json
import os
import stat

import pytest

from tests.conftest import CLIENT

HERE = f"local:{os.getuid()}" if hasattr(os, "getuid") else "local"


@pytest.fixture
def run_json(unsaid):
    """Runs a command that must succeed, and reads its JSON."""

    def run(*arguments):
        done = unsaid(*arguments, "--json")
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    return run


@pytest.fixture
def redacting(unsaid, tmp_path):
    """Redacts one text of the sample's client; the command, and what its report says of the file."""

    def run(*options):
        (tmp_path / "a.txt").write_text("Stores and shoppers.", "utf-8")
        done = unsaid(
            *("redact", "a.txt", "--client", CLIENT, "--objective", "simple", "--out", "out", "--json"), *options
        )
        return done.exit_code, json.loads(done.stdout)["files"][0]

    return run


def test_a_policy_holds_on_the_command_line(run_json, redacting):
    assert redacting("--k", 2)[1]["review_policy"] == "default@0"
    run_json("client", "add", CLIENT, "--alias", "HRL")
    assert run_json("policy", "set", "--client", "hrl", "--k", 3)["name"] == "client@1"
    status, file = redacting("--k", 2)
    assert (status, file["error"]) == (1, "a.txt: Policy client@1 requires k = 3 or more, and the request says 2.")
    assert redacting("--k", 3)[1]["review_policy"] == "client@1"
    run_json("policy", "set", "--client", "HRL", "--k", 400)
    assert redacting("--k", 3)[1]["error"].startswith(
        "a.txt: Policy client@2 requires k = 400, and the model knows"
    )
    run_json("policy", "remove", "--client", "HRL")
    assert redacting("--k", 2)[1]["error"] is None


def test_a_policy_is_shown_as_it_was_set(run_json, unsaid):
    rules = ("--k", 4, "--pii", "PERSON,URL", "--objective", "floor", "--placeholder", "typed", "--second-approver")
    clean = ("--blind-share", 0.2, "--comments", "remove", "--hidden-text", "remove", "--images", "remove")
    stored = run_json("policy", "set", *rules, *clean)
    assert stored["rules"] == {
        "least_k": 4,
        "personal": ["PERSON", "URL"],
        "objective": "floor",
        "placeholder": "typed",
        "second_approver": True,
        "blind_share": 0.2,
        "amounts_together": False,
        "index": "never",
        "index_with_exceptions": False,
        "clean": {
            "images": "remove",
            "revisions": "keep",
            "comments": "remove",
            "remove_hidden_text": True,
            "remove_traces": False,
        },
    }
    run_json("policy", "set", "--k", 5)
    assert run_json("policy", "show", "--version", 1) == stored
    assert run_json("policy", "list")["policies"] == [run_json("policy", "show")]
    assert "client@" not in unsaid("policy", "list").output
    assert unsaid("policy", "show").output.count("default@2") == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("set", "--client", "Nobody"), "No client 'Nobody' is stored or in the model that is in use"),
        (("set", "--k", 0), "The lowest k of a policy is a number from 1"),
        (("set", "--blind-share", 2), "from 0 to 1"),
        (("set", "--pii", "NONSENSE"), "No kind of personal data is called 'NONSENSE'"),
        (("show",), "No such policy is set"),
        (("remove",), "No such policy is set"),
    ],
)
def test_an_invalid_policy_is_refused_in_one_line(unsaid, wrong, told):
    done = unsaid("policy", *wrong)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert told in done.stderr


def test_users_are_granted_and_revoked(run_json, unsaid):
    issuer = ("--issuer", "https://login.example")
    granted = run_json("user", "grant", "ada", *issuer, "--role", "reviewer", "--group", "Retail")
    assert (granted["roles"], granted["groups"]) == (["reviewer"], ["Retail"])
    assert run_json("user", "list")["users"] == [granted]
    assert run_json("user", "grant", "ada", *issuer, "--every-group")["groups"] is None
    assert run_json("user", "revoke", granted["id"], "--role", "reviewer")["roles"] == []
    assert run_json("user", "revoke", granted["id"], "--forget") == {"forgotten": granted["id"]}
    assert run_json("user", "list")["users"] == []
    for wrong in (("grant", "ada"), ("grant", "ada", *issuer), ("revoke", granted["id"])):
        assert unsaid("user", *wrong).exit_code == 2


def test_the_trail_records_the_command_line(run_json, redacting, unsaid):
    run_json("client", "add", CLIENT)
    made = run_json("key", "new", "--label", "batch", "--every-group")
    run_json("key", "revoke", made["id"])
    redacting("--k", 2)
    run_json("db", "rotate-key")
    rows = run_json("audit", "list")["rows"][::-1]
    assert [row["action"] for row in rows] == [
        "client.added",
        "key.made",
        "key.revoked",
        "document.redacted",
        "store.key_rotated",
    ]
    assert {row["who"] for row in rows} == {HERE}
    assert (rows[3]["model"], rows[3]["counts"]["k"]) == ("sample", 2)
    assert [row["number"] for row in run_json("audit", "list", "--client", CLIENT)["rows"]] == [4, 1]
    assert [row["number"] for row in run_json("audit", "list", "--document", rows[3]["result"])["rows"]] == [4]
    assert "key.revoked" in unsaid("audit", "list").output


def test_a_command_without_a_store_makes_none(redacting, tmp_path, unsaid):
    redacting("--k", 2)
    assert list(tmp_path.rglob("unsaid.db")) == []


def test_a_trail_is_exported_once_and_checked_anywhere(run_json, unsaid, tmp_path):
    run_json("client", "add", "Rook")
    run_json("client", "add", "Heron")
    told = run_json("audit", "export", "audit.jsonl")
    file = tmp_path / "audit.jsonl"
    assert (told["rows"], stat.S_IMODE(file.stat().st_mode)) == (2, 0o600)
    assert unsaid("audit", "export", "audit.jsonl").exit_code == 2
    assert run_json("audit", "verify", "audit.jsonl") == run_json("audit", "verify")
    assert run_json("audit", "verify", "audit.jsonl", "--with-store")["holds"]
    assert told["hash"] in unsaid("audit", "verify").output


def test_a_damaged_trail_is_reported_with_its_row(run_json, unsaid, tmp_path):
    for name in ("Rook", "Heron", "Kestrel"):
        run_json("client", "add", name)
    run_json("audit", "export", "audit.jsonl")
    file = tmp_path / "audit.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"client.added", b"client.spared", 1))
    done = unsaid("audit", "verify", "audit.jsonl")
    assert (done.exit_code, "was changed, or Unsaid never recorded it" in done.output) == (1, True)
    file.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
    told = json.loads(unsaid("audit", "verify", "audit.jsonl", "--json").stdout)
    assert told["faults"] == [{"number": 3, "wrong": "end_changed", "last": 3}]
    file.write_bytes(b"no trail")
    assert unsaid("audit", "verify", "audit.jsonl").exit_code == 2
