"""Redaction options of a request: the same as those of `suggest` and `redact`."""

from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, Float, Integer, Nested, String
from apiflask.validators import Length, OneOf, Range
from marshmallow import RAISE

from backend.errors import InvalidRequest, ListUnusable, NoModel, UnreadableFile
from backend.services.clients.visible_models import ListsInView, ModelsInView, catalogue_for
from backend.services.clients.visible_models import lists_in_view as lists_seen_by
from backend.services.request.in_force import ResolvedRequest
from backend.services.request.request import K
from backend.services.request.resolve import Purpose, Resolver
from backend.web.auth.current_caller import caller
from backend.web.auth.question_limits import count_questions
from backend.web.schemas.fields import List, term
from backend.web.service import service
from backend.wiring.catalogues import served_catalogue
from backend.wiring.choices import COMMENTS, IMAGES, KEEP, OBJECTIVES, REMOVE, REVISIONS, STORY_KINDS
from backend.wiring.requests import kinds_known, lists_here, request_of

MAX_K = 1_000
MAX_TERMS = 5_000


class Flag(Boolean):
    """True or false in JSON, and no other value that could be read as one."""

    def _deserialize(self, value: Any, *_of: Any, **_more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


def choice(values: tuple[str, ...], meaning: str, **more: Any) -> String:
    """A field for one of a few values."""
    return String(validate=OneOf(values), metadata={"description": meaning}, **more)


class Strict(Schema):
    """A body that refuses unknown fields, so that a misspelt option is not ignored."""

    class Meta:
        """Refuse unknown fields."""

        unknown = RAISE


class CleanIn(Strict):
    """How to clean a Word file before it is analysed; what is not named is kept."""

    revisions = choice(REVISIONS, "Tracked changes.")
    comments = choice(COMMENTS, "Comments; anonymise removes names and dates.")
    hidden_text = choice((KEEP, REMOVE), "Hidden text: text that Word does not show.")
    traces = choice((KEEP, REMOVE), "Editing traces: ids of saving sessions, document variables, custom XML.")
    images = choice(
        IMAGES, "Pictures: keep them, remove them, or tell (keep them and warn that nobody has checked them)."
    )


class StoryRefIn(Strict):
    """A story of the analysed document."""

    part = String(required=True, validate=Length(max=300))
    kind = String(required=True, validate=OneOf(STORY_KINDS))


class HidingIn(Strict):
    """The client, k, and what else to redact or to keep."""

    client = term(
        allow_none=True,
        metadata={"description": "The client of the document; without it, client terms are not redacted."},
    )
    k = Integer(
        strict=True,
        validate=Range(1, MAX_K),
        metadata={
            "description": "The level: at least k - 1 other clients become likelier than the true one. By "
            f"default {K}, or what the policy requires, or the number of clients if that is lower.",
        },
    )
    objective = choice(
        OBJECTIVES,
        "How terms are selected: floor keeps the industry recognisable and is the default if it is known; "
        "uniform keeps as many words as possible and is the default otherwise.",
    )
    robust = Flag(
        allow_none=True,
        metadata={
            "description": "Also hide the client from the attackers of the model; by default, if it has any."
        },
    )
    assurance = Float(
        validate=Range(0, 1),
        metadata={
            "description": "Add the smallest margin with which k held against held-out attackers in this "
            "share of held-out documents."
        },
    )
    pii = List(
        String(validate=Length(1, 100)),
        validate=Length(max=200),
        metadata={
            "description": "Kinds of personal data to redact; all by default.",
            "example": ["PERSON"],
        },
    )
    always = List(term(), validate=Length(max=MAX_TERMS), metadata={"description": "Terms to always redact."})
    never = List(term(), validate=Length(max=MAX_TERMS), metadata={"description": "Terms to never redact."})
    clean = Nested(CleanIn)


def to_index() -> Flag:
    """A field for whether the result goes to the index."""
    return Flag(
        metadata={
            "description": "Add the redacted document to the index of released documents, if the policy allows it "
            "and the outcome is met. Its report says in `index` whether it is there."
        },
    )


def models_in_view() -> ModelsInView:
    """The models that are served now, as the caller may see them.

    Raises NoModel, StoreUnavailable.
    """
    return ModelsInView.of(service().models.current(), service().dictionaries, caller().groups)


def lists_in_view() -> ListsInView:
    """The lists of files, without those of clients that the caller may not see.

    Raises ListUnusable, StoreUnavailable.
    """
    here, groups = service(), caller().groups
    try:
        lists = lists_here(here.settings)
    except (ListUnusable, UnreadableFile):
        if groups is None:
            raise
        # Its file may have the name of a hidden client.
        raise ListUnusable(
            "A list of this service cannot be read. Tell an administrator, who sees which file it is."
        ) from None
    try:
        served = here.models.current()
    except NoModel:
        served = None
    return lists_seen_by(lists, here.policies.book(), served, here.dictionaries, groups)


def resolver_of(values: dict[str, Any], purpose: Purpose, *, asks: bool = True) -> Resolver:
    """Return the resolver of a request, with the models, lists and policies that apply to the caller now.

    With `asks`, it counts as a question about a document.

    Raises TooManyQuestions, InvalidRequest, UnknownClient, ImpossibleK, NoModel, PipelineUnusable, ListUnusable,
    PolicyDoesNotFit.
    """
    lists = lists_in_view()
    pii = values.get("pii")
    if pii is not None and not kinds_known(pii, lists):
        raise InvalidRequest("pii names an unknown kind of personal data. Use names such as US_SSN.")
    models = None if values.get("client") is None else service().models.current()
    if models is not None and asks:
        count_questions()
    request = request_of(values, lists)
    here = service()
    base = served_catalogue(here.settings, here.store, here.policies.book(), lists)
    has_document = purpose is not Purpose.CHECK
    catalogue = catalogue_for(
        request, base, models, service().dictionaries, caller().groups, has_document=has_document
    )
    return Resolver.of(request, catalogue, purpose)


def resolved_of(values: dict[str, Any], purpose: Purpose, *, asks: bool = True) -> ResolvedRequest:
    """Return a request with the policies and lists in force, so that a change is noticed when it is recorded.

    Raises as `resolver_of` and `Resolver.only`.
    """
    here = service()
    read = here.store.in_force(here.settings.lists)  # first, so that no change falls in between
    request = resolver_of(values, purpose, asks=asks).only()
    return ResolvedRequest(here.store, request, read, lambda: resolver_of(values, purpose, asks=False).only())
