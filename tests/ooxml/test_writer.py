import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from backend.document.model import Document, Place, Replacement, StoryKind, replaced_text
from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span, merge_overlapping
from backend.ooxml.opc.package import Package
from backend.ooxml.run_replacement import replace_across_runs
from backend.ooxml.word.paragraphs import BEFORE, paragraphs
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.writer import redact
from tests.further_cases import sampled
from tests.ooxml.building import W, package, paragraph, text, xml
from tests.ooxml.documents import bodies

MAIN = "word/document.xml"
Key = tuple[str, StoryKind, int]


def at(start: int, end: int, block: int = 0, kind: StoryKind = StoryKind.BODY) -> Replacement:
    return Replacement(Place(MAIN, kind, block, Span(start, end)), "[CLIENT]")


def inside(changed: Package) -> str:
    """What stands in the body, without namespace declarations."""
    body = etree.fromstring(changed.parts[MAIN])[0]
    written = "".join(etree.tostring(each, encoding="unicode") for each in body)
    return re.sub(r' xmlns:\w+="[^"]*"', "", written)


def by_place(document: Document) -> dict[Key, str]:
    return {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}


def test_the_placeholder_takes_the_formatting_of_the_first_character_and_the_rest_keeps_its_own():
    before = package(paragraph(text("for Hal", "<w:b/>"), text("den &amp; Ro"), text("ok Ltd.", "<w:i/>")))
    assert inside(redact(before, [at(4, 17)])) == paragraph(text("for [CLIENT]", "<w:b/>"), text(" Ltd.", "<w:i/>"))


def test_tabs_breaks_and_soft_hyphens_inside_the_span_go_and_those_at_its_edge_stay():
    run = "<w:tab/><w:t>Hal</w:t><w:softHyphen/><w:t>den</w:t><w:br/><w:t>Rook</w:t><w:softHyphen/><w:tab/>"
    after = inside(redact(package(paragraph(f"<w:r>{run}</w:r>")), [at(1, 12)]))
    assert after == paragraph("<w:r><w:tab/><w:t>[CLIENT]</w:t><w:softHyphen/><w:tab/></w:r>")


@pytest.mark.parametrize("strict", [False, True])
def test_a_span_that_starts_with_a_tab_puts_text_in_its_place(strict: bool):
    before = package(paragraph("<w:r><w:tab/><w:t>Halden</w:t></w:r>"), strict=strict)
    assert inside(redact(before, [at(0, 7)])) == paragraph("<w:r><w:t>[CLIENT]</w:t></w:r>")


def test_spaces_at_the_ends_of_what_stays_are_kept():
    after = inside(redact(package(paragraph("<w:r><w:t>a Halden</w:t></w:r>")), [Replacement(at(2, 8).place, " ")]))
    assert after == paragraph('<w:r><w:t xml:space="preserve">a  </w:t></w:r>')


def test_a_deletion_in_the_middle_of_a_name_does_not_hide_it():
    before = package(paragraph(text("Hal"), f"<w:del>{text('xx')}</w:del>", text("den")))
    assert by_place(read_document(redact(before, [at(0, 6)])))[MAIN, StoryKind.BODY, 0] == "[CLIENT]"


def test_a_place_before_a_deletion_is_replaced_in_the_deleted_text_and_nothing_visible():
    deleted = f"<w:del>{text('den', '<w:b/>')}{text(' kept')}</w:del>"
    before = package(paragraph(text("Hal"), deleted, text(" ok")))
    after = inside(redact(before, [at(0, 6, kind=StoryKind.BEFORE_DELETION)]))
    assert after == inside(before).replace("den", "[CLIENT]")


@pytest.mark.parametrize(("change", "name"), [("del", "delText"), ("moveFrom", "t")])
def test_a_sign_in_deleted_text_gives_way_to_deleted_text(change: str, name: str):
    before = package(
        paragraph(text("a"), f"<w:{change}><w:r><w:noBreakHyphen/><w:{name}>Rook</w:{name}></w:r></w:{change}>")
    )
    after = inside(redact(before, [at(1, 6, kind=StoryKind.BEFORE_DELETION)]))
    inner = f"<w:{name}>[CLIENT]</w:{name}>"
    assert after == paragraph(text("a"), f"<w:{change}><w:r>{inner}</w:r></w:{change}>")


def test_what_was_inserted_and_deleted_again_is_replaced_without_its_neighbours():
    passing = f"<w:ins><w:del>{text('x Acme')}{text('Ltd y')}</w:del></w:ins>"
    before = package(paragraph(text("a"), passing, text("b")))
    after = inside(redact(before, [at(4, 11, kind=StoryKind.BEFORE_DELETION)]))
    assert after == inside(before).replace("x Acme", "x [CLIENT]").replace("Ltd y", " y")


def test_other_content_of_a_deleted_run_is_kept_so_that_ordinals_do_not_change():
    box = f"<w:pict><v:textbox><w:txbxContent>{paragraph()}</w:txbxContent></v:textbox></w:pict>"
    before = package(
        paragraph(f"<w:del><w:r><w:delText>Halden</w:delText>{box}</w:r></w:del>") + paragraph(text("b"))
    )
    after = by_place(read_document(redact(before, [at(0, 6, kind=StoryKind.BEFORE_DELETION)])))
    assert after == {(MAIN, StoryKind.BEFORE_DELETION, 0): "[CLIENT]", (MAIN, StoryKind.BODY, 2): "b"}


@pytest.mark.parametrize(
    "wrong",
    [
        [at(0, 4), at(3, 6)],
        [at(4, 7)],
        [at(7, 9)],
        [at(0, 1, block=1)],
        [at(0, 1, kind=StoryKind.HEADER)],
        [Replacement(Place("word/styles.xml", StoryKind.BODY, 0, Span(0, 1)), "[CLIENT]")],
    ],
)
def test_places_that_overlap_or_are_not_there_are_refused(wrong: list[Replacement]):
    with pytest.raises(ValueError, match=r"overlap|leaves|no paragraph|belongs|no part"):
        redact(package(paragraph(text("Halden"))), wrong)


def test_parts_without_a_place_are_the_same_bytes():
    before = package(paragraph(text("Halden")), {"word/odd.xml": b"<a  b = 'c' ></a>", "word/a.png": b"\x89"})
    after = redact(before, [at(0, 6)])
    assert {name for name in before.parts if before.parts[name] != after.parts[name]} == {MAIN}
    assert redact(before, []) == before


def test_both_copies_of_a_text_box_are_redacted():
    box = f"<w:pict><v:textbox><w:txbxContent>{paragraph(text('Halden'))}</w:txbxContent></v:textbox></w:pict>"
    both = (
        f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    )
    before = package(paragraph(f"<w:r>{both}</w:r>"))
    after = redact(before, [at(0, 6, 1, StoryKind.TEXT_BOX), at(0, 6, 2, StoryKind.COPY)])
    assert "Halden" not in inside(after)
    assert inside(after).count("[CLIENT]") == 2


def test_an_equation_is_redacted_in_its_own_vocabulary():
    after = redact(package(paragraph("<m:oMath><m:r><m:t>Halden=1</m:t></m:r></m:oMath>")), [at(0, 6)])
    assert inside(after) == paragraph("<m:oMath><m:r><m:t>[CLIENT]=1</m:t></m:r></m:oMath>")


@given(st.lists(st.text("ab", max_size=4)), st.data())
def test_a_text_in_pieces_is_replaced_like_the_text_in_one(pieces: list[str], data: st.DataObject):
    whole = "".join(pieces)
    changes = [(span, "[X]") for span in data.draw(spans(len(whole)))]
    assert "".join(cut.text for cut in replace_across_runs(pieces, changes)) == replaced_text(whole, changes)


def spans(length: int) -> st.SearchStrategy[list[Span]]:
    if length == 0:
        return st.just([])
    ends = st.tuples(st.integers(0, length - 1), st.integers(1, 6))
    some = st.lists(ends.map(lambda at: (Span(at[0], min(length, at[0] + at[1])), None)), max_size=4)
    return some.map(lambda labelled: [span for span, _ in merge_overlapping(labelled)])


@given(bodies, st.data())
def test_everything_outside_the_spans_stays_as_it_was(document: str, data: st.DataObject):
    before = package(document, {"word/other.xml": xml("w:x", "")})
    texts = by_place(read_document(before))
    gone = deleted(before)
    wanted: dict[Key, list[tuple[Span, str]]] = {
        # A place before the changes leaves the visible text alone when it touches a deletion, as the whole does.
        key: [(span, "[CLIENT]") for span in data.draw(spans(len(whole)))]
        if key[1] is not StoryKind.BEFORE_DELETION
        else [(Span(0, len(whole)), "[CLIENT]")] * bool(gone[key[2]].strip())
        for key, whole in texts.items()
    }
    replacements = [Replacement(Place(*key, span), new) for key, many in wanted.items() for span, new in many]
    after = redact(before, data.draw(st.permutations(replacements)))
    now = by_place(read_document(after))
    for key, whole in texts.items():
        if key[1] is not StoryKind.BEFORE_DELETION:
            assert now.get(key, "") == replaced_text(whole, wanted[key])
    assert all(key in texts for key in now if key[1] is not StoryKind.BEFORE_DELETION)
    assert {name for name in before.parts if before.parts[name] != after.parts[name]} <= {MAIN}
    assert formatting(after) <= formatting(before)


def formatting(changed: Package) -> Counter[tuple[str, str]]:
    """Every character outside placeholders with the properties of its run, for text that is not deleted."""
    found: Counter[tuple[str, str]] = Counter()
    for run in etree.fromstring(changed.parts[MAIN]).iter(f"{{{W}}}r"):
        properties = run.find(f"{{{W}}}rPr")
        spelled = "" if properties is None else etree.tostring(properties, encoding="unicode")
        words = "".join(each.text or "" for each in run.iterchildren(f"{{{W}}}t"))
        found.update((char, spelled) for char in words.replace("[CLIENT]", ""))
    return found


def deleted(changed: Package) -> dict[int, str]:
    """The deleted text of every paragraph of the body."""
    found = paragraphs(etree.fromstring(changed.parts[MAIN]), StoryKind.BODY)
    return {each.ordinal: "".join(p.text for p in each.pieces if p.readings == BEFORE) for each in found}


@given(bodies)
def test_no_deleted_text_that_a_place_touches_is_left(document: str):
    before = package(document)
    texts = by_place(read_document(before))
    wanted = [
        Replacement(Place(*key, Span(0, len(whole))), "[X]")
        for key, whole in texts.items()
        if key[1] is StoryKind.BEFORE_DELETION
    ]
    after = redact(before, wanted)
    assert not any(each.replace("[X]", "").strip() for each in deleted(after).values())
    now = by_place(read_document(after))
    for key, whole in texts.items():
        if key[1] is not StoryKind.BEFORE_DELETION and deleted(before)[key[2]].strip():
            assert now[key] == whole


SECTION = RedactedString("section", "[TERM]", is_word=True)
ROOK = RedactedString("Halden & Rook", "[CLIENT]")
REVISED = {
    "an ending inserted": (text("a Section") + f"<w:ins>{text('s')}</w:ins>", "a [TERM]s"),
    "a letter inserted in the middle": (text("Sec") + f"<w:ins>{text('x')}</w:ins>" + text("tion"), "[TERM]x"),
    "found in both readings": (text("Section ") + f"<w:ins>{text('Section')}</w:ins>", "[TERM] [TERM]"),
    "found in more of the text now": (
        text("Halden & Rook, Section".replace("&", "&amp;")) + f"<w:moveTo>{text('s')}</w:moveTo>",
        "[CLIENT], [TERM]s",
    ),
    "a deleted space": (
        text("Halden &amp;") + f"<w:del>{text(' ')}</w:del><w:ins>{text('x')}</w:ins>" + text(" Rook"),
        "[CLIENT]x",
    ),
    "a deleted ending": (text("Section") + f"<w:del>{text(' one')}</w:del>" + text("s"), "[TERM]s"),
}


@pytest.mark.parametrize(("before", "after"), REVISED.values(), ids=REVISED)
def test_what_only_the_text_before_an_insertion_says_is_replaced_where_it_is_visible(before: str, after: str):
    read = by_place(read_document(package(paragraph(before))))
    places = [
        Replacement(Place(*key, span), string.placeholder)
        for key, whole in read.items()
        for string in (SECTION, ROOK)
        for span in string.spans(whole)
    ]
    now = by_place(read_document(redact(package(paragraph(before)), places)))
    assert now[MAIN, StoryKind.BODY, 0] == after
    assert not any(string.spans(whole) for string in (SECTION, ROOK) for whole in now.values())


@pytest.mark.parametrize("paragraphs", sampled([20_000, 100_000], [20_000]))
def test_many_paragraphs_and_10_000_runs_are_no_burden(paragraphs):
    """Neither is timed here; a quadratic walk would take minutes, or hours."""
    many = package(paragraph(text("Halden")) * paragraphs)
    after = redact(many, [at(0, 6, block=i) for i in range(paragraphs)])
    assert by_place(read_document(after))[MAIN, StoryKind.BODY, paragraphs - 1] == "[CLIENT]"
    runs = package(paragraph(f"<w:del>{text('x') * 10_000}</w:del>" + text("H") * 10_000))
    after = redact(runs, [at(i, i + 1) for i in range(10_000)] + [at(0, 10_000, kind=StoryKind.BEFORE_DELETION)])
    visible = "[CLIENT]" * 10_000
    assert by_place(read_document(after)) == {
        (MAIN, StoryKind.BODY, 0): visible,
        (MAIN, StoryKind.BEFORE_DELETION, 0): "[CLIENT]" + visible,
    }


def _mark(kind: str) -> str:
    return f'<w:proofErr w:type="{kind}"/>'


@pytest.mark.parametrize("wrap", ["", "ins"])
def test_a_name_in_one_run_per_letter_leaves_one_run_however_long_it_is(wrap: str):
    written = set()
    for name in ("Halden", "Al", "Halden and Rook"):
        runs = [text(letter, f'<w:spacing w:val="{number}"/>') for number, letter in enumerate(name)]
        ending = "".join(runs[1:])
        inner = f'<w:ins w:id="1" w:author="A">{ending}</w:ins>' if wrap else ending
        written.add(inside(redact(package(paragraph(text("for "), runs[0], inner)), [at(4, 4 + len(name))])))
    assert written == {paragraph(text("for "), text("[CLIENT]", '<w:spacing w:val="0"/>'))}


def test_a_run_that_holds_more_than_text_stays():
    kept = '<w:r><w:t>den</w:t><w:commentReference w:id="1"/></w:r>'
    after = inside(redact(package(paragraph(text("Hal"), kept)), [at(0, 6)]))
    assert after == paragraph(text("[CLIENT]"), '<w:r><w:commentReference w:id="1"/></w:r>')


def test_marks_of_the_spelling_checker_around_a_placeholder_go_and_others_stay():
    other = (_mark("spellStart"), text("teh"), _mark("spellEnd"))
    name = (_mark("gramStart"), _mark("spellStart"), text("Hal"), text("den"), _mark("spellEnd"), text(" x"))
    before = package(paragraph(*other, text(" "), *name, _mark("gramEnd"), text(" go")))
    after = paragraph(*other, text(" "), text("[CLIENT]"), text(" x"), text(" go"))
    assert inside(redact(before, [at(4, 10)])) == after
