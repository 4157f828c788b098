"""Make `docs/coverage.md` from the map: `python -m backend.ooxml.coverage_page docs/coverage.md`."""

from argparse import ArgumentParser
from pathlib import Path

from backend.ooxml.coverage import CoverageKind, sections

_HEAD = """# The coverage map

What becomes of every kind of text in a .docx. Made by `python -m backend.ooxml.coverage_page docs/coverage.md`; the
report of each run has a row for each kind met in each part, under the names of this page.

- **redacted in place**: it stays, without what is redacted; formatting and all other words are untouched.
- **removed**: it goes, whatever it says.
- **not examined**: it stays and nobody has read it. The raw search looks for every redacted string in its bytes all
  the same, and the file is never called clean.
- **refused**: a file that holds it is not redacted; one line says why.

A clean copy (`unsaid redact --clean`) differs where its column says so; `--comments`, `--revisions` and the like
choose more finely. Numbers alone are clauses of ECMA-376 part 1 (5th edition).
"""


def page() -> str:
    """The whole page."""
    return "\n".join((_HEAD, *(_section(title, kinds) for title, kinds in sections())))


def _section(title: str, kinds: tuple[CoverageKind, ...]) -> str:
    lines = [f"## {title}", "", "| kind | where | normally | in a clean copy | source |", "|---|---|---|---|---|"]
    lines += [f"| {' | '.join(_cells(kind))} |" for kind in kinds]
    return "\n".join(lines) + "\n"


def _cells(kind: CoverageKind) -> tuple[str, ...]:
    clean = "the same" if kind.clean is kind.treatment else kind.clean.value
    return ", ".join(kind.names), kind.where, kind.treatment.value, clean, kind.source


if __name__ == "__main__":
    options = ArgumentParser(description="Write the coverage map as a page of the docs.")
    options.add_argument("page", type=Path, help="docs/coverage.md")
    options.parse_args().page.write_text(page(), "utf-8")
