"""The options of `suggest` and `redact`, and the request that they make."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from backend.cli.options import terms
from backend.errors import InvalidRequest
from backend.services.request.request import MATTERS, K, Request
from backend.wiring.choices import COMMENTS, IMAGES, KEEP, OBJECTIVES, REMOVE, REVISIONS
from backend.wiring.requests import lists_here, request_of

F = TypeVar("F", bound=Callable[..., Any])


def what_to_hide(command: F) -> F:
    """Add the options of `suggest` and `redact`: whose document, how hard to guess, what else must go or stay."""
    for option in (
        click.option("--never", multiple=True, metavar="TERM|@FILE", help="Never redact this term (repeatable)."),
        click.option(
            "--always",
            multiple=True,
            metavar="TERM|@FILE",
            help="Redact this term wherever it stands, in any part (repeatable; @FILE: one term a line).",
        ),
        click.option(
            "--recognisers",
            "--recognizers",
            "recognisers",
            multiple=True,
            metavar="FILE.yaml",
            type=click.Path(path_type=Path, dir_okay=False),
            help=(
                "Recognisers of your own in Presidio's YAML, for this run (repeatable); the file may hold an "
                "allow_list and a deny_list too. Lists that always count lie in the folder UNSAID_LISTS: "
                "everyone.yaml, and NAME.yaml for a client."
            ),
        ),
        click.option(
            "--pii",
            default="all",
            show_default=True,
            metavar="LIST|none|all",
            help=(
                "Personal data to redact, e.g. PERSON,EMAIL_ADDRESS. Names are found by the spaCy pipeline in "
                "UNSAID_NER, a folder or an installed package; none switches them off [default: the shipped one]."
            ),
        ),
        click.option(
            "--assurance",
            type=click.FloatRange(0, 1),
            metavar="SHARE",
            help="Take the margin with which k held before strangers in this share of held-out documents.",
        ),
        click.option(
            "--robust/--no-robust",
            default=None,
            help="Hold out against attackers beside the model [default: where the version has them].",
        ),
        click.option(
            "--objective",
            type=click.Choice(OBJECTIVES),
            help=(
                "How words are chosen: floor keeps as many as it can and the industry first, uniform as many as it "
                "can; simple goes one by one; ova, odds, freqlogp and infogain are the paper's "
                "[default: floor, for clients without a known industry uniform]."
            ),
        ),
        click.option(
            "--k",
            type=click.IntRange(min=1),
            help=(
                "k - 1 other clients become likelier than the true one; 1 leaves client terms alone "
                f"[default: {K}, or what the policy asks for]."
            ),
        ),
        click.option("--no-cii", is_flag=True, help="Leave client terms alone; needs no model."),
        click.option(
            "--manifest",
            type=click.Path(path_type=Path, dir_okay=False),
            help="CSV with the columns path,client and optionally utility,k.",
        ),
        click.option("--client", metavar="NAME", help="Whose documents these are."),
    ):
        command = option(command)
    return command


def what_to_clean(command: F) -> F:
    """Add the options of `suggest` and `redact` for what of a Word file goes before it is read."""
    for option in (
        click.option(
            "--images",
            type=click.Choice(IMAGES),
            help=(
                "Pictures: tell that nobody has examined them; keep them, since you have looked at them; or remove "
                "them, a grey box in place of each [default: tell]."
            ),
        ),
        click.option(
            "--traces",
            type=click.Choice((KEEP, REMOVE)),
            help="Marks of saving sessions, document variables, custom XML, names of templates and printers.",
        ),
        click.option(
            "--hidden-text",
            type=click.Choice((KEEP, REMOVE)),
            help="Text that Word does not show, formatted as hidden by itself or by its style.",
        ),
        click.option(
            "--comments",
            type=click.Choice(COMMENTS),
            help='Comments; anonymise names their authors "Author 1", "Author 2" and takes the dates off.',
        ),
        click.option("--revisions", type=click.Choice(REVISIONS), help="Tracked changes."),
        click.option(
            "--clean",
            is_flag=True,
            help=(
                "Make a clean copy of Word files: revisions accepted, comments, hidden text and traces removed. "
                "Each of the options below overrules it for its matter; without it, each is keep."
            ),
        ),
    ):
        command = option(command)
    return command


def request_from_options(values: dict[str, Any]) -> Request:
    """The request that the options of `what_to_hide` and `what_to_clean` make.

    Raises InvalidRequest when they contradict each other.
    """
    if [values["client"] is not None, values["manifest"] is not None, values["no_cii"]].count(True) != 1:
        raise InvalidRequest("say whose documents these are: one of --client, --manifest and --no-cii")
    asked = {
        **values,
        "always": terms(values["always"]),
        "never": terms(values["never"]),
        "clean": {matter: values[matter] for matter in MATTERS},
        "clean_copy": values["clean"],
        "placeholder": values.get("style"),
    }
    request = request_of(asked, lists_here())
    named = (Path(value[1:]) for value in values["always"] + values["never"] if value.startswith("@"))
    return replace(request, sources=(*request.sources, *named, *([request.manifest] if request.manifest else [])))
