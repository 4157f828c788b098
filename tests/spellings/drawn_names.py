"""Names that nobody has: drawn by a seed, so that each case has words of its own and every trace is its own."""

from collections.abc import Callable
from random import Random

_SYLLABLES = (
    "bra dro fel gust hav jor kel lum mor nev pard quil rost sulv tarn velk wim zand bost crel durm glon pesk vrin drul hesk prun"
    " blen crov dask flim grul hond jast klib lorv mesk nilt polm rudd skav tolb vost welm zelk"
).split()
_ENDS = "bost drick farn gald holt kamp lund mark nest park rand stov tald wick zorn berk dahl fenn grim holm jarn kell norr".split()
_HAN = "华晟骏铭鼎岳霖澜骁钰翊璟曦琛沅瀚祺珩"
_HANGUL = "삼성한별누리다온가람해솔미르아라"
_KANA = "ミカサトヨハラキヌマツリセンホシ"
_THAI = "กขคงจชซดตถทนบปพมยรลวสห"
_HEBREW = "גדזחטלמנסעצקרש"
_ARABIC = "جحدرزسصطعقنهي"
_CYRILLIC = "бвгдзклмнпрст"
_GREEK = "βγδζκλμνπρστ"


class Names:
    """Draws words, each of them once."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - no secret
        self._drawn: set[str] = set()

    def word(self, inner: str = "") -> str:
        """A capitalised word of Latin letters, with `inner` in its middle."""
        return self._once(
            lambda: (self._pick(_SYLLABLES) + inner + self._pick(_SYLLABLES) + self._pick(_ENDS)).capitalize()
        )

    def digits(self, count: int) -> str:
        """Digits that begin with neither 0 nor 1; there are not enough short ones to draw each once."""
        return str(self._random.randrange(2 * 10 ** (count - 1), 10**count))

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def han(self) -> str:
        return self._of(_HAN, 3)

    def hangul(self) -> str:
        return self._of(_HANGUL, 4)

    def kana(self) -> str:
        return self._of(_KANA, 5)

    def thai(self) -> str:
        return self._of(_THAI, 6)

    def hebrew(self) -> str:
        return self._of(_HEBREW, 5)

    def arabic(self) -> str:
        return self._of(_ARABIC, 5)

    def cyrillic(self) -> str:
        return self._between(_CYRILLIC, "аеио")

    def greek(self) -> str:
        return self._between(_GREEK, "αειο")

    def _between(self, consonants: str, vowels: str) -> str:
        return self._once(
            lambda: (
                "".join(self._pick(consonants) + self._pick(vowels) for _ in range(3)) + self._pick(consonants)
            ).capitalize()
        )

    def _of(self, letters: str, count: int) -> str:
        return self._once(lambda: "".join(self._pick(letters) for _ in range(count)))

    def _once(self, draw: Callable[[], str]) -> str:
        word = next(each for each in (draw() for _ in range(1_000)) if each not in self._drawn)
        self._drawn.add(word)
        return word

    def _pick(self, among: str | list[str]) -> str:
        return self._random.choice(among)
