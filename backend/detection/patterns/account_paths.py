"""Names of accounts in paths of files: the folder of a person on a computer, or in a cloud.

Programs write such paths into links, fields, alt texts and workbooks. Most accounts are called like the person. An
account that is one plain word ("sales") is found with the folder before it, so that the word may stay elsewhere.
"""

import re

from backend.detection.patterns.candidate_starts import at_words
from backend.detection.patterns.template import Template

_WINDOWS = r"(?<=\\)(?i:users|homes?|profiles|documents and settings)\$?\\{1,4}"
_DRIVE_OR_ROOT = r"(?<=/)(?<![\w.~})\]\\-]/)(?:Users|home|(?i:documents and settings))/{1,4}"
"""A path with slashes has to begin here: "/api/Users/7" is an address of a program."""
_SIGN = r"\s\\/:*?\"<>|;,()\[\]{}'\u201c\u201d\u2019\ufffc$%"
_LETTER = rf"(?:[^{_SIGN}]|%20)"
_NAME = rf"{_LETTER}{{1,64}}(?: {_LETTER}{{1,40}}){{0,3}}(?=[\\/])|{_LETTER}{{1,64}}"
_PLAIN = re.compile(r"[^\W\d_]+")
_NOBODY = frozenset(
    {
        *("public", "default", "default user", "defaultuser0", "defaultapppool", "defaultaccount", "all users"),
        *("user", "users", "username", "user name", "yourname", "your name", "yourusername", "your_name", "me"),
        *("administrator", "admin", "guest", "gast", "root", "shared", "library", "owner", "test", "home", "name"),
        *("wdagutilityaccount", "networkservice", "localservice", "ubuntu", "runner", "linuxbrew", "lost+found"),
        *("desktop", "documents", "downloads", "application data", "appdata", "programdata", "..", ".", "..."),
    }
)
"""Accounts of every computer, and what manuals write in place of a name."""


def _account(match: re.Match[str]) -> int:
    """Accept the account of a person that does not look like one plain word."""
    kept = _kept(match)
    return 0 if _PLAIN.fullmatch(match["account"].rstrip(".")) else kept


def _plain_account(match: re.Match[str]) -> int:
    """Accept the folder with an account that is one plain word."""
    kept = _kept(match)
    return kept if _PLAIN.fullmatch(match["account"].rstrip(".")) else 0


def _kept(match: re.Match[str]) -> int:
    folder, name = match["folder"], match["account"]
    kept = name.rstrip(".")
    goes_on = match.string[match.end() : match.end() + 1] == "/" or not folder.startswith("home/")
    is_somebody = goes_on and kept.lower() not in _NOBODY and any(map(str.isalnum, kept))
    return len(folder) + len(kept) if is_somebody else 0


_AT_HOMES = at_words("users", "documents", "home", "homes", "profiles")
_FOLDER = rf"(?P<folder>{_WINDOWS}|{_DRIVE_OR_ROOT})"

ACCOUNT_PATHS = (
    Template(
        "HANDLE",
        rf"{_FOLDER}(?P<value>(?P<account>{_NAME}))",
        0.8,
        "account_folder",
        _account,
        begins=_AT_HOMES,
    ),
    Template("HANDLE", rf"{_FOLDER}(?P<account>{_NAME})", 0.8, "account_folder", _plain_account, begins=_AT_HOMES),
    Template(
        "HANDLE",
        r"(?<=[\\/])personal[\\/]{1,4}(?P<value>[A-Za-z0-9-]{1,40}(?:_[A-Za-z0-9-]{1,40}){1,7}"
        r"_(?:com|org|net|edu|gov|example|[a-z]{2}))(?![\w-])",
        0.8,
        "account_folder",
        begins=at_words("personal"),
    ),
    Template(
        "HANDLE",
        r"docs\.live\.net[\\/]{1,4}(?P<value>[0-9A-Fa-f]{8,16})(?![^\W_])",
        0.8,
        "account_folder",
        begins=at_words("docs"),
    ),
)
