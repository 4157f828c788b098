"""`unsaid privacy`: measure what a release gives away."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import finish, out, print_json
from backend.reporting.privacy import linkability_lines, problem_lines, release_lines, requirement_lines
from backend.services.privacy.linkability import measure_linkability
from backend.services.privacy.policy import check_policy, read_policy
from backend.services.privacy.release import Unit, compare_collections
from backend.services.privacy.sensitivity import store_model, train_from
from backend.wiring.sensitivity import sensitivity_model
from backend.workers import Workers

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def privacy() -> None:
    """Measure what a release gives away.

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
    help="What is compared: documents, of which some are withheld; the words of redacted documents; or documents "
    "that match partly, by their words.",
)
@click.option(
    "--sensitivity",
    type=_FILE,
    help="Model of `unsaid privacy train-sensitivity`; without it, Unsaid uses the texts that come with it.",
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

    Each line is an object with user, id and text. It may also have sigma: how sensitive the document is, from 0 to
    1. JSD is the divergence of both: 0 bits if the release is the original, 1 if nothing is in common. In the
    Sensitive-aware Privacy Index, a difference counts the less, the more sensitive the text is. All figures are
    means over the users of BEFORE. No text is kept.

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
    """Measure how well profiles of the same entity in different communities can be matched by their words.

    Each line of PROFILES is an object with entity, community and text; the lines of one entity in one community are
    one profile. For each pair, the command shows the distance (the root of the Jensen-Shannon divergence in bits),
    how many profiles of the target community are as close to the target (the anonymous subset), and at which rank
    the target is.

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
    """Check what a reader may believe of documents, against the requirements of POLICY.

    POLICY is a JSON object with requirements. Each has a profile (a client of CORPUS), an attribute (client or
    industry) and a belief from 0 to 1. It may have a value; without one, the profile's own value is meant. The
    reader knows all documents of CORPUS but the one that is checked, and uses naive Bayes, calibrated. A
    requirement is violated if the reader believes in the value more than allowed. Then the command shows the
    critical words: without all of them the requirement is satisfied, with any one of them it is not.

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
    """Train a model that tells how sensitive a text is.

    Each line of TEXTS is an object with text and sensitive (true or false): at least 20 texts of each kind.

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
