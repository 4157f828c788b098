"""Whatever goes wrong in Word (office-facts 5.3), the document is as it was or redacted; what is left is told."""

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from lxml import etree

from addin.wordhost.making import docx, runs
from tests.browser.pane.file_highlights import LETTERS, Texts, W, paragraphs
from tests.browser.pane.pane_page import REPORT, PaneInWord
from tests.browser.pane.pane_user import label, left, notes, outcome, personal_data_only, press, trouble, until
from tests.conftest import CLIENT
from tests.further_cases import sampled

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LEVEL, CLIENTS = 5, 12
BODY = "word/document.xml"
COLOURS = {1: "yellow", 16: "cyan", 2: "green"}
"""By paragraph of the body: what a person has highlighted, one of them as our marks are."""
TYPED = "(typed beside Halden & Rook) "
PATIENT = """patience => {
  const waiting = new Map(), later = window.setTimeout, never = window.clearTimeout;
  window.setTimeout = (work, time, ...given) => {
    const timer = later(work, time, ...given);
    if (time === patience) waiting.set(timer, work);
    return timer;
  };
  window.clearTimeout = timer => { waiting.delete(timer); never(timer); };
  window.waitNoLonger = () => { for (const work of [...waiting.values()]) work(); };
}"""
"""So that nobody waits in a test for as long as the pane waits for Word."""
PATIENCE_WITH_WORD = 30_000
"""`open_document.ts`."""


@pytest.fixture(scope="module")
def document():
    """The sample, in which a person has highlighted paragraphs, and one is locked."""
    out = io.BytesIO()
    with zipfile.ZipFile(REPORT) as report, zipfile.ZipFile(out, "w") as made:
        for name in report.namelist():
            content = report.read(name)
            made.writestr(name, _coloured(content) if name == BODY else content)
    return out.getvalue()


def _coloured(content: bytes) -> bytes:
    root = etree.fromstring(content)
    every = list(root.iter(f"{W}p"))
    for ordinal, colour in COLOURS.items():
        for run in every[ordinal].iter(f"{W}r"):
            properties = run.find(f"{W}rPr")
            if properties is None:
                run.insert(0, properties := etree.Element(f"{W}rPr"))
            etree.SubElement(properties, f"{W}highlight").set(f"{W}val", colour)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


@pytest.fixture(scope="module")
def suggestions(server, document):
    asked = json.dumps({"client": CLIENT, "k": CLIENTS})
    sent = {"Content-Type": DOCX, "Unsaid-Request": asked}
    found = server.ask("POST", "/v1/analyses", document, sent).json["suggestions"]
    return [each for each in found if each["from_level"] is None or each["from_level"] <= LEVEL]


def highlights(content: bytes) -> dict[int, dict[str, str]]:
    """By paragraph of the body and colour, all that has it."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        root = etree.fromstring(archive.read(BODY))
    found: dict[int, dict[str, str]] = {}
    for ordinal, paragraph in enumerate(root.iter(f"{W}p")):
        for run in paragraph.iter(f"{W}r"):
            colour = run.find(f"{W}rPr/{W}highlight")
            if colour is not None:
                texts = [each.text or LETTERS.get(etree.QName(each).localname) or "" for each in run.iter(f"{W}t")]
                there = found.setdefault(ordinal, {})
                there[colour.get(f"{W}val")] = there.get(colour.get(f"{W}val"), "") + "".join(texts)
    return found


def standing(before: Texts, after: Texts, suggestions: list[dict]) -> Counter[str]:
    """How many places of each term still stand; fails where anything else is not as it was."""
    assert after.keys() == before.keys()
    places: dict[tuple[str, int], list[tuple[int, int, dict]]] = {}
    for each in suggestions:
        for place in each["places"]:
            if place["story"]["kind"] != "before deletion":  # no text of the paragraph any more
                there = places.setdefault((place["story"]["part"], place["block"]), [])
                there.append((place["start"], place["end"], each))
    still: Counter[str] = Counter()
    for key, text in before.items():
        pattern, at, named = "", 0, []
        for start, end, each in sorted(places.get(key, []), key=lambda place: place[:2]):
            pattern += re.escape(text[at:start])
            pattern += f"(?:({re.escape(text[start:end])})|{re.escape(each['placeholder'])})"
            named.append(each["term"])
            at = end
        found = re.fullmatch(pattern + re.escape(text[at:]), after[key])
        assert found, f"{key}: {after[key]!r} is not {text!r} with terms replaced"
        still.update(name for name, group in zip(named, found.groups(), strict=True) if group is not None)
    return still


def reworded(before: Texts, after: Texts) -> Counter[str]:
    """Fails where anything but a placeholder is not as it was; tells no place."""
    for key, text in before.items():
        pieces = re.split(r"\[[A-Z_]+(?: \d+)?\]", after[key])
        assert re.fullmatch(".+?".join(map(re.escape, pieces)), text), f"{key}: {after[key]!r} was {text!r}"
    assert after != before
    return Counter()


def _nothing(_pane: PaneInWord) -> None:
    """Nothing goes wrong."""


@dataclass(frozen=True)
class Fault:
    """What goes wrong at a step, what the person is told then, and what helps."""

    opening: Callable[[PaneInWord], object] = _nothing
    redacting: Callable[[PaneInWord], object] = _nothing
    checking: Callable[[PaneInWord], object] = _nothing
    waits: bool = False
    """Word is silent: the person sees that nothing happens for half a minute."""
    whole: bool = True
    """The file is analysed; of the text alone places are told by other numbers."""
    closed: bool = False
    """Nothing can be replaced in the document any more, and only the clean copy is open."""
    noticed: bool = False
    """The pane notices that somebody else changed the text, and asks to analyse again."""
    told: str = ""
    """What the outcome, the notes or the trouble have to say, as a pattern."""


def _order(*orders: tuple[str, str, int]) -> Callable[[PaneInWord], object]:
    return lambda pane: [pane.host.faults.order(*each) for each in orders]


def _is(name: str, value: object) -> Callable[[PaneInWord], object]:
    return lambda pane: setattr(pane.host.faults, name, value)


def _then(name: str, value: object) -> Callable[[PaneInWord], object]:
    """From the first replacement on."""
    return lambda pane: pane.host.faults.type(lambda _: setattr(pane.host.faults, name, value), "InsertText")


def _meanwhile(doing: Callable) -> Callable[[PaneInWord], object]:
    return lambda pane: pane.host.faults.type(doing, "InsertText")


def _types(session) -> None:
    session.body().do_search("decision").items[0].do_insert_text(TYPED, "Start")


def _locks(session) -> None:
    session.tracking_locked = True


def _protects(session) -> None:
    session.protected = True


FAULTS = {
    "none": Fault(),
    "searching and painting fail": Fault(
        opening=_order(
            ("failing", "Search", 1),
            ("error_after_applying", "HighlightColor", 1),
            ("failing", "HighlightColor", 2),
        ),
        checking=_order(("failing", "HighlightColor", 1)),
    ),
    "searching is never answered": Fault(
        opening=_order(("silent", "Search", 1)), waits=True, told="taking too long"
    ),
    "Word's search is open": Fault(opening=_is("search_open", value=True), told="search is open"),
    "the connection is lost": Fault(opening=_is("refusing", "ConnectionFailure"), told="lost its connection"),
    "no file at first": Fault(opening=_is("file_error", 11001), whole=False, told="only the visible text"),
    "no file at last": Fault(checking=_is("file_error", 11001), told="The file was not checked"),
    "it replaces and fails": Fault(redacting=_order(("error_after_applying", "InsertText", 1))),
    "it fails, and fails again": Fault(
        redacting=_order(("failing", "InsertText", 1), ("failing", "InsertText", 2), ("failing", "InsertText", 4))
    ),
    "it is never answered": Fault(redacting=_order(("silent", "InsertText", 1)), waits=True, told="did not answer"),
    "it replaces and never answers": Fault(
        redacting=_order(("unanswered", "InsertText", 1)), waits=True, told="did not answer"
    ),
    "too much is asked": Fault(redacting=_is("largest_payload", 20_000)),
    "Word's search opens": Fault(redacting=_then("search_open", value=True), told="search is open"),
    "the connection breaks": Fault(redacting=_then("refusing", "ConnectionFailure"), told="lost its connection"),
    "somebody types": Fault(redacting=_meanwhile(_types), noticed=True),
    "tracking is locked meanwhile": Fault(
        redacting=_meanwhile(_locks), closed=True, told="Turn Track Changes on again"
    ),
    "it is protected meanwhile": Fault(redacting=_meanwhile(_protects), closed=True, told="protected"),
}


def _mend(pane: PaneInWord) -> None:
    """What a person can do about it: close Word's search, wait for the connection."""
    pane.host.faults.search_open, pane.host.faults.refusing = False, None


def _go_on(pane: PaneInWord, fault: Fault) -> str:
    """Do what the pane says until it stands where it stood before the fault; what it has told until then."""
    if fault.waits:
        until(pane, lambda: any(each.met for each in pane.host.faults.ordered))
        pane.page.evaluate("() => waitNoLonger()")
    told = ""
    while trouble(pane):
        told += trouble(pane)
        _mend(pane)
        press(pane, "Try again")
    return told + notes(pane)


FURTHER = (
    "none",
    "searching is never answered",
    "Word's search is open",
    "the connection is lost",
    "it fails, and fails again",
    "it is never answered",
)
"""Other cases have the same fault at another step, or with another one."""


@pytest.mark.parametrize("name", sampled(FAULTS, [name for name in FAULTS if name not in FURTHER]))
def test_a_fault_leaves_the_document_unchanged_or_is_reported(open_pane, document, suggestions, name):
    fault = FAULTS[name]
    pane = open_pane(document, signed_in=False)
    if fault.waits:
        pane.page.evaluate(PATIENT, PATIENCE_WITH_WORD)
    before = paragraphs(document)
    fault.opening(pane)
    pane.sign_in()
    told = _go_on(pane, fault) if fault.opening is not _nothing else ""
    pane.analysed()
    pane.host.session.track("TrackAll")

    press(pane, "Accept all")
    fault.redacting(pane)
    press(pane, "Redact")
    if fault.redacting is not _nothing:
        told += _go_on(pane, fault)
    listed = Counter(left(pane))
    told += pane.page.locator(".card.outcome").inner_text()
    _mend(pane)
    pane.host.faults.largest_payload = None
    if fault.closed:
        press(pane, "Make a clean copy")
        assert label(pane) == "Save the clean copy"
    elif fault.noticed:
        assert label(pane) == "Analyse again"
    else:
        fault.checking(pane)
        press(pane, "Check the file")
        told += notes(pane) + outcome(pane)
    pane.settled()

    saved = pane.host.session.save()
    after = {key: text.replace(TYPED, "") for key, text in paragraphs(saved).items()}
    still = standing(before, after, suggestions) if fault.whole else reworded(before, after)
    assert still - listed == Counter() or after == before, "what stands is listed"
    if not pane.host.session.protected:  # then nobody takes away what is there
        assert highlights(saved) == {ordinal: {colour: after[BODY, ordinal]} for ordinal, colour in COLOURS.items()}
    if not fault.closed and not fault.noticed and (still or TYPED in str(paragraphs(saved))):
        assert outcome(pane) != "Requirements met"
    if pane.host.session.tracking_mode != "TrackAll":
        assert "Turn Track Changes on again" in notes(pane)
    assert re.search(fault.told, told), told
    assert all(each.met for each in pane.host.faults.ordered), "the fault was met"


LOCKED = '<w:sdt><w:sdtPr><w:lock w:val="contentLocked"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>'
WHERE = ("body", "cell", "header")


def test_terms_in_a_locked_control_are_reported_as_left(open_pane):
    body, cell, header = (LOCKED.format(runs(f"Write to {where}@example.org now.")) for where in WHERE)
    content = docx(
        f"{body}<w:tbl><w:tr><w:tc>{cell}<w:p/></w:tc></w:tr></w:tbl>{runs('And to open@example.org too.')}"
        '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>',
        header1=header,
    )
    pane = open_pane(content)
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept all 4")
    press(pane, "Redact 4 terms")
    assert left(pane) == {f"{where}@example.org": 1 for where in WHERE}
    assert pane.page.locator(".card.outcome").inner_text().count("in a locked part of the document") == len(WHERE)
    saved = paragraphs(pane.host.session.save())
    assert sorted(text for text in saved.values() if "@" in text) == sorted(
        f"Write to {where}@example.org now." for where in WHERE
    )
    assert "open@" not in str(saved)
    press(pane, "Check the file")
    assert outcome(pane) == "3 places are not redacted"
    press(pane, "Make a clean copy")
    assert label(pane) == "Save the clean copy"
    (copy,) = pane.host.session.opened
    assert "@" not in str(paragraphs(copy))
