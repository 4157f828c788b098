"""Functions that search for redacted strings, for tests that have these as a list."""

from backend.document.redacted_strings import RedactedStrings
from backend.ooxml import string_search as ooxml_search
from backend.ooxml.scrub.scrub import scrub as ooxml_scrub
from backend.verification import raw_search, residue


def Search(strings):  # noqa: N802 - stands for the class
    return ooxml_search.StringSearch(RedactedStrings(tuple(strings)))


def scrub(package, strings):
    return ooxml_scrub(package, RedactedStrings(tuple(strings)))


def search_package(content, strings, file_name=""):
    return raw_search.search_package(content, RedactedStrings(tuple(strings)), file_name)


def search_text(content, strings, file_name=""):
    return raw_search.search_text(content, RedactedStrings(tuple(strings)), file_name)


def check(document, strings):
    return residue.find_left_strings(document, RedactedStrings(tuple(strings)))


def verify(content, document, strings, file_name=""):
    return residue.verify(content, document, RedactedStrings(tuple(strings)), file_name)
