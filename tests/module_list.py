"""`docs/modules.md`, made from the first sentence of each module: `make modules`."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[1]
BACKEND = _ROOT / "backend"
PANE = _ROOT / "addin" / "src"
WORD_HOST = _ROOT / "addin" / "wordhost"

_HEAD = """# Modules

One line for each module of `backend/`, of the pane (`addin/src/`) and of the simulated Word (`addin/wordhost/`).
The line is the beginning of the module's docstring or comment. `make modules` makes this page.
[architecture](architecture.md) shows how the packages work together.
"""

_PANE_FOLDERS = {
    "": "The pages of the pane, and the client of the service.",
    "api": "Types and errors of the service's API.",
    "auth": "Sign-in with a work account, and the token that each request carries.",
    "flow": "What happens after an action: tasks that call the service and Word.",
    "save": "Clean copies that the browser saves, where Word cannot.",
    "state": "The session, the reducer, and the texts that the pane shows.",
    "view": "The elements on the page, drawn from the session.",
    "word": "Everything that calls Word: reading, searching, marking, replacing.",
}
"""The folders of `addin/src`; a folder without a line here fails."""


def page() -> str:
    """The page as it should be."""
    lines = (_HEAD, *_package(BACKEND), *_pane(), *_package(WORD_HOST))
    return "\n".join(lines).rstrip() + "\n"


def _package(folder: Path) -> Iterator[str]:
    if folder != BACKEND:
        yield f"\n## {folder.relative_to(_ROOT).as_posix()}\n\n{_first_sentence(folder / '__init__.py')}\n"
    for path in sorted(folder.glob("*.py")):
        if not path.name.startswith("_"):
            yield f"- `{path.name}`: {_first_sentence(path)}"
    for path in sorted(folder.iterdir()):
        if (path / "__init__.py").exists():
            yield from _package(path)


def _pane() -> Iterator[str]:
    for folder in (PANE, *sorted(path for path in PANE.iterdir() if path.is_dir())):
        name = folder.relative_to(PANE).as_posix().removeprefix(".")
        yield f"\n## {folder.relative_to(_ROOT).as_posix()}\n\n{_PANE_FOLDERS[name]}\n"
        for path in sorted(folder.glob("*.ts")):
            if not path.name.endswith(".d.ts"):
                yield f"- `{path.name}`: {_first_comment(path)}"


def _first_sentence(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def _first_comment(path: Path) -> str:
    """The first paragraph of the comment that a TypeScript module begins with.

    >>> _without_stars("/**\\n * Read the file\\n * in slices.\\n *\\n * Word allows two slices. */")
    'Read the file in slices.'
    """
    if path.name == "types.ts":
        return "The types of the service's API. `make api` generates this file."
    begun = re.match(r"/\*\*.*?\*/", path.read_text("utf-8"), re.DOTALL)
    if begun is None:
        raise ValueError(f"{path} begins without a comment that says what it is for")
    return _without_stars(begun[0])


def _without_stars(comment: str) -> str:
    lines = [re.sub(r"^\*/$|^/?\*+\s?|\s*\*+/$", "", line.strip()) for line in comment.splitlines()]
    return " ".join("\n".join(lines).strip().partition("\n\n")[0].split())


if __name__ == "__main__":
    sys.stdout.write(page())
