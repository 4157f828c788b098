"""What real Words have answered: files that people paste from the pane, to which the tests hold the host."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from addin.wordhost.profiles import IPAD, MAC, WEB, WINDOWS, Profile

BY_PLATFORM: Mapping[str, Profile] = {"PC": WINDOWS, "Mac": MAC, "iOS": IPAD, "OfficeOnline": WEB}
NOT_THERE = "not in this Word"
"""The answer of a Word that lacks the requirement set of a question."""


@dataclass(frozen=True)
class RealWord:
    """A Word, and its answers by the name of the question."""

    platform: str
    version: str
    answers: Mapping[str, Any]

    @property
    def profile(self) -> Profile:
        """The profile that has to answer the same."""
        return BY_PLATFORM[self.platform]


def read(path: Path) -> RealWord:
    """A file as it was pasted, in the form of the pane or of the page.

    Raises ValueError where it is none of them.
    """
    told = json.loads(path.read_text("utf-8-sig"))
    try:
        word, answers = told["word"], told["answers"]
        if isinstance(answers, list):
            answers = {each["name"]: each["answer"] for each in answers}
        found = RealWord(word["platform"], word["version"], dict(answers))
    except (KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"{path.name} is not what the pane shows under Test this version of Word") from problem
    if found.platform not in BY_PLATFORM:
        raise ValueError(f"{path.name} is of {found.platform}, for which the host has no profile")
    return found


def differences(real: RealWord, host: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Where the host answers otherwise: the answer of Word, and that of the host.

    A question that the Word lacks a requirement set for, or that was added since, decides nothing.
    """
    return {
        name: (answer, host[name])
        for name, answer in real.answers.items()
        if name in host and answer != NOT_THERE and answer != host[name]
    }
