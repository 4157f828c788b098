"""Two services that differ in what hidden clients are called and say alone, and somebody who asks both the same.

All of it speaks HTTP and knows nothing of how answers are made: an answer that differs between the worlds tells in
which of them somebody is, and so what a hidden client is called or says.
"""

import json
import random
from datetime import timedelta
from itertools import count

from click.testing import CliRunner

from backend.cli import cli
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.conftest import attackers_in_this_process

OURS = "Marlowe & Finch"
THEIRS = "Ostrander Mills"
"""Visible too."""
GROUP = "Ours"
INDUSTRIES = ("Retail", "Energy", "Health")

_SYLLABLES = "bal cor den fen gar hol jor kel lun mer nor pol quil ros sten tor ver wick yar zel".split()
_EVERYDAY = (
    "store ward turbine loan grid patient shelf vault nurse pipeline ledger till supplier audit roster".split()
)
UNLIMITED = SignInSettings(rate="1000000 per minute", questions="1000000 per day")

_FIRST = "ABCDEFGHIJKLMNPQRSTU"


def invented(chance, how_many, initials=_FIRST):
    """Words that nobody has heard, each with one of the initials in turn."""
    made = []
    letters = (initials[number % len(initials)] for number in count())
    while len(made) < how_many:
        word = next(letters) + "".join(chance.sample(_SYLLABLES, 3))
        if word.lower() not in {each.lower() for each in made}:
            made.append(word)
    return made


class World:
    """A service whose hidden clients have these names; `says` are words that clients say beside everyday ones."""

    def __init__(self, folder, hidden, says, ner="none"):
        self.hidden, self.says = hidden, says
        corpus = folder / "corpus.jsonl"
        corpus.write_text("\n".join(json.dumps(each) for each in self._documents()))
        registry = folder / "registry"
        asked = ["train", str(corpus), "--registry", str(registry), "--name", "world", "--features", "all"]
        with attackers_in_this_process():
            done = CliRunner().invoke(cli, asked)
        assert done.exit_code == 0, done.output
        environment = {"UNSAID_DATA": str(folder / "data"), "UNSAID_REGISTRY": str(registry), "UNSAID_NER": ner}
        self.app = create_app(Settings.from_environment(environment), sign_in_methods=SignInMethods(UNLIMITED))
        self.service = self.app.extensions[EXTENSION]
        self.service.models.refresh()
        clients = self.service.models.current().model.clients
        groups = ((each, GROUP if each.name in {OURS, THEIRS} else "Elsewhere") for each in clients)
        self.service.store.clients.put(
            [Dictionary(each.name, group=group, utility=each.utility) for each, group in groups]
        )

    def _documents(self):
        """Of everybody three documents, all of the same words in the same numbers, but for what is theirs."""
        chance = random.Random(5)
        for number, name in enumerate(sorted([OURS, THEIRS, *self.hidden])):
            often = [3 + (number + at) % 5 for at in range(len(_EVERYDAY))]
            for nth in range(3):
                said = [word for word, times in zip(_EVERYDAY, often, strict=True) for _ in range(times + nth)]
                chance.shuffle(said)
                own = self.says.get(name, ())
                said += [word for word in own[1:] for _ in range(2)]
                said += own[:1] if nth == 0 else []  # said once in all, so no feature of the model
                text = f"{name} has asked for a report. The {' '.join(said)} were visited."
                utility = INDUSTRIES[number % len(INDUSTRIES)]
                yield {"id": f"{number}-{nth}", "client": name, "utility": utility, "text": text}

    def asker(self, groups):
        """Asks as somebody of these groups (None: of all), and returns the answer."""
        token = self.service.store.api_keys.new("somebody", Role.USER, groups, timedelta(days=1)).token
        client = self.app.test_client()
        headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip"}

        def ask(route, **body):
            return client.post(f"/v1/{route}", json=body, headers=headers)

        return ask


def two_worlds(make_folder, **more):
    """Two worlds, the hidden clients of which stand in the same places of an alphabetical list."""
    names = [invented(random.Random(seed), 10) for seed in (1, 2)]
    # Of each, its name in full, a name of two words, or one with a legal form: the same kind in both worlds.
    kinds = ("{}", "{0} Garden", "{} & Sons", "{} Ltd")
    names = [[kinds[at % len(kinds)].format(name) for at, name in enumerate(some)] for some in names]
    words = [[word.lower() for word in invented(random.Random(seed), 30)] for seed in (3, 4)]
    says = [
        dict(zip(some, (of[at::10] for at in range(10)), strict=True))
        for some, of in zip(names, words, strict=True)
    ]
    return [World(make_folder(), *each, **more) for each in zip(names, says, strict=True)]
