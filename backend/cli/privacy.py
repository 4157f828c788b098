"""`unsaid privacy`: measure what released documents reveal."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import finish, out, print_json
from backend.reporting.privacy import linkability_lines, problem_lines, release_lines, requirement_lines
from backend.services.privacy.linkability import measure_linkability
from backend.services.privacy.policy import check_policy, read_policy
from backend.services.privacy.release import Unit, compare_collections
from backend.services.privacy.sensitivity import store_model, train_from
from backend.wiring.sensitivity import sensitivity_model
from backend.workers import Workers

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(cls=CommandGroup)
def privacy() -> None:
    """Measure what released documents reveal.

    \b
    Examples:
      unsaid privacy spi before.jsonl after.jsonl
      unsaid privacy linkability profiles.jsonl
      unsaid privacy policy policy.json clients/
      unsaid privacy train-sensitivity labelled.jsonl --out sensitivity.npz
    """


@privacy.command()
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option(
    "--unit",
    type=click.Choice(["document", "word", "partial"]),
    default="document",
    show_default=True,
    help="What to compare. document: whole documents, if the release withholds some. word: the words, if the "
    "documents are redacted. partial: whole documents, where a redacted one counts partly as its original.",
)
@click.option(
    "--sensitivity",
    type=_FILE,
    help="The model that judges how sensitive a text is, from `unsaid privacy train-sensitivity` [default: the "
    "model that comes with Unsaid].",
)
@shared_options.as_json
def spi(
    before: Path,
    after: Path,
    unit: Unit,
    sensitivity: Path | None,
    *,
    as_json: bool,
) -> NoReturn:
    """Compare the released documents of users (AFTER) with their original ones (BEFORE).

    Each line is a JSON object with user, id and text. It may also have sigma: how sensitive the document is, from 0
    to 1. The Jensen-Shannon divergence (JSD) says how much BEFORE and AFTER differ: 0 bits if they are equal, 1 bit
    if they have nothing in common. The Sensitive-aware Privacy Index (SPI) is this divergence, but a difference in
    a sensitive text counts less. The first table has means over the users of BEFORE, the second one the 10 users
    with the lowest SPI. When the command compares words, it leaves out users who have no word in BEFORE. Unsaid
    stores no text.

    Exit status 1: lines were skipped.

    \b
    Example:
      unsaid privacy spi before.jsonl after.jsonl --unit word
    """
    report = compare_collections(before, after, unit, sensitivity_model(sensitivity), Workers(apart=True))
    if as_json:
        print_json(report.as_json())
    else:
        out().print(release_lines(report.privacy, report.unit, report.problems))
    finish(attention=bool(report.problems))


@privacy.command()
@click.argument("profiles", type=_FILE)
@shared_options.as_json
def linkability(profiles: Path, *, as_json: bool) -> NoReturn:
    """Measure how well an attacker can match what one person wrote in two communities.

    Each line of PROFILES is a JSON object with entity (the person), community and text. All lines of one entity in
    one community are one profile. The attacker knows a profile and looks for the target: the profile of the same
    entity in the other community. For each such pair, the command measures:

    \b
      distance          of the two profiles: the root of the Jensen-Shannon
                        divergence in bits
      anonymous subset  how many profiles of the target's community are at
                        least as close to the target as the known one
      rank              of the target among the profiles of its community,
                        the closest to the known one first
      likelihood        that an attacker who prefers closer profiles finds
                        the target

    The command prints the 10 pairs with the best ranks. --json has all pairs.

    Exit status 1: lines were skipped.

    \b
    Example:
      unsaid privacy linkability profiles.jsonl
    """
    report = measure_linkability(profiles, Workers(apart=True))
    if as_json:
        print_json(report.as_json())
    else:
        out().print(linkability_lines(report.profiles, report.pairs, report.silent_bounds, report.problems))
    finish(attention=bool(report.problems))


@privacy.command()
@click.argument("policy", type=_FILE)
@click.argument("corpus", type=click.Path(path_type=Path))
@shared_options.as_json
def policy(policy: Path, corpus: Path, *, as_json: bool) -> NoReturn:
    """Check how certain a reader can be of the client or the industry of each document.

    POLICY is a JSON file with a list of requirements. Each has a profile (a client of CORPUS), an attribute (client
    or industry) and a belief from 0 to 1: the reader must not be more certain than this of the profile's client
    or industry. A requirement with a value is about that value instead of the true one. The reader is a calibrated
    naive Bayes classifier, which knows all documents of CORPUS except the one that is checked.

    If a document violates a requirement, the command looks for its critical words: if all of them are removed, the
    document satisfies the requirement; if any one of them stays, it does not. There are none if even a document
    without words violates the requirement. The command prints the critical words of at most 10 documents for each
    requirement. --json has all.

    Exit status 1: a requirement is violated, or documents were skipped.

    \b
    Example:
      unsaid privacy policy policy.json clients/
    """
    report = check_policy(read_policy(policy), corpus, Workers(apart=True))
    if as_json:
        print_json(report.as_json())
    else:
        for each in report.requirements:
            documents = [(document.id, document.assessment) for document in each.documents]
            out().print(requirement_lines(each.requirement, documents))
        for line in problem_lines(report.problems):
            out().print(line)
    finish(attention=report.violations > 0 or any(each.skipped for each in report.problems))


@privacy.command("train-sensitivity")
@click.argument("texts", type=_FILE)
@click.option("--out", "path", type=_FILE, required=True, help="File of the model (.npz).")
@shared_options.as_json
def train_sensitivity(texts: Path, path: Path, *, as_json: bool) -> NoReturn:
    """Train a model that judges how sensitive a text is.

    Each line of TEXTS is a JSON object with text and sensitive (true or false). TEXTS needs at least 20 texts of
    each kind.

    Exit status 1: lines were skipped.

    \b
    Example:
      unsaid privacy train-sensitivity labelled.jsonl --out sensitivity.npz
    """
    model, problems = train_from(texts, Workers(apart=True))
    store_model(model, path)
    if as_json:
        print_json(
            {
                "accuracy": model.accuracy,
                "words": len(model.words),
                "problems": [{"where": each.where, "reason": each.reason} for each in problems],
            }
        )
    else:
        out().print(f"{path}: {len(model.words):,} words; {model.accuracy:.1%} right in 10-fold cross-validation.")
        for line in problem_lines(problems):
            out().print(line)
    finish(attention=bool(problems))
