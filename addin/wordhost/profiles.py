"""Which members a Word has: the requirement sets of each client, and by Microsoft's typings that of each member."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

MODULES = Path(__file__).parent / "node_modules"
TYPINGS = MODULES / "@types" / "office-js" / "index.d.ts"
CLASS = re.compile(r"^    (?:class|interface) (\w+)")
SET = re.compile(r"\[Api set: (\w+) ([\d.]+)")
MEMBER = re.compile(r"^        (?:readonly )?(\w+)[(:?<]")


@dataclass(frozen=True)
class Profile:
    """One kind of Word: its requirement sets, and how large a slice of the file may be."""

    name: str
    sets: Mapping[str, str]
    largest_slice: int = 4 * 1024 * 1024
    ranges_move: bool = True
    """Whether a range follows its text when something before it in its paragraph changes; see WEB."""
    extras: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({"CompressedFile": "1.1"}))
    formats_raise_events: bool = True
    """A change of format raises `ParagraphChanged`, on the web since it was asked for (#6770)."""
    longest_search: int | None = 255
    """How many characters a search may have; the web knows no limit (#168, #731)."""
    platform: str = "PC"
    """What `Office.context.platform` says."""
    saves_links: bool = True
    """A link with `download` saves a file; in the WKWebView of Mac and iPad it does nothing (#2700, #4681)."""
    opens_browser: bool = True
    """`openBrowserWindow` is there: in Word everywhere but on the web (docs-ref: open-browser-window-api)."""
    local_ids: bool = True
    """Paragraphs have ids for the session; without a subscription, and in some builds, they are null (#4258)."""

    def matrix(self) -> dict[str, str]:
        """The sets as the client library wants them."""
        browser = {"OpenBrowserWindowApi": "1.1"} if self.opens_browser else {}
        return {**self.sets, **self.extras, **browser}

    def has(self, kind: str, member: str) -> bool | None:
        """Whether this Word has a member; None where the typings know no such member."""
        wanted = _members().get((kind, member))
        if wanted is None:
            return None
        name, version = wanted
        return name in self.sets and _number(self.sets[name]) >= _number(version)


def _profile(name: str, word: str, desktop: str | None, largest_slice: int = 4 * 1024 * 1024) -> Profile:
    sets = {"WordApi": word, **({"WordApiDesktop": desktop} if desktop else {})}
    return Profile(name, MappingProxyType(sets), largest_slice)


WINDOWS = _profile("Microsoft 365 for Windows", "1.9", "1.5")
LTSC_2024 = _profile("Office LTSC 2024", "1.8", "1.1")
MAC = replace(_profile("Microsoft 365 for Mac", "1.9", "1.5"), platform="Mac", saves_links=False)
WEB = replace(
    _profile("Word on the web", "1.9", None),
    longest_search=None,
    platform="OfficeOnline",
    opens_browser=False,
    ranges_move=False,
)
"""Ranges keep their offsets when text before them changes: "[The] house i[green]en" (#1215, 2020), several hits in
one paragraph (#2800, 2022). Microsoft could not repeat it in 2022 (#2697): some versions do it, and some do not."""
IPAD = replace(_profile("Word on iPad", "1.9", "1.2", largest_slice=64 * 1024), platform="iOS", saves_links=False)
MOVING_RANGES = replace(WEB, name="Word on the web with ranges that move", ranges_move=True)
"""The other versions of Word on the web. The pane has to be right in both kinds."""
WITHOUT_IDS = replace(WINDOWS, name="a Word without ids of paragraphs", local_ids=False)
PROFILES = (WINDOWS, LTSC_2024, MAC, WEB, IPAD)
"""docs-ref: docs/requirement-sets/word/word-api-requirement-sets.md, 21 April 2026; the slices are the typings'."""


@functools.cache
def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


@functools.cache
def _members() -> dict[tuple[str, str], tuple[str, str]]:
    """The oldest set that each member of the namespace `Word` is in."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    inside, kind, sets = False, "", None
    for line in TYPINGS.read_text("utf-8").splitlines():
        if line.startswith("declare namespace "):
            inside = line.startswith("declare namespace Word ")
        elif not inside:
            continue
        elif opened := CLASS.match(line):
            kind, sets = opened.group(1), None
        elif named := SET.search(line):
            sets = (named.group(1), named.group(2))
        elif kind and (member := MEMBER.match(line)):
            if sets:
                key = (kind, member.group(1))
                if key not in found or (_number(sets[1]) < _number(found[key][1]) and sets[0] == found[key][0]):
                    found[key] = sets
            sets = None
    return found
