"""A document the whole way in the pane, as a person goes it, and what became of it by a reading of its own.

The reading takes the suggestions as the service told the pane, and the paragraphs of the saved file: each place of
what was accepted holds its placeholder or is listed by the pane, and everything around the places is as it was.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from addin.wordhost.profiles import Profile
from addin.wordhost.story import paragraphs as paragraphs_in
from tests.benchmarks.real_reading import STORIES, Key, Looks, Places, lines, looks, parts, said, stories
from tests.browser.pane.file_highlights import W
from tests.browser.pane.pane_page import PaneInWord

DATA = Path(__file__).parents[3] / "shared" / "data"
ARCHIVE = DATA / "docx_real.tar.gz"
MANIFEST = DATA / "docx_real_manifest.json"
LONG = re.compile(r"[^\W\d_]{6,}")
MAX_ADDED = 3
PATIENCE = 90_000
"""Milliseconds; the longest of the files has 400,000 characters."""

_PROGRAM = re.compile("<Application>Microsoft (?:Office |Macintosh )?Word</Application>")
"""Who wrote a file is told in all files alike (docProps/app.xml)."""
_ENDS = re.compile(r"</[\w:]*(?:p|v|f|instrText)>|<w:(?:tab|br)/>")


@dataclass
class Came:
    """What came of a document: `redacted`, `protected` (or its tracking is), `refused` or `nothing` to hide."""

    what: str = "failed"
    said: str = ""
    terms: int = 0
    places: int = 0
    left: int = 0


@dataclass
class _Told:
    """What the service told the pane, as it came by."""

    answers: list[dict[str, Any]] = field(default_factory=list)
    checked: list[dict[str, Any]] = field(default_factory=list)

    def hear(self, response: Any) -> None:
        if response.request.method == "POST" and response.ok:
            if response.url.endswith("/v1/analyses"):
                self.answers.append(response.json())
            elif response.url.endswith("/v1/verifications"):
                self.checked.append(response.json())


def go(open_pane: Any, content: bytes, profile: Profile, came: Came) -> None:
    """Open a document and go with it as far as one can; asserts everything on the way."""
    pane: PaneInWord = open_pane(content, profile, signed_in=False)
    told = _Told()
    pane.page.set_default_timeout(PATIENCE)
    pane.page.on("response", told.hear)
    before, tracked = pane.host.session.save(), pane.host.session.tracking_mode
    pane.sign_in()
    _rest(pane)
    if (trouble := _trouble(pane)) is not None:
        came.what, came.said = "refused", trouble
        assert looks(pane.host.session.save()) == looks(before)
        return
    _accept_all(pane)
    for word, story in _telling_words(before):
        _add(pane, word, story)
    if not told.answers[-1]["suggestions"]:
        came.what = "nothing"
        return
    _accept_all(pane)
    suggestions = _accepted(pane, told.answers[-1])
    came.terms, came.places = len(suggestions), sum(len(each["places"]) for each in suggestions)
    if pane.page.get_by_text("This document is protected").is_visible():
        came.what = "protected"
        _clean_copy(pane, before)
        return
    _press(pane, re.compile("^Redact"))
    if pane.page.get_by_text("Track Changes is locked").is_visible():
        came.what = "protected"
        _clean_copy(pane, before)
        return
    listed = _listed(pane)
    came.left = sum(listed.values())
    _press(pane, "Check the file")
    saved = pane.host.session.save()
    _compare(before, saved, suggestions, listed)
    _all_reached(before, suggestions, listed, profile)
    assert pane.host.session.tracking_mode == tracked
    assert not pane.host.session.add_in_settings.get("unsaid.marks")
    assert b"Unsaid Tester" not in b"".join(parts(saved).values())  # nothing is a tracked change of ours
    _search_finds_what_is_told(saved, suggestions, told.checked[-1])
    came.what = "redacted"


# --- the person


def _rest(pane: PaneInWord) -> None:
    """Wait until the pane works no more: it has something to press, or to tell."""
    pane.page.wait_for_function(
        """() => {
            const [working, next] = [".working", ".bar .primary"].map(each => document.querySelector(each));
            const trouble = document.querySelector(".card.error:not([hidden]) h2");
            const signing = trouble?.textContent === "Please sign in";
            return working?.hidden && !signing && (!next.hidden || trouble);
        }"""
    )
    pane.settled()


def _press(pane: PaneInWord, name: str | re.Pattern[str]) -> None:
    pane.page.locator(".bar").get_by_role("button", name=name).click()
    _rest(pane)


def _accept_all(pane: PaneInWord) -> None:
    """What the bar offers at first, and group by group what came with the words that were added."""
    accept = pane.page.locator(".bar").get_by_role("button", name=re.compile("^Accept (all|the last)"))
    if accept.is_visible():
        accept.click()
    of_group = pane.page.get_by_role("button", name=re.compile("^Accept all .* of "))
    while of_group.count():
        of_group.first.click()
    _rest(pane)


def _trouble(pane: PaneInWord) -> str | None:
    card = pane.page.locator(".card.error")
    if not card.is_visible():
        return None
    assert len(card.get_by_role("heading").inner_text()) > 10
    return " ".join(card.inner_text().split())


def _add(pane: PaneInWord, word: str, story: str) -> None:
    """Select a word in the document and add it."""
    session = pane.host.session
    tree = session.package.tree(story)
    for container in tree.iter(f"{W}body", f"{W}hdr", f"{W}ftr", f"{W}footnote", f"{W}endnote"):
        for paragraph in paragraphs_in(container):
            reading = session.stories.reading(paragraph)
            at = reading.visible(0, reading.length).find(word)
            if at >= 0 and reading.whole(at, at + len(word)) == word:
                session.select(session.stories.span(container, paragraph, at, paragraph, at + len(word)))
                pane.page.get_by_role("button", name="Add selection").click()
                pane.settled()
                _rest(pane)
                return


def _telling_words(content: bytes) -> Iterator[tuple[str, str]]:
    """Some longer words of the document, one after the other that stands in most stories where none stands yet."""
    by_part = {
        part: Counter(word for text in lines(root) for word in LONG.findall(text))
        for part, root in stories(content)
    }
    covered: set[str] = set()
    for _ in range(MAX_ADDED):
        where = defaultdict(set)
        for part, words in by_part.items():
            for word in words:
                where[word].add(part)
        often = sum(by_part.values(), Counter())
        ranked = sorted(where, key=lambda word: (-len(where[word] - covered), -often[word], word))
        if not ranked or not where[ranked[0]] - covered:
            return
        word = ranked[0]
        covered |= where[word]
        yield word, max(where[word], key=lambda part: by_part[part][word])


def _accepted(pane: PaneInWord, analysis: dict[str, Any]) -> list[dict[str, Any]]:
    """The suggestions of the level that is set, but for those that are still to be decided."""
    slider = pane.page.get_by_role("slider", name="How hard to guess")
    level = int(slider.input_value()) if slider.count() and slider.is_visible() else 1
    pane.page.get_by_label("Show", exact=True).select_option("to-decide")
    folded = pane.page.locator('.group-head button[aria-expanded="false"]')
    while folded.count():
        folded.first.click()
    pending = {row.get_attribute("data-id") for row in pane.page.locator(".entry").all()}
    pane.page.get_by_label("Show", exact=True).select_option("all")
    due = [each for each in analysis["suggestions"] if each["from_level"] is None or each["from_level"] <= level]
    return [each for each in due if each["id"] not in pending]


def _listed(pane: PaneInWord) -> Counter[str]:
    """How many places of each term the pane lists as left."""
    listed: Counter[str] = Counter()
    for line in pane.page.locator(".outcome ul.left").first.locator("li").all():
        term = line.locator("strong, button").first.inner_text()
        often = re.match(r" (\d[\d,]*)×", line.inner_text().removeprefix(term))
        listed[term] += int(often[1].replace(",", "")) if often else 1
    return listed


def _clean_copy(pane: PaneInWord, before: bytes) -> None:
    """What can be had where words cannot be replaced; the document is as it was."""
    _press(pane, re.compile("copy", re.IGNORECASE))
    assert len(pane.host.session.opened) == 1 or pane.page.get_by_role("button", name="Save the clean copy").count()
    assert looks(pane.host.session.save()) == looks(before)


# --- what became of the file


def _compare(before: bytes, after: bytes, suggestions: list[dict[str, Any]], listed: Counter[str]) -> None:
    """Each place holds its placeholder or is left, as often as is told; all else, looks too, is as it was."""
    there, now, found = looks(before), looks(after), Places(before)
    by_paragraph: dict[Key, list[tuple[int, int, str, str]]] = defaultdict(list)
    left: Counter[str] = Counter()
    for each in suggestions:
        for place in each["places"]:
            if (at := found.at(place)) is None:
                left[each["term"]] += 1  # where no Word reaches, or what this reading does not read
            else:
                key, start, end = at
                by_paragraph[key].append((start, end, each["placeholder"], each["term"]))
    for key, was in there.items():
        places = sorted(by_paragraph.get(key, ()))
        kept = _kept(key, was, places, now.get(key, []))
        left.update(term for (*_, term), is_kept in zip(places, kept, strict=True) if is_kept)
    assert {key: said(made) for key, made in now.items() if key not in there and made} == {}
    assert left == listed, f"left and not told: {+(left - listed)}; told and not left: {+(listed - left)}"


def _kept(key: Key, was: Looks, places: list[tuple[int, int, str, str]], now: Looks) -> list[bool]:
    """Which of the places of a paragraph stand as they stood."""
    at, kept, last = 0, [], 0
    for start, end, placeholder, _ in places:
        _same(key, was[last:start], now[at : at + start - last])
        at += start - last
        if (replaced := now[at : at + len(placeholder)]) and said(replaced) == placeholder:
            assert {look[1:] for look in replaced} <= {look[1:] for look in was[start:end]}, f"{key}: at {start}"
            at += len(placeholder)
        else:
            _same(key, was[start:end], now[at : at + end - start])
            at += end - start
        kept.append(said(replaced) != placeholder)
        last = end
    _same(key, was[last:], now[at:])
    return kept


def _same(key: Key, was: Looks, now: Looks) -> None:
    if was != now:
        differ = (at for at, (one, other) in enumerate(zip(was, now, strict=False)) if one != other)
        at = next(differ, min(len(was), len(now)))
        told = f"{was[at : at + 1]} is now {now[at : at + 1]}; {len(was)} and {len(now)} characters"
        raise AssertionError(f"{key}, at {at}: {told}")


def _all_reached(before: bytes, suggestions: list[dict[str, Any]], listed: Counter[str], profile: Profile) -> None:
    """No more is left than has something in its way, stands in a formula, or in a comment that no text has.

    What touches a field may be left: a search goes into the field and not across its ends (#5905).
    """
    found = Places(before)
    boxes = bool(profile.has("Body", "shapes"))
    free = {"text_box"} if boxes else set()
    kinds = {*STORIES.values(), *(["text box"] if boxes else []), *(["comments"] if _has_comments(before) else [])}
    hindered: Counter[str] = Counter()
    for each in suggestions:
        for place in each["places"]:
            if (
                found.at(place) is None
                or place["story"]["kind"] not in kinds
                or not free.issuperset(place["obstacles"])
            ):
                hindered[each["term"]] += 1
    assert listed <= hindered, f"more is left than has to be: {+(listed - hindered)}"


def _has_comments(content: bytes) -> bool:
    return any(root.find(f".//{W}commentReference") is not None for _, root in stories(content))


def _search_finds_what_is_told(saved: bytes, suggestions: list[dict[str, Any]], told: dict[str, Any]) -> None:
    """What a plain search still finds between the tags stands in parts that the check names."""
    named = {each["part"].split("!/")[0] for each in told["places"]}
    named |= {each["part"] for each in told["parts"] if not each["examined"]}
    words = {
        text if each["case_sensitive"] else f"(?i:{text})"
        for each in suggestions
        for text in each["spellings"]
        if LONG.fullmatch(text)
    }
    if not words:
        return
    wanted = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(words))})(?!\w)")
    found = {}
    for name, part in parts(saved).items():
        if name.endswith((".xml", ".rels")) and name not in named:
            text = _PROGRAM.sub("", part.decode("utf-8", "replace"))
            text = re.sub(r"<[^>]*>", "", _ENDS.sub("\n", text))
            if hits := {hit.casefold() for hit in wanted.findall(text)}:
                found[name] = hits
    assert found == {}, f"found, in parts of which the check says nothing: {found}"
