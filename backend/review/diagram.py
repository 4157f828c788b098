"""Draw the state tables as diagrams for docs/reviews.md."""

from collections import defaultdict
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

State = TypeVar("State", bound=StrEnum)
Move = TypeVar("Move", bound=StrEnum)


def state_diagram(begin: State, table: Mapping[tuple[State, Move], State]) -> str:
    """Return a state table as a Mermaid diagram. All moves between the same two states share one arrow.

    >>> from backend.review.decision_states import Move, State
    >>> print(state_diagram(State.PROPOSED, {(State.PROPOSED, Move.ACCEPT): State.ACCEPTED}))
    stateDiagram-v2
        [*] --> proposed
        proposed --> accepted: accept
    """
    arrows: defaultdict[tuple[State, State], list[Move]] = defaultdict(list)
    for (before, move), after in table.items():
        arrows[before, after].append(move)
    lines = [f"    {before} --> {after}: {', '.join(moves)}" for (before, after), moves in arrows.items()]
    return "\n".join(["stateDiagram-v2", f"    [*] --> {begin}", *lines])
