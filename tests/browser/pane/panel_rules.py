"""Recompute what the pane says of held-out attackers: the service is asked about the saved file itself."""

from collections.abc import Callable
from typing import Any

from tests.browser.pane.evidence import Evidence, partly, taken
from tests.browser.pane.saved_text import texts

Panel = dict[str, Any]


def _standing(file: Evidence) -> Panel:
    return dict(file.verified(file.saved)["panel"])


def _level(file: Evidence) -> Panel:
    """The answer for the level, of the file as it was analysed."""
    (found,) = (each["panel"] for each in file.before["levels"] if each["k"] == file.shown["k"])
    return dict(found)


def _copy(file: Evidence) -> Panel:
    return dict(file.verified(file.the_copy)["panel"])


def _number(panel: Panel) -> list[int]:
    """How many attackers name the client, and how many there are."""
    group = panel["content_words"]
    return [len(group["named_by"]), group["attackers"]]


def _group(panel: Panel, claim: dict[str, Any]) -> bool:
    return bool({"group": claim["group"], "clients": panel["clients"], **panel[claim["group"]]} == claim)


def _follows(file: Evidence) -> bool:
    """Whether all that is suggested at the level goes, and becomes placeholders."""
    verdicts = file.verdicts(file.before)
    rows = [each for each in file.before["suggestions"] if each["id"] in verdicts]
    above = [each for each in file.before["suggestions"] if each["id"] not in verdicts]
    decided = [each.get("decision") or {} for each in rows]
    return (
        "rejected" not in verdicts.values()
        and not any(map(partly, rows))
        and all(
            each.get("replacement") in {None, row["placeholder"]} for each, row in zip(decided, rows, strict=True)
        )
        and not any(taken(each) for each in above if each["id"] in file.redacted)
    )


def _planned(file: Evidence, value: list[int]) -> bool:
    """It holds if everything that is suggested goes, and is said only where that is what is decided."""
    return _follows(file) and _number(_level(file)) == value


def _unmeasured(file: Evidence, value: Any) -> bool:
    """A document that has changed since; one that was redacted may have its old text again."""
    begun = any(each.endswith("/v1/redactions/check") for each in file.sent)
    changed = begun or texts(file.saved) != texts(file.sent_file)
    return value is False and changed and not any("standing.panel" in each for each in file.claims)


def _at_levels(file: Evidence, value: list[list[int]]) -> bool:
    """All levels of the analysis, in order."""
    return value == [[each["k"], *_number(each["panel"])] for each in file.before["levels"]]


PANEL: dict[str, Callable[[Evidence, Any], bool]] = {
    "standing.panel": lambda file, value: _number(_standing(file)) == value,
    "planned.panel": _planned,
    "copy.panel": lambda file, value: _number(_copy(file)) == value,
    "standing.measured": _unmeasured,
    "planned.measured": lambda file, value: value is False and not _follows(file),
    "standing.attackers": lambda file, value: _group(_standing(file), value),
    "level.attackers": lambda file, value: _group(_level(file), value),
    "copy.attackers": lambda file, value: _group(_copy(file), value),
    "level.panels": _at_levels,
    "panel.missing": lambda file, value: value is True and file.before["panel"] is None,
}
"""The rule of each claim about held-out attackers."""
