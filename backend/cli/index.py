"""`unsaid index`: index released documents in groups of k clients."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import counter, finish, out, print_json
from backend.reporting.index_lines import (
    addition_lines,
    build_lines,
    found_lines,
    industry_lines,
    info_lines,
    removal_lines,
)
from backend.services.audit.index_events import of_addition, of_build, of_edition
from backend.services.index.building import LEAST_SHARING, WEIGHTINGS, IndexOptions, build_index
from backend.services.index.changes import add_file, remove
from backend.services.index.classifying import classify
from backend.services.index.describing import describe
from backend.services.index.editions import publish, read_edition
from backend.services.index.searching import search, search_edition
from backend.wiring.index import dictionary, index_keys, open_index
from backend.wiring.stored import local_user, record_here, record_removal_here
from backend.workers import Workers

_INDEX = click.Path(path_type=Path, exists=True)
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(cls=CommandGroup)
def index() -> None:
    """Index released documents in groups of k clients that look the same, so that people find them.

    Index only documents that are redacted, because an index shows words of its groups. Each group has documents
    of k or more clients. All documents of a group have the same vector: the words that k of these clients share
    (--shared-by), with four levels of weight. Someone who has the text of a document can still guess whether it
    was indexed; the user guide says how well.

    \b
    Examples:
      unsaid index build released/ --k 5 --out index
      unsaid index search index "cash flow of retail stores"
      unsaid index publish index --out edition.npz
    """


@index.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--k", type=click.IntRange(min=2), required=True, help="Minimum number of clients in each group.")
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="New folder of the index.")
@click.option(
    "--weighting",
    type=click.Choice(WEIGHTINGS),
    default=WEIGHTINGS[0],
    show_default=True,
    help="How words are weighted: by their frequency, or also by how few documents have them.",
)
@click.option(
    "--ignore-clients",
    is_flag=True,
    help="Count each document as a client of its own. This does not protect a client who has several documents.",
)
@click.option(
    "--unknown-words",
    is_flag=True,
    help="Keep words that are not in the English dictionary (WordNet). These are often names and codes, which "
    "reveal the client.",
)
@click.option(
    "--shared-by",
    type=click.IntRange(min=LEAST_SHARING),
    help="Clients of a group that must have a word for the group to show it, at most k. Fewer keep more words, "
    "which makes searches better and documents easier to recognise.  [default: k]",
)
@shared_options.jobs
@shared_options.as_json
def build(  # noqa: PLR0913 - one argument an option
    *,
    corpus: Path,
    k: int,
    folder: Path,
    weighting: str,
    ignore_clients: bool,
    unknown_words: bool,
    shared_by: int | None,
    jobs: int,
    as_json: bool,
) -> NoReturn:
    """Build an index of the documents of CORPUS.

    CORPUS is a folder with one sub-folder of documents per client, or a .jsonl file with id, client and text, as
    for `unsaid train`. The index keeps no text: its folder has the vectors of groups, and the encrypted id and
    client of each document. Unsaid groups up to 20,000 documents with the algorithm MDAV. If there are more, it
    divides them into blocks, and groups each block.

    Exit status 1: documents were skipped.

    \b
    Example:
      unsaid index build released/ --k 5 --out index
    """
    options = IndexOptions(
        k, weighting, by_client=not ignore_clients, unknown_words=unknown_words, shared_by=shared_by
    )
    with counter("Counting words") as count:
        report = build_index(
            corpus, folder, options, index_keys(), dictionary(), Workers(jobs, apart=True), count.advance
        )
    record_here(of_build(local_user(), report))
    if as_json:
        print_json(report.as_json())
    else:
        out().print(build_lines(report))
        if unknown_words:
            out().print(
                "Warning: the index has words that are not in the English dictionary; names among them reveal "
                "clients."
            )
    finish(attention=any(each.skipped for each in report.problems))


@index.command()
@click.argument("folder", metavar="INDEX", type=_INDEX)
@click.argument("file", type=_FILE)
@shared_options.as_json
def add(folder: Path, file: Path, *, as_json: bool) -> NoReturn:
    """Add the documents of a .jsonl file to INDEX.

    Each line has id and text, and may have client and utility (the industry). Instead of text it may have vector,
    an object with the weight of each stem, if the text itself must not be in the file. A document joins the nearest
    group and gets its vector; its own vector is not kept.

    Exit status 1: lines were skipped.

    \b
    Example:
      unsaid index add index new.jsonl
    """
    with open_index(folder) as opened, counter("Adding documents") as count:
        report = add_file(opened, file, Workers(apart=True), count.advance)
    record_here(of_addition(local_user(), report))
    if as_json:
        print_json(report.as_json())
    else:
        out().print(addition_lines(report))
    finish(attention=bool(report.problems))


@index.command("remove")
@click.argument("folder", metavar="INDEX", type=_INDEX)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@shared_options.as_json
def remove_(folder: Path, ids: tuple[str, ...], *, as_json: bool) -> NoReturn:
    """Remove documents from INDEX, by their ids.

    A group is dissolved when documents of fewer than k clients are left of those that its vector was made of: its
    documents join the nearest other group. Until then its vector keeps the share of a removed document.

    Exit status 1: one of the ids is not in the index, or documents of fewer than k clients are left.

    \b
    Example:
      unsaid index remove index report-7.docx
    """
    with open_index(folder) as opened:
        report = remove(opened, ids)
    record_removal_here(report)
    if as_json:
        print_json(report.as_json())
    else:
        out().print(removal_lines(report))
    finish(attention=bool(report.unknown) or not report.held)


@index.command("search")
@click.argument("folder", metavar="INDEX", type=_INDEX)
@click.argument("words")
@click.option("--top", type=click.IntRange(min=1), default=10, show_default=True, help="Number of groups.")
@shared_options.as_json
def search_(folder: Path, words: str, top: int, *, as_json: bool) -> NoReturn:
    """Find the groups of INDEX that are nearest to WORDS.

    INDEX may also be the file of a published edition, which has no ids. Groups at the same distance share their
    ranks. Further groups at the distance of the last one are counted, but not listed.

    \b
    Example:
      unsaid index search index "cash flow of retail stores" --top 3
    """
    if folder.is_file():
        found = search_edition(read_edition(folder), dictionary(), words, top)
    else:
        with open_index(folder) as opened:
            found = search(opened, words, top, with_members=True)
    if as_json:
        print_json(found.as_json())
    else:
        out().print(found_lines(found))
    finish(attention=False)


@index.command("classify")
@click.argument("folder", metavar="INDEX", type=_INDEX)
@click.argument("text")
@shared_options.as_json
def classify_(folder: Path, text: str, *, as_json: bool) -> NoReturn:
    """Say which industry TEXT belongs to, by the 10 groups of INDEX that are nearest to it.

    Each group votes for the industries of its documents (utility in the corpus and in added lines).

    \b
    Example:
      unsaid index classify index "fresh produce in our stores"
    """
    with open_index(folder) as opened:
        shares = classify(opened, text)
    if as_json:
        print_json({"industries": [{"industry": name, "share": share} for name, share in shares.items()]})
    else:
        out().print(industry_lines(shares))
    finish(attention=False)


@index.command()
@click.argument("folder", metavar="INDEX", type=_INDEX)
@shared_options.as_json
def info(folder: Path, *, as_json: bool) -> NoReturn:
    """Describe INDEX and check it: count the clients of each group again, and verify that no vector was changed.

    Exit status 1: the check has found a fault, or documents of fewer than k clients are left.

    \b
    Example:
      unsaid index info index
    """
    with open_index(folder) as opened:
        described = describe(opened)
    if as_json:
        print_json(described.as_json())
    else:
        out().print(info_lines(described))
    finish(attention=bool(described.faults))


@index.command("publish")
@click.argument("folder", metavar="INDEX", type=_INDEX)
@click.option("--out", "file", type=_FILE, required=True, help="New file of the edition (.npz).")
@shared_options.as_json
def publish_(folder: Path, file: Path, *, as_json: bool) -> NoReturn:
    """Publish an edition of INDEX: the vectors of its groups in a random order, without ids and clients.

    Readers of several editions see how groups grow and shrink. The vectors do not tell the documents of a group
    apart. But the documents that are in a certain group of one edition and in a certain group of another may be
    fewer than k.

    \b
    Example:
      unsaid index publish index --out edition.npz
    """
    with open_index(folder) as opened:
        edition = publish(opened, file)
        state = opened.state
    record_here(of_edition(local_user(), edition, state))
    if as_json:
        print_json({"k": edition.k, "groups": len(edition.sizes), "documents": int(edition.sizes.sum())})
    else:
        out().print(f"{file}: {len(edition.sizes):,} groups with {edition.sizes.sum():,} documents.")
    finish(attention=False)
