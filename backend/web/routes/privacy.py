"""`/v1/privacy/…`: measure what texts of the request give away; no client of the service has a part in it."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, request

from backend.errors import CorpusError, InvalidRequest, RequestTooLarge, UnknownClient
from backend.services.privacy.linkability import PairLimits, linkability_of, profile_words
from backend.services.privacy.policy import check_documents, policy_of
from backend.services.privacy.release import compare_texts, user_text
from backend.web.schemas.common import answer
from backend.web.schemas.privacy_requests import (
    LinkabilityIn,
    LinkabilityOut,
    PolicyCheckIn,
    PolicyCheckOut,
    SpiIn,
    SpiOut,
)
from backend.web.service import service
from backend.wiring.sensitivity import sensitivity_model

blueprint = APIBlueprint("privacy", __name__, tag="Privacy measures")

MAX_BYTES = 4 * 1024 * 1024
"""Of a request; larger collections are for the command line."""

MAX_PAIRS = 20_000
MAX_LABELS = 2 * 1024 * 1024
"""Bytes of the names in all pairs: each has three, and labels of 300 characters made 200 times the body of them."""
MAX_CLIENTS = 200


@blueprint.before_request
def refuse_oversized() -> None:
    """Refuse a body that is larger than these measures take, before reading it."""
    if (request.content_length or 0) > MAX_BYTES:
        raise RequestTooLarge(
            f"Texts to measure may have at most {MAX_BYTES // 1024:,} kB. Measure larger collections on the "
            "command line, where memory and time are yours."
        )
    request.max_content_length = min(MAX_BYTES, service().settings.service.max_request)


@blueprint.post("/v1/privacy/spi")
@blueprint.input(SpiIn)
@blueprint.output(SpiOut)
@blueprint.doc(operation_id="measureRelease")
def spi(json_data: dict[str, Any]) -> Response:
    """Compare the released documents of users with their original ones: the privacy index.

    Nothing is stored. No client of the service has a part in it.
    """
    before, after = (
        (user_text(each, f"{name}:{number}") for number, each in enumerate(json_data[name], start=1))
        for name in ("before", "after")
    )
    report = compare_texts(before, after, json_data["unit"], sensitivity_model(None), "before")
    return answer(report.as_json())


@blueprint.post("/v1/privacy/linkability")
@blueprint.input(LinkabilityIn)
@blueprint.output(LinkabilityOut)
@blueprint.doc(operation_id="measureLinkability")
def linkability(json_data: dict[str, Any]) -> Response:
    """Measure how well profiles of the same entity in different communities can be matched by their words.

    Nothing is stored. No client of the service has a part in it.
    """
    words = (
        profile_words(each, f"profiles:{number}") for number, each in enumerate(json_data["profiles"], start=1)
    )
    return answer(linkability_of(words, "profiles", PairLimits(MAX_PAIRS, MAX_LABELS)).as_json())


@blueprint.post("/v1/privacy/policy")
@blueprint.input(PolicyCheckIn)
@blueprint.output(PolicyCheckOut)
@blueprint.doc(operation_id="checkPrivacyPolicy")
def policy(json_data: dict[str, Any]) -> Response:
    """Check what a reader of a corpus may believe of its documents, against the requirements of a policy.

    The corpus is that of the request, and its clients are names in it. Nothing is stored.
    """
    corpus = json_data["corpus"]
    if len({each["client"] for each in corpus}) > MAX_CLIENTS:
        raise InvalidRequest(f"The corpus has more than {MAX_CLIENTS} clients. Send those that matter.")
    if len({each["id"] for each in corpus}) < len(corpus):
        raise InvalidRequest("Two documents of the corpus have the same id. Give each its own.")
    asked = policy_of(json_data["policy"], "policy")
    try:
        return answer(check_documents(asked, corpus).as_json())
    except CorpusError as error:
        raise InvalidRequest(
            "Nothing can be learnt from the corpus. It needs two clients, words that occur twice, and one industry "
            "for each client."
        ) from error
    except (UnknownClient, InvalidRequest) as error:  # their messages name clients of the corpus
        raise InvalidRequest(
            "A requirement names a client or an industry that the corpus does not have, or a client with one "
            "document only, or two requirements mean the same. Correct the policy or the corpus."
        ) from error
