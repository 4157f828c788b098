"""`docs/modules.md`, made from the first sentence of each module: `make modules`."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

BACKEND = Path(__file__).parents[1] / "backend"
_HEAD = """# Where is what

One line for each module of `backend/`: the first sentence of its docstring. `make modules` makes this page.
[architecture](architecture.md) shows how the packages work together.
"""


def page() -> str:
    """The page as it should be."""
    return "\n".join((_HEAD, *_package(BACKEND))).rstrip() + "\n"


def _package(folder: Path) -> Iterator[str]:
    name = folder.relative_to(BACKEND.parent).as_posix()
    if folder != BACKEND:
        yield f"\n## {name}\n\n{_first_sentence(folder / '__init__.py')}\n"
    for path in sorted(folder.glob("*.py")):
        if not path.name.startswith("_"):
            yield f"- `{path.name}`: {_first_sentence(path)}"
    for path in sorted(folder.iterdir()):
        if (path / "__init__.py").exists():
            yield from _package(path)


def _first_sentence(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


if __name__ == "__main__":
    sys.stdout.write(page())
