"""Detect paragraphs that are not in English, the language of the pipeline.

What is not surely foreign is read as English: addresses, tables and lists of names say little of a language, and a
name that nobody looked for is worse than one that was looked for in vain. So two witnesses must agree, py3langid
(letters) and the little words of the language it names; where somebody writes in another script, one is enough.
"""

import importlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from py3langid.langid import MODEL_FILE, LanguageIdentifier

_ENGLISH = "en"

_SAMPLE = 2000
"""Characters of a long paragraph that are judged, from its middle."""
_MIN_WORDS = 8
"""Fewer words of Latin letters say too little."""
_ENGLISH_SHARE = 0.25
"""Share of English stop words from which a text is English; on average they are .4 of English and .05 of others."""
_FOREIGN_SHARE = 0.15
"""Share of the other language's own stop words from which it is that language."""
_MIN_STOP_WORDS = 3
"""Different ones: "29 Rue de la Briqueterie" is an address in an English letter."""
_MANY_WORDS, _SURE, _HARDLY_ENGLISH = 20, 0.9, 0.08
"""Of so many words, with so few English stop words, half that share is enough, or py3langid alone when so sure."""
_MIN_LETTERS = 12
"""Letters of another script; a sign of Chinese, Japanese or Korean counts as two."""
_FIRST_OF_EAST_ASIA = "\u2e80"

_WORD = re.compile(r"[^\W\d_]+")
_LATIN_RUN = re.compile(r"[!-~]+")
_SPACY_SAYS = MappingProxyType({"no": "nb", "nn": "nb", "bs": "hr"})

# fmt: off
_NAMES = MappingProxyType({
    "af": "Afrikaans", "am": "Amharic", "ar": "Arabic", "az": "Azerbaijani", "be": "Belarusian",
    "bg": "Bulgarian", "bn": "Bengali", "bs": "Bosnian", "ca": "Catalan", "cs": "Czech", "cy": "Welsh",
    "da": "Danish", "de": "German", "el": "Greek", "eo": "Esperanto", "es": "Spanish", "et": "Estonian",
    "eu": "Basque", "fa": "Persian", "fi": "Finnish", "fr": "French", "ga": "Irish", "gl": "Galician",
    "gu": "Gujarati", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian",
    "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ka": "Georgian", "kk": "Kazakh",
    "km": "Khmer", "kn": "Kannada", "ko": "Korean", "la": "Latin", "lb": "Luxembourgish", "lt": "Lithuanian",
    "lv": "Latvian", "mk": "Macedonian", "ml": "Malayalam", "mn": "Mongolian", "mr": "Marathi", "ms": "Malay",
    "mt": "Maltese", "my": "Burmese", "ne": "Nepali", "nl": "Dutch", "nn": "Norwegian", "no": "Norwegian",
    "pa": "Punjabi", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "si": "Sinhala",
    "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "ta": "Tamil", "te": "Telugu", "th": "Thai", "tl": "Tagalog", "tr": "Turkish", "uk": "Ukrainian",
    "ur": "Urdu", "uz": "Uzbek", "vi": "Vietnamese", "zh": "Chinese", "wuu": "Chinese", "yue": "Chinese",
})
# fmt: on
_ANOTHER = "another language"


def foreign_languages(paragraphs: Sequence[str]) -> list[str | None]:
    """Return for each paragraph its language in English; None when it is or may be English.

    Paragraphs that are too short to judge get the language of most of the document; when no paragraph is certainly
    English, they are judged together.

    >>> foreign_languages(["Der Vertrag wird von beiden Parteien nicht vor Ende des Jahres gekündigt.", "The end"])
    ['German', 'German']
    """
    alike = {text: _language(text) for text in dict.fromkeys(paragraphs)}
    judged = [alike[text] for text in paragraphs]
    if _ENGLISH not in judged:
        together = _language(" ".join(text for text, code in zip(paragraphs, judged, strict=True) if code is None))
        judged = [code or together for code in judged]
    main = _main_language(paragraphs, judged)
    codes = [code or main for code in judged]
    return [None if code in (None, _ENGLISH) else _NAMES.get(code, _ANOTHER) for code in codes]


def _main_language(paragraphs: Sequence[str], judged: Sequence[str | None]) -> str | None:
    """The language of more than half of the document; undecided paragraphs count against it."""
    sizes: Counter[str | None] = Counter()
    for text, code in zip(paragraphs, judged, strict=True):
        sizes[code] += len(text)
    code, size = sizes.most_common(1)[0] if sizes else (None, 0)
    return code if 2 * size > sizes.total() else None


def _language(text: str) -> str | None:
    """The code of a language, None where the text says too little."""
    if len(text) > _SAMPLE:
        middle = (len(text) - _SAMPLE) // 2
        text = text[middle : middle + _SAMPLE]
    if _in_another_script(text):
        return _likeliest(text)[0]
    words = _WORD.findall(text.lower())
    return _by_words(text, words) if len(words) >= _MIN_WORDS else None


def _by_words(text: str, words: Sequence[str]) -> str | None:
    english = _share(words, _stop_words(_ENGLISH))
    if english >= _ENGLISH_SHARE:
        return _ENGLISH
    code, sureness = _likeliest(text)
    if code == _ENGLISH:
        return _ENGLISH
    own = _stop_words(code) - _stop_words(_ENGLISH)
    share = _share(words, own) if len(own.intersection(words)) >= _MIN_STOP_WORDS else 0.0
    hardly_english = len(words) >= _MANY_WORDS and english < _HARDLY_ENGLISH and code in _NAMES
    if share >= max(_FOREIGN_SHARE, english):
        return code
    return code if hardly_english and (sureness >= _SURE or share >= _FOREIGN_SHARE / 2) else None


def _in_another_script(text: str) -> bool:
    """Whether most letters are not Latin, those of e-mail and web addresses left out: they are so everywhere."""
    if text.isascii():
        return False
    letters = [char for char in _LATIN_RUN.sub(_without_address, text) if char.isalpha()]
    others = [char for char in letters if not _is_latin(char)]
    enough = len(others) + sum(char >= _FIRST_OF_EAST_ASIA for char in others) >= _MIN_LETTERS
    return enough and 2 * len(others) > len(letters)


def _without_address(run: re.Match[str]) -> str:
    return "" if "@" in run[0] or "://" in run[0] else run[0]


def _is_latin(letter: str) -> bool:
    return letter < "\u0250" or "\u1e00" <= letter <= "\u1eff"


def _share(words: Sequence[str], of: frozenset[str]) -> float:
    return sum(word in of for word in words) / len(words)


@lru_cache(maxsize=128)
def _stop_words(code: str) -> frozenset[str]:
    """The stop words that spaCy has of a language; none where it has none."""
    try:
        module = importlib.import_module(f"spacy.lang.{_SPACY_SAYS.get(code, code)}.stop_words")
    except ImportError:
        return frozenset()
    return frozenset(module.STOP_WORDS)


def _likeliest(text: str) -> tuple[str, float]:
    """The language by its letters, and how sure that is (0…1)."""
    code, sureness = _identifier().classify(text)
    return str(code), float(sureness)


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """Loaded when the first text is not plainly English."""
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
