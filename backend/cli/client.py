"""`unsaid client`: the stored dictionary of each client."""

from pathlib import Path

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.cli.stored import client_as_json, client_lines, clients_table
from backend.reporting.index_lines import removal_lines
from backend.services.client_removal import remove_client
from backend.services.clients.dictionaries import edited, read_dictionaries
from backend.storage.clients.dictionaries import Dictionary
from backend.wiring.index import index_here
from backend.wiring.store import names_known_to_model, opened_store
from backend.wiring.stored import local_user

_TERM = "TERM|@FILE"

_aliases = click.option(
    "--alias",
    "aliases",
    multiple=True,
    metavar="NAME|@FILE",
    help="Another name of the client (repeatable; @FILE: one name per line).",
)
_always = click.option(
    "--always",
    multiple=True,
    metavar=_TERM,
    help="Always redact this term in the client's documents (repeatable; @FILE: one term per line).",
)
_never = click.option(
    "--never",
    multiple=True,
    metavar=_TERM,
    help="Never redact this term in the client's documents (repeatable; @FILE: one term per line).",
)
_group = click.option("--group", help="The client group: only its members see the client's name.")
_industry = click.option(
    "--industry", help="The client's industry. Users who may not see the client's name see the industry instead."
)


@click.group(cls=CommandGroup)
def client() -> None:
    """Manage the dictionary of each client: other names, terms to always redact, terms to never redact.

    A dictionary applies to every document of its client, in addition to the lists in the folder UNSAID_LISTS. It is
    stored encrypted.

    \b
    Examples:
      unsaid client add "Halden & Rook" --alias HRL --always "Project Heron" --group Retail
      unsaid client import clients.csv
      unsaid client list
    """


@client.command()
@click.argument("name")
@_aliases
@_always
@_never
@_group
@_industry
@shared_options.as_json
def add(
    *,
    name: str,
    aliases: tuple[str, ...],
    always: tuple[str, ...],
    never: tuple[str, ...],
    group: str | None,
    industry: str | None,
    as_json: bool,
) -> None:
    """Add a client.

    \b
    Example:
      unsaid client add "Halden & Rook" --alias HRL --always "Project Heron" --never steering
    """
    dictionary = Dictionary(
        name,
        shared_options.terms(aliases),
        shared_options.terms(always),
        shared_options.terms(never),
        group,
        industry,
    )
    with opened_store() as store:
        stored = store.clients.add(dictionary, by=local_user())
    print_json(client_as_json(stored)) if as_json else out().print(client_lines(stored))


@client.command("list")
@click.option("--group", help="Only the clients of this group.")
@shared_options.as_json
def list_command(group: str | None, *, as_json: bool) -> None:
    """List the clients that have a dictionary.

    \b
    Example:
      unsaid client list --group Retail
    """
    with opened_store() as store:
        stored = [each for each in store.clients.all() if group is None or each.dictionary.group == group]
    if as_json:
        print_json({"clients": [client_as_json(each) for each in stored]})
    else:
        out().print(clients_table(stored, group), markup=False)


@client.command()
@click.argument("name")
@shared_options.as_json
def show(name: str, *, as_json: bool) -> None:
    """Show the dictionary of the client with this name or alias.

    \b
    Example:
      unsaid client show HRL
    """
    with opened_store() as store:
        stored = store.clients.find(name)
    print_json(client_as_json(stored)) if as_json else out().print(client_lines(stored))


@client.command()
@click.argument("name")
@click.option("--name", "new_name", metavar="NAME", help="The new name of the client.")
@_aliases
@_always
@_never
@click.option(
    "--drop",
    multiple=True,
    metavar=_TERM,
    help="Remove this name or term from the dictionary (repeatable; @FILE: one per line).",
)
@_group
@_industry
@shared_options.as_json
def edit(  # noqa: PLR0913 - one argument an option
    *,
    name: str,
    new_name: str | None,
    aliases: tuple[str, ...],
    always: tuple[str, ...],
    never: tuple[str, ...],
    drop: tuple[str, ...],
    group: str | None,
    industry: str | None,
    as_json: bool,
) -> None:
    """Add to the dictionary of a client, or remove something from it.

    \b
    Example:
      unsaid client edit HRL --always "Project Kestrel" --drop "Project Heron"
    """
    with opened_store() as store:
        stored = store.clients.find(name)
        more = Dictionary(
            new_name or stored.dictionary.name,
            shared_options.terms(aliases),
            shared_options.terms(always),
            shared_options.terms(never),
            group,
            industry,
        )
        changed = edited(stored.dictionary, more, shared_options.terms(drop))
        stored = store.clients.change(stored.id, stored.version, changed, by=local_user())
    print_json(client_as_json(stored)) if as_json else out().print(client_lines(stored))


@client.command()
@click.argument("name")
@shared_options.as_json
def remove(name: str, *, as_json: bool) -> None:
    """Remove the dictionary of a client, and its documents from the index of released documents (UNSAID_INDEX).

    Models that were trained on the client's documents still contain the client's words.

    \b
    Example:
      unsaid client remove "Halden & Rook"
    """
    with opened_store() as store:
        stored = store.clients.find(name)
        removed = remove_client(store, index_here(), stored, names_known_to_model(), local_user())
    if as_json:
        print_json({"removed": stored.dictionary.name, "index": None if removed is None else removed.as_json()})
        return
    out().print(f"Forgotten: {stored.dictionary.name}.", markup=False)
    if removed is not None:
        out().print("From the index:", removal_lines(removed))


@client.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@shared_options.as_json
def import_command(file: Path, *, as_json: bool) -> None:
    """Import clients from a CSV file, all of them or none.

    The columns are client, utility (the industry), aliases, group, always and never. Only client is required, so
    the clients.csv of a corpus is a valid FILE. Separate several names or terms with semicolons. Each line replaces
    everything that is stored about its client.

    \b
    Example:
      unsaid client import clients.csv
    """
    dictionaries = read_dictionaries(file)
    with opened_store() as store:
        added, changed = store.clients.put(dictionaries, by=local_user())
    if as_json:
        print_json({"added": added, "changed": changed})
    else:
        out().print(f"New clients: {added}; changed clients: {changed}.")
