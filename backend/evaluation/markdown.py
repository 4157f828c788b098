"""Write results as sections of docs/experiments.md."""

import re
from collections.abc import Mapping, Sequence

from backend.evaluation.result import Cell, Result, Table

FIGURES = "experiments"
"""The folder of the pictures, beside the page."""

_HEAD = """# The papers' experiments

Written by `make experiments` (`unsaid evaluate all --out docs`); each section can be made again on its own with
`unsaid evaluate NAME --out docs`. Seeds are fixed, so the same data give the same figures. *Paper* is what the
paper prints, a dash what it does not. k is ours throughout: at k at least k − 1 other classes are strictly likelier
than the true one; k = 1 changes nothing.
"""

_SECTION = re.compile(r"<!-- begin (\S+) -->\n.*?<!-- end \1 -->\n", re.DOTALL)


def section(result: Result) -> str:
    """Return a result as a section between two marks, with which `page` finds it again."""
    parts = [f"## `{result.experiment}`: {result.title}", f"*{result.source}*", *result.setup]
    parts += [_table(table) for table in result.tables]
    for figure in result.figures:
        parts.append(f"![{_flat(figure.caption)}]({FIGURES}/{figure.name}.png)\n\n*{figure.caption}*")
    for listing in result.listings:
        shown = "\n".join(map(_unfenced, listing.shortened()))
        parts.append(f"**{listing.caption}**\n\n```text\n{shown}\n```")
    parts.append(_bullets("What we find", result.findings))
    parts.append(_bullets("What differs from the paper, and why", result.differences))
    body = "\n\n".join(part for part in parts if part)
    return f"<!-- begin {result.experiment} -->\n{body}\n<!-- end {result.experiment} -->\n"


def page(results: Sequence[Result], order: Sequence[str], before: str = "") -> str:
    """Return the page with these results in place of their old sections; `order` lists all experiments.

    Sections of `before` without a new result are kept; those of experiments that no longer exist are removed.
    """
    sections = {**_sections(before), **{result.experiment: section(result) for result in results}}
    return "\n".join((_HEAD, *(sections[name] for name in order if name in sections)))


def _sections(before: str) -> Mapping[str, str]:
    return {match[1]: match[0] for match in _SECTION.finditer(before)}


def format_cell(cell: Cell) -> str:
    """Format a cell: shares and scores with three decimals, whole numbers with thousands separators.

    >>> format_cell(0.86), format_cell(1154), format_cell(None), format_cell("ova")
    ('.860', '1,154', '–', 'ova')
    """
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return re.sub(r"^(-?)0\.", r"\1.", f"{cell:.3f}")
    return f"{cell:,}" if isinstance(cell, int) else cell


def _table(table: Table) -> str:
    numeric = [all(not isinstance(row[i], str) for row in table.rows) for i in range(len(table.columns))]
    lines = [table.columns, ["---:" if number else "---" for number in numeric]]
    lines += [[_flat(format_cell(cell)).replace("|", "\\|") for cell in row] for row in table.rows]
    return f"**{table.caption}**\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _bullets(heading: str, sentences: Sequence[str]) -> str:
    if not sentences:
        return ""
    return f"### {heading}\n\n" + "\n".join(f"- {sentence}" for sentence in sentences)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _unfenced(line: str) -> str:
    """Return a line that cannot end its fence or the section."""
    return line.replace("```", "'''").replace("<!--", "<! --")
