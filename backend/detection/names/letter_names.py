"""Names in fixed places of letters, messages and forms: after "Dear", "From:", "Name:", under "Regards,"."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from backend.detection.names.capitalised_runs import CapitalisedRun, run_after, run_before
from backend.detection.names.paragraph import NameParagraph, NameSpan
from backend.detection.names.vocabulary import GROUPS, HONORIFICS
from backend.detection.names.word_evidence import NameEvidence
from backend.messages.reasons import StandsLikeName

_LABEL = re.compile(
    r"[ \t>*|]{0,8}(?:from|to|cc|bcc|attn|attention|name|full name|first name|last name|surname|contact"
    r"|contact person|signed|signed by|signature|prepared by|reviewed by|approved by|author|sender|recipient"
    r"|patient|employee|applicant|witness|by)[ \t]{0,4}:[ \t*\"“]{0,8}|[ \t>]{0,8}(?:/s/|attn\.?)[ \t]{1,4}",
    re.IGNORECASE,
)
"""What stands at the beginning of a line and has a name after it."""
_GREETING = re.compile(r"[ \t>\"“]{0,8}(?:dear|hi|hello|hey)[ \t]{1,4}", re.IGNORECASE)
_CLOSING = re.compile(
    r"[ \t>]{0,8}(?:(?:(?:with )?(?:kind|best|warm)(?:est)? )?(?:regards|wishes)|sincerely yours"
    r"|(?:yours )?(?:sincerely|faithfully|truly)|respectfully submitted|cheers|many thanks|thanks|best)"
    r"[ \t]{0,4}[,.!]?[ \t]{0,8}",
    re.IGNORECASE,
)
"""A line after which somebody signs."""
_LONGEST_SIGNATURE = 60
_ENDS_VALUE = frozenset(',<([;/|"”\n\t&:')
_SURE = 0.85
_MAX_WORDS = 4
_IN_ADDRESS = frozenset((".", "_", "-", "+"))
_BEFORE_ADDRESS = frozenset((" <", '" <', "' <", " [", " ("))


def find_letter_names(story: Sequence[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """Add the names in the places where letters and forms have them."""
    read: list[NameParagraph] = []
    signs = False
    for block in story:
        found = [*_before_writing(block, evidence), *_at_addresses(block, evidence)]
        for start, line in _lines(block.text):
            if line.isspace() or not line:
                continue
            found.extend(_labelled(block, start, line, evidence))
            if signs and len(line) <= _LONGEST_SIGNATURE:
                found.extend(_signature(block, start, line, evidence))
            signs = len(line) <= _LONGEST_SIGNATURE and _asks_for_a_name(line)
        read.append(block.having(found))
    return read


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _asks_for_a_name(line: str) -> bool:
    if _CLOSING.fullmatch(line):
        return True
    label = _LABEL.fullmatch(line)
    return label is not None


def _labelled(block: NameParagraph, start: int, line: str, evidence: NameEvidence) -> Iterator[NameSpan]:
    greeting = _GREETING.match(line)
    match = greeting or _LABEL.match(line)
    if match is None or match.end() == len(line):
        return
    first = bisect_left(block.starts, start + match.end())
    if first == len(block.words) or block.starts[first] != start + match.end():
        return
    run = run_after(block, first, evidence, _MAX_WORDS)
    if greeting and not run and evidence.lexicon.given(block.words[first]):
        run = CapitalisedRun(first, first + 1)  # "Dear Will,"
    run = _with_given_name_last(block, run, evidence)
    if _ends_value(block, run, line_end=start + len(line)) and like_a_person(block, run, evidence):
        yield run.person(block, _SURE, StandsLikeName("addressed"))


def _with_given_name_last(block: NameParagraph, run: CapitalisedRun, evidence: NameEvidence) -> CapitalisedRun:
    """Such as "Smith, John" as one name."""
    if run.end - run.start != 1 or block.gap(run.end - 1) != ", ":
        return run
    following = run_after(block, run.end, evidence, 2)
    if following.end > following.start and evidence.lexicon.given(block.words[following.start]):
        return CapitalisedRun(run.start, following.end)
    return run


def _ends_value(block: NameParagraph, run: CapitalisedRun, line_end: int) -> bool:
    if not run:
        return False
    end = block.ends[run.end - 1]
    rest = block.text[end:line_end]
    return not rest.strip(" .") or rest.lstrip(" ")[:1] in _ENDS_VALUE or rest.startswith(("  ", " -"))


def _signature(block: NameParagraph, start: int, line: str, evidence: NameEvidence) -> Iterator[NameSpan]:
    first = bisect_left(block.starts, start)
    if first == len(block.words) or block.starts[first] >= start + len(line):
        return
    run = run_after(block, first, evidence, _MAX_WORDS)
    if _ends_value(block, run, start + len(line)) and like_a_person(block, run, evidence):
        yield run.person(block, _SURE, StandsLikeName("signs"))


def _before_writing(block: NameParagraph, evidence: NameEvidence) -> Iterator[NameSpan]:
    """Such as "On 3 May, Ann Okafor wrote:"."""
    for i, word in enumerate(block.words):
        if word in ("wrote", "writes") and i and block.gap(i).lstrip(" ").startswith(":"):
            run = run_before(block, i)
            if run and like_a_person(block, run, evidence):
                yield run.person(block, _SURE, StandsLikeName("writes"))


def _at_addresses(block: NameParagraph, evidence: NameEvidence) -> Iterator[NameSpan]:
    """'Ann Okafor <ann@halden.example>' and 'ann@halden.example (Ann Okafor)'."""
    at = block.text.find("@")
    while at >= 0:
        for run in _beside_address(block, at, evidence):
            if run and like_a_person(block, run, evidence):
                yield run.person(block, _SURE, StandsLikeName("beside_address"))
        at = block.text.find("@", at + 1)


def _beside_address(block: NameParagraph, at: int, evidence: NameEvidence) -> Iterator[CapitalisedRun]:
    first = bisect_left(block.starts, at) - 1
    if first < 0 or block.ends[first] != at:
        return
    last = min(first + 1, len(block.words) - 1)
    for _ in range(_MAX_WORDS):
        if first and block.gap(first - 1) in _IN_ADDRESS:
            first -= 1
        if last + 1 < len(block.words) and block.gap(last) in _IN_ADDRESS:
            last += 1
    yield run_before(block, first, _BEFORE_ADDRESS)
    if last + 1 < len(block.words) and block.gap(last) == " (":
        run = run_after(block, last + 1, evidence, _MAX_WORDS)
        if run and block.gap(run.end - 1).startswith(")"):
            yield run


def like_a_person(block: NameParagraph, run: CapitalisedRun, evidence: NameEvidence) -> bool:
    """Tell whether the text in a person's place may be a person: no group, no role, no common word."""
    words = [word for word in run.of(block) if word not in HONORIFICS]
    if not words or any(word.lower() in GROUPS or any(map(str.isdigit, word)) for word in words):
        return False
    if not evidence.lexicon:
        return len(words) > 1 and not any(word.lower() in evidence.usage.lower for word in words)
    if len(words) == 1:
        lexicon = evidence.lexicon
        return lexicon.given(words[0]) or (lexicon.surname(words[0]) and not lexicon.common(words[0]))
    lexicon = evidence.lexicon
    if lexicon.common(words[0]) and not lexicon.given(words[0]):
        return False
    return any(map(lexicon.named_so, words)) and not all(map(lexicon.common, words))
