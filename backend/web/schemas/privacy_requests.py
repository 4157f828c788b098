"""Schemas of `/v1/privacy/…`: texts to measure, and what `unsaid privacy … --json` prints of them."""

from typing import get_args

from apiflask import Schema
from apiflask.fields import Boolean, Dict, Float, Integer, Nested, String
from apiflask.validators import Length, OneOf, Range

from backend.services.privacy.policy import ATTRIBUTES
from backend.services.privacy.release import Unit
from backend.web.schemas.common import one_of
from backend.web.schemas.fields import List
from backend.web.schemas.redaction_options import Strict, choice
from backend.wiring.choices import PRIORS

MAX_TEXTS = 20_000
MAX_PROFILES = 2_000
MAX_REQUIREMENTS = 50
LONGEST_LABEL = 300
LONGEST_TEXT = 1_000_000

UNITS = get_args(Unit)


def _label(**more: object) -> String:
    return String(required=True, validate=Length(max=LONGEST_LABEL), **more)  # type: ignore[arg-type]


def _text() -> String:
    return String(required=True, validate=Length(max=LONGEST_TEXT))


class UserTextIn(Strict):
    """A document of a user."""

    user = _label()
    id = String(validate=Length(max=LONGEST_LABEL))
    text = _text()
    sigma = Float(
        validate=Range(0, 1),
        metadata={"description": "How sensitive the document is; without it, Unsaid judges by its words."},
    )


class SpiIn(Strict):
    """The documents of users before and after a release."""

    before = List(Nested(UserTextIn), required=True, validate=Length(1, MAX_TEXTS))
    after = List(Nested(UserTextIn), required=True, validate=Length(max=MAX_TEXTS))
    unit = String(
        load_default="document",
        validate=OneOf(UNITS),
        metadata={"description": "document: some are withheld; word: redacted; partial: they match partly."},
    )


class ProblemOut(Schema):
    """A document that was skipped, and why."""

    where = String(required=True)
    reason = String(required=True)


class ElementsOut(Schema):
    """How many documents or words there are, and how many are in the release alone."""

    before = Integer(required=True)
    after = Integer(required=True)
    new = Integer(required=True)


class MeasuresOut(Schema):
    """The measures of a release: divergences in bits, 0…1."""

    spi = Float(required=True)
    jsd = Float(required=True)
    pel = Float(
        required=True,
        allow_none=True,
        metadata={"description": "In percent; null where all elements are equal."},
    )
    impressions = Float(required=True)


class UserMeasuresOut(MeasuresOut):
    """The measures of one user."""

    user = String(required=True)


class SpiOut(MeasuresOut):
    """The output of `privacy spi --json`."""

    unit = String(required=True, metadata=one_of(UNITS))
    elements = Nested(ElementsOut, required=True)
    unknown_users = Integer(required=True, metadata={"description": "Users in the release alone: left out."})
    empty_users = Integer(
        required=True,
        metadata={"description": "Users without a word in `before` (placeholders are none): left out."},
    )
    users = List(Nested(UserMeasuresOut), required=True)
    problems = List(Nested(ProblemOut), required=True)


class ProfileIn(Strict):
    """A text of an entity in a community; several of both are one profile."""

    entity = _label()
    community = _label()
    text = _text()


class LinkabilityIn(Strict):
    """The profiles to match."""

    profiles = List(Nested(ProfileIn), required=True, validate=Length(1, MAX_PROFILES))


class LinkedPairOut(Schema):
    """An attack: someone knows the profile of an entity in `source`, and looks for the one in `target`."""

    entity = String(required=True)
    source = String(required=True)
    target = String(required=True)
    distance = Float(required=True)
    anonymous_subset = Integer(required=True)
    rank = Integer(required=True)
    candidates = Integer(required=True)
    mean_distance = Float(required=True, allow_none=True)
    likelihood = Float(required=True)
    likelihood_bound = Float(required=True)
    epsilon_profiles = Float(
        required=True,
        metadata={"description": "How far the attacker’s belief moves at most without one profile, 0…1."},
    )
    epsilon_words = Float(
        required=True,
        metadata={"description": "How far it moves at most without one word of the known profile, 0…1."},
    )


class LocalAnonymityOut(Schema):
    """How many targets are (k, d)-anonymous: k profiles of their community are within d of them."""

    at_distance = Float(
        required=True, metadata={"description": "The share for d = the distance to the known profile."}
    )
    below_half = Float(required=True, metadata={"description": "The share for a d below .5."})
    median_d = Float(
        required=True,
        allow_none=True,
        metadata={"description": "The d that half of them need; null in communities of fewer than k."},
    )


class LinkabilityOut(Schema):
    """The output of `privacy linkability --json`."""

    profiles = Integer(required=True)
    empty_profiles = Integer(required=True)
    pairs = List(Nested(LinkedPairOut), required=True)
    precision = Dict(keys=String(), values=Float(allow_none=True), required=True)
    anonymity = Dict(
        keys=String(),
        values=Nested(LocalAnonymityOut),
        required=True,
        metadata={"description": "By k: 2, 5 and 10; empty without pairs."},
    )
    bound_says_nothing = Float(
        required=True, allow_none=True, metadata={"description": "The share of such pairs; null without pairs."}
    )
    problems = List(Nested(ProblemOut), required=True)


class RequirementIn(Strict):
    """A requirement: what a reader must not believe of a client's documents."""

    profile = _label(metadata={"description": "A client of the corpus."})
    attribute = String(required=True, validate=OneOf(ATTRIBUTES))
    value = String(validate=Length(max=LONGEST_LABEL), metadata={"description": "By default the client's own."})
    belief = Float(required=True, validate=Range(0, 1))


class PrivacyPolicyIn(Strict):
    """The requirements, and what a reader believes beforehand."""

    requirements = List(Nested(RequirementIn), required=True, validate=Length(1, MAX_REQUIREMENTS))
    prior = choice(PRIORS, "uniform (the default), or empirical: by the number of documents.")


class CorpusTextIn(Strict):
    """A document of the corpus."""

    id = _label()
    client = _label()
    text = _text()
    utility = String(allow_none=True, validate=Length(max=LONGEST_LABEL), metadata={"description": "The industry."})


class PolicyCheckIn(Strict):
    """A policy, and the documents to check."""

    policy = Nested(PrivacyPolicyIn, required=True)
    corpus = List(Nested(CorpusTextIn), required=True, validate=Length(1, MAX_PROFILES))


class AssessedDocumentOut(Schema):
    """What a reader of all other documents believes of a document."""

    id = String(required=True)
    belief = Float(required=True)
    prior = Float(required=True)
    satisfied = Boolean(required=True)
    critical_words = List(String(), required=True)
    critical_set = List(
        String(),
        required=True,
        allow_none=True,
        metadata={"description": "Null where even the prior violates the requirement."},
    )


class AssessedRequirementOut(Schema):
    """A requirement, and whether the documents of its profile satisfy it."""

    profile = String(required=True)
    attribute = String(required=True, metadata=one_of(ATTRIBUTES))
    value = String(required=True)
    belief = Float(required=True)
    satisfied = Boolean(required=True)
    documents = List(Nested(AssessedDocumentOut), required=True)


class PolicyCheckOut(Schema):
    """The output of `privacy policy --json`."""

    prior = String(required=True, metadata=one_of(PRIORS))
    violations = Integer(required=True)
    requirements = List(Nested(AssessedRequirementOut), required=True)
    problems = List(Nested(ProblemOut), required=True)
