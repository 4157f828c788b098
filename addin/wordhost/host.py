"""The host: answers what the client library asks of Word, with the faults that a test has ordered."""

import json
from typing import Any

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.events import Events
from addin.wordhost.faults import Faults, NoAnswer
from addin.wordhost.files import Files
from addin.wordhost.profiles import WINDOWS, Profile
from addin.wordhost.protocol import References, answer, housekeeping
from addin.wordhost.session import Session

BATCH, SAVE_SETTINGS, OPEN_FILE, READ_SLICE, CLOSE_FILE, OPEN_BROWSER = 93, 76, 77, 80, 81, 102
"""What the library executes, by its numbers (office-facts 5.2)."""


class Host:
    """Word, as far as a pane can tell."""

    def __init__(self, content: bytes, profile: Profile = WINDOWS) -> None:
        self.session = Session(content, profile)
        self.references = References()
        self.events = Events(self.session)
        self.faults = Faults()
        self.files = Files(self.session)
        self.batches = 0  # the pane's own; those in which the library speaks for itself are not counted
        self.failures: list[str] = []
        self.browser_windows: list[str] = []  # the addresses that the pane has opened in the browser

    def context(self) -> list[Any]:
        """What `GetContext` answers: by index settings, app, versions, locales, …, and 20 the requirement sets."""
        profile = self.session.profile
        matrix = json.dumps(profile.matrix())
        names = ["session", 1, 16, 1, 0, "16.1", 1, "en-US", "en-US", 0, "file:///document.docx", 1, 1, "", 1]
        kept = self.session.add_in_settings
        return [
            [list(kept), list(kept.values())],
            *names,
            "correlation",
            "instance",
            False,
            True,
            matrix,
            None,
            "16.100.0",
            {"platform": profile.platform, "savesLinks": profile.saves_links},  # for the bridge alone
        ]

    def execute(self, number: int, arguments: list[Any]) -> list[Any] | None:
        """Answer one call; None is no answer at all."""
        try:
            return self._execute(number, arguments)
        except NoAnswer:
            return None
        except HostFailure as failure:
            return self._refused(str(failure))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
            return self._refused(f"call {number}, after batch {self.batches}, makes no sense: {problem!r}")

    def _refused(self, why: str) -> list[Any]:
        self.failures.append(why)
        return [[0, 200, [], _failed("GeneralException", f"the test's host says: {why}")]]

    def _execute(self, number: int, arguments: list[Any]) -> list[Any]:
        if number == BATCH:
            return [[0, 200, [], self._batch(arguments[0][4])]]
        if number == SAVE_SETTINGS:
            keys, values = arguments
            self.session.keep(dict(zip(keys, values, strict=True)))
            return [0]
        if number == OPEN_FILE:
            return [self.files.open(fault=self.faults.file_error)]
        if number == READ_SLICE:
            return [self.files.slice(*arguments)]
        if number == CLOSE_FILE:
            return [self.files.close(*arguments)]
        if number == OPEN_BROWSER:
            self.browser_windows.append(arguments[-1])
        return [[0]]  # telemetry and services that no test asks about

    def _batch(self, message: str) -> str:
        if housekeeping(message):
            return answer(self.session, self.references, message, self.batches)
        self.batches += 1
        self.faults.between(self.session, self.batches, message)
        try:
            self.faults.before(self.batches, message)
        except WordError as problem:
            return _failed(problem.code, str(problem))
        answered = answer(self.session, self.references, message, self.batches)
        try:
            self.faults.after(self.batches, answered)
        except WordError as problem:
            return _failed(problem.code, str(problem))
        return answered


def _failed(code: str, message: str) -> str:
    error = {"Code": code, "Message": message, "Location": "", "ActionIndex": 0}
    return json.dumps({"Results": [], "Error": error})
