"""What somebody asks to be hidden: from options and requests to the one value that the services take."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.blocking.utility import Objective
from backend.detection.lists import read_lists, read_rules
from backend.detection.pii import parse_entities
from backend.document.entries import fault_of_term, usable
from backend.document.phrases import Phrase
from backend.document.policy import AS_IT_STANDS, CLEAN, Comments, Images, Policy, Revisions
from backend.errors import InvalidRequest
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.policy import EVERY_KIND, NOTHING_ASKED, ReviewPolicy
from backend.services.analyse import HideRequest
from backend.services.choosing import Wish
from backend.services.policy_book import NO_POLICIES, PolicyBook
from backend.settings import Settings
from backend.wiring.choices import CLEANED, REMOVE, placeholder_style

LEVELS = 10
"""The highest k where nobody who asks over HTTP says another one."""


def hide_request(  # noqa: PLR0913 - one argument an option
    *,
    client: str | None,
    manifest: Path | None,
    no_cii: bool,
    k: int,
    pii: str,
    always: tuple[str, ...],
    never: tuple[str, ...],
    objective: str | None = None,
    assurance: float | None = None,
    robust: bool | None = False,
    recognisers: tuple[Path, ...] = (),
    policy: Policy = AS_IT_STANDS,
    settings: Settings | None = None,
) -> HideRequest:
    """Check what somebody asks to be hidden, and add what the settings say: the pipeline for names and the lists.

    `recognisers` are files of lists for this run alone; `settings` are by default those of the environment.

    Raises InvalidRequest when it contradicts itself or names unknown kinds of personal data; ListUnusable.
    """
    if [client is not None, manifest is not None, no_cii].count(True) != 1:
        raise InvalidRequest("say whose documents these are: one of --client, --manifest and --no-cii")
    settings = settings or Settings.from_environment()
    lists, own = read_lists(settings.lists), [read_rules(path) for path in recognisers]
    custom = tuple(each for rules in own for each in rules.recognisers)
    always_terms = _phrases("always", (*always, *(term for rules in own for term in rules.deny)))
    never_terms = _phrases("never", (*never, *(term for rules in own for term in rules.allow)))
    if both := {term.key for term in always_terms} & {term.key for term in never_terms}:
        raise InvalidRequest(f"{len(both)} terms stand in --always and in --never; take each out of one")
    return HideRequest(
        client,
        manifest,
        no_cii,
        k,
        parse_entities(pii, [each.entity for each in (*custom, *lists.recognisers())]),
        always_terms,
        never_terms,
        sources=(*recognisers, *lists.sources),
        wish=Wish(None if objective is None else Objective(objective), assurance, robust),
        pipeline=settings.ner,
        recognisers=custom,
        lists=lists,
        policy=policy,
    )


def asked_over_http(
    values: Mapping[str, Any],
    clients: int | None,
    settings: Settings,
    *,
    policies: PolicyBook = NO_POLICIES,
    clean: bool = False,
) -> HideRequest:
    """What the values of a request want hidden; `clients` are how many the model knows, None without one.

    What they leave open is as the policy of the client prescribes, or as it usually is: with `clean`, as in a clean
    copy.

    Raises InvalidRequest, ListUnusable; PolicyDoesNotFit when the policy asks for what the model cannot give.
    """
    client, pii, cleaned = values.get("client"), values.get("pii"), values.get("clean") or {}
    policy, named = policies.policy_for(client)
    k = 1 if clients is None else policy.k(values.get("k"), min(LEVELS, clients), clients, named)
    given = clean_policy(clean=clean, **{name: cleaned.get(name) for name in CLEANED})
    left_open = {_FIELDS.get(name, name) for name in CLEANED if cleaned.get(name) is None}
    hide = hide_request(
        client=client,
        manifest=None,
        no_cii=client is None,
        k=k,
        pii="all" if pii is None else ",".join(pii) or "none",
        always=tuple(values.get("always", ())),
        never=tuple(values.get("never", ())),
        objective=values.get("objective") or policy.objective or Objective.SIMPLE,
        assurance=values.get("assurance"),
        robust=values.get("robust"),
        policy=policy.cleaned(given, left_open),
        settings=settings,
    )
    return replace(hide, policies=policies, copy=_policy_of_copy(values.get("copy")))


def asked_by_job(
    values: Mapping[str, Any],
    clients: int | None,
    settings: Settings,
    *,
    policies: PolicyBook = NO_POLICIES,
) -> HideRequest:
    """What the values of a stored job want hidden.

    They were checked when they were asked for, maybe by an earlier version that let more pass: an entry that cannot
    be looked for as it is fails no file, and each report warns of it.

    Raises as `asked_over_http`.
    """
    always, odd_ones = usable(values.get("always", ()), "always of this job")
    keys = {Phrase(term).key for term in always}
    never, more = usable(values.get("never", ()), "never of this job")
    never = tuple(
        term for term in never if Phrase(term).key not in keys
    )  # without its odd signs it may be the same
    asked = asked_over_http({**values, "always": always, "never": never}, clients, settings, policies=policies)
    return replace(asked, warnings=(*asked.warnings, *odd_ones, *more))


def _policy_of_copy(asked: Mapping[str, str] | None) -> Policy | None:
    """What goes when a clean copy is made of what is redacted; None where nobody wants one."""
    return None if asked is None else clean_policy(clean=True, **{name: asked.get(name) for name in CLEANED})


_FIELDS = {"hidden_text": "remove_hidden_text", "traces": "remove_traces"}
"""Of the matters of CLEANED, those that a policy calls otherwise."""


def asked_style(values: Mapping[str, Any]) -> PlaceholderStyle | None:
    """The style that the values of a request name; None where they leave it to the policy."""
    return placeholder_style(values["placeholder"]) if values.get("placeholder") else None


def policy_from_options(rules: Mapping[str, Any]) -> ReviewPolicy:
    """The policy that the options of `policy set` ask for.

    Raises InvalidRequest when one of them cannot be understood.
    """
    kinds = rules["pii"].strip().lower()
    own = [each.entity for each in read_lists(Settings.from_environment().lists).recognisers()]
    personal = frozenset({EVERY_KIND}) if kinds == "all" else parse_entities(rules["pii"], own)
    clean = clean_policy(clean=False, **{name: rules[name] for name in CLEANED})
    return ReviewPolicy(
        rules["k"],
        personal,
        None if rules["objective"] is None else Objective(rules["objective"]),
        None if rules["placeholder"] is None else placeholder_style(rules["placeholder"]),
        rules["second_approver"],
        rules["blind_share"],
        replace(clean, images=NOTHING_ASKED.images) if rules["images"] is None else clean,
    )


def kinds_known(kinds: Collection[str], settings: Settings) -> bool:
    """Whether all of these are kinds of personal data that are told, or that a recogniser of a list tells."""
    unknown = {kind.strip().upper() for kind in kinds} - parse_entities("all")
    if not unknown:
        return True
    return unknown <= {each.entity.upper() for each in read_lists(settings.lists).recognisers()}


def clean_policy(
    *,
    clean: bool,
    revisions: str | None,
    comments: str | None,
    hidden_text: str | None,
    traces: str | None,
    images: str | None,
) -> Policy:
    """The policy that the options ask for: those of `--clean` or none, each overruled by what is said of it alone.

    >>> clean_policy(clean=True, revisions=None, comments="anonymise", hidden_text=None, traces=None, images=None)
    ... # doctest: +ELLIPSIS
    Policy(...comments=<Comments.ANONYMISE: 'anonymise'>, remove_hidden_text=True, remove_traces=True)
    """
    asked = CLEAN if clean else AS_IT_STANDS
    return Policy(
        images=asked.images if images is None else Images(images),
        revisions=asked.revisions if revisions is None else Revisions(revisions),
        comments=asked.comments if comments is None else Comments(comments),
        remove_hidden_text=asked.remove_hidden_text if hidden_text is None else hidden_text == REMOVE,
        remove_traces=asked.remove_traces if traces is None else traces == REMOVE,
    )


def _phrases(where: str, terms: tuple[str, ...]) -> tuple[Phrase, ...]:
    for number, term in enumerate(terms, start=1):
        if fault := fault_of_term(term):
            raise InvalidRequest(f"entry {number} of {where} {fault}; correct it or leave it out")
    return tuple(map(Phrase, terms))
