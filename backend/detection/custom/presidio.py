"""Read custom recognisers in Presidio's format.

Understood are the files of its recogniser registry (`recognizers:`, with `supported_languages` and
`global_regex_flags`), of its analyzer (the same under `recognizer_registry:`, with `default_score_threshold`), and
the ad-hoc recognisers of a request, in YAML or JSON. Presidio's own recognisers, which such files name with
`type: predefined`, are passed over: Unsaid has its own for them. All recognisers that Presidio would load are used,
whatever language they were written for.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import regex

from backend.detection.custom.recognisers import FLAGS, CustomRecogniser, Expression
from backend.document.entry_validation import LONGEST_TERM, searchable_part, word_safe_text
from backend.document.placeholders import CLIENT, REDACTED, TERM
from backend.errors import ListUnusable

_LISTS = ("recognizers", "ad_hoc_recognizers")
_LONGEST_NAME = 64
_NOT_A_NAME = re.compile(r"[^A-Z0-9]+")


def recognisers(content: Mapping[str, Any], source: str) -> tuple[CustomRecogniser, ...]:
    """Return the enabled custom recognisers of a file, in its order; `source` names the file in messages.

    Raises ListUnusable, which names the recogniser and what is wrong with it.
    """
    content = {**content, **_mapping(content.get("recognizer_registry") or {}, "recognizer_registry", source)}
    found = []
    for key in _LISTS:
        for number, entry in enumerate(_sequence(content.get(key) or (), key, source), start=1):
            where = f"{source}: recogniser {number}"
            if isinstance(entry, str) or _is_predefined(_mapping(entry, "recogniser", where), where):
                continue
            if entry.get("enabled", True) and (languages := _languages(entry, content, where)) is not None:
                found.append(_recogniser(entry, content, languages, where))
    return tuple(found)


def _is_predefined(entry: Mapping[str, Any], where: str) -> bool:
    kind = entry.get("type", "custom")
    if kind not in ("custom", "predefined"):
        raise ListUnusable(f"{where}: its type must be 'custom' or 'predefined'.")
    return bool(kind == "predefined")


def _languages(
    entry: Mapping[str, Any], content: Mapping[str, Any], where: str
) -> Sequence[Mapping[str, Any]] | None:
    """The languages that a recogniser is meant for, with their context words; None when the file wants others."""
    named = entry.get("supported_languages") or [entry.get("supported_language") or None]
    languages = [
        each if isinstance(each, Mapping) else {"language": each}
        for each in _sequence(named, "supported_languages", where)
    ]
    wanted = content.get("supported_languages")
    if not wanted:
        return languages
    kept = [each for each in languages if each.get("language") is None or each.get("language") in wanted]
    return kept or None


def _recogniser(
    entry: Mapping[str, Any], content: Mapping[str, Any], languages: Sequence[Mapping[str, Any]], where: str
) -> CustomRecogniser:
    entity = _entity(entry, where)
    name = word_safe_text(str(entry.get("name") or entity))[:LONGEST_TERM]
    where = f"{where} ({name})"
    expressions = tuple(
        _expression(_mapping(pattern, "pattern", where), where)
        for pattern in _sequence(entry.get("patterns") or (), "patterns", where)
    )
    deny_list = words(entry.get("deny_list"), "deny_list", where)
    if not expressions and not deny_list:
        raise ListUnusable(f"{where}: has neither patterns nor a deny_list. Add one of them.")
    context = [entry.get("context") or (), *(each.get("context") or () for each in languages)]
    flags = content.get("global_regex_flags", FLAGS)
    if not isinstance(flags, int):
        raise ListUnusable(f"{where}: global_regex_flags must be a whole number.")
    return CustomRecogniser(
        name=name,
        entity=entity,
        expressions=expressions,
        deny_list=deny_list,
        deny_list_score=_score(entry.get("deny_list_score", 1.0), "deny_list_score", where),
        context=tuple(dict.fromkeys(word for each in context for word in words(each, "context", where))),
        flags=flags,
        threshold=_threshold(entity, entry, content, where),
    )


def _entity(entry: Mapping[str, Any], where: str) -> str:
    """The kind of what is found, in capitals and without spaces, as placeholders are."""
    several = entry.get("supported_entities") or [""]
    name = entry.get("supported_entity") or _sequence(several, "supported_entities", where)[0]
    entity = _NOT_A_NAME.sub("_", str(name).upper()).strip("_")
    if not entity:
        raise ListUnusable(f"{where}: has no supported_entity. Add one.")
    if len(entity) > _LONGEST_NAME:
        raise ListUnusable(
            f"{where}: the name of its entity is longer than {_LONGEST_NAME} characters. Shorten it."
        )
    if entity in (CLIENT, TERM, REDACTED):
        raise ListUnusable(f"{where}: Unsaid reserves the name {entity}. Give its entity another name.")
    return entity


def _expression(pattern: Mapping[str, Any], where: str) -> Expression:
    text = pattern.get("regex")
    if not isinstance(text, str) or not text:
        raise ListUnusable(f"{where}: a pattern has no regex. Add one.")
    try:
        regex.compile(text)
    except regex.error as error:
        raise ListUnusable(f"{where}: a regex is not valid ({error.msg}). Correct it.") from error
    return Expression(text, _score(pattern.get("score"), "score", where))


def _threshold(entity: str, entry: Mapping[str, Any], content: Mapping[str, Any], where: str) -> float:
    """The recogniser's own threshold for its entity, else its default, else the file's."""
    own = _mapping(entry.get("score_thresholds") or {}, "score_thresholds", where)
    named = own.get(str(entry.get("supported_entity")), own.get(entity))
    least = named if named is not None else own.get("default", content.get("default_score_threshold") or 0)
    return _score(least, "score_thresholds", where)


def _score(value: object, key: str, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ListUnusable(f"{where}: its {key} must be a number from 0 to 1.")
    return float(value)


def words(value: object, key: str, where: str) -> tuple[str, ...]:
    """A list of words under a key, none where it is absent, as far as they can be looked for.

    Raises ListUnusable when it is no list, or a word holds nothing that could be looked for.
    """
    found = [searchable_part(word) for word in entries(value, key, where)]
    if None in found:
        raise ListUnusable(
            f"{where}: entry {found.index(None) + 1} of its {key} has no letter, digit or sign. Correct it or "
            "leave it out."
        )
    return tuple(word for word in found if word is not None)


def entries(value: object, key: str, where: str) -> tuple[str, ...]:
    """Return the list of words under a key, empty if it is absent; numbers are as written.

    Raises ListUnusable when it is no list.
    """
    return tuple("" if each is None else str(each).strip() for each in _sequence(value or (), key, where))


def _sequence(value: object, key: str, where: str) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ListUnusable(f"{where}: {key} must be a list.")
    return value


def _mapping(value: object, key: str, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ListUnusable(f"{where}: each {key} must be a mapping of keys to values.")
    return value
