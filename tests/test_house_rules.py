"""The rules of the house, held by walking through it."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import backend
from backend.errors import UnsaidError

ROOT = Path(backend.__file__).parent
NEED_PYTORCH = tuple(f"backend.ner_training.{name}" for name in ("__main__", "encoder", "export", "fit", "runs"))
"""What only `make ner` can import; these are read, not imported."""
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages([str(ROOT)], "backend.")
    if module.name not in {"backend.__main__", *NEED_PYTORCH}
)


def _public(module):
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(thing) or inspect.isclass(thing):
            yield name, thing


def _family(error=UnsaidError):
    for member in error.__subclasses__():
        yield member
        yield from _family(member)


@pytest.mark.parametrize("name", MODULES)
def test_everything_public_says_what_it_is(name):
    module = importlib.import_module(name)
    assert module.__doc__, "a module begins with its one-line responsibility"
    silent = [thing for thing, value in _public(module) if not inspect.getdoc(value)]
    assert silent == []


@pytest.mark.parametrize("name", NEED_PYTORCH)
def test_what_learns_the_pipeline_says_what_it_is_too(name):
    path = ROOT.parent.joinpath(*name.split(".")).with_suffix(".py")
    tree = ast.parse(path.read_text("utf-8"))
    public = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    ]
    assert ast.get_docstring(tree)
    assert [node.name for node in public if not ast.get_docstring(node)] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_module_can_be_read_in_one_sitting(name):
    path = Path(importlib.import_module(name).__file__)
    assert len(path.read_text().splitlines()) <= 450


def test_every_error_has_its_own_code_and_a_status():
    importlib.import_module("backend.cli")
    leaves = [member for member in _family() if not member.__subclasses__()]
    codes = [member.code for member in leaves]
    assert len(codes) == len(set(codes)) > 10
    assert all(400 <= member.status_hint < 600 for member in leaves)


def test_the_family_itself_is_never_raised():
    with pytest.raises(TypeError, match="members"):
        UnsaidError("something went wrong")


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_prints_or_logs_by_itself(path):
    """Document text must not reach a console or a log; the command line and `logs` alone speak."""
    tree = ast.parse(path.read_text())
    calls = {
        node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert "print" not in calls
    assert "logging" not in imports or path == ROOT / "logs.py"
