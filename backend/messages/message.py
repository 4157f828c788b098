"""The base of all messages, and the wordings that turn them into text.

A message is a value: a code, which is stable, and parameters. Programs branch on the code; people read the
sentence that their surface makes of it. The command line names options, HTTP names members of requests, Word's pane
names its controls. Parameters are numbers, codes, and names that the reader may see, and never text of a document.
"""

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Message:
    """The base of every message; its fields are the parameters."""

    code: ClassVar[str]

    @property
    def params(self) -> dict[str, Any]:
        """The parameters as JSON has them."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    def as_json(self) -> dict[str, Any]:
        """The object that answers and reports have for it."""
        return {"code": self.code, "params": self.params}


Wording = Callable[[Message], str]
"""Makes a sentence of a message, for the readers of one surface."""

Words = Mapping[type[Message], str | Callable[[Any], str]]
"""The sentence of each kind of message: a format string over its parameters, or a function of the message."""


def wording(words: Words, advice: Words) -> Wording:
    """Return the wording that says what happened, and then what to do about it, where there is advice.

    >>> @dataclass(frozen=True)
    ... class Late(Message):
    ...     code = "late"
    ...     days: tuple[int, ...]
    >>> wording({Late: "Late on {days}."}, {Late: "Start earlier."})(Late((1, 2, 3)))
    'Late on 1, 2 and 3. Start earlier.'
    """
    return lambda message: " ".join(filter(None, (_words_of(words, message), _words_of(advice, message))))


def _words_of(words: Words, message: Message) -> str:
    words_of_type = words.get(type(message), "")
    if not isinstance(words_of_type, str):
        return words_of_type(message)
    return _FORMATTER.vformat(
        words_of_type, (), {each.name: getattr(message, each.name) for each in fields(message)}
    )


def warnings_as_json(messages: Iterable[Message], worded: Wording) -> dict[str, Any]:
    """The members `warnings` and `messages` of an answer or a report: the same things, in words and as values."""
    listed = tuple(messages)
    return {"warnings": [worded(each) for each in listed], "messages": [each.as_json() for each in listed]}


def reason_as_json(reason: Message | None, worded: Wording) -> dict[str, Any]:
    """The members `why` and `reason` of an answer or a report: the same reason, in words and as a value.

    Without a reason, `why` is empty and there is no `reason`.
    """
    if reason is None:
        return {"why": ""}
    return {"why": worded(reason), "reason": reason.as_json()}


def listed(things: Sequence[object]) -> str:
    """Name several things in a sentence.

    >>> listed([2, 3, 5]), listed(["svm"])
    ('2, 3 and 5', 'svm')
    """
    *some, last = map(str, things)
    return f"{', '.join(some)} and {last}" if some else last


def counted(many: int, thing: str) -> str:
    """Say how many there are of a thing.

    >>> counted(1, "place"), counted(2_000, "place")
    ('1 place', '2,000 places')
    """
    return f"{many:,} {thing}{'' if many == 1 else 's'}"


class _Formatter(string.Formatter):
    """Format strings in which several values read as they do in a sentence."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """As `format`, with `listed` for tuples."""
        return listed(value) if isinstance(value, tuple) else str(super().format_field(value, format_spec))


_FORMATTER = _Formatter()


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
