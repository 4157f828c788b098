"""Where the benchmarks' data lie, and how their figures reach people: printed, and into docs/performance.md."""

import gzip
import json
import os
import platform
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_SECTIONS: dict[str, list[str]] = {}


def pytest_addoption(parser):
    parser.addoption(
        "--data", type=Path, help="folder of experimental data [default: shared/data beside the checkout]"
    )
    parser.addoption("--record", action="store_true", help="write the figures to docs/performance.md")


@pytest.fixture(scope="session")
def data(request):
    """The folder of experimental data; none of it is ours to ship."""
    folder = request.config.getoption("--data") or ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no experimental data at {folder}; name them with --data")
    return folder


@pytest.fixture(scope="session")
def filings(data):
    """Management's discussions of 10-K filings: id (made unique), client, utility, year, text."""
    with gzip.open(data / "sec_mda" / "sec_mda_to_2018.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    return [{**each, "id": f"{number} {each['id']}"} for number, each in enumerate(found)]


@pytest.fixture(scope="session")
def pipeline():
    """The folder of the pipeline for names: that of UNSAID_NER, else the shipped one."""
    folder = Path(os.environ.get("UNSAID_NER") or ROOT / "models" / "ner")
    if not folder.is_dir():
        pytest.skip(
            f"no pipeline for names at {folder}; `make ner` makes the shipped one, UNSAID_NER names another"
        )
    return folder


@pytest.fixture
def tell(capsys):
    """Print lines under a heading, and keep them for the record."""

    def told(heading, *lines):
        _SECTIONS.setdefault(heading, []).extend(lines)
        with capsys.disabled():
            print("\n" + "\n".join(lines))

    return told


def markdown(columns, rows):
    """The lines of a Markdown table."""
    return ["| " + " | ".join(str(cell) for cell in row) + " |" for row in (columns, ["---"] * len(columns), *rows)]


def pytest_sessionfinish(session):
    if not (session.config.getoption("--record") and _SECTIONS):
        return
    processor = (
        f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    )
    record = ROOT / "docs" / "performance.md"
    sections = {**_recorded(record), **{heading: "\n".join(lines).strip() for heading, lines in _SECTIONS.items()}}
    written = f"Written by `make bench RECORD=1` ({processor}), or file by file with `--record`."
    parts = [
        "# Speed and quality, measured",
        f"{written} Seconds differ between machines; the ratios are to a peer in the same run.",
        *(f"## {heading}\n\n{text}" for heading, text in sorted(sections.items())),
    ]
    record.write_text("\n\n".join(parts) + "\n", "utf-8")


def _recorded(record):
    """The sections that are written already, by their headings."""
    if not record.is_file():
        return {}
    _, *parts = record.read_text("utf-8").split("\n## ")
    return {heading: text.strip() for heading, text in (part.split("\n", 1) for part in parts)}
