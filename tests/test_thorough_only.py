"""The table of tests that `make check` leaves out names tests that exist, and keeps as many cases as it says."""

import ast
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

from tests.thorough_only import NUMBER_IN_CHECK, TESTS, left_to_thorough


def _functions(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}


def test_every_row_of_the_table_is_a_test():
    missing = [
        (file, name) for file, names in NUMBER_IN_CHECK.items() for name in names.keys() - _functions(TESTS / file)
    ]
    assert not missing


def test_as_many_cases_are_kept_as_the_table_says_spread_over_all():
    """Of 12 cases 3 are kept: those that begin a third, 0, 4 and 8. Other tests and files are not touched."""
    file, name = TESTS / "browser/pane/test_faults.py", "test_a_fault_leaves_the_document_unchanged_or_is_reported"
    assert NUMBER_IN_CHECK["browser/pane/test_faults.py"][name] == 3
    cases = [SimpleNamespace(path=file, originalname=name, case=number) for number in range(12)]
    others = [
        SimpleNamespace(path=file, originalname="another", case=0),
        SimpleNamespace(path=TESTS / "test_docs.py", originalname=name, case=0),
        SimpleNamespace(path=Path("/backend/settings.py"), originalname=name, case=0),
    ]
    left = list(left_to_thorough([*cases, *others]))
    assert [item.case for item in left] == [1, 2, 3, 5, 6, 7, 9, 10, 11]
    assert Counter(item.originalname for item in left) == {name: 9}
