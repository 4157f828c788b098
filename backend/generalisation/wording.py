"""Word a broader noun for one place, so that the sentence stays grammatical; where that is not certain, not at all.

Wrong grammar is worse than a placeholder: a term whose part of speech, number or article the sentence does not show
is suppressed.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backend.document.articles import with_indefinite_article
from backend.generalisation.number import is_plural, plural_of
from backend.generalisation.parts_of_speech import Token, tagged_sentence
from backend.learning.features import stop_words
from backend.taxonomy.broader import Broader

IsKnown = Callable[[str], bool]
"""Tell whether enough clients say a word."""

_INDEFINITE = frozenset(("a", "an"))
_ASK_FOR_ONE = _INDEFINITE | {"another", "each", "either", "every", "neither"}
"""Before these, only a noun stands in the singular that can be counted: "each truck"."""

_ASK_FOR_SOME = frozenset(("all", "enough", "less", "little", "more", "most", "much", "some"))
"""Before these, only a noun stands in the singular that cannot be counted: "less freight"."""

_DETERMINERS = frozenset({"AT0", "DPS", "DT0"})
_QUOTATION_MARKS = frozenset('"“”')
_JOINING = frozenset("-/@\\_+&#")
_ENGLISH_SHARE = 0.15
_FEWEST_TOKENS = 4


@dataclass(frozen=True, slots=True)
class Wording:
    """What replaces text[start:end]: the term, and the article or preposition before it where that changes."""

    start: int
    end: int
    text: str


def worded(text: str, start: int, end: int, form: Broader, is_known: IsKnown) -> Wording | None:
    """Return the form as it stands for the noun text[start:end] (code points); None: suppress the noun.

    `is_known` tells of the words of the corpus: a noun is countable if its plural is known.

    >>> form = Broader("motor vehicle")
    >>> worded("It sold the trucks in May.", 12, 18, form, {"vehicles"}.__contains__)
    Wording(start=12, end=18, text='motor vehicles')
    """
    here = _Here.of(text, start, end)
    if here is None or here.repeats(form):
        return None
    found = _noun(here, form, is_known)
    if found is None or not text[found.start].isupper():
        return found
    return Wording(found.start, found.end, found.text[:1].upper() + found.text[1:])


@dataclass(frozen=True, slots=True)
class _Here:
    """A term in its sentence; `term` are its tokens, `at` is the position of the first of them."""

    tokens: tuple[Token, ...]
    at: int
    term: tuple[Token, ...]

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "_Here | None":
        """Find the term in its sentence; None where it is part of something, or the sentence is not English."""
        tokens = tagged_sentence(text, start, end)
        term = tuple(each for each in tokens if each.start >= start and each.end <= end)
        if not term or term[0].start != start or term[-1].end != end or len(tokens) < _FEWEST_TOKENS:
            return None
        here = cls(tokens, tokens.index(term[0]), term)
        return None if here._is_joined() or here._is_quoted() or not here._is_english() else here

    @property
    def before(self) -> Token | None:
        """The token before the term."""
        return self.tokens[self.at - 1] if self.at else None

    @property
    def after(self) -> Token | None:
        """The token after the term."""
        place = self.at + len(self.term)
        return self.tokens[place] if place < len(self.tokens) else None

    @property
    def start(self) -> int:
        """Where the term begins."""
        return self.term[0].start

    @property
    def end(self) -> int:
        """Where the term ends."""
        return self.term[-1].end

    @property
    def word_before(self) -> str:
        """The token before the term in small letters; empty at the beginning of the sentence."""
        return "" if self.before is None else self.before.text.lower()

    @property
    def is_head(self) -> bool:
        """Whether the term ends its noun phrase: neither noun, number nor placeholder follows."""
        after = self.after
        return after is None or not (after.is_noun or after.text[:1] in "[(" or after.tag in ("CRD", "UNC"))

    @property
    def determiner(self) -> Token | None:
        """The article, possessive or demonstrative of the noun phrase, where only adjectives stand between."""
        place = self.at - 1
        while place >= 0 and self.tokens[place].is_adjective:
            place -= 1
        return self.tokens[place] if place >= 0 and self.tokens[place].tag in _DETERMINERS else None

    def repeats(self, form: Broader) -> bool:
        """Whether the sentence has the last word of a form already: "vehicles and other vehicles"."""
        last = form.text.lower().rsplit(" ", 1)[-1]
        same = {last, plural_of(last)}
        return any(each.text.lower() in same for each in self.tokens)

    def _is_joined(self) -> bool:
        """Whether a hyphen, a slash and the like join the term to a word."""
        before, after = self.before, self.after
        return (before is not None and before.end == self.start and before.text in _JOINING) or (
            after is not None and after.start == self.end and (after.text in _JOINING or after.text.isalnum())
        )

    def _is_quoted(self) -> bool:
        """Whether the term stands in a quotation, which is not to be changed."""
        marks = [each.text for each in self.tokens[: self.at] if each.text in _QUOTATION_MARKS]
        return bool(marks) and (marks[-1] == "“" or (marks[-1] == '"' and len(marks) % 2 == 1))

    def _is_english(self) -> bool:
        words = [each.text.lower() for each in self.tokens if each.text.isalpha()]
        return sum(word in stop_words() for word in words) >= _ENGLISH_SHARE * len(words)


def _noun(here: _Here, form: Broader, is_known: IsKnown) -> Wording | None:
    """The head of a noun phrase, without a noun before it: such pairs of nouns have meanings of their own."""
    plural = plural_of(form.text)
    if plural is None or not _is_common_noun(here) or not here.is_head:
        return None
    is_countable = is_known(plural.rsplit(" ", 1)[-1])
    determiner = here.determiner
    is_indefinite = determiner is not None and determiner.text.lower() in _INDEFINITE
    if here.term[-1].tag == "NN2":
        fits, text = is_plural(here.term[-1].text) and is_countable and not is_indefinite, plural
    else:
        fits, text = _singular_fits(determiner, is_countable=is_countable), form.text
    if not fits:
        return None
    if is_indefinite and determiner is not None and determiner is here.before:
        return Wording(determiner.start, here.end, with_indefinite_article(text))
    return Wording(here.start, here.end, text)


def _singular_fits(determiner: Token | None, *, is_countable: bool) -> bool:
    """Whether a singular may stand after a determiner; without one, only what cannot be counted may."""
    if determiner is None:
        return not is_countable
    word = determiner.text.lower()
    return is_countable if word in _ASK_FOR_ONE else not (is_countable and word in _ASK_FOR_SOME)


def _is_common_noun(here: _Here) -> bool:
    """Whether a term is one common noun in small letters, or the first word of a sentence."""
    word, before = here.term[-1], here.before
    if len(here.term) > 1 or word.tag not in ("NN1", "NN2") or not word.text.isalpha():
        return False
    is_small = word.text.islower() or (before is None and word.text[1:].islower())
    stands_alone = before is None or not (before.is_noun or before.text == "]" or before.tag in ("CRD", "POS"))
    return is_small and stands_alone
