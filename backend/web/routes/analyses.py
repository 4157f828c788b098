"""`/v1/analyses`: the suggestions for a document at every level, with their places in Word."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, Dict, Float, Integer, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import Response

from backend.document.phrases import Phrase
from backend.services.analysis.leftover_highlights import LeftoverHighlight, leftover_highlights
from backend.services.analysis.pane_analysis import AnalysedDocument, analyse_content, analyse_stories, document_of
from backend.services.request.resolve import Purpose
from backend.services.review.review_decisions import with_decisions
from backend.services.review.reviews import Decisions
from backend.services.review.source_identity import digest_of_document
from backend.web.http.compression import compressed
from backend.web.message_words import HTTP
from backend.web.routes.document_events import record_analysis
from backend.web.routes.reviews import reviews_of_caller
from backend.web.schemas.common import (
    PANEL,
    AskedTermOut,
    ExpectedOut,
    LevelOut,
    NearMissOut,
    PanelOut,
    PlaceOut,
    PromiseOut,
    SearchedStringOut,
    SuggestionOut,
    answer,
    one_of,
)
from backend.web.schemas.documents_in import DocumentIn, DocumentRequest, does_not_fit, takes_document
from backend.web.schemas.documents_out import UnexaminedOut
from backend.web.schemas.fields import List
from backend.web.schemas.messages import MessageOut
from backend.web.schemas.privacy import StandingOut
from backend.web.schemas.redaction_options import MAX_K, CleanIn, HidingIn, Strict, resolver_of
from backend.web.schemas.reviews import ReviewedOut, review_id
from backend.web.schemas.untold_terms import analysis_for_caller
from backend.wiring.choices import STORY_KINDS

blueprint = APIBlueprint("analyses", __name__, tag="Documents")

MAX_BLOCKS = 100_000
MAX_MARKS = 50_000
LONGEST_PARAGRAPH = 5_000_000
"""Characters of one paragraph; about as many as 2,000 pages have in all of them."""


class BlockIn(Strict):
    """One paragraph."""

    ordinal = Integer(required=True, strict=True, validate=Range(0, 10_000_000))
    text = String(required=True, validate=Length(max=LONGEST_PARAGRAPH))


class StoryIn(Strict):
    """The paragraphs of one story. Stories differ in part or kind; paragraphs differ in their numbers."""

    part = String(load_default="", validate=Length(max=300))
    kind = String(required=True, validate=OneOf(STORY_KINDS))
    blocks = List(Nested(BlockIn), required=True, validate=Length(max=MAX_BLOCKS))


class MarkedIn(Strict):
    """Highlights left in a story: paragraph, start and end of each, in UTF-16 units, in one flat list."""

    part = String(load_default="", validate=Length(max=300))
    kind = String(required=True, validate=OneOf(STORY_KINDS))
    places = List(
        Integer(strict=True, validate=Range(0, 10_000_000)), required=True, validate=Length(max=3 * MAX_MARKS)
    )


class AnalysisIn(DocumentIn, HidingIn):
    """A document, or the stories read out of one, and what to hide in it."""

    stories = List(Nested(StoryIn), validate=Length(1, 1_000))
    levels = Integer(
        strict=True,
        validate=Range(1, MAX_K),
        metadata={
            "description": "Also return the levels above k, up to this one or to the number of clients.",
            "example": 10,
        },
    )
    copy = Nested(
        CleanIn,
        metadata={
            "description": "The options of a clean copy that will be made later; k then holds for that copy too."
        },
    )
    review = review_id(metadata={"description": "A review whose decisions are returned with the suggestions."})
    marked = List(
        Nested(MarkedIn),
        validate=Length(max=1_000),
        metadata={"description": "Highlights left in the document; `marked` returns the text under them."},
    )


class MarginOut(Schema):
    """A header or footer that a section has. Asking Word for any other one would create it."""

    part = String(required=True, metadata={"example": "word/header1.xml"})
    kind = String(required=True, metadata=one_of(("header", "footer")))
    section = Integer(required=True, metadata={"description": "Index of the section in the document, from 0."})
    type = String(
        required=True,
        metadata={**one_of(("Primary", "FirstPage", "EvenPages")), "description": "The name that Office.js uses."},
    )


class ObstaclesOut(Schema):
    """Why the open document cannot be redacted in Word."""

    tracked_changes = Boolean(required=True)
    tracking = Boolean(required=True, metadata={"description": "Whether Word is tracking changes now."})
    protection = String(
        required=True, allow_none=True, metadata={"description": "The name that Word uses: readOnly, forms…"}
    )
    margins = List(Nested(MarginOut), required=True)


class MarkedOut(Schema):
    """The text under a leftover highlight where nothing is suggested."""

    expected = List(Nested(ExpectedOut), required=True)
    places = List(Nested(PlaceOut), required=True)


class AnalysisOut(Schema):
    """The output of `suggest --json` for a file, with what Word needs in addition."""

    path = String(required=True, metadata={"description": "The file name of the request."})
    digest = String(
        required=True,
        allow_none=True,
        metadata={
            "description": "A digest of the text and the pictures, which is the same for each copy of the "
            "document; null if only text was sent."
        },
    )
    client = String(required=True, allow_none=True)
    model = String(required=True, allow_none=True, metadata={"description": "The model version that was used."})
    levels = List(Nested(LevelOut), required=True)
    panel = Nested(
        PanelOut,
        required=True,
        allow_none=True,
        metadata={"description": f"About the document as it is. {PANEL}"},
    )
    privacy = Nested(
        StandingOut,
        required=True,
        allow_none=True,
        metadata={"description": "The document as it is; the figures of its levels are changes from it."},
    )
    suggestions = List(Nested(SuggestionOut), required=True)
    objective = String(required=True, allow_none=True)
    lp_gap = Float(required=True, allow_none=True)
    robust = Boolean(required=True)
    promise = Nested(PromiseOut, required=True, allow_none=True)
    near_misses = List(Nested(NearMissOut), required=True)
    sought = List(Nested(SearchedStringOut), required=True)
    asked = List(Nested(AskedTermOut), required=True)
    words = Dict(
        keys=String(),
        values=Integer(),
        required=True,
        metadata={"description": "All words that the model counts, with their counts; for /v1/guesses."},
    )
    placeholders = Integer(
        required=True,
        metadata={"description": "Places in the text that contain a placeholder of an earlier redaction."},
    )
    obstacles = Nested(ObstaclesOut, required=True)
    unexamined = List(
        Nested(UnexaminedOut),
        required=True,
        metadata={"description": "Parts that were not searched completely for personal data."},
    )
    marked = List(Nested(MarkedOut), metadata={"description": "Present if the request has marks."})
    review = Nested(ReviewedOut, metadata={"description": "Present if the request names a review."})
    review_policy = String(
        required=True, metadata={"description": "The policy that applied, and its version.", "example": "client@3"}
    )
    warnings = List(String(), required=True)
    messages = List(Nested(MessageOut), required=True)


@blueprint.post("/v1/analyses")
@takes_document(AnalysisIn)
@blueprint.output(AnalysisOut)
@blueprint.doc(operation_id="analyse")
def analyse(sent: DocumentRequest) -> Response:
    """Analyse a document: suggest what to redact at every level.

    Nothing of the document is stored.
    """
    review = sent.values.pop("review", None)
    decisions = None if review is None else reviews_of_caller().decisions(review)
    marks = _marks(sent.values.pop("marked", None))
    return compressed(answer(_noted(_response_of(_analysed(sent), decisions, marks, sent), sent)))


def _marks(sent_marks: list[dict[str, Any]] | None) -> list[LeftoverHighlight] | None:
    if sent_marks is None:
        return None
    if any(len(each["places"]) % 3 for each in sent_marks):
        raise does_not_fit({"marked": ["Three numbers for each mark: paragraph, start, end."]})
    return [
        LeftoverHighlight(each["part"], each["kind"], *place)
        for each in sent_marks
        for place in zip(*[iter(each["places"])] * 3, strict=True)
    ]


def _noted(response: dict[str, Any], sent: DocumentRequest) -> dict[str, Any]:
    record_analysis(response, sent.content)
    return response


def _response_of(
    analysed: AnalysedDocument,
    decisions: Decisions | None,
    marks: list[LeftoverHighlight] | None,
    sent: DocumentRequest,
) -> dict[str, Any]:
    digest = None if sent.content is None else digest_of_document(sent.name, sent.content)
    if decisions is None:
        response = analysed.as_json(HTTP)
    else:
        source = None if digest is None else decisions.marks.of_source(digest)
        response = with_decisions(analysed, decisions, reviews_of_caller().versions, HTTP, source)
    response["digest"] = digest
    response = analysis_for_caller(response, map(Phrase, sent.values.get("always", ())))
    return response if marks is None else {**response, "marked": leftover_highlights(analysed, marks)}


def _analysed(sent: DocumentRequest) -> AnalysedDocument:
    stories = sent.values.pop("stories", None)
    if (stories is None) == (sent.content is None):
        raise does_not_fit({"_schema": ["Either document or stories."]})
    request = resolver_of(sent.values, Purpose.ANALYSE).only()
    if stories is None:
        return analyse_content(sent.name, sent.document, request)
    return analyse_stories(document_of(map(_story, stories)), request)


def _story(story: dict[str, Any]) -> tuple[str, str, list[tuple[int, str]]]:
    return story["part"], story["kind"], [(block["ordinal"], block["text"]) for block in story["blocks"]]
