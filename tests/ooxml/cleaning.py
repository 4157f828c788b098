"""What cleaning makes of a body, as the XML that a person would write down."""

import re
from collections import defaultdict

from backend.document.cleaning import Cleaning, Comments, Revisions
from backend.document.model import StoryKind
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.opc.package import Package
from backend.ooxml.word.reader import read_document
from tests.ooxml.building import package

MAIN = "word/document.xml"
ACCEPTED = Cleaning(revisions=Revisions.ACCEPT)
NO_COMMENTS = Cleaning(comments=Comments.REMOVE)
ANONYMOUS = Cleaning(comments=Comments.ANONYMISE)
NOTHING_HIDDEN = Cleaning(remove_hidden_text=True)
NO_TRACES = Cleaning(remove_traces=True)


def cleaned(inside: str, policy: Cleaning, others: dict[str, bytes] | None = None) -> str:
    """The inside of the body after cleaning."""
    return body_of(clean(package(inside, others), policy)[0])


def body_of(done: Package) -> str:
    """The inside of the body, `xml:space` left out."""
    written = done.parts[MAIN].decode().replace(' xml:space="preserve"', "")
    match = re.search(r"<w:body>(.*)</w:body>|<w:body/>", written)
    assert match is not None
    return match.group(1) or ""


def words_now(done: Package) -> dict[tuple[str, StoryKind], str]:
    """What each story says now, without regard to paragraphs; second copies say what their twins do, or less."""
    words: dict[tuple[str, StoryKind], str] = defaultdict(str)
    for story, block in read_document(done).blocks():
        if story.kind not in (StoryKind.BEFORE_DELETION, StoryKind.COPY):
            words[story.part, story.kind] += block.text
    return {key: text for key, text in words.items() if text}
