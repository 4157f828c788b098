"""Lists and recognisers of the user's own, from the folder of lists and from the command line."""

import json

import pytest

from tests.conftest import CLIENT

ZIP = """
recognizers:
  - name: Zip code Recognizer
    supported_language: en
    patterns: [{name: zip, regex: '\\b\\d{5}\\b', score: 0.01}]
    supported_entity: ZIP
"""


@pytest.fixture
def lists(tmp_path):
    """Writes a file into the folder of lists that the data folder has."""

    def write(name, text):
        folder = tmp_path / "data" / "lists"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")

    return write


@pytest.fixture
def redacted(unsaid, tmp_path):
    """Redacts one text; returns what was written and the report of the file."""

    def run(text, *options, client=None):
        (tmp_path / "a.txt").write_text(text, "utf-8")
        whose = ("--client", client, "--k", 2, "--objective", "simple") if client else ("--no-cii",)
        done = unsaid("redact", "a.txt", *whose, "--out", "out", "--json", *options)
        (report,) = json.loads(done.stdout)["files"]
        return (tmp_path / "out" / "a.txt").read_text("utf-8"), report

    return run


def test_recognisers_of_the_users_own_get_placeholders_that_say_so(redacted, tmp_path):
    (tmp_path / "zip.yaml").write_text(ZIP)
    text, report = redacted("at 90210, 10001 and 90210", "--recognisers", tmp_path / "zip.yaml")
    assert text == "at [CUSTOM_ZIP 1], [CUSTOM_ZIP 2] and [CUSTOM_ZIP 1]"
    assert [(each["entity"], each["why"]) for each in report["suppressed"]] == [
        ("ZIP", "found by the recogniser “Zip code Recognizer”")
    ] * 2
    assert report["verification"]["status"] == "clean"


def test_a_redacted_text_is_not_redacted_again(redacted, tmp_path):
    (tmp_path / "zip.yaml").write_text(ZIP)
    text, _ = redacted("at 90210 Custom Zip", "--recognizers", tmp_path / "zip.yaml", "--always", "ZIP")
    assert text == "at [CUSTOM_ZIP 1] Custom [REDACTED]"


def test_a_kind_of_ones_own_can_be_named_and_left_out(redacted, tmp_path):
    (tmp_path / "zip.yaml").write_text(ZIP)
    mail = "90210 ann@halden.example"
    assert redacted(mail, "--recognisers", "zip.yaml", "--pii", "zip")[0] == "[CUSTOM_ZIP 1] ann@halden.example"
    assert redacted(mail, "--recognisers", "zip.yaml", "--pii", "EMAIL_ADDRESS")[0] == "90210 [EMAIL_ADDRESS 1]"


def test_an_unknown_kind_is_refused_with_the_nearest_of_ones_own(unsaid, tmp_path):
    (tmp_path / "zip.yaml").write_text(ZIP)
    (tmp_path / "a.txt").write_text("a")
    done = unsaid("redact", "a.txt", "--no-cii", "--out", "o", "--recognisers", "zip.yaml", "--pii", "ZIPP")
    assert (done.exit_code, "Did you mean ZIP?" in done.stderr) == (2, True)


def test_the_list_for_everyone_counts_in_every_run(redacted, lists):
    lists("everyone.yaml", "allow_list: [desk@halden.example]\ndeny_list: [Bluebird]" + ZIP)
    text, _ = redacted("desk@halden.example, ann@halden.example: BLUEBIRD in 90210")
    assert text == "desk@halden.example, [EMAIL_ADDRESS 1]: [REDACTED] in [CUSTOM_ZIP 1]"


def test_the_list_of_a_client_counts_in_its_documents_alone_and_before_the_one_for_everyone(redacted, lists):
    lists("everyone.yaml", "allow_list: [Bluebird]\ndeny_list: [Kestrel]")
    lists(f"{CLIENT}.yaml", "allow_list: [Kestrel]\ndeny_list: [Bluebird]")
    assert redacted("Bluebird, Kestrel")[0] == "Bluebird, [REDACTED]"
    assert redacted("Bluebird, Kestrel", client=CLIENT)[0] == "[REDACTED], Kestrel"


def test_options_of_a_run_override_every_list(redacted, lists):
    lists("everyone.yaml", "allow_list: [Bluebird]\ndeny_list: [Kestrel]")
    text, _ = redacted("Bluebird, Kestrel", "--always", "Bluebird", "--never", "Kestrel")
    assert text == "[REDACTED], Kestrel"


def test_no_list_keeps_the_clients_own_name(redacted, lists):
    lists("everyone.yaml", f"allow_list: ['{CLIENT}', '{CLIENT} Pension Fund', Corvane Bank]")
    text, _ = redacted(f"{CLIENT}, {CLIENT} Pension Fund", client=CLIENT)
    assert CLIENT not in text
    assert CLIENT in redacted(f"{CLIENT}, again", "--never", CLIENT, client=CLIENT)[0]


def test_a_list_that_cannot_be_read_stops_the_run_before_anything_is_done(unsaid, lists, tmp_path):
    lists("everyone.yaml", "allow_list: {")
    (tmp_path / "a.txt").write_text("a")
    done = unsaid("redact", "a.txt", "--no-cii", "--out", "out")
    assert done.exit_code == 2
    assert "everyone.yaml, line 1: neither YAML nor JSON" in done.stderr


def test_names_of_other_clients_are_organisations(redacted, sample_model):
    other = next(client.name for client in sample_model.clients if client.name != CLIENT)
    text, report = redacted(f"{CLIENT} and {other}", client=CLIENT)
    assert text == "[CLIENT] and [ORGANIZATION 1]"
    assert [each["why"] for each in report["suppressed"]] == ["the client's name", "another client's name"]
    assert redacted(f"{CLIENT} and {other}", "--pii", "URL", client=CLIENT)[0] == f"[CLIENT] and {other}"
