"""Measure what the redaction of one document gives away, for its private report and its analysis."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from backend.document.model import Document, Place
from backend.document.placeholders import count_placeholders
from backend.document.tokens import terms
from backend.privacy.client_profiles import ClientProfiles, Crowd
from backend.privacy.document_release import CountedText, Gain, gains, release_of_document
from backend.privacy.earlier_texts import EarlierText
from backend.privacy.release_figures import ReleaseFigures, Standing
from backend.review.suggestions import Suggestion
from backend.services.request.effective import EffectiveRequest

Among = Sequence[int] | None
"""The clients that count: those of the industry that a text shows; None: all."""


@dataclass(frozen=True, slots=True)
class AnalysedPrivacy:
    """What an analysis says of the document as it is, of each level in their order, and of suggestions by id."""

    now: Standing | None = None
    levels: tuple[Standing, ...] = ()
    gains: Mapping[str, Gain] = field(default_factory=dict)
    earlier: tuple[EarlierText, ...] = ()


UNMEASURED = AnalysedPrivacy()


def counted(document: Document) -> CountedText:
    """Return the words of the counted text of a document, and the number of its placeholders."""
    texts = tuple(document.counted_texts())
    return CountedText(Counter(word for text in texts for word in terms(text)), count_placeholders(texts))


def figures_of(
    before: Document,
    after: Document,
    request: EffectiveRequest,
    redacted: Sequence[str],
    among: tuple[Among, Among] = (None, None),
) -> ReleaseFigures | None:
    """Measure a release; None without a model of sensitivity, or for a document without words.

    `redacted` are the redacted terms, `among` the clients that count before and after.
    """
    if request.sensitivity is None:
        return None
    old, new = counted(before), counted(after)
    release = release_of_document(old, new, request.sensitivity)
    if release is None:
        return None
    earlier = _earlier([before, after], request, redacted)
    figures = ReleaseFigures(release, terms=len(redacted), earlier=earlier)
    crowds = _crowds([old.words, new.words], request, among)
    if crowds is None:
        return figures
    return replace(figures, before=crowds[0], after=crowds[1], required=request.k)


def crowd_of(document: Document, request: EffectiveRequest, among: Among) -> Crowd | None:
    """Return how many clients a document fits; None without a client, and where the caller may not learn ranks."""
    found = _crowds([counted(document).words], request, [among])
    return None if found is None else found[0]


def privacy_of_analysis(
    document: Document,
    request: EffectiveRequest,
    suggestions: Sequence[Suggestion],
    levels: Sequence[tuple[int, Among]],
    now: Among = None,
) -> AnalysedPrivacy:
    """Measure a document as it is, each of its levels (k, and the clients that count), and each suggestion."""
    model = request.sensitivity
    if model is None:
        return UNMEASURED
    text = counted(document)
    going = _going(document, suggestions)
    of_terms = dict(zip((each.id for each in suggestions), gains(text, going, model), strict=True))
    at_levels = [_joined(going, suggestions, k) for k, _ in levels]
    marginal = gains(text, at_levels, model)
    left = [_without(text.words, each.words) for each in at_levels]
    crowds = _crowds([text.words, *left], request, [now, *(among for _, among in levels)])
    found = crowds or (None,) * (1 + len(levels))
    standing = (Standing(*gain, crowd) for gain, crowd in zip(marginal, found[1:], strict=True))
    spelled = [each.term for each in suggestions]
    return AnalysedPrivacy(
        Standing(0.0, 0.0, found[0]), tuple(standing), of_terms, _earlier([document], request, spelled)
    )


def _crowds(
    texts: Sequence[Mapping[str, int]], request: EffectiveRequest, among: Sequence[Among]
) -> tuple[Crowd, ...] | None:
    """Return how many clients each text fits; None where nobody is hidden, or the caller may not learn ranks."""
    subject = request.subject
    if subject is None or not request.visible.sees_all:
        return None
    return ClientProfiles.of(subject.model).crowds(texts, subject.client, among)


def _earlier(
    versions: Sequence[Document], request: EffectiveRequest, redacted: Sequence[str]
) -> tuple[EarlierText, ...]:
    if request.earlier is None:
        return ()
    words = [[word for text in each.counted_texts() for word in terms(text)] for each in versions]
    return request.earlier.compared(words, [terms(term) for term in redacted])


def _going(document: Document, suggestions: Sequence[Suggestion]) -> list[CountedText]:
    """Return the words that go with each suggestion in the counted text, and the placeholders that come."""
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}

    def text_at(place: Place) -> str:
        return texts[place.part, place.kind, place.block][place.span.start : place.span.end]

    found = []
    for each in suggestions:
        written = Counter(text_at(place) for place in each.places if place.kind.counted)
        words: Counter[str] = Counter()
        for text, times in written.items():
            for word in terms(text):
                words[word] += times
        found.append(CountedText(words, written.total()))
    return found


def _joined(going: Sequence[CountedText], suggestions: Sequence[Suggestion], k: int) -> CountedText:
    """Return what goes at a level."""
    words: Counter[str] = Counter()
    placeholders = 0
    for text, each in zip(going, suggestions, strict=True):
        if each.from_level is None or each.from_level <= k:
            words.update(text.words)
            placeholders += text.placeholders
    return CountedText(words, placeholders)


def _without(words: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    return {word: left for word, count in words.items() if (left := count - gone.get(word, 0)) > 0}
