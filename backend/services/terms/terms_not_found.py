"""Which of the terms to redact occur nowhere in a document."""

from collections.abc import Iterable, Sequence

from backend.document.model import Document, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, normal_form
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
