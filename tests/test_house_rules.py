"""The rules for all code of `backend/`: one test for each rule, which lists everything that breaks it."""

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
SOURCES = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py"))}


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


def test_every_module_and_everything_public_in_it_has_a_docstring():
    undocumented = []
    for name in MODULES:
        module = importlib.import_module(name)
        undocumented += [] if module.__doc__ else [name]
        undocumented += [f"{name}.{thing}" for thing, value in _public(module) if not inspect.getdoc(value)]
    assert undocumented == []


def test_everything_public_that_needs_pytorch_has_a_docstring():
    undocumented = []
    for name in NEED_PYTORCH:
        tree = ast.parse(ROOT.parent.joinpath(*name.split(".")).with_suffix(".py").read_text("utf-8"))
        undocumented += [] if ast.get_docstring(tree) else [name]
        undocumented += [
            f"{name}.{node.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef | ast.FunctionDef)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
        ]
    assert undocumented == []


def test_no_module_is_longer_than_450_lines():
    lines = {name: len(text.splitlines()) for name, text in SOURCES.items()}
    assert {name: count for name, count in lines.items() if count > 450} == {}


def test_every_error_has_its_own_code_and_a_status():
    importlib.import_module("backend.cli")
    leaves = [member for member in _family() if not member.__subclasses__()]
    codes = [member.code for member in leaves]
    assert len(codes) == len(set(codes)) > 10
    assert all(400 <= member.status_hint < 600 for member in leaves)


def test_the_family_itself_is_never_raised():
    with pytest.raises(TypeError, match="members"):
        UnsaidError("something went wrong")


def test_no_module_prints_or_logs_by_itself():
    """Document text must not reach a console or a log; the command line and `logs` alone speak."""
    offenders = []
    for name, text in SOURCES.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                offenders.append(f"{name}:{node.lineno} print")
            if isinstance(node, ast.Import) and name != "logs.py":
                offenders += [f"{name}:{node.lineno} logging" for alias in node.names if alias.name == "logging"]
    assert offenders == []
