"""What stands in the source: no sentence names a control of a surface, except where that surface words it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.cli import COMMANDS
from backend.messages.catalogue import ANSWERED, REASONS

ROOT = Path(__file__).parents[2]
BACKEND = ROOT / "backend"

OF_THE_COMMAND_LINE = re.compile(rf"(?<![\w-])--[a-z]|\bunsaid (?:{'|'.join(map(re.escape, COMMANDS))})\b")
OF_HTTP = re.compile(r"(?<!\w)/v1/")

WORDS_OF_THE_COMMAND_LINE = frozenset(
    {
        "reporting/command_line.py",
        "reporting/training.py",
        "reporting/certificate_page.py",  # a printed page, which says how to check it
        "worker/supervisor.py",  # starts a command
        "workers.py",
    }
)
"""Modules that speak to people at a terminal, or to a terminal; all others below the surfaces do not."""

SPEAKS_TO_A_TERMINAL = ("cli", "evaluation", "ner_training", "ooxml/coverage_page.py")


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module, except docstrings and those that explain a name."""
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


@pytest.mark.parametrize(
    "text", ["use --no-cii", "run `unsaid audit verify`", "Change --report or --out.", "`unsaid db restore` brings"]
)
def test_what_is_looked_for_is_found(text):
    assert OF_THE_COMMAND_LINE.search(text)


@pytest.mark.parametrize(("name", "codes"), [("warnings", ANSWERED), ("reasons", REASONS)])
def test_the_pane_words_every_code_and_no_other(name, codes):
    source = (ROOT / "addin" / "src" / "state" / f"{name}.ts").read_text("utf-8")
    table = source[source.index("const WORDS:") :]
    worded = re.findall(r"^  ([a-z_]+): \(?", table[: table.index("\n};")], re.MULTILINE)
    assert sorted(worded) == sorted(codes)
