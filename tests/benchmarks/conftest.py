"""Where the benchmarks' data lie."""

import gzip
import json
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data():
    """The folder of experimental data: UNSAID_BENCH_DATA, else beside the checkout; none of it is ours to ship."""
    folder = Path(os.environ.get("UNSAID_BENCH_DATA") or Path(__file__).parents[3] / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no experimental data at {folder}; set UNSAID_BENCH_DATA")
    return folder


@pytest.fixture(scope="session")
def filings(data):
    """Management's discussions of 10-K filings: id (made unique), client, utility, year, text."""
    with gzip.open(data / "sec_mda" / "sec_mda_to_2018.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    return [{**each, "id": f"{number} {each['id']}"} for number, each in enumerate(found)]
