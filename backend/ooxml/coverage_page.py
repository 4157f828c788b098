"""Make `docs/coverage.md` from the map: `python -m backend.ooxml.coverage_page docs/coverage.md`."""

from argparse import ArgumentParser
from pathlib import Path

from backend.ooxml.coverage import CoverageKind, sections

_HEAD = """# The coverage map

What Unsaid does with every kind of text in a .docx. `python -m backend.ooxml.coverage_page docs/coverage.md` writes
this page. Each report has a row for each kind that occurs in each part, under the names of this page.

- **redacted in place**: Unsaid keeps the text and redacts terms in it. Formatting and all other words do not
  change.
- **removed**: Unsaid deletes the text, whatever it contains.
- **not examined**: Unsaid keeps it, and cannot read it. The verification still searches its bytes for every
  redacted term, and never reports the file as clean.
- **refused**: Unsaid does not redact a file that contains it; one line says why.

Where a clean copy (`unsaid redact --clean`) differs, its column says so. Options such as `--comments` and
`--revisions` set each kind of content by itself. Numbers alone are clauses of ECMA-376 part 1 (5th edition).
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
