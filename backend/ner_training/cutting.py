"""Tokenise training texts: spaCy's English rules, and extra rules for tables, lists and source code.

spaCy takes `3;Ann;Oslo` and `"name":"Ann` for one word each, and what is one word is one name or none.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import spacy
from spacy.lang.en import English
from spacy.lang.tokenizer_exceptions import URL_PATTERN
from spacy.language import Language
from spacy.util import compile_infix_regex, compile_prefix_regex

_MARKS = (
    r"[\"=;|{}\[\]<>\\`]",
    r"(?<=[^\s\d]),(?=\S)",
    r"(?<=\S),(?=[^\s\d])",
    r"(?<=\w)\((?=\w)",
    r"(?<=[\"'\]}]):",
    r":(?=[\"'\[{])",
)
"""Marks that part words though no space does; a comma between digits is part of a number."""
_BEFORE = (r"\|", r"=", r"`", r"\\")
_ADDRESS = re.compile('(?u)(?!\\S*[,;"|<>{}])' + URL_PATTERN.removeprefix("(?u)"))
"""spaCy's web and mail addresses, without the values beside them."""


def blank(meta: Mapping[str, str] = MappingProxyType({})) -> Language:
    """An English pipeline without components."""
    nlp = spacy.blank("en", meta=dict(meta))
    defaults = English.Defaults
    tokenizer: Any = nlp.tokenizer
    tokenizer.infix_finditer = compile_infix_regex([*(defaults.infixes or ()), *_MARKS]).finditer
    tokenizer.prefix_search = compile_prefix_regex([*(defaults.prefixes or ()), *_BEFORE]).search
    tokenizer.url_match = _ADDRESS.match
    return nlp
