"""The list of questions in docs/conformance.md, made from the questions themselves.

python -m addin.wordhost.conformance_page
"""

import base64
import json
import re
import subprocess
from pathlib import Path
from typing import TypedDict

PROBES = Path(__file__).parent / "conformance" / "probes.js"
PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
UNSOURCED = "unsourced"
HEADING = "## The questions\n"


class Question(TypedDict):
    """What is asked, and what the expected answer rests on."""

    name: str
    source: str
    expected: object


def questions() -> list[Question]:
    """The questions, told by Node: it needs no Word for that."""
    module = base64.b64encode(PROBES.read_bytes()).decode("ascii")
    script = (
        f"import('data:text/javascript;base64,{module}').then(told => console.log(JSON.stringify(told.questions)))"
    )
    done = subprocess.run(["node", "--eval", script], check=True, capture_output=True, text=True)
    told: list[Question] = json.loads(done.stdout)
    return told


def written(page: str, asked: list[Question]) -> str:
    """The page with these questions and their numbers; the rest of it stays as it is."""
    before, after = page.split(HEADING)
    introduction = after.split("\n| Question")[0]
    unsourced = sum(1 for each in asked if each["source"] == UNSOURCED)
    introduction = re.sub(r"\A\n\d+ of \d+", f"\n{unsourced} of {len(asked)}", introduction)
    before = re.sub(r"that asks \d+ questions", f"that asks {len(asked)} questions", before)
    rows = [f"| {_cell(each['name'])} | {_cell(each['source'])} |" for each in asked]
    return "\n".join([f"{before}{HEADING}{introduction}", "| Question | Source |", "| --- | --- |", *rows, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8"), questions()), "utf-8")
