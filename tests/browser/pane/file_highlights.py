"""The highlights in a saved file, read without code of the product or of the Word host."""

import io
import zipfile
from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MARKS = ("yellow", "green")
"""The second one is for what was yellow before; Word's name for lime is green."""
LETTERS = {"t": None, "tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}

CLEAN_COPY = {"revisions": "accept", "comments": "remove", "hidden_text": "remove", "traces": "remove"}
"""What the pane's clean copy takes out; k has to hold on it too, so that the pane says so when it analyses."""


Texts = dict[tuple[str, int], str]
"""By part and ordinal of the paragraph."""


def marked(content: bytes) -> Texts:
    """All that is highlighted in each paragraph, joined."""
    yellow = ((key, filter(_is_marked, runs)) for key, runs in _paragraphs(content))
    return {key: text for key, runs in yellow if (text := "".join(map(_letters, runs)))}


def paragraphs(content: bytes) -> Texts:
    """The text of each paragraph."""
    return {key: "".join(map(_letters, runs)) for key, runs in _paragraphs(content)}


def _paragraphs(content: bytes) -> Iterator[tuple[tuple[str, int], list[etree._Element]]]:
    """The runs of each paragraph; a text box has paragraphs of its own."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for part in archive.namelist():
            if part.startswith("word/") and part.endswith(".xml"):
                for ordinal, paragraph in enumerate(etree.fromstring(archive.read(part)).iter(f"{W}p")):
                    runs = paragraph.iter(f"{W}r")
                    yield (part, ordinal), [each for each in runs if next(each.iterancestors(f"{W}p")) is paragraph]


def hindered(place: dict, *, boxes: bool) -> bool:
    """Whether something stands in the way of a place; text boxes do where a Word does not reach them."""
    return not ({"text_box"} if boxes else set()).issuperset(place["obstacles"])


def expected(suggestions: list[dict], level: int, *, boxes: bool = True) -> Texts:
    """The same for the terms of a level and personal data, by the places that the service has told.

    Word has no highlights in comments, and reaches no place where something stands in the way.
    """
    letters: dict[tuple[str, int], dict[int, str]] = defaultdict(dict)
    for each in suggestions:
        if each["from_level"] is None or each["from_level"] <= level:
            for place in each["places"]:
                if not hindered(place, boxes=boxes) and place["story"]["kind"] != "comments":
                    at = letters[place["story"]["part"], place["block"]]
                    at.update(enumerate(place["text"], place["start"]))
    return {key: "".join(there[at] for at in sorted(there)) for key, there in letters.items() if there}


def _is_marked(run: etree._Element) -> bool:
    colour = run.find(f"{W}rPr/{W}highlight")
    return colour is not None and colour.get(f"{W}val") in MARKS


def _letters(run: etree._Element) -> str:
    names = ((each, etree.QName(each).localname) for each in run if isinstance(each.tag, str))
    return "".join((each.text or "") if name == "t" else LETTERS.get(name) or "" for each, name in names)
