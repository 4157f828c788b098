"""All messages there are, by their codes."""

from collections.abc import Mapping
from types import ModuleType

from backend.messages import problems, reasons, store_problems, warnings
from backend.messages.message import Message


def _of(module: ModuleType) -> Mapping[str, type[Message]]:
    """The messages that a module declares; bases have no code of their own."""
    declared = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Message)]
    return {each.code: each for each in declared if "code" in vars(each)}


WARNINGS = _of(warnings)
"""What has to be known of something that was done all the same."""

PROBLEMS = {**_of(problems), **_of(store_problems)}
"""What stands in the way; all surfaces can meet it."""

REASONS = _of(reasons)
"""Why a term or a place is suggested, and why a part of a file was not examined; all surfaces can meet them."""

COMMAND_LINE_ALONE = frozenset({"no_word_known_to_attackers", "outcome_not_computed", "outcome_refused"})
"""Warnings that no other surface can meet: nothing else attacks documents, or verifies saved files by a report."""

ANSWERED = {code: kind for code, kind in WARNINGS.items() if code not in COMMAND_LINE_ALONE}
"""Warnings that stand in answers over HTTP, and that Word's pane shows."""
