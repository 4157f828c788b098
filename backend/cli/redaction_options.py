"""The options of `suggest` and `redact`, and the request that they make."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from backend.cli.shared_options import terms
from backend.errors import InvalidRequest
from backend.services.request.request import MATTERS, K, Request
from backend.wiring.choices import COMMENTS, IMAGES, KEEP, OBJECTIVES, REMOVE, REVISIONS
from backend.wiring.requests import lists_here, request_of

F = TypeVar("F", bound=Callable[..., Any])


def redaction_options(command: F) -> F:
    """Add the options of `suggest` and `redact` that say what to hide."""
    for option in (
        click.option(
            "--against",
            metavar="FOLDER",
            type=click.Path(path_type=Path, file_okay=False),
            help=(
                "Folder of earlier releases and public documents. Unsaid lists at most five of them: first those "
                "that reveal redacted terms (versions and excerpts of your document, and texts that quote it), "
                "then the most similar ones."
            ),
        ),
        click.option(
            "--never",
            multiple=True,
            metavar="TERM|@FILE",
            help="Never redact this term (repeatable; @FILE: one term per line).",
        ),
        click.option(
            "--always",
            multiple=True,
            metavar="TERM|@FILE",
            help="Always redact this term, in every part of the file (repeatable; @FILE: one term per line).",
        ),
        click.option(
            "--recognisers",
            "--recognizers",
            "recognisers",
            multiple=True,
            metavar="FILE.yaml",
            type=click.Path(path_type=Path, dir_okay=False),
            help=(
                "Custom recognisers in Presidio's YAML format, for this run (repeatable). The file may contain "
                "an allow_list and a deny_list. Lists for all runs are in the folder UNSAID_LISTS: everyone.yaml "
                "for every client, and NAME.yaml for one client."
            ),
        ),
        click.option(
            "--pii",
            default="all",
            metavar="LIST|none|all",
            help=(
                "Kinds of personal data to redact, e.g. PERSON,EMAIL_ADDRESS [default: all]. UNSAID_NER sets the "
                "language model for names: the folder or the installed package of a spaCy pipeline, or none "
                "[default: the one that comes with Unsaid]."
            ),
        ),
        click.option(
            "--assurance",
            type=click.FloatRange(0, 1),
            metavar="SHARE",
            help=(
                "Redact more, so that k also holds against classifiers that redaction does not use (held-out "
                "attackers). k must hold in at least this SHARE (0 to 1) of the documents kept out of training."
            ),
        ),
        click.option(
            "--robust/--no-robust",
            default=None,
            help=(
                "Also hide the client from the attackers (other classifiers) that were trained with the model "
                "[default: on if there are any]."
            ),
        ),
        click.option(
            "--objective",
            type=click.Choice(OBJECTIVES),
            help=(
                "How Unsaid selects words. floor: keep as many words as possible, and the industry recognisable. "
                "uniform: keep as many words as possible, even if the industry is lost. simple: redact words one "
                "by one. ova, odds, freqlogp, infogain: keep the words that tell most about the industry [default: "
                "floor; uniform if the industry is unknown]."
            ),
        ),
        click.option(
            "--k",
            type=click.IntRange(min=1),
            help=(
                "The level. Hide the client among k clients: after redaction, at least k - 1 other clients are "
                "likelier than the true one. At level 1, client terms are not redacted "
                f"[default: {K}, or what the policy requires]."
            ),
        ),
        click.option(
            "--no-cii",
            is_flag=True,
            help="Do not redact client terms (client-identifying information, CII). No model is needed.",
        ),
        click.option(
            "--manifest",
            type=click.Path(path_type=Path, dir_okay=False),
            help="CSV with the columns path,client and optionally utility (the industry) and k.",
        ),
        click.option(
            "--client",
            metavar="NAME",
            help="The client of these documents. Give exactly one of --client, --manifest and --no-cii.",
        ),
    ):
        command = option(command)
    return command


def cleaning_options(command: F) -> F:
    """Add the options of `suggest` and `redact` for the clean copy of a Word file."""
    for option in (
        click.option(
            "--images",
            type=click.Choice(IMAGES),
            help=(
                "Pictures. tell: keep the pictures, and warn that nobody has checked them. keep: keep the "
                "pictures, because you have checked them. remove: replace each picture with a grey box "
                "[default: tell]."
            ),
        ),
        click.option(
            "--traces",
            type=click.Choice((KEEP, REMOVE)),
            help="Editing traces: session ids, document variables, custom XML, names of templates and printers.",
        ),
        click.option(
            "--hidden-text",
            type=click.Choice((KEEP, REMOVE)),
            help="Hidden text: text that is formatted as hidden, directly or by its style.",
        ),
        click.option(
            "--comments",
            type=click.Choice(COMMENTS),
            help='Comments. anonymise: rename the authors to "Author 1", "Author 2", and remove the dates.',
        ),
        click.option(
            "--revisions", type=click.Choice(REVISIONS), help="Tracked changes. accept: accept all of them."
        ),
        click.option(
            "--clean",
            is_flag=True,
            help=(
                "Make a clean copy of Word files: accept tracked changes; remove comments, hidden text and "
                "editing traces. --revisions, --comments, --hidden-text and --traces override this for one kind of "
                "content. Without --clean, their default is keep. Pictures: see --images."
            ),
        ),
    ):
        command = option(command)
    return command


def request_from_options(values: dict[str, Any]) -> Request:
    """Build the request from the options of `redaction_options` and `cleaning_options`.

    Raises InvalidRequest when they contradict each other.
    """
    if [values["client"] is not None, values["manifest"] is not None, values["no_cii"]].count(True) != 1:
        raise InvalidRequest("Name the client of these documents with one of --client, --manifest and --no-cii.")
    options = {
        **values,
        "always": terms(values["always"]),
        "never": terms(values["never"]),
        "clean": {matter: values[matter] for matter in MATTERS},
        "clean_copy": values["clean"],
        "placeholder": values.get("style"),
    }
    request = request_of(options, lists_here())
    named = (Path(value[1:]) for value in values["always"] + values["never"] if value.startswith("@"))
    return replace(request, sources=(*request.sources, *named, *([request.manifest] if request.manifest else [])))
