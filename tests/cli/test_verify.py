"""`unsaid verify`, from the outside."""

import io
import json
import shutil
import zipfile
from hashlib import sha256
from pathlib import Path

import docx
import pytest
from click.testing import CliRunner

from backend.cli import cli
from tests.conftest import CLIENT, SAMPLE
from tests.ooxml.images.pictures import png


@pytest.fixture(scope="module")
def redacted_once(sample_registry, tmp_path_factory):
    """A folder with the sample report, redacted there, and its report."""
    folder = tmp_path_factory.mktemp("redacted")
    shutil.copy(SAMPLE / "steering-committee-report.docx", folder / "sample.docx")
    environment = {"REGISTRY": str(sample_registry), "DATA": str(folder / "data"), "NER": "none"}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, value in environment.items():
            patch.setenv(f"UNSAID_{name}", value)
        asked = ["redact", "sample.docx", "--client", CLIENT, "--out", "out", "--report", "r.json"]
        result = CliRunner().invoke(cli, asked)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def redacted(redacted_once, report_docx, tmp_path):
    """The sample report redacted, with its report, in the folder of the test; returns the path of the output."""
    assert report_docx.parent == tmp_path
    shutil.copytree(redacted_once / "out", tmp_path / "out")
    there = (redacted_once / "r.json").read_text()
    (tmp_path / "r.json").write_text(there.replace(str(redacted_once), str(tmp_path)))
    return tmp_path / "out" / "sample.docx"


def _status(result):
    return [file["verification"]["status"] for file in json.loads(result.stdout)["files"]]


def test_a_file_just_written_verifies_as_clean(unsaid, redacted):
    result = unsaid("verify", redacted.parent, "--report", "r.json", "--json")
    assert (result.exit_code, _status(result)) == (0, ["clean"])


def test_the_original_is_not(unsaid, redacted, report_docx):
    result = unsaid("verify", report_docx, "--report", "r.json", "--json")
    assert (result.exit_code, _status(result)) == (1, ["left"])


def test_a_name_added_to_an_unread_part_is_found(unsaid, redacted, tmp_path):
    with zipfile.ZipFile(redacted, "a") as package:
        package.writestr("customXml/item9.xml", "<data>for halden &amp; rook</data>")
    result = unsaid("verify", redacted, "--report", "r.json", "--json")
    assert (result.exit_code, _status(result)) == (1, ["left"])
    places = json.loads(result.stdout)["files"][0]["verification"]["places"]
    assert any("item9" in json.dumps(place) for place in places)
    assert "halden" not in json.dumps(places).lower()


def test_a_moved_copy_is_known_by_its_name_and_an_unknown_file_is_an_error(unsaid, redacted, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    for name in ("sample.docx", "other.docx"):
        (tmp_path / "elsewhere" / name).write_bytes(redacted.read_bytes())
    result = unsaid("verify", "elsewhere", "--report", "r.json", "--json")
    other, sample = json.loads(result.stdout)["files"]
    assert result.exit_code == 1
    assert "does not say what was redacted" in other["error"]
    assert sample["verification"]["status"] == "clean"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"files": [{"output": "x"}]}', "\xff"])
def test_an_invalid_report_is_refused(unsaid, redacted, tmp_path, content):
    (tmp_path / "bad.json").write_text(content, "latin-1")
    result = unsaid("verify", redacted, "--report", "bad.json")
    assert result.exit_code == 2
    assert "not a report" in result.stderr


@pytest.mark.parametrize(("images", "exit_code"), [("keep", 0), ("tell", 1)])
def test_pictures_that_were_accepted_when_it_was_redacted_are_accepted_later(unsaid, tmp_path, images, exit_code):
    document = docx.Document()
    document.add_paragraph("ann@halden.example")
    document.add_picture(io.BytesIO(png()))
    document.save(tmp_path / "a.docx")
    redacting = unsaid("redact", "a.docx", "--no-cii", "--images", images, "--out", "out", "--report", "r.json")
    verifying = unsaid("verify", "out", "--report", "r.json", "--json")
    assert (redacting.exit_code, verifying.exit_code) == (exit_code, exit_code)
    assert _status(verifying) == ["not_examined"]
    assert ("accepted without being examined: word/media/image1.png" in redacting.stdout) == (images == "keep")


def test_a_report_of_an_older_version_is_read(unsaid, redacted, tmp_path):
    report = json.loads((tmp_path / "r.json").read_text())
    for row in report["files"]:
        for newer in (
            "policy",
            "coverage",
            "source_sha256",
            "result_sha256",
            "outcome",
            "exceptions",
            "unmet",
            "asked",
        ):
            del row[newer]
    (tmp_path / "r.json").write_text(json.dumps(report))
    assert unsaid("verify", redacted, "--report", "r.json").exit_code == 0


def test_the_outcome_is_that_of_the_very_file_that_was_written(unsaid, redacted):
    told = json.loads(unsaid("verify", redacted, "--report", "r.json", "--json").output)["files"][0]
    assert not any(row["kind"] in {"left", "changed"} for row in told["unmet"])
    redacted.write_bytes(redacted.read_bytes() + b"\0")
    told = json.loads(unsaid("verify", redacted, "--report", "r.json", "--json").output)["files"][0]
    assert told["outcome"] == "not_met"
    assert "changed" in {row["kind"] for row in told["unmet"]}


def _forged(tmp_path, **rows):
    """The report as whoever redacted would like it to be."""
    report = json.loads((tmp_path / "r.json").read_text())
    for file in report["files"]:
        file.update(rows)
    (tmp_path / "r.json").write_text(json.dumps(report))


MET = {"outcome": "met", "exceptions": [], "unmet": []}
ALLOWED = {
    "outcome": "met_with_exceptions",
    "exceptions": [{"kind": "k", "count": 1, "role": "reviewer"}],
    "unmet": [],
}


def _verified(unsaid, *more):
    result = unsaid("verify", "out", "--report", "r.json", "--json", *more)
    return result.exit_code, json.loads(result.stdout)["files"][0]


class TestOutcomeComputedAnew:
    """What a report says of the outcome is not believed: the saved file is held to the policy once more."""

    @pytest.mark.usefixtures("redacted")
    def test_verify_repeats_the_outcome_of_an_unchanged_file(self, unsaid):
        code, told = _verified(unsaid)
        assert (code, told["warnings"]) == (0, [])
        assert {"outcome": told["outcome"], "exceptions": told["exceptions"], "unmet": told["unmet"]} == {
            name: json.loads(Path("r.json").read_text())["files"][0][name] for name in MET
        }

    @pytest.mark.parametrize("claim", [MET, ALLOWED])
    @pytest.mark.parametrize("hash_too", [False, True])
    def test_a_k_that_does_not_hold_is_found(self, unsaid, redacted, report_docx, tmp_path, claim, hash_too):
        """The original under the name of the output, and a report from which all is taken that had to go."""
        redacted.write_bytes(report_docx.read_bytes())
        digest = {"result_sha256": sha256(report_docx.read_bytes()).hexdigest()} if hash_too else {}
        _forged(tmp_path, suppressed=[], sought=[], partly=[], **claim, **digest)
        code, told = _verified(unsaid)
        assert (code, told["outcome"]) == (1, "not_met")
        assert {"k", "client_name"} <= {row["kind"] for row in told["unmet"]}
        assert ("changed" in {row["kind"] for row in told["unmet"]}) is not hash_too

    def test_the_policy_of_today_counts(self, unsaid, tmp_path):
        (tmp_path / "a.txt").write_text("Write to ann@halden.example.")
        asked = ("--no-cii", "--pii", "none", "--out", "out", "--report", "r.json")
        assert unsaid("redact", "a.txt", *asked).exit_code == 0
        assert _verified(unsaid)[1]["outcome"] == "met"
        assert unsaid("policy", "set", "--pii", "EMAIL_ADDRESS").exit_code == 0
        code, told = _verified(unsaid)
        assert (code, told["unmet"]) == (1, [{"kind": "EMAIL_ADDRESS", "count": 1}])
        assert unsaid("policy", "set", "--k", "5").exit_code == 0
        assert _verified(unsaid)[1]["unmet"] == [{"kind": "k", "count": 1}]

    def test_a_kept_term_is_an_exception_again(self, unsaid, tmp_path):
        (tmp_path / "a.txt").write_text("Write to ann@halden.example.")
        asked = ("--no-cii", "--pii", "EMAIL_ADDRESS", "--never", "ann@halden.example")
        unsaid("redact", "a.txt", *asked, "--out", "out", "--report", "r.json")
        code, told = _verified(unsaid)
        assert (code, told["exceptions"]) == (0, [{"kind": "EMAIL_ADDRESS", "count": 1, "role": "user"}])
        _forged(tmp_path, **MET)
        assert _verified(unsaid)[1]["outcome"] == "met_with_exceptions"

    @pytest.mark.usefixtures("redacted")
    def test_without_the_models_no_outcome_is_met(self, unsaid, tmp_path):
        _forged(tmp_path, **MET)
        code, told = _verified(unsaid, "--registry", tmp_path / "empty")
        assert (code, told["outcome"], told["verification"]["status"]) == (0, None, "clean")
        assert (
            "The model version that the report names is missing. Name its folder with --registry."
            in told["warnings"][0]
        )
        assert "was not computed" in unsaid("verify", "out", "--report", "r.json", "--registry", "empty").stdout

    @pytest.mark.parametrize("claim", [{"asked": None}, {"outcome": None}, {"client": "Quixotrade"}])
    def test_where_a_policy_counts_an_outcome_that_is_not_known_needs_attention(
        self, unsaid, redacted, report_docx, tmp_path, claim
    ):
        """The original under the name of the output, and a report that keeps the outcome from being computed."""
        redacted.write_bytes(report_docx.read_bytes())
        _forged(tmp_path, suppressed=[], sought=[], partly=[], **{**MET, **claim})
        assert unsaid("policy", "set", "--k", "5").exit_code == 0
        code, told = _verified(unsaid)
        assert (code, told["outcome"]) == (1, None)

    @pytest.mark.usefixtures("redacted")
    def test_what_no_file_shows_counts_against_it_still(self, unsaid, tmp_path):
        _forged(tmp_path, outcome="not_met", exceptions=[], unmet=[{"kind": "decisions", "count": 2}])
        assert _verified(unsaid)[1]["unmet"] == [{"kind": "decisions", "count": 2}]
