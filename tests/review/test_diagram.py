"""What docs/reviews.md shows is what the tables say."""

import re
from pathlib import Path

import backend
from backend.review.changes import REASONS, Scope
from backend.review.decision_states import MOVES, State
from backend.review.diagram import state_diagram
from backend.review.workflow import STEPS, Stage

PAGE = (Path(backend.__file__).parents[1] / "docs" / "reviews.md").read_text("utf-8")


def test_the_diagrams_are_drawn_from_the_tables():
    """Where one differs, put what `state_diagram` gives into the page."""
    shown = re.findall(r"```mermaid\n(.*?)\n```", PAGE, re.DOTALL)
    assert shown == [state_diagram(State.PROPOSED, MOVES), state_diagram(Stage.DRAFT, STEPS)]


def test_every_move_is_an_arrow():
    arrows = re.findall(r"^    (\w+) --> (\w+): (.+)$", state_diagram(State.PROPOSED, MOVES), re.MULTILINE)
    told = {(before, move): after for before, after, moves in arrows for move in moves.split(", ")}
    assert told == dict(MOVES)


def test_reasons_and_scopes_stand_on_the_page():
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)).items() >= REASONS.items()
    assert [scope for scope in Scope if f"| `{scope}` |" not in PAGE] == []
