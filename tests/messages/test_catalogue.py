"""Every message has words on every surface that meets it, and the words of a surface are for its own readers."""

import copy
import dataclasses
import re
from itertools import product
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from backend.errors import InvalidRequest
from backend.messages.catalogue import ANSWERED, COMMAND_LINE_ALONE, PROBLEMS, REASONS, WARNINGS
from backend.messages.message import Message
from backend.messages.problems import ModelMissing
from backend.reporting.command_line import ADVICE, COMMAND_LINE
from backend.web.message_words import ADVICE as HTTP_ADVICE
from backend.web.message_words import HTTP
from tests.messages.test_sentences import OF_THE_COMMAND_LINE

ALL = {**WARNINGS, **PROBLEMS, **REASONS}
EVERY = sorted(ALL.values(), key=lambda kind: kind.code)
SURFACES = {"command line": COMMAND_LINE, "HTTP": HTTP}

SAMPLES: dict[Any, list[Any]] = {
    str: ["Quillon", "Marrow"],
    int: [17, 23],
    float: [0.25, 0.75],
    bool: [True, False],
    NoneType: [None],
}


def samples(hint: Any) -> list[Any]:
    """Some values of a type, all that it has where these are few."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return list(inner)
    if origin in (Union, UnionType):
        return [value for each in inner for value in samples(each)]
    if origin is tuple:
        first, *others = samples(inner[0])
        return [(first,), (first, *others)]
    return made(hint) if dataclasses.is_dataclass(hint) else SAMPLES[hint]


def made(kind: Any) -> list[Any]:
    """Values of a kind with all samples of its parameters."""
    hints = get_type_hints(kind)
    names = [each.name for each in dataclasses.fields(kind)]
    every = product(*(samples(hints[name]) for name in names))
    return [kind(**dict(zip(names, values, strict=True))) for values in every]


def shown():
    """Every kind of message with each surface that meets it."""
    for surface, words in SURFACES.items():
        for kind in EVERY:
            if surface != "HTTP" or kind.code not in COMMAND_LINE_ALONE:
                yield kind, surface, words


def test_every_message_is_one_or_more_sentences_on_every_surface():
    texts = [(kind, surface, words(message)) for kind, surface, words in shown() for message in made(kind)]
    assert [(kind.code, surface, text) for kind, surface, text in texts if not is_sentence(kind, text)] == []


def is_sentence(kind, text):
    shape = r"\S.*[^.]" if kind.code in REASONS else r"[A-Zk'].*[.]"  # a reason stands in a row of a table
    return re.fullmatch(shape, text) and not re.search(r"[{}]|None|\(\)|  |\.\.", text)


def test_the_words_say_every_parameter():
    """Two messages that differ in one parameter read differently."""
    unsaid = []
    for kind, surface, words in shown():
        said = {message: words(message) for message in made(kind)}
        for name in (each.name for each in dataclasses.fields(kind)):
            differing = (
                said[one] != said[dataclasses.replace(one, **{name: getattr(other, name)})]
                for one, other in product(said, said)
                if getattr(one, name) != getattr(other, name)
            )
            if not any(differing):
                unsaid.append((kind.code, surface, name))
    assert unsaid == []


def test_no_option_or_command_is_in_words_that_are_not_for_the_command_line():
    texts = [(kind.code, HTTP(message)) for kind in EVERY for message in made(kind)]
    assert [(code, text) for code, text in texts if OF_THE_COMMAND_LINE.search(text)] == []


def test_advice_is_given_for_messages_that_there_are():
    assert set(ADVICE) <= set(ALL.values())
    assert set(HTTP_ADVICE) <= {*ANSWERED.values(), *PROBLEMS.values()}
    assert REASONS.keys().isdisjoint(WARNINGS.keys() | PROBLEMS.keys())


def test_a_code_belongs_to_one_message_and_never_changes():
    """Programs branch on codes: one that changes here has to stand in the CHANGELOG."""
    assert set(WARNINGS) - set(ANSWERED) == COMMAND_LINE_ALONE
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", code) for code in WARNINGS)
    assert all(issubclass(kind, Message) and kind.code == code for code, kind in WARNINGS.items())


def test_an_error_has_the_words_of_the_surface_that_shows_it():
    error = copy.copy(InvalidRequest(ModelMissing()))  # as it goes from one process to another
    assert error.text(COMMAND_LINE).endswith("Or use --no-cii.")
    assert error.text(HTTP).endswith("Or leave client out.")
    assert str(error) == "Client terms cannot be found without a model. Train one."
    assert InvalidRequest("k is too small; raise it").text(HTTP) == "k is too small; raise it"


def test_parameters_are_plain_json():
    for message in (each for kind in EVERY for each in made(kind)):
        assert _is_json(message.as_json())


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or isinstance(value, str | int | float)
