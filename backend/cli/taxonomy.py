"""`unsaid taxonomy`: broader forms of words, places, dates and amounts."""

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import finish, out, print_json
from backend.reporting.taxonomy_lines import KIND_NAMES, meaning_lines
from backend.taxonomy.broader import Kind
from backend.wiring.taxonomy import read_written
from backend.wiring.taxonomy import taxonomy as shipped


@click.group(cls=CommandGroup)
def taxonomy() -> None:
    """Show broader forms of words, places, dates and amounts: what could stand for them in a document.

    \b
    Example:
      unsaid taxonomy show Leeds
    """


@taxonomy.command()
@click.argument("word")
@click.option(
    "--kind", type=click.Choice(tuple(KIND_NAMES)), help="What WORD is; otherwise all kinds that it can be."
)
@click.option(
    "--industry",
    "industries",
    multiple=True,
    help="Industry of an organisation; repeat it for a broader industry.",
)
@click.option(
    "--list",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File of your own generalisations, one a line: TERM > BROADER > BROADER.",
)
@click.option("--client-name", "names", multiple=True, help="Name that no generalisation of --list may contain.")
@shared_options.as_json
def show(
    *,
    word: str,
    kind: str | None,
    industries: tuple[str, ...],
    path: Path | None,
    names: tuple[str, ...],
    as_json: bool,
) -> NoReturn:
    """Show what stands above WORD, from narrow to broad, for each meaning of it.

    WORD is a noun ("salads"), a place ("Leeds"), a date ("14 March 2024"), an amount ("€4.37 million"), an age
    ("aged 43"), a job title ("Head of Procurement"), or, with --kind organisation or --industry, an organisation.
    The meanings of a noun are in the order of WordNet, the most frequent one first; "in" is its list of subjects,
    "frequency" how often its annotated texts have the meaning.

    Exit status 1: the taxonomy has no broader form for WORD.

    \b
    Examples:
      unsaid taxonomy show Leeds
      unsaid taxonomy show "€4.37 million" --json
      unsaid taxonomy show Carrefour --industry "Food retail" --industry Retail
    """
    known = shipped()
    if path is not None:
        known = replace(known, written=read_written(path, names))
    if kind is not None:
        kinds: tuple[Kind, ...] = (KIND_NAMES[kind],)
    else:
        kinds = tuple(each for each in Kind if industries or each is not Kind.ORGANIZATION)
    found = (meaning for each in kinds for meaning in known.meanings(word, each, industries))
    # What is written for a word is the same for each kind that the word could be.
    meanings = tuple({(each.gist, each.broader): each for each in found}.values())
    if as_json:
        print_json({"word": word, "meanings": [each.as_json() for each in meanings]})
    else:
        out().print(meaning_lines(meanings))
    finish(attention=not any(each.broader for each in meanings))
