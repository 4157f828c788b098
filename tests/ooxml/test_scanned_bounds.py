"""What is said of a part from its bytes alone is true of what the parser meets."""

import re
import zipfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from backend.ooxml.bounds import DEFAULT_LIMITS, PackageLimits, count_elements, looks_like_xml
from backend.ooxml.scanned_bounds import elements_at_most
from tests.conftest import SAMPLE
from tests.ooxml.test_bounds import EXACTLY, SMALL, limited

PIECES = [
    "<a>",
    "</a>",
    "<b/>",
    "<b />",
    "<p>",
    "</p>",
    "<p\n>",
    "<r x='1' y=\"2\"/>",
    "<r x = '/' />",
    "<r x='/>'>",
    "<r x='</a>'/>",
    "<Relationships>",
    "</Relationships>",
    "<a xmlns='u'>",
    "<x:a xmlns:x='v' x:b='1' b='2'>",
    "<x:a xmlns:x='a long one' xmlns:y='&#60;'/>",
    "</x:a>",
    "<a-long-name/>",
    "<!-- </a></a> -->",
    "<?y </a></a>?>",
    "<![CDATA[</a></a>]]>",
    "<!-- > </a -->",
    "<?y > </a ?>",
    "<![CDATA[ > </a ]]>",
    "<!DOCTYPE a>",
    "=",
    ">",
    "<",
    "'",
    '"',
    "text",
    "&#60;/a&#62;",
    "é",
]
THREE = ["<a>", "<a>", "<a>"]
STARTS = [
    b"",
    b"\xef\xbb\xbf",
    b"<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\r\n",
    b"<?xml version='1.0' encoding='utf-16'?>",
    b"<?xml version='1.0' encoding='iso-8859-1'?>",
    b"<?xml version='1.0' </a></a>?>",
    b"\xff\xfe",
    b"\0",
]
LIMITS = [
    PackageLimits(),
    PackageLimits(nesting=3),
    PackageLimits(attributes=2),
    PackageLimits(children=3, runs=3, relationships=3),
    PackageLimits(runs=2),
    PackageLimits(names=3),
    PackageLimits(namespaces=1),
    PackageLimits(name_length=8),
    PackageLimits(unseen=0),
]


@settings(max_examples=1500, deadline=None)
@given(
    start=st.sampled_from(STARTS),
    pieces=st.lists(st.sampled_from(PIECES), max_size=14),
    limits=st.sampled_from(LIMITS),
    balanced=st.booleans(),
)
@example(start=b"", pieces=["<a>", "<r x='/>'>", "<p>", "<p>"], limits=PackageLimits(nesting=3), balanced=False)
@example(start=b"", pieces=["<!-- > </a -->", *THREE], limits=PackageLimits(nesting=3), balanced=True)
@example(start=b"", pieces=["<?y > </a ?>", *THREE], limits=PackageLimits(nesting=3), balanced=True)
@example(start=b"", pieces=["<a>", "<b/>", "<a xmlns='u'>"], limits=PackageLimits(names=3), balanced=True)
def test_what_is_certain_from_the_bytes_holds_for_the_parser(start, pieces, limits, balanced):
    content = start + "".join(_balanced(pieces) if balanced else pieces).encode()
    most = elements_at_most(content, limits)
    if most is not None:
        assert count_elements(content, "a.xml", limits, 10_000) <= most  # and raises nothing


def _balanced(pieces):
    """Return the pieces in one root, each element closed where it has to be."""
    yield "<root>"
    open_names = []
    for piece in pieces:
        if piece.startswith("</"):
            if open_names:
                yield f"</{open_names.pop()}>"
            continue
        yield piece
        if (name := re.match(r"<([\w:-]+)", piece)) and not piece.endswith("/>"):
            open_names.append(name[1])
    yield from (f"</{name}>" for name in reversed(open_names))
    yield "</root>"


@pytest.mark.parametrize("name", sorted(EXACTLY.keys() - {"elements", "unseen"}))
def test_a_part_at_the_bound_is_certain_and_one_beyond_is_not(name):
    most = SMALL.get(name, 20)
    at_bound = EXACTLY[name](most).encode()
    if name != "runs":  # a row that holds for all elements is asked first, and that is as low here
        assert elements_at_most(at_bound, limited(name, most)) is not None
    assert elements_at_most(EXACTLY[name](most + 2).encode(), limited(name, most)) is None


def test_most_parts_of_an_ordinary_file_need_no_parsing_for_it():
    with zipfile.ZipFile(SAMPLE / "steering-committee-report.docx") as archive:
        parts = [content for name in archive.namelist() if looks_like_xml(content := archive.read(name))]
    for content in parts:
        most = elements_at_most(content, DEFAULT_LIMITS)
        exactly = count_elements(content, "a.xml", DEFAULT_LIMITS, 10**9)
        assert most is not None
        assert exactly <= most <= exactly + 50, "namespaces are counted too, and hardly anything else"
