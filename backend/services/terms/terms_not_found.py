"""Which of the terms to redact occur nowhere in a document."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from backend.document.model import Document, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, normal_form
from backend.messages.message import Message
from backend.messages.warnings import TermsNotFound

_LISTED = 20


def terms_not_found(
    document: Document,
    outside: TextOutsideStories,
    always: Sequence[Phrase],
    names: Sequence[Phrase],
    found: Iterable[str],
) -> tuple[TermsNotFound, ...]:
    """Return the warning about always-terms, and a client without any of its `names`, that occur nowhere.

    The first of the names stands for the client. `found` are texts that were found in the document: the document is
    only searched again for terms that are not among them.
    """
    seen = {normal_form(text) for text in found}
    missing = [phrase for phrase in always if phrase.key not in seen]
    unnamed = names if seen.isdisjoint(name.key for name in names) else ()
    wanted = PhraseIndex.of_spellings((*missing, *unnamed))
    standing = {
        position
        for text in (*(block.text for _, block in document.blocks()), *outside.texts, *outside.removed)
        for position, _ in wanted.find(text)
    }
    absent = [phrase.text for position, phrase in enumerate(missing) if position not in standing]
    if unnamed and standing.isdisjoint(range(len(missing), len(wanted.phrases))):
        absent.append(unnamed[0].text)
    if not absent:
        return ()
    return (TermsNotFound(tuple(absent[:_LISTED]), max(len(absent) - _LISTED, 0)),)


def without_found_terms(warnings: Sequence[Message], found: Iterable[str]) -> tuple[Message, ...]:
    """Return the warnings without terms that were found after all, because a layout keeps their letters apart."""
    keys = {normal_form(text) for text in found}
    return tuple(left for each in warnings if (left := _without(each, keys)) is not None)


def _without(warning: Message, keys: Container[str]) -> Message | None:
    if not isinstance(warning, TermsNotFound):
        return warning
    absent = tuple(term for term in warning.terms if normal_form(term) not in keys)
    return replace(warning, terms=absent) if absent or warning.more else None
