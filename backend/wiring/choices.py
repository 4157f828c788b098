"""The choices of options and request fields, by their names."""

from backend.blocking.held_out_promises import Lack, Split
from backend.blocking.objectives import Objective
from backend.detection.finding import FindingKind
from backend.document.cleaning import Comments, Images, Revisions
from backend.document.model import StoryKind
from backend.learning.naive_bayes import Prior
from backend.ooxml.word.unsearchable import Obstacle
from backend.privacy.release_figures import Finding
from backend.redaction.indexing import Indexing
from backend.redaction.placeholders import PlaceholderStyle
from backend.reporting.indexed import IndexRefusal
from backend.reporting.outcome import KINDS, Approver, OutcomeStatus
from backend.review.changes import Reason, Scope
from backend.review.decision_states import Move, State
from backend.review.review_limits import CHARACTERS_OF_PARTS, MARKS
from backend.review.workflow import Stage, Step
from backend.storage.audit.actions import Action
from backend.storage.authenticity.hash_chain import FaultKind, RowFaultKind
from backend.storage.rights.roles import Role

OBJECTIVES = tuple(objective.value for objective in Objective)
"""The names that requests have for the objective."""

ROLES = tuple(role.value for role in Role)
"""The names of the roles that an API key can have."""

ACTIONS = tuple(action.value for action in Action)
FAULTS = tuple(wrong.value for wrong in FaultKind)
STORED_FAULTS = tuple(wrong.value for wrong in RowFaultKind)
"""What the audit trail tells, and what may be wrong with it, or with the rows whose versions it tells."""

INDEXING = tuple(each.value for each in Indexing)
INDEX_REFUSALS = tuple(each.value for each in IndexRefusal)
"""Which redacted documents go to the index by a policy, and why one does not."""

PLACEHOLDER_STYLES = tuple(style.value for style in PlaceholderStyle)
"""The names that `placeholder_style` takes."""

STORY_KINDS = tuple(kind.value for kind in StoryKind)
SUGGESTION_KINDS = tuple(kind.value for kind in FindingKind)
OBSTACLES = tuple(obstacle.value for obstacle in Obstacle)
"""What suggestions and their places may be."""

REVIEW_STAGES = tuple(stage.value for stage in Stage)
REVIEW_STEPS = tuple(step.value for step in Step if step is not Step.PASS_ON)
REVIEW_SCOPES = tuple(scope.value for scope in Scope)
REVIEW_REASONS = tuple(reason.value for reason in Reason)
DECISION_STATES = tuple(state.value for state in State)
MOVES = tuple(move.value for move in Move)
"""What reviews and their decisions may be, and what may be done with them."""

MAX_MARKS, MAX_CHARACTERS_OF_PARTS = MARKS, CHARACTERS_OF_PARTS
"""How many marks the pane may store with a review, and how long the names of their parts may be together."""

OUTCOMES = tuple(each.value for each in OutcomeStatus)
SHORTFALLS = tuple(KINDS)
APPROVERS = tuple(each.value for each in Approver)
"""What an outcome may be, what may stand against it, and who names exceptions."""

PRIORS = tuple(each.value for each in Prior)
PRIVACY_FINDINGS = tuple(each.value for each in Finding)
"""What an adversary may believe beforehand, and what may be found of the release of a document."""

SPLITS = tuple(each.value for each in Split)
LACKS = tuple(each.value for each in Lack)
"""How documents may be held out of training, and why a promise may be missing."""

REVISIONS = tuple(each.value for each in Revisions)
COMMENTS = tuple(each.value for each in Comments)
IMAGES = tuple(each.value for each in Images)
KEEP, REMOVE = "keep", "remove"
"""What may be chosen of hidden text and of traces."""


def placeholder_style(name: str) -> PlaceholderStyle:
    """Return the placeholder style with this name.

    >>> placeholder_style("typed").name
    'TYPED'
    """
    return PlaceholderStyle(name)


def role(name: str) -> Role:
    """Return the role with this name.

    >>> role("admin").name
    'ADMIN'
    """
    return Role(name)


def review_step(name: str) -> Step:
    """Return the review step with this name."""
    return Step(name)
