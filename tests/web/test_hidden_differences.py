"""Two services that differ in one thing about hidden clients, asked by an attacker who was not written with them.

It asks each route that a limited caller may use, as each role, and compares whole answers. What the services differ
in is swapped for something of the same length, so that the amount of text is the same: that is no secret.
"""

import base64
import json
import random
import re
from datetime import timedelta

import pytest
from click.testing import CliRunner

from backend.cli import cli
from backend.redaction.review_policy import ReviewPolicy
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.conftest import attackers_in_this_process
from tests.further_cases import further
from tests.web.documents import word_file, zipped

OURS, THEIRS = "Quarrel Lane", "Target Brook"
HIDDEN = ("Abex Norling", "Corvane", "Dunmere", "Eskdale", "Fintrose", "Gallow", "Harken", "Iverness", "Jorvik")
FOUR, TWO_MORE = HIDDEN[:4], HIDDEN[4:6]
EVERYDAY = [
    "budget",
    "plant",
    "store",
    "loan",
    "nurse",
    "rail",
    "ferry",
    "paper",
    "steel",
    "cable",
    "grain",
    "wool",
    "glass",
    "brick",
    "timber",
]

DIFFERENCES: dict[str, tuple[dict, dict]] = {
    "what four of them say": (
        # A word of the caller's own client, one of its name, and one that nobody else says.
        {"says": dict.fromkeys(FOUR, "shared brook zephyr zorro")},
        {"says": dict.fromkeys(FOUR, "zorro zorro zebras zorro")},
    ),
    "how often four of them say what two more say too": (
        {"says": dict.fromkeys(FOUR, "zephyr zephyr zorro zorro zorro") | dict.fromkeys(TWO_MORE, "zephyr")},
        {"says": dict.fromkeys(FOUR, "zephyr zephyr zephyr zephyr zorro") | dict.fromkeys(TWO_MORE, "zephyr")},
    ),
    "what is stored of them, and done about them": (
        {},
        {
            "stored": {"always": ("tulip", "loan"), "never": ("steel",), "aliases": ("Lantern Holding", "Quarrel")},
            "policy": ReviewPolicy(least_k=5, second_approver=True),
            "group": "Far away",
            "reviews": 3,
        },
    ),
}


class Service:
    """A service, and a token of each role of a limited caller."""

    def __init__(self, folder, says=None, stored=None, policy=None, group="Elsewhere", reviews=0):
        folder.mkdir()
        corpus = folder / "corpus.jsonl"
        corpus.write_text("\n".join(json.dumps(each) for each in _documents(says or {})))
        asked = ["train", str(corpus), "--registry", str(folder / "registry"), "--name", "v1", "--features", "all"]
        with attackers_in_this_process():
            assert CliRunner().invoke(cli, asked).exit_code == 0
        environment = {"UNSAID_DATA": folder / "data", "UNSAID_REGISTRY": folder / "registry", "UNSAID_NER": "none"}
        settings = Settings.from_environment({name: str(value) for name, value in environment.items()})
        often = SignInSettings(rate="1000000 per minute", questions="1000000 per day", failures="100000 per minute")
        self.app = create_app(settings, sign_in_methods=SignInMethods(often))
        service = self.app.extensions[EXTENSION]
        service.models.refresh()
        store = service.store
        more = {OURS: {"always": ("pelican",)}, "Corvane": stored or {}}
        store.clients.put(
            [
                Dictionary(
                    each.name,
                    group="Ours" if each.name in {OURS, THEIRS} else group,
                    utility=each.utility,
                    **more.get(each.name, {}),
                )
                for each in service.models.current().model.clients
            ]
        )
        if policy:
            store.policies.set("Corvane", 0, policy, "local:0")
        for number in range(reviews):
            review = store.reviews.begin("somebody", "Corvane", group, ReviewTerms())
            change = Change("0" * 16, Move.REJECT, scope=Scope.CLIENT, term=f"secret {number}")
            store.reviews.decide(review.id, 1, "somebody", [change])
        self.tokens = {role: store.api_keys.new("x", role, ["Ours"], timedelta(days=1)).token for role in Role}

    def told(self, role, method, path, body):
        headers = {"Authorization": f"Bearer {self.tokens[role]}"}
        sent = {} if body is None else {"json": body}
        answer = self.app.test_client().open(path, method=method, headers=headers, **sent)
        headers = {name: value for name, value in answer.headers.items() if name not in UNREPEATED_HEADERS}
        return answer.status_code, headers, _told(answer.get_json(silent=True) or answer.data.decode("latin1"))


def _documents(says):
    chance = random.Random(1)  # noqa: S311 - the same documents each time
    for number, name in enumerate((OURS, THEIRS, *HIDDEN)):
        for nth in range(3):
            words = [
                word for at, word in enumerate(EVERYDAY) for _ in range(2 + (number * 3 + at * 5) % 7 + nth % 2)
            ]
            chance.shuffle(words)
            own = {OURS: "pelican pelican shared shared ownly ownly", THEIRS: "heron heron"}
            text = f"{name} has a plan. {' '.join(words)} {own.get(name, '')} {says.get(name, '')}"
            yield {"id": f"{number}-{nth}", "client": name, "utility": ("Ports", "Banks")[number % 2], "text": text}


UNREPEATED_HEADERS = {"X-Request-ID", "Date", "Content-Length"}
NAMES = frozenset(
    [
        "id",
        "request_id",
        "made",
        "created",
        "changed",
        "started",
        "moment",
        "clock",
        "who",
        "by",
        "hash",
        "previous",
        "state",
        "number",
        "signature",
        "signed_by",
        "opening",
        "certificate_page",
        "page_sha256",
        "source",
        "policy",
        "model",
        "promise",
    ]
)


def _told(value):
    """What was said, without what chance, keys, clocks and numbers of rows make another each time.

    A promise is measured once, in training, with documents of all clients; it answers no question.
    """
    if isinstance(value, dict):
        return {name: None if name in NAMES else _told(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_told(each) for each in value]
    return re.sub(r"[0-9a-f]{32,64}", "*", value) if isinstance(value, str) else value


def _encoded(content):
    return base64.b64encode(content).decode()


def _questions():
    """Generated requests: the role, the method, the address, and the body."""
    yield from _about_documents()
    yield from _about_words()
    yield from _about_names()
    for role in Role:
        for path in ("clients", "reviews", "jobs", "proposals", "admin/policies", "admin/users", "admin/versions"):
            yield role, "GET", f"/v1/{path}", None
        yield role, "POST", "/v1/admin/audit/search", {}


def _about_documents():
    texts = (
        [f"{OURS} said {word} about the loan, and {word.title()} here." for word in ("zephyr", "shared", "brook")],
        [f"Yesterday {name} met {OURS} in Leeds." for name in (*HIDDEN, "Lantern Holding")],
        [" ".join([*EVERYDAY, "pelican shared ownly heron brook Brook lane tulip"])],
    )
    options: list[dict] = [
        {},
        *({"k": k} for k in (2, 5, 11, 12)),
        {"k": 4, "objective": "floor"},
        {"k": 3, "objective": "uniform"},
    ]
    options += [{"k": 4, "objective": "floor", "robust": True}, {"k": 3, "objective": "ova"}]
    for blocks in texts:
        stories = [{"kind": "body", "blocks": [{"ordinal": at, "text": text} for at, text in enumerate(blocks)]}]
        for more in options:
            for client in (OURS, THEIRS):
                yield Role.USER, "POST", "/v1/analyses", {"stories": stories, "client": client, **more}
        document = _encoded(word_file(*blocks))
        yield Role.USER, "POST", "/v1/redactions", {"document": document, "client": OURS, "k": 4}
        packed = _encoded(zipped({"a.txt": "\n".join(blocks)}))
        yield Role.USER, "POST", "/v1/batches", {"documents": packed, "client": OURS, "k": 3}


def _about_words():
    for word in ("zephyr", "shared", "ownly", "brook", "corvane", "tulip", "nobody"):
        for others in ({}, {"pelican": 3}, {"store": 2, "loan": 1}):
            for times in (1, 40):
                for k in (2, 6):
                    body = {"words": {word: times, **others}, "client": OURS, "k": k}
                    yield Role.USER, "POST", "/v1/guesses", body


def _about_names():
    for name in ("Corvane", "Lantern Holding", "Quarrel", "Nobody"):
        yield Role.USER, "POST", "/v1/guesses", {"words": {"store": 1}, "client": name}
        yield Role.USER, "POST", "/v1/clients/search", {"name": name[:4]}
        policy = {"requirements": [{"profile": name, "attribute": "client", "belief": 0.5}]}
        corpus = [
            {"id": str(n), "client": each, "text": "a store"} for n, each in enumerate(["Ford", "Ford", "Rook"])
        ]
        yield Role.USER, "POST", "/v1/privacy/policy", {"policy": policy, "corpus": corpus}
        yield Role.USER, "POST", "/v1/reviews", {"client": name, "group": "Elsewhere"}
        yield Role.ADMIN, "POST", "/v1/clients", {"name": name}
        yield Role.ADMIN, "POST", "/v1/admin/policies", {"client": name, "version": 0, "rules": {"least_k": 3}}
        for role in (Role.ADMIN, Role.AUDITOR):
            yield role, "POST", "/v1/admin/policies/versions", {"client": name}
            yield role, "POST", "/v1/admin/audit/search", {"client": name}


OFTEN_ASKED = {"/v1/analyses", "/v1/guesses"}
"""Of these there are many questions; of the others all are asked in `make check`."""


def _some(questions, what, one_in):
    """The questions for a difference: one in so many of those that are often asked, for each difference others."""
    turn = list(DIFFERENCES).index(what)
    often = [each for each in questions if each[2] in OFTEN_ASKED]
    return [each for each in questions if each[2] not in OFTEN_ASKED] + often[turn % one_in :: one_in]


def test_together_the_differences_are_asked_every_question():
    questions = list(_questions())
    asked = [each for what in DIFFERENCES for each in _some(questions, what, len(DIFFERENCES))]
    assert [each for each in questions if each not in asked] == []


@pytest.mark.parametrize("one_in", [len(DIFFERENCES), further(1)], ids=["some", "all"])
@pytest.mark.parametrize("what", DIFFERENCES)
def test_every_answer_is_the_same(tmp_path, what, one_in, monkeypatch):
    monkeypatch.setattr(Store, "size_secret", b"that of both")  # each installation draws other sizes
    one, other = (Service(tmp_path / str(at), **more) for at, more in enumerate(DIFFERENCES[what]))
    differing = [
        asked for asked in _some(list(_questions()), what, one_in) if one.told(*asked) != other.told(*asked)
    ]
    assert [json.dumps(asked)[:300] for asked in differing] == []
