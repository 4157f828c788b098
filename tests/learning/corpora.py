"""Small corpora for tests, written down or drawn by hypothesis."""

from hypothesis import strategies as st

from backend.learning.corpus import CorpusDocument
from backend.learning.counts import TermCounts

INDUSTRY = {"Alder": "retail", "Birch": "retail", "Cedar": "banking", "Dogwood": None}


def document(name: str, client: str, *blocks: str) -> CorpusDocument:
    return CorpusDocument(name, client, INDUSTRY.get(client), blocks)


_WORDS = ("cash", "ledger", "till", "Aisle", "store", "loan-rate", "rate", "the")
_blocks = st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join)


@st.composite
def corpora(draw, prefix: str = "", min_size: int = 0) -> list[CorpusDocument]:
    texts = draw(
        st.lists(
            st.tuples(st.sampled_from(sorted(INDUSTRY)), st.lists(_blocks, max_size=3)),
            min_size=min_size,
            max_size=8,
        )
    )
    return [document(f"{prefix}{i}", client, *blocks) for i, (client, blocks) in enumerate(texts)]


def spelled(counts: TermCounts) -> dict[str, object]:
    """Everything that the counts hold, as values that can be compared."""
    return {
        "documents": counts.documents,
        "clients": counts.clients,
        "client_of": counts.client_of.tolist(),
        "words": counts.words,
        "word_counts": counts.word_counts.toarray().tolist(),
        "pairs": counts.pairs.tolist(),
        "pair_counts": counts.pair_counts.toarray().tolist(),
        "forms": counts.forms,
        "form_counts": counts.form_counts.toarray().tolist(),
        "beginnings": counts.beginnings.toarray().tolist(),
        "form_beginnings": counts.form_beginnings.toarray().tolist(),
    }
