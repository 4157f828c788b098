"""The pane is checked against types that were made from the description of the routes; they are those of today."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.description import description

ADDIN = Path(__file__).parents[2] / "addin"
GENERATOR = ADDIN / "node_modules" / ".bin" / "openapi-typescript"


@pytest.mark.skipif(not GENERATOR.exists() or shutil.which("node") is None, reason="needs Node: run `make pane`")
def test_the_types_of_the_pane_are_those_of_the_description(tmp_path):
    (tmp_path / "openapi.json").write_text(description(), "utf-8")
    made = tmp_path / "types.ts"
    subprocess.run([GENERATOR, tmp_path / "openapi.json", "-o", made], check=True, capture_output=True)
    assert (ADDIN / "src" / "api" / "types.ts").read_text("utf-8") == made.read_text("utf-8"), "run `make api`"
