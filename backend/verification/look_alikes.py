"""Letters of other scripts that look like Latin ones: "Hаlden" with a Cyrillic "а".

Only a word that mixes scripts is read so: in a word all of Cyrillic or Greek letters they are what they are.
"""

import re

# What Unicode's confusables.txt (UTS 39) maps to one Latin letter, in Cyrillic, Greek and Armenian: each word is a
# Latin letter and those that look like it.
_LOOK_LIKE = (
    "aаα cсϲ dԁ eе gց hһհҺ iіι ïї jјϳ kкκ lӏӀ nո oоοօ pрρ qԛզ sѕ tτ uυս vѵν wԝ xхχ yуγ"
    " AАΑ BВΒ CСϹ EЕΕ GԌ HНΗ IІΙ JЈͿ KКΚ MМΜ NΝ OОΟ PРΡ QԚ SЅ TТΤ VѴ WԜ XХΧ YУΥ ZΖ"
)
_AS_LATIN = {ord(other): word[0] for word in _LOOK_LIKE.split() for other in word[1:]}
_ANY = re.compile(f"[{''.join(map(chr, _AS_LATIN))}]")
_LATIN = re.compile(r"[a-zA-Z\u00c0-\u024f]")
_WORD = re.compile(r"[^\W\d_]+")


def as_latin(text: str) -> str:
    """Replace letters that look like Latin ones by these, letter by letter, in words that mix scripts.

    >>> as_latin("Hаlden, Россия")
    'Halden, Россия'
    """
    if text.isascii() or not _ANY.search(text):
        return text
    return _WORD.sub(_word_as_latin, text)


def _word_as_latin(match: re.Match[str]) -> str:
    word = match.group()
    return word.translate(_AS_LATIN) if _LATIN.search(word) else word
