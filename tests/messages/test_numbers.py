"""Sentences that are true only if they follow their numbers."""

import pytest

from backend.messages.message import wording
from backend.messages.warning_words import MESSAGE_WORDS
from backend.messages.warnings import IndustryOfFewClients, LanguageShare, NamesNotRead

in_words = wording(MESSAGE_WORDS, {})


@pytest.mark.parametrize(
    ("paragraphs", "languages", "said"),
    [
        (1, {"French": 1}, "the text for names, because it is in French."),
        (3, {"French": 2, "German": 1}, "the text for names, because it is in French and German."),
        (3, {"French": 1}, "1 of 3 paragraphs for names, because it is not in English (1 in French)."),
        (
            *(9, {"French": 2, "German": 1}),
            "3 of 9 paragraphs for names, because they are not in English (2 in French, 1 in German).",
        ),
    ],
)
def test_what_was_not_searched_for_names_is_the_text_or_so_many_paragraphs(paragraphs, languages, said):
    shares = tuple(LanguageShare(language, count) for language, count in languages.items())
    told = in_words(NamesNotRead(paragraphs, shares))
    assert told == f"Unsaid did not search {said} It searches for names in English text only."


@pytest.mark.parametrize(
    ("clients", "has", "then"),
    [(1, "1 client", "then knows the client"), (2, "2 clients", "has only these to choose from at any level")],
)
def test_whoever_recognises_the_industry_of_one_client_knows_the_client(clients, has, then):
    told = in_words(IndustryOfFewClients("Ports", clients, needed=5, highest=1, kept=True))
    assert told == f"'Ports' has {has}. A reader who recognises the industry {then}."
