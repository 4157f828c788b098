"""A service with people, clients, policies, reviews, proposals, jobs and versions, and what accounts hold of it.

What accounts hold is computed here a second time, as pairs of roles and groups, from what `/v1/admin/users` answers
to somebody who sees everything and from what tokens say.
"""

import itertools
import re
import shutil
from dataclasses import dataclass, replace

from backend.learning.registry import Registry
from backend.redaction.review_policy import ReviewPolicy
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.services.jobs.folder_batch import FolderBatch, Folders, begin_folder_batch
from backend.settings import Settings
from backend.storage.accounts.users import pseudonym
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.proposals import ProposalState
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth import route_roles
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.released import make_index
from tests.worker.jobs import letters_in

GROUPS = ("Retail", "Ports", "Banks")
EVERY = "all"
"""What a token says of every group."""
OFTEN = "1000000 per minute"
SHELL = "local:0"
BESIDE = "a group that nobody names"

CLIENTS = {CLIENT: "Retail", "Brightbasket": "Ports", "Stored Alone": "Banks", "Hush": None}

ACCOUNTS = {
    "no group": (["admin"], []),
    "one group": (["admin"], ["Retail"]),
    "two groups": (["admin", "user"], ["Retail", "Ports"]),
    "every group": (["admin"], [EVERY]),
    "reviewer": (["admin", "reviewer"], ["Retail"]),
    "auditor": (["admin", "auditor"], ["Ports"]),
    "user of another": (["user", "reviewer"], ["Banks"]),
    "three roles": (["admin", "user", "reviewer"], [EVERY]),
}
"""Limited accounts, by what their tokens say."""

PEOPLE = (
    ("bob", ["user"], ["Retail"]),
    ("eve", ["admin"], ["Ports"]),
    ("may", ["admin", "user", "reviewer", "auditor"], None),
    ("ray", ["reviewer"], []),
    ("gil", [], ["Retail"]),
    ("liv", ["admin", "user"], ["Retail", "Ports"]),
    ("mix", ["auditor"], None),
    ("mix", ["user", "admin"], ["Banks"]),
)
"""People to whom something was granted, by the shell."""


def pairs_of(named_roles, groups):
    """Pairs of roles and groups; groups None: every group, also those that nobody names."""
    of = (*GROUPS, BESIDE) if groups is None else tuple(groups)
    return {(str(role), group) for role in named_roles for group in (*of, "any")}


@dataclass
class Stored:
    """Everything by kind and id, the clients by their ids, and the versions of what is changed by version."""

    objects: dict
    clients: dict
    reviews: dict
    policies: dict
    everyone: int


class World:
    """The service, and every object in it with the group that it is of."""

    def __init__(self, folder, sample_registry, issuer):
        shutil.copytree(sample_registry, folder / "registry")
        versions = folder / "registry" / "versions"
        shutil.copytree(versions / "sample", versions / "next")
        for group in GROUPS:
            letters_in(folder / "folders" / group / "in", ("ann.txt",))
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
        rules = f"{EVERY}=*,{','.join(f'{group}={group}' for group in GROUPS)}"
        asked = {"UNSAID_OIDC_GROUPS_CLAIM": "groups", "UNSAID_OIDC_GROUPS": rules}
        asked |= {"UNSAID_RATE_LIMIT": OFTEN, "UNSAID_LOCK_OUT": OFTEN}
        self.issuer = issuer
        sign_in_methods = SignInMethods(SignInSettings.from_environment(issuer.environment(**asked)))
        self.app = create_app(self.settings, sign_in_methods=sign_in_methods)
        service = self.app.extensions[EXTENSION]
        service.models.refresh()
        self.store = service.store
        self.registry = Registry(self.settings.registry)
        self.tokens = {}
        self.said = {**ACCOUNTS, "root": ([*Role], [EVERY])}
        self._stored: Stored | None = None
        self._seen: dict | None = None
        self._fill(folder)
        make_index(self.settings)
        service.index.publish()

    def _fill(self, folder):
        store = self.store
        for subject, granted, groups in PEOPLE:
            store.users.grant(self.issuer.url, subject, [Role(each) for each in granted], groups, SHELL)
        store.users.seen(self.issuer.url, "kim", "Kim")
        for name, group in CLIENTS.items():
            store.clients.add(Dictionary(name, group=group, always=("steering",)))
        store.policies.set(None, 0, ReviewPolicy(least_k=2), SHELL)
        for name in CLIENTS:
            store.policies.set(name, 0, ReviewPolicy(least_k=4), SHELL)
        store.global_terms.change(0, Dictionary("everyone", always=("bollard",)), SHELL)
        for name, group in (*CLIENTS.items(), (None, "Retail"), (None, "Banks"), (None, None)):
            review = store.reviews.begin("somebody", name, group, ReviewTerms())
            scope = Scope.EVERYONE if name is None else Scope.CLIENT
            change = Change("0" * 16, Move.REJECT, scope=scope, term=f"term {name} {group}")
            store.reviews.decide(review.id, 1, "somebody", [change])
        for group in (None, *GROUPS):
            below = group or "Retail"
            folders = Folders.below([folder / "folders"], f"{below}/in", f"{below}/out {group}")
            batch = FolderBatch(folders, {"k": 1}, None, None, None if group is None else [group])
            job = begin_folder_batch(store, batch, f"owner of {group}".replace(" ", "-")).id
            if group != "Ports":
                store.jobs.cancel(job, SHELL)

    def ask(self, account, method, path, **sent):
        """Ask as an account, whose token says what `said` has."""
        if account not in self.tokens:
            named, groups = self.said.get(account, ([], []))
            claims = {"roles": [str(each) for each in named], "groups": list(groups)}
            self.tokens[account] = self.issuer.token(sub=account, **claims, exp=2**33)
        headers = {"Authorization": f"Bearer {self.tokens[account]}"}
        answer = self.app.test_client().open(path, method=method, headers=headers, buffered=True, **sent)
        if method != "GET" and answer.status_code < 400:
            self._stored = self._seen = None
        return answer

    @property
    def stored(self):
        """What requests are made from, read again after each that succeeds; `objects` always looks."""
        if self._stored is None:
            store = self.store
            self._stored = Stored(
                self.objects() if self._seen is None else self._seen,
                {each.id: each for each in store.clients.all()},
                {each.id: each.version for each in store.reviews.all("nobody", None, 1000)},
                {each.client: each.version for each in store.policies.current()},
                store.global_terms.get().version,
            )
        return self._stored

    def roles_of(self, account):
        """The roles that an account has, whatever the groups."""
        said = {Role(each) for each in self.said.get(account, ([], []))[0]}
        return said | {Role(each) for subject, granted, _ in PEOPLE if subject == account for each in granted}

    def known(self):
        """The people, as the list has them for somebody who sees everything."""
        return {each["subject"]: each for each in self.ask("root", "GET", "/v1/admin/users").json["users"]}

    def holds(self, known=None):
        """The pairs of every account, by a second implementation."""
        known = self.known() if known is None else known
        granted = {each.id: each.granted for each in self.store.users.all()}
        return {subject: self._pairs(subject, known.get(subject), granted) for subject in {*known, *self.said}}

    def _pairs(self, subject, user, granted_to):
        said, groups = self.said.get(subject, ([], []))
        alone_roles, alone_groups, apart = set(), set(), set()
        if user is not None:
            for each in user["apart"]:
                apart |= pairs_of([each["role"]], each["groups"])
            granted = granted_to[user["id"]]
            alone_roles = set(map(str, granted.roles))
            alone_groups = None if granted.groups is None else set(granted.groups)
        every = EVERY in groups or alone_groups is None
        named = None if every else {*groups, *alone_groups}
        return apart | pairs_of({*map(str, said), *alone_roles}, named)

    def id_of(self, account):
        """The pseudonym of an account, which is known once it has asked for something."""
        self.ask(account, "GET", "/v1/jobs")
        return self.known()[account]["id"]

    def objects(self):
        """Everything that somebody could change but people: by kind and id, whose it is and what it is."""
        store = self.store
        found: dict[tuple[str, str | None], tuple] = {("everyone", ""): (None, store.global_terms.get().dictionary)}
        found["promoted", ""] = None, self.registry.promoted()
        found["versions", ""] = None, sorted(each.name for each in self.registry.versions())
        groups = {}
        for each in store.clients.all():
            groups[each.dictionary.name] = each.dictionary.group
            found["client", each.id] = _scope(each.dictionary.group), each.dictionary
        for each in store.policies.current():
            scope = None if each.client is None else _scope(groups.get(each.client))
            found["policy", each.client] = scope, each.policy
        for each in store.reviews.all("nobody", None, 1000):
            scope = _scope(each.group) or frozenset({f"of {each.standing.author}"})
            found["review", each.id] = scope, replace(each, counts={})
        for state in ProposalState:
            for each in store.proposals.all(None, state, 1000):
                found["proposal", each.id] = _scope(each.group), (each.state, each.client)
        for each in store.jobs.all():
            found["job", each.id] = frozenset({f"of {each.owner}"}), (each.state, each.cancel_asked)
        self._seen = found
        return found

    def rows(self):
        """The rows of the table of roles that can be asked, but the documents'."""
        return [row for row in route_roles.ROUTES if "/v1/" in row]


def _scope(group):
    return None if group is None else frozenset({group})


def addresses(world, row):
    """The addresses of a route with the ids of everything that there is, or with one that there is not."""
    _, template = row.split(" ", 1)
    of = {"client": "client", "review": "review", "proposal": "proposal", "job": "job"}
    for name in re.findall(r"<(?:\w+:)?(\w+)>", template):
        if name == "user":
            ids = [each["id"] for each in world.known().values()]
        elif name == "version":
            ids = ["sample", "next"]
        else:
            ids = [key for kind, key in world.stored.objects if kind == of.get(name)]
        return [(each, re.sub(r"<[^>]+>", each, template)) for each in [*ids, "0" * 32]]
    return [("", template)]


def version_of(world, row, key, client):
    """The version that somebody would have read before they change something."""
    if "/clients/" in row:
        return world.stored.clients[key].version if key in world.stored.clients else 1
    if "/reviews/" in row:
        return world.stored.reviews.get(key, 1)
    if "/policies" in row:
        return world.stored.policies.get(client, 0 if row == "POST /v1/admin/policies" else 1)
    return world.stored.everyone if "everyone" in row else 1


SPELLINGS = ("retail", " Retail", "Ports ", "ＢＡＮＫＳ", "Ban\u200bks", "*", "")
"""Of groups: another spelling is another group."""


def values(world, row, field):
    """What is tried for a field: things of others, of every group, nothing, and other spellings; or None."""
    names = [*CLIENTS, "Nobody", CLIENT.upper(), f" {CLIENT} ", None]
    some = [list(each) for number in (1, 2) for each in itertools.combinations(GROUPS, number)]
    subjects = [*PEOPLE_NAMED, *ACCOUNTS, "new", "no group ", "KIM"]
    own = {
        ("POST /v1/admin/users", "roles"): [[], ["admin"], ["admin", "admin"], ["reviewer"], [*Role], None],
        ("POST /v1/admin/users", "groups"): [[], *some, *([each] for each in SPELLINGS), None],
        ("POST /v1/admin/users", "every_group"): [True, None, "true"],
        ("POST /v1/admin/users", "subject"): subjects,
        ("POST /v1/admin/users", "issuer"): [f"{world.issuer.url}/", world.issuer.url.upper(), ""],
        ("POST /v1/admin/users/<user>/revoke", "roles"): [[], ["admin"], ["user"], [*Role], None],
        ("POST /v1/admin/users/<user>/revoke", "groups"): [[], ["Retail"], ["Ports", "Retail"], None],
        ("PUT /v1/clients/<client>", "group"): ["Retail", "Ports", None, " Retail", "retail"],
        ("PUT /v1/clients/<client>", "name"): [CLIENT, "Nobody"],
        ("POST /v1/clients", "group"): ["Retail", None],
    }
    common = {
        "client": names,
        "group": [*GROUPS, *SPELLINGS, None],
        "name": ["Nobody", CLIENT],
        "aliases": [[], ["Brightbasket"], ["Hush"]],
        "utility": ["Oil", None],
        "always": [["gull"], []],
        "never": [["gull"], []],
        "rules": [{"least_k": each} for each in (1, 2, 4, 5)],
        "version": ["sample", "next"] if row.endswith("roll-back") else [],
        "inputs": [f"{each}/in" for each in GROUPS] + ["Retail/../Banks/in", "Retail"],
        "outputs": [f"{each}/new" for each in GROUPS] + ["new"],
        "corpus": ["clients"],
        "features": [None],
        "promote": [True],
        "who": [pseudonym(world.issuer.url, "kim"), "owner-of-None"],
        "subject": [pseudonym(world.issuer.url, "kim"), world.store.audit.mark_of("Brightbasket")],
        "document": ["0" * 64],
        "review": [key for kind, key in world.stored.objects if kind == "review"],
    }
    return own.get((row, field), common.get(field))


PEOPLE_NAMED = tuple(dict.fromkeys(subject for subject, _, _ in PEOPLE))

BASES: dict[str, dict] = {
    "POST /v1/admin/users": {"subject": "new", "roles": ["admin"], "groups": ["Retail"]},
    "POST /v1/admin/users/<user>/revoke": {},
    "POST /v1/admin/policies": {"client": CLIENT, "rules": {"least_k": 5}},
    "POST /v1/admin/policies/remove": {"client": CLIENT},
    "POST /v1/admin/policies/versions": {"client": CLIENT},
    "POST /v1/clients": {"name": "New", "group": "Retail"},
    "POST /v1/clients/search": {"name": "a"},
    "POST /v1/admin/training": {"corpus": "clients"},
    "POST /v1/batches/folders": {"inputs": "Retail/in", "outputs": "Retail/new"},
    "POST /v1/reviews/<review>/decisions": {"ids": ["0" * 16]},
    "PATCH /v1/reviews/<review>/decisions": {"decisions": [{"id": "0" * 16, "move": "take_back"}]},
    "PATCH /v1/reviews/<review>/sample": {"verdicts": [{"id": "0" * 16, "goes": True}]},
    "POST /v1/reviews/<review>/sample": {"share": 1.0},
    "POST /v1/analyses": {"stories": [{"kind": "body", "part": "word/document.xml", "blocks": []}]},
    "POST /v1/guesses": {"words": {"store": 1}},
    "POST /v1/privacy/spi": {"before": [{"user": "ann", "text": "a"}], "after": []},
    "POST /v1/privacy/linkability": {"profiles": [{"entity": "ann", "community": "cars", "text": "a"}]},
    "POST /v1/privacy/policy": {},
    "POST /v1/policies/effective": {"client": CLIENT},
    "POST /v1/redactions/check": {"client": CLIENT},
}
"""A request that could succeed, of which one field after the other is changed."""


def requests(world, row, fields):
    """Requests for a route: with each of its fields set to each value that is tried for it."""
    method, _ = row.split(" ", 1)
    for key, path in addresses(world, row):
        bodies = [dict(BASES.get(row, {}))]
        for field in fields:
            bodies += [{**bodies[0], field: value} for value in values(world, row, field) or ()]
        if row == "POST /v1/admin/users":
            bodies += [
                {"roles": roles, "groups": groups, "every_group": every, "subject": subject}
                for roles in (["admin"], [], ["user"])
                for groups in ([], ["Retail"], ["Ports"])
                for every in (True, False)
                for subject in ("new", "no group", "two groups")
            ]
        for body in bodies:
            sent = dict(body)
            if row == "PUT /v1/clients/<client>" and key in world.stored.clients:
                kept = world.stored.clients[key].dictionary
                as_kept = {"name": kept.name, "aliases": list(kept.aliases), "group": kept.group}
                sent = {**as_kept, "utility": kept.utility, **sent}
            if row == "POST /v1/admin/users":
                sent = {"issuer": world.issuer.url, **sent}
            if "version" in fields and "version" not in sent:
                sent["version"] = version_of(world, row, key, sent.get("client"))
            if method == "DELETE" and "/clients/" in row:
                yield path, {"query_string": {"version": version_of(world, row, key, None)}}
            else:
                yield path, ({} if method in {"GET", "DELETE"} else {"json": sent})
