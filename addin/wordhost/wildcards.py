"""Search with wildcards: the table of docs-pr: docs/word/search-option-guidance.md, as patterns.

A special character stands for itself between brackets (#238). `{n,m}` takes as many as it can, as the page's sample
`10{1,3}` shows; that `*` and `@` take the shortest string, and that the case counts, is unsourced.
"""

import re
from collections.abc import Iterator

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.joined import WALL

REPEATED = re.compile(r"\{(\d+)(,?)(\d*)\}")
SET = re.compile(r"\[(!?)([^\]]+|\])\]")
PLAIN = {
    "?": rf"[^\t\v{WALL}]",
    "*": rf"[^\n{WALL}]*?",
    "<": r"\b(?=\w)",
    ">": r"\b(?<=\w)",
    "(": "(?:",
    ")": ")",
    "@": "+?",
}
AFTER_SOMETHING = "@{"
"""What repeats what stands before it."""


def expression(text: str) -> str:
    """The wildcards as a regular expression.

    Raises:
        WordError: `InvalidArgument` for brackets that do not close, ranges that descend, and what repeats
            nothing (the code is unsourced).
        HostFailure: for carets and backslashes, of which the page says nothing for the API.

    >>> expression("s[ae]t")
    's[ae]t'
    >>> expression("fe{1,}d")
    'fe{1,}d'
    """
    made = "".join(_parts(text))
    try:
        re.compile(made)
    except re.error as problem:
        raise WordError("InvalidArgument") from problem
    return made


def _parts(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        character = text[at]
        if character in AFTER_SOMETHING and (at == 0 or text[at - 1] in "(<@*"):
            raise WordError("InvalidArgument")
        if character == "[":
            part, length = _set(text, at)
        elif character == "{":
            part, length = _repeated(text, at)
        elif character in "]}":
            raise WordError("InvalidArgument")
        elif character in "^\\":
            raise HostFailure(f"{character} in a search with wildcards is not emulated: the page says to use [ ]")
        else:
            part, length = PLAIN.get(character, re.escape(character)), 1
        yield part
        at += length


def _set(text: str, at: int) -> tuple[str, int]:
    """One of the characters in brackets, or of the range, which must ascend."""
    found = SET.match(text, at)
    if found is None:
        raise WordError("InvalidArgument")
    inside = re.sub(r"([\\^\[\]&~|])", r"\\\1", found[2])
    made = rf"(?:(?!{WALL})[^{inside}])" if found[1] else f"[{inside}]"
    return made, len(found[0])


def _repeated(text: str, at: int) -> tuple[str, int]:
    """As many as the braces say."""
    found = REPEATED.match(text, at)
    if found is None or (found[3] and int(found[3]) < int(found[1])):
        raise WordError("InvalidArgument")
    return found[0], len(found[0])
