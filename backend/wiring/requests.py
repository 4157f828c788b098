"""Build the one `Request` of the services from command-line options or from the values of an HTTP request."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.blocking.objectives import Objective
from backend.detection.custom.lists import TermLists, read_lists, read_rules
from backend.detection.pii import parse_entities
from backend.document.cleaning import AS_IT_STANDS, CLEAN, Cleaning, Comments, Images, Revisions
from backend.document.entry_validation import searchable_entries, term_fault
from backend.document.phrases import Phrase
from backend.errors import InvalidRequest
from backend.messages.message import counted
from backend.services.request.request import MATTERS, Request, Terms
from backend.services.terms.term_selection import SelectionOptions
from backend.settings import Settings
from backend.wiring.choices import REMOVE, placeholder_style


def request_of(values: Mapping[str, Any], lists: TermLists) -> Request:
    """Build the request from options or HTTP values; what they omit is left to policy and defaults.

    `values` may hold `client`, `manifest` (a path), `k`, `levels`, `utility`, `pii` (names, or one string as the
    option takes it), `always`, `never`, `recognisers` (files of lists), `objective`, `robust`, `assurance`, `clean`
    (what of a Word file goes, by the names of MATTERS), `clean_copy` (whether everything goes of which `clean` says
    nothing), `copy` (as `clean`, of the redacted document), `index` (whether the result goes to the
    index) and `placeholder`. `lists` are those of files: `pii` may
    name what their recognisers find.

    Raises InvalidRequest when they contradict each other or name unknown kinds of personal data; ListUnusable.
    """
    files: tuple[Path, ...] = tuple(values.get("recognisers") or ())
    own = [read_rules(path) for path in files]
    recognisers = tuple(each for rules in own for each in rules.recognisers)
    terms = Terms(
        _phrases("always", (*(values.get("always") or ()), *(term for rules in own for term in rules.deny))),
        _phrases("never", (*(values.get("never") or ()), *(term for rules in own for term in rules.allow))),
    )
    if both := {term.key for term in terms.always} & {term.key for term in terms.never}:
        raise InvalidRequest(
            f"{counted(len(both), 'term')} on both lists, always and never redact. Remove each from one list."
        )
    clean, copy = values.get("clean") or {}, values.get("copy")
    return Request(
        client=values.get("client"),
        manifest=values.get("manifest"),
        k=values.get("k"),
        levels=values.get("levels"),
        utility=values.get("utility"),
        entities=_entities(values.get("pii"), [each.entity for each in (*recognisers, *lists.recognisers())]),
        terms=terms,
        recognisers=recognisers,
        selection=SelectionOptions(objective_of(values), values.get("assurance"), values.get("robust")),
        cleaning=cleaning(clean, CLEAN if values.get("clean_copy") else AS_IT_STANDS),
        left_open=frozenset(field for name, field in MATTERS.items() if clean.get(name) is None),
        copy=None if copy is None else cleaning(copy, CLEAN),
        index=bool(values.get("index")),
        style=placeholder_style(values["placeholder"]) if values.get("placeholder") else None,
        sources=(*files, *lists.sources),
    )


def objective_of(values: Mapping[str, Any]) -> Objective | None:
    """Return the objective that somebody names; None if nobody does."""
    named = values.get("objective")
    return None if named is None else Objective(named)


def request_of_job(values: Mapping[str, Any], lists: TermLists) -> Request:
    """Build the request of a stored job.

    Its values were checked when it was asked for, maybe by an earlier version that let more pass: an entry that
    cannot be looked for fails no file, and each report warns of it.

    Raises as `request_of`.
    """
    always, odd_ones = searchable_entries(values.get("always", ()), "always", "job")
    keys = {Phrase(term).key for term in always}
    never, more = searchable_entries(values.get("never", ()), "never", "job")
    # Without its odd signs, a term may be one of the others.
    never = tuple(term for term in never if Phrase(term).key not in keys)
    return replace(request_of({**values, "always": always, "never": never}, lists), warnings=(*odd_ones, *more))


def cleaning(chosen: Mapping[str, str | None], usual: Cleaning = AS_IT_STANDS) -> Cleaning:
    """Build the cleaning policy of a Word file from the chosen values, and `usual` for the others.

    >>> cleaning({"comments": "anonymise"}, CLEAN)  # doctest: +ELLIPSIS
    Cleaning(...comments=<Comments.ANONYMISE: 'anonymise'>, remove_hidden_text=True, remove_traces=True)
    """
    images, revisions, comments, hidden_text, traces = (
        chosen.get(name) for name in ("images", "revisions", "comments", "hidden_text", "traces")
    )
    return Cleaning(
        images=usual.images if images is None else Images(images),
        revisions=usual.revisions if revisions is None else Revisions(revisions),
        comments=usual.comments if comments is None else Comments(comments),
        remove_hidden_text=usual.remove_hidden_text if hidden_text is None else hidden_text == REMOVE,
        remove_traces=usual.remove_traces if traces is None else traces == REMOVE,
    )


def lists_here(settings: Settings | None = None) -> TermLists:
    """Read the lists of files; `settings` are by default those of the environment.

    Raises ListUnusable, UnreadableFile.
    """
    here = settings or Settings.from_environment()
    return read_lists(here.lists, required=here.lists_required)


def kinds_known(kinds: Collection[str], lists: TermLists) -> bool:
    """Whether Unsaid, or a recogniser of a list, can find all these kinds of personal data."""
    unknown = {kind.strip().upper() for kind in kinds} - parse_entities("all")
    return unknown <= {each.entity.upper() for each in lists.recognisers()}


def _entities(pii: str | Collection[str] | None, own: Collection[str]) -> frozenset[str]:
    kinds_text = "all" if pii is None else pii if isinstance(pii, str) else ",".join(pii) or "none"
    return parse_entities(kinds_text, own)


def _phrases(where: str, terms: tuple[str, ...]) -> tuple[Phrase, ...]:
    for number, term in enumerate(terms, start=1):
        if fault := term_fault(term):
            raise InvalidRequest(f"Entry {number} of {where} {fault}. Correct it or leave it out.")
    return tuple(map(Phrase, terms))
