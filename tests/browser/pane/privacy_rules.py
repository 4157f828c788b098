"""Recompute what the pane says the document gives away: the service is asked about each file by itself.

Of the analysed document, the checked one and the copy, a verification of the very bytes says how many other clients
their words fit. Of a level only an analysis does, because no file has exactly what is suggested.
"""

from collections.abc import Callable
from typing import Any

from tests.browser.pane.evidence import Evidence, Unknown
from tests.browser.pane.saved_text import texts

NEAR = 0.000002
"""The service rounds bits to six decimals."""


def _others(crowd: dict[str, Any] | None) -> list[int] | None:
    """How many other clients the words fit, and how many others there are."""
    return None if crowd is None else [crowd["k"] - 1, crowd["clients"] - 1]


def _crowd(content: Callable[[Evidence], bytes]) -> Callable[[Evidence, Any], bool]:
    return lambda file, value: _others(file.verified(content(file))["crowd"]) == value


def _level(file: Evidence) -> dict[str, Any]:
    (found,) = (each["privacy"] for each in file.before["levels"] if each["k"] == file.shown["k"])
    return dict(found)


def _levels(file: Evidence, value: list[list[Any]]) -> bool:
    """All levels of the analysis, in order."""
    told = [(each["k"], each["privacy"]) for each in file.before["levels"]]
    return value == [[k, each["spi"], _others(each["crowd"])] for k, each in told]


def _checked(file: Evidence) -> bytes:
    if file.of_copy:
        raise Unknown("the pane shows the copy, and not the check")
    return file.saved


def _gains(file: Evidence, value: list[list[Any]]) -> bool:
    """The terms of the level with the highest gains; no other term of the level has a higher one."""
    verdicts = file.verdicts(file.before)
    gains = [(each["term"], each["gain"]["spi"]) for each in file.before["suggestions"] if each["id"] in verdicts]
    bits = sorted((each for _, each in gains), reverse=True)
    return all((term, gain) in gains for term, gain in value) and [each for _, each in value] == bits[: len(value)]


def _hidden(file: Evidence, value: float) -> bool:
    """The share of the words that the copy hides; nothing is hidden of a text that is the same."""
    told = file.redone["report"]["privacy"]["hidden_share"]
    same = texts(file.the_copy) == texts(file.sent_file)
    return abs(told - value) <= NEAR and not (same and value > 0)


PRIVACY: dict[str, Callable[[Evidence, Any], bool]] = {
    "analysed.crowd": _crowd(lambda file: file.sent_file),
    "level.crowd": lambda file, value: _others(_level(file)["crowd"]) == value,
    "checked.crowd": _crowd(_checked),
    "copy.crowd": _crowd(lambda file: file.the_copy),
    "copy.hidden": _hidden,
    "level.index": lambda file, value: abs(_level(file)["spi"] - value) <= NEAR,
    "level.indexes": _levels,
    "level.gains": _gains,
}
"""The rule of each claim about what the document gives away."""
