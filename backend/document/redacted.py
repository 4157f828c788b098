"""The strings that a redaction has taken out, as the rooms that clean and check a file need them."""

from dataclasses import dataclass, field

from backend.document.phrases import Phrase
from backend.document.spans import Span
from backend.document.tokens import Folded, fold, tokens


@dataclass(frozen=True, slots=True)
class RedactedString:
    """A string that must not be left anywhere in the output, and what stands there instead.

    With `is_word` it is a word of the model: it counts as left only where the tokeniser sees that very term, and
    only in text that people wrote (the word *center* is redacted, the alignment "center" of a paragraph is not).
    Otherwise it is a name, a number or an always-term, found as a Phrase.
    """

    text: str
    placeholder: str
    is_word: bool = False
    case_sensitive: bool = False
    _phrase: Phrase = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_phrase", Phrase(self.text, case_sensitive=self.case_sensitive))

    @property
    def phrase(self) -> Phrase:
        """The string as it is looked for, before a word of the model is asked to stand alone."""
        return self._phrase

    def spans(self, text: str, folded: Folded | None = None) -> list[Span]:
        """Every place of the string in `text`; `folded` saves folding the text again.

        >>> RedactedString("retail", "[TERM]", is_word=True).spans("Retail is not retail2")
        [Span(start=0, end=6)]
        """
        folded = folded or fold(text)
        spans = self._phrase.spans(text, folded)
        if not (self.is_word and spans):
            return spans
        whole = {(token.start, token.end) for token in tokens(text)}
        return [span for span in spans if (span.start, span.end) in whole]
