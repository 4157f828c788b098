"""What a process of Unsaid makes once, a process of tests makes once too, not again for each store or service.

Unsaid opens one store and makes one application in a process, and compiles what they use once. Tests do that many
hundred times, and compiling took a third of their time. What is compiled depends on the statement and the kind of
the database, or on the rule of the route, so that it is the same for all of them. So are the attackers of a version
that is loaded: they depend on its bytes, and nothing changes them.
"""

from functools import lru_cache, partial

from sqlalchemy import create_engine
from werkzeug.routing import Rule

from backend.blocking.stored_defence import unpack_defence
from backend.panel.stored import unpack_panel
from backend.services.models import stored_panel, training
from backend.storage.db import database as databases
from backend.storage.tables import Table


class _Statements(dict):
    """Compiled statements by statement and kind of database; SQLAlchemy's keys begin with the engine's dialect."""

    def get(self, key, default=None):
        return super().get(self._shared(key), default)

    def __getitem__(self, key):
        return super().__getitem__(self._shared(key))

    def __setitem__(self, key, compiled):
        super().__setitem__(self._shared(key), compiled)

    def __contains__(self, key):
        return super().__contains__(self._shared(key))

    @staticmethod
    def _shared(key):
        dialect, *rest = key
        return type(dialect), *rest


def compile_statements_once():
    """Let all stores that this process opens from now on share what is compiled for them."""
    statements = _Statements()
    more = {"execution_options": {"compiled_cache": statements}}
    vars(databases)["create_engine"] = partial(create_engine, **more)
    for mapper in Table.registry.mappers:
        mapper._compiled_cache = statements  # what a flush writes


def compile_routes_once():
    """Let all applications that this process makes from now on share the functions that build addresses."""
    made, compiled = {}, Rule._compile_builder

    def builder(rule, append_unknown):
        if rule.defaults:
            return compiled(rule, append_unknown)
        key = rule.rule, tuple(rule._trace), append_unknown
        if key not in made:
            made[key] = compiled(rule, append_unknown)
        return made[key]

    Rule._compile_builder = builder  # type: ignore[method-assign, assignment]


def unpack_attackers_once():
    """Let all services and commands of this process share the attackers of the versions that they load."""
    vars(training)["unpack_defence"] = lru_cache(maxsize=4)(unpack_defence)
    vars(stored_panel)["unpack_panel"] = lru_cache(maxsize=4)(unpack_panel)
