"""Random Word documents: text split over runs, marks, revisions, links, controls and nested paragraphs."""

from hypothesis import strategies as st

from tests.ooxml.building import paragraph, text

_WORDS = st.text("ab é&<>👍\u00ad ", min_size=0, max_size=6)
_PROPERTIES = st.sampled_from(["", "<w:b/>", '<w:color w:val="FF0000"/>', "<w:i/><w:vanish/>"])
_SIGNS = st.sampled_from(["<w:tab/>", "<w:br/>", "<w:noBreakHyphen/>", "<w:softHyphen/>", '<w:sym w:char="F04A"/>'])


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_RUNS = st.one_of(
    st.builds(lambda words, properties: text(_escaped(words), properties), _WORDS, _PROPERTIES),
    st.builds(lambda sign: f"<w:r><w:rPr><w:u/></w:rPr>{sign}</w:r>", _SIGNS),
    st.builds(
        lambda a, sign, b: f"<w:r><w:t>{_escaped(a)}</w:t>{sign}<w:t>{_escaped(b)}</w:t></w:r>",
        _WORDS,
        _SIGNS,
        _WORDS,
    ),
)


def _wrapped(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    around = st.sampled_from(
        [
            ("<w:ins>", "</w:ins>"),
            ("<w:del>", "</w:del>"),
            ("<w:moveFrom>", "</w:moveFrom>"),
            ("<w:moveTo>", "</w:moveTo>"),
            ('<w:hyperlink w:anchor="x">', "</w:hyperlink>"),
            ("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"),
            ('<w:smartTag w:element="City">', "</w:smartTag>"),
            ("<w:r><w:pict><v:textbox><w:txbxContent><w:p>", "</w:p></w:txbxContent></v:textbox></w:pict></w:r>"),
            ("<mc:AlternateContent><mc:Choice/><mc:Fallback>", "</mc:Fallback></mc:AlternateContent>"),
        ]
    )
    return st.builds(lambda tags, many: tags[0] + "".join(many) + tags[1], around, st.lists(inside, max_size=4))


_INLINE = st.recursive(_RUNS, _wrapped, max_leaves=8)
bodies = st.lists(
    st.builds(lambda many: paragraph(*many), st.lists(_INLINE, max_size=6)), min_size=1, max_size=4
).map("".join)
"""The inside of a w:body."""
