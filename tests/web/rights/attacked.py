"""The service that is attacked: three groups with things of every kind, and with texts that nobody else may read.

The callers' tokens and keys, every row as it lies in SQLite, and every text that is told only to some.
"""

import contextlib
import hashlib
import json
import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations

from backend.learning.registry import Registry
from backend.redaction.review_policy import ReviewPolicy
from backend.review.approval import Approval
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.review.workflow import Step
from backend.services.jobs.folder_batch import FolderBatch, Folders, begin_folder_batch
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.database import url_of
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.web.released import make_index
from tests.worker.jobs import letters_in

ROLES = ("user", "reviewer", "admin", "auditor")
GROUPS = ("Retail", "Ports", "Banks")
MODELS = {"Retail": "Halden & Rook", "Ports": "Brightbasket", "Banks": "Corvane Bank"}
"""A client of each group that the models know."""
SHELL = "local:0"
OFTEN = "1000000 per minute"
EVERY = "all"


def person(issuer, subject):
    """The pseudonym, as docs/security.md has it: a hash of issuer and subject."""
    return hashlib.sha256(f"{issuer}\n{subject}".encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Caller:
    """Somebody who asks: what their token or key says, as pairs of a role and its groups (None: every group)."""

    name: str
    said: tuple
    token: str
    id: str
    known: bool = True
    """False: the token or the key counts for nothing."""


class Attacked:
    """The service, what is in it, and whoever asks."""

    def __init__(self, folder, sample_registry, issuer):
        self.folder, self.issuer = folder, issuer
        shutil.copytree(sample_registry, folder / "registry")
        # Without what vouches for its versions, it opens as a registry of an earlier release does.
        (folder / "registry" / "authentic.json").unlink(missing_ok=True)
        versions = folder / "registry" / "versions"
        shutil.copytree(versions / "sample", versions / "next")
        for group in GROUPS:
            letters_in(folder / "folders" / group / "in", (f"letter-canary{group}file.txt",))
        (folder / "corpora" / "clients").mkdir(parents=True)
        self.settings = Settings.from_environment(
            {
                "UNSAID_DATA": str(folder / "data"),
                "UNSAID_REGISTRY": str(folder / "registry"),
                "UNSAID_NER": "none",
                "UNSAID_BATCH_FOLDERS": str(folder / "folders"),
                "UNSAID_CORPORA": str(folder / "corpora"),
            }
        )
        said = ",".join(f"{group}={group}" for group in (*GROUPS, "Gone"))
        often = {"UNSAID_RATE_LIMIT": OFTEN, "UNSAID_LOCK_OUT": OFTEN, "UNSAID_QUESTIONS": OFTEN}
        claims = {"UNSAID_OIDC_GROUPS_CLAIM": "groups", "UNSAID_OIDC_GROUPS": f"{EVERY}=*,{said}"}
        sign_in = SignInSettings.from_environment(issuer.environment(**claims, **often))
        self.app = create_app(self.settings, sign_in_methods=SignInMethods(sign_in))
        service = self.app.extensions[EXTENSION]
        service.models.refresh()
        self.store, self.index = service.store, service.index
        make_index(self.settings)
        self.index.publish()
        self.registry = Registry(self.settings.registry)
        self._opened = {}
        self.callers = {}
        self.secret = {}
        """Texts that are told only to some: of what kind, and of which group or whose."""
        self._make_callers()
        self._fill()
        self.reopen()
        for caller in self.callers.values():
            self.ask(caller, "GET", "/v1/jobs")

    def _make_callers(self):
        for number in range(1, len(ROLES) + 1):
            for roles in combinations(ROLES, number):
                self.signs_in("+".join(roles), roles, ["Retail"])
        self.signs_in("admin of all", ["admin"], [EVERY])
        self.signs_in("auditor of all", ["auditor"], [EVERY])
        self.signs_in("admin of no group", ["admin"], [])
        self.signs_in("reviewer of a group that is gone", ["reviewer", "admin", "user"], ["Gone"])
        for subject, grants in {
            "user of Retail, admin of Ports": [(["user"], ["Retail"]), (["admin"], ["Ports"])],
            "reviewer of Ports, admin of Retail": [(["reviewer"], ["Ports"]), (["admin"], ["Retail"])],
            "user of all, admin of Retail": [(["user"], None), (["admin"], ["Retail"])],
            "auditor of all, reviewer of Retail": [(["auditor"], None), (["reviewer"], ["Retail"])],
        }.items():
            self.signs_in(subject, [], [])
            for granted, groups in grants:
                self.store.users.grant(
                    self.issuer.url, subject, [Role(each) for each in granted], groups or [], SHELL
                ) if groups is not None else self.store.users.grant(
                    self.issuer.url, subject, [Role(each) for each in granted], None, SHELL
                )
        day, now = timedelta(days=1), datetime.now(UTC)
        for role in ROLES:
            self._has_key(f"key of {role}", role, ["Retail"], day, now)
        self._has_key("key of a group that is gone", "admin", ["Gone"], day, now)
        self._has_key("key of no group", "reviewer", [], day, now)
        self._has_key("expired key", "admin", None, day, now - 2 * day, known=False)
        self._has_key("revoked key", "admin", None, day, now, known=False)
        self.store.api_keys.revoke(self.callers["revoked key"].id, by=SHELL)
        late = self.issuer.token(sub="expired", roles=list(ROLES), groups=[EVERY], exp=1_000_000_000)
        self.callers["expired token"] = Caller("expired token", (), late, "", known=False)
        self.callers["nobody"] = Caller("nobody", (), "", "", known=False)

    def signs_in(self, subject, roles, groups):
        token = self.issuer.token(sub=subject, roles=list(roles), groups=groups, exp=2**33)
        of = None if EVERY in groups else frozenset(groups)
        said = tuple((role, of) for role in roles)
        self.callers[subject] = Caller(subject, said, token, person(self.issuer.url, subject))

    def _has_key(self, name, role, groups, lifetime, made, *, known=True):
        label = f"canary label {name}"
        new = self.store.api_keys.new(label, Role(role), groups, lifetime, made, SHELL)
        said = ((role, None if groups is None else frozenset(groups)),)
        self.callers[name] = Caller(name, said, new.token, new.key.id, known)
        self.secret[label] = ("nobody", None)

    def _fill(self):
        store, url = self.store, self.issuer.url
        for group in GROUPS:
            made = f"canary{group}"
            granted = {"a": (["user"], [group]), "b": (["admin", "reviewer"], [group]), "c": (["user"], [])}
            for letter, (roles, groups) in granted.items():
                subject = f"{made}person{letter}"
                store.users.seen(url, subject, f"{made}called{letter}")
                store.users.grant(url, subject, [Role(each) for each in roles], groups, SHELL)
                self.secret |= dict.fromkeys((subject, f"{made}called{letter}"), ("user", person(url, subject)))
            lists: dict = {"aliases": (f"{made}alias",), "always": (f"{made}always",), "never": (f"{made}never",)}
            store.clients.add(Dictionary(MODELS[group], group=group, **lists), by=SHELL)
            self.secret |= dict.fromkeys((MODELS[group], f"{made}alias"), ("client", group))
            self.secret |= dict.fromkeys((f"{made}always", f"{made}never"), ("terms", group))
            store.clients.add(Dictionary(f"{made}stored", (f"{made}other",), group=group), by=SHELL)
            self.secret |= dict.fromkeys((f"{made}stored", f"{made}other"), ("client", group))
            for name in (MODELS[group], f"{made}stored"):
                store.policies.set(name, 0, ReviewPolicy(least_k=4), SHELL)
            self.secret[f"letter-{made}file"] = ("file", group)
        store.clients.add(Dictionary("canaryNogroup"), by=SHELL)
        self.secret["canaryNogroup"] = ("client", None)
        store.users.seen(url, "canarynobody", "canarycallednobody")
        self.secret |= dict.fromkeys(("canarynobody", "canarycallednobody"), ("user", person(url, "canarynobody")))
        store.policies.set(None, 0, ReviewPolicy(least_k=2), SHELL)
        store.global_terms.change(0, Dictionary("everyone", always=("canaryeveryone",)), SHELL)
        self.secret["canaryeveryone"] = ("everyone", None)
        own = [each.id for each in self.callers.values() if each.known]
        for group in (*GROUPS, None):
            self._begin_reviews(group, [person(url, f"canary{group}persona"), own[4], own[9]])
        for number, caller in enumerate(own):
            for group in (GROUPS[number % 3], "Retail"):
                self._begin_batch(group, caller, number)
        self._begin_batch("Banks", person(url, "canaryBankspersona"), 99)

    def _begin_reviews(self, group, authors):
        reviews = self.store.reviews
        for author in authors:
            for steps in range(5):
                client = None if group is None or steps == 4 else MODELS[group]
                made = f"canary{group}review{author[:6]}{steps}"
                review = reviews.begin(author, client, group, ReviewTerms(second_approver=steps == 3)).id
                scope = Scope.EVERYONE if client is None else Scope.CLIENT
                changes = [
                    Change("0" * 16, Move.REJECT, scope=scope, term=f"{made}term"),
                    Change("1" * 16, Move.EDIT, replacement=f"{made}replaced", note=f"{made}note"),
                ]
                reviews.decide(review, 1, author, changes)
                self.secret[f"{made}term"] = ("proposal", (group, client))
                self.secret |= dict.fromkeys((f"{made}replaced", f"{made}note"), ("review", (group, author)))
                for number, step in enumerate((Step.SUBMIT, Step.CLAIM, Step.APPROVE)[:steps]):
                    who = author if step is Step.SUBMIT else person(self.issuer.url, f"canary{group}personb")
                    approval = Approval("a", "b", "default@1", None, "c") if step is Step.APPROVE else None
                    reviews.take(review, 2 + number, who, step, approval=approval)

    def _begin_batch(self, group, owner, number):
        folders = Folders.below([self.folder / "folders"], f"{group}/in", f"{group}/out{number}{owner[:4]}")
        batch = FolderBatch(folders, {"k": 1}, None, None, [group])
        with contextlib.suppress(Exception):
            job = begin_folder_batch(self.store, batch, owner).id
            if number % 2:
                self.store.jobs.cancel(job, SHELL)

    def ask(self, caller, method, path, **sent):
        """What the service answers this caller."""
        headers = dict(sent.pop("headers", ()))
        if caller.token:
            headers["Authorization"] = f"Bearer {caller.token}"
        return self.app.test_client().open(path, method=method, headers=headers, buffered=True, **sent)

    def changes(self):
        """A number that is another one as soon as anything was committed."""
        return self._raw.execute("PRAGMA data_version").fetchone()[0]

    def state(self):
        """Every row of every table by table and key, beside what lies in the folders."""
        found = {}
        tables = self._raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            key = [row["name"] for row in self._raw.execute(f"PRAGMA table_info({table})") if row["pk"]]
            for row in self._raw.execute(f"SELECT * FROM {table}"):  # noqa: S608 - names of our own tables
                found[table, tuple(row[each] for each in key)] = dict(row)
        return found

    def files(self):
        """What lies in the registry and in the folders of batches."""
        some = (path for part in ("registry", "folders") for path in (self.folder / part).rglob("*"))
        return {str(path): path.stat().st_size for path in some if path.is_file()} | {
            "promoted": self.registry.promoted()
        }

    def opened(self, row):
        """What is sealed in a row, which says it of itself alone."""
        sealed = row["sealed"]
        if sealed not in self._opened:
            self._opened[sealed] = {} if sealed is None else self.store.users._seal.decrypted(row["id"], sealed)
        return self._opened[sealed]

    def rows(self, state, table):
        """The rows of a table with what is sealed in them."""
        return [
            {**row, **(self.opened(row) if row.get("sealed") and table in _SEALED else {})}
            for (of, _), row in state.items()
            if of == table
        ]

    def reopen(self):
        """Look at the rows by the database's own driver."""
        self._raw = sqlite3.connect(url_of(self.settings).database, isolation_level=None)
        self._raw.row_factory = sqlite3.Row

    def close(self):
        self._raw.close()


_SEALED = {"clients", "policies", "users", "reviews", "proposals", "jobs", "everyone"}


def text_of(answer):
    """All that somebody reads of an answer: body and headers, small letters."""
    try:
        body = json.dumps(json.loads(answer.data), ensure_ascii=False)
    except ValueError:
        body = answer.get_data().decode("utf-8", "replace")
    return (body + str(answer.headers)).lower()
