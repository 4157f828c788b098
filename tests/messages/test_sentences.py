"""What stands in the source: no sentence names a control of a surface, except where that surface words it."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from backend.cli import COMMANDS
from backend.messages.catalogue import ANSWERED, REASONS
from tests.web.description import description

ROOT = Path(__file__).parents[2]
BACKEND = ROOT / "backend"

OF_THE_COMMAND_LINE = re.compile(rf"(?<![\w-])--[a-z]|\bunsaid (?:{'|'.join(map(re.escape, COMMANDS))})\b")
OF_HTTP = re.compile(r"(?<!\w)/v1/")
OF_REQUESTS = re.compile(r"`[a-z_]+`|\b(?:in|to|from|of) (?:always|never)\b|\bscopes?\b|\bpii\b|\butility\b")
"""Members of requests whose names are not the words that people read, and whatever is quoted like a member."""

WORDS_OF_THE_COMMAND_LINE = frozenset(
    {
        "reporting/command_line.py",
        "reporting/training.py",
        "reporting/privacy.py",
        "reporting/certificate_page.py",  # a printed page, which says how to check it
        "worker/supervisor.py",  # starts a command
        "workers.py",
    }
)
"""Modules that speak to people at a terminal, or to a terminal; all others below the surfaces do not."""

FILES_WITH_THESE_COLUMNS = ("learning/", "services/files/inputs.py", "privacy/")
"""Modules whose errors name the columns of a file that people write: a corpus, a manifest."""

SPEAKS_TO_A_TERMINAL = ("cli", "evaluation", "ner_training", "ooxml/coverage_page.py")


@cache
def sentences(path: Path) -> tuple[tuple[int, str], ...]:
    """The strings of a module, except docstrings and those that explain a name."""
    return tuple(_sentences(path))


def _sentences(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text("utf-8"))
    explaining = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explaining:
            yield node.lineno, node.value


def modules(*rooms: str) -> list[Path]:
    return sorted(
        path
        for path in BACKEND.rglob("*.py")
        if (name := path.relative_to(BACKEND).as_posix()) not in WORDS_OF_THE_COMMAND_LINE
        and not name.startswith((*SPEAKS_TO_A_TERMINAL, *rooms))
    )


def test_no_sentence_outside_the_command_line_names_an_option_or_a_command():
    found = [
        f"{path.relative_to(BACKEND)}:{line}: {text}"
        for path in modules()
        for line, text in sentences(path)
        if OF_THE_COMMAND_LINE.search(text)
    ]
    assert found == []


def test_no_sentence_below_http_names_a_route():
    found = [
        f"{path.relative_to(BACKEND)}:{line}: {text}"
        for path in modules("web/")
        for line, text in sentences(path)
        if OF_HTTP.search(text)
    ]
    assert found == []


def members_of_requests() -> set[str]:
    """The names in the bodies of requests that no sentence could contain by chance."""
    schemas = json.loads(description())["components"]["schemas"]
    taken = [each for name, each in schemas.items() if name.endswith(("In", "Options"))]
    return {name for each in taken for name in each.get("properties", {}) if "_" in name}


def test_no_sentence_below_http_names_a_member_of_a_request():
    members = members_of_requests()
    assert {"analysed_k", "least_k"} <= members
    named = re.compile(rf"{OF_REQUESTS.pattern}|\b(?:{'|'.join(members)})\b")
    found = [
        f"{path.relative_to(BACKEND)}:{line}: {text}"
        for path in modules("web/", *FILES_WITH_THESE_COLUMNS)
        for line, text in sentences(path)
        if " " in text and not text.startswith("\n") and named.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["leave `chosen` out", "5 terms stand in always", "choose the scope document"])
def test_names_of_members_are_recognised(text):
    assert OF_REQUESTS.search(text)


@pytest.mark.parametrize(
    "text",
    ["use --no-cii", "run `unsaid audit verify`", "Change --report or --out.", "`unsaid db restore` restores"],
)
def test_what_is_searched_for_is_found(text):
    assert OF_THE_COMMAND_LINE.search(text)


@pytest.mark.parametrize(("name", "codes"), [("warnings", ANSWERED), ("reasons", REASONS)])
def test_the_pane_words_every_code_and_no_other(name, codes):
    source = (ROOT / "addin" / "src" / "state" / f"{name}.ts").read_text("utf-8")
    table = source[source.index("const WORDS:") :]
    worded = re.findall(r"^  ([a-z_]+): \(?", table[: table.index("\n};")], re.MULTILINE)
    assert sorted(worded) == sorted(codes)
