"""For each operation of the description a request that succeeds for somebody who holds everything.

Whatever it needs is made first, by two people who hold everything: an author and another one. What the other
callers send is made from these requests, so that a refusal is owed to their rights and not to a version or an id.
"""

import hashlib
import json
from dataclasses import dataclass, field

from backend.detection.finding import FindingKind
from backend.document.placeholders import REDACTED
from backend.review.suggestions import suggestion_id
from backend.services.jobs.folder_batch import FolderBatch, Folders, begin_folder_batch
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.index.index_secret import Entry
from tests.web.documents import decoded, encoded, word_file, zipped
from tests.web.rights.attacked import GROUPS, MODELS, ROLES
from tests.web.test_privacy import AFTER, BEFORE, CORPUS, PROFILES

NER = ("EMAIL_ADDRESS", "PHONE_NUMBER")
NOBODY_KNOWS_ROOK = {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 0.5}]}


@dataclass(frozen=True)
class Request:
    """What is sent, by whom it succeeds, and what its sender has read before."""

    by: str
    ids: dict = field(default_factory=dict)
    query: dict = field(default_factory=dict)
    body: dict | None = None
    knows: str = ""


def added(term):
    """The id of the suggestion of a term that was added by hand."""
    return suggestion_id(FindingKind.ALWAYS, REDACTED, term)


class Recipes:
    """Makes requests for the operations of a world; `chance` draws among what would succeed."""

    def __init__(self, world, chance):
        self.world, self.chance = world, chance
        self.number = 0
        for name in ("all", "all too"):
            world.signs_in(f"holder of {name}", ROLES, ["all"])
        self.one, self.other = (f"holder of {name}" for name in ("all", "all too"))

    def of(self, operation):
        """A request for an operation, by its `operationId`; KeyError where nobody has said how."""
        return RECIPES[operation](self)

    def ask(self, method, path, body=None, by=None):
        """Something that is needed first, which has to succeed."""
        answer = self.world.ask(self.world.callers[by or self.one], method, path, json=body)
        assert answer.status_code < 300, (method, path, answer.get_data(as_text=True)[:500])
        return json.loads(answer.data) if answer.data and answer.is_json else None

    def name(self, what):
        self.number += 1
        return f"canary{what}made{self.number}x"

    def group(self):
        return self.chance.choice(GROUPS)

    def client(self):
        """The id, the name, the group and the version of a stored client of some group."""
        group = self.group()
        name = self.name(group)
        told = self.world.store.clients.add(Dictionary(name, group=group, always=(f"{name}goes",)), by="local:0")
        self.world.secret |= {name: ("client", group), f"{name}goes": ("terms", group)}
        return told

    def changed(self, **more):
        told = self.client()
        given = told.dictionary
        body = {"name": given.name, "group": given.group, "always": list(given.always), "version": told.version}
        return Request(self.one, {"client": told.id}, body={**body, **more}, knows=f"{given.name} {given.always}")

    def person(self):
        """Somebody to whom something of a group was granted."""
        group, subject = self.group(), self.name("subject")
        roles = self.chance.choice((["user"], ["reviewer"], ["user", "reviewer"]))
        body = {"issuer": self.world.issuer.url, "subject": subject, "roles": roles, "groups": [group]}
        told = self.ask("POST", "/v1/admin/users", body)
        self.world.secret[subject] = ("user", told["id"])
        return told["id"], roles, group

    def document(self, group=None):
        text = f"Ann Rook of {MODELS[group or self.group()]} wrote to ann@halden.example, {self.number}."
        return text, {"document": encoded(word_file(text)), "name": "plan.docx"}

    def review(self, stage="draft", *, client=True):
        """A review in a stage, with decisions: its id, its version, the body of its document and the text."""
        group = self.group()
        named = MODELS[group] if client else None
        text, sent = self.document(group)
        sent |= {"pii": list(NER), "k": 4} if client else {"pii": list(NER)}
        sent |= {"client": named}
        begun = {"client": named} if client else {"group": group}
        review = self.ask("POST", "/v1/reviews", begun)["id"]
        told = self.ask("POST", "/v1/analyses", {**sent, "review": review})
        ids = [each["id"] for each in told["suggestions"]]
        way = ["submit", "claim", "approve"] if stage == "approved" else ["submit", "claim"]
        way = way[: ("draft", "submitted", "claimed", "approved").index(stage)]
        decisions = [{"id": each, "move": "accept"} for each in ids]
        version = self.ask("PATCH", f"/v1/reviews/{review}/decisions", {"version": 1, "decisions": decisions})
        for step in way:
            more = self.to_approve(review, sent) if step == "approve" else {}
            by = self.one if step == "submit" else self.other
            body = {"version": version["version"], **more}
            version = self.ask("POST", f"/v1/reviews/{review}/{step}", body, by)
        return Reviewed(review, version["version"], sent, f"{text} {named}", ids)

    def to_approve(self, review, sent):
        """The document with what stands against it, all of which is named as an exception."""
        told = self.ask("POST", "/v1/redactions", {**sent, "review": review}, self.other)
        rows = [{"kind": each["kind"], "count": each["count"]} for each in told["report"]["unmet"]]
        return {**sent, "exceptions": rows}

    def step(self, stage, by=None, **more):
        found = self.review(stage)
        body = {"version": found.version, **more}
        return Request(by or self.one, {"review": found.id}, body=body, knows=found.text)

    def approval(self):
        found = self.review("claimed")
        body = {"version": found.version, **self.to_approve(found.id, found.sent)}
        return Request(self.other, {"review": found.id}, body=body, knows=found.text)

    def decision(self):
        found = self.review()
        term = self.name("term")
        proposes = self.chance.random() < 0.5
        move = {"id": self.chance.choice(found.ids), "move": "take_back"}
        if proposes:
            move = {"id": added(term), "move": "reject", "scope": "client", "term": term}
        body = {"version": found.version, "decisions": [move]}
        return Request(self.one, {"review": found.id}, body=body, knows=found.text)

    def sampled(self):
        found = self.review("submitted")
        body = {"version": found.version, "share": 1.0}
        return found, Request(self.other, {"review": found.id}, body=body, knows=found.text)

    def judged(self):
        found, sample = self.sampled()
        self.ask("POST", f"/v1/reviews/{found.id}/sample", sample.body, self.other)
        return Request(
            self.other,
            {"review": found.id},
            body={"verdicts": [{"id": found.ids[0], "goes": True}]},
            knows=found.text,
        )

    def redaction(self):
        """By a review that was approved, by one that was not, by decisions, or without any."""
        which = self.chance.randrange(4)
        if which < 2:
            found = self.review("approved" if which else "draft")
            return Request(self.one, body={**found.sent, "review": found.id}, knows=found.text)
        return self.analysed(**({"decisions": []} if which == 2 else {}))

    def analysed(self, **more):
        group = self.group()
        text, sent = self.document(group)
        return Request(
            self.one, body={**sent, "client": MODELS[group], "k": 4, **more}, knows=f"{text} {MODELS[group]}"
        )

    def verification(self):
        asked = self.analysed()
        told = self.ask("POST", "/v1/redactions", asked.body)
        report = {name: told["report"][name] for name in ("suppressed", "sought")}
        body = {"document": encoded(decoded(told)), "report": report, "asked": {"client": asked.body["client"]}}
        return Request(self.one, body=body, knows=asked.knows)

    def batch(self):
        group = self.group()
        text, _ = self.document(group)
        files = zipped({"a.docx": word_file(text), "b.txt": text.encode()})
        body = {"documents": encoded(files), "client": MODELS[group], "k": 4}
        return Request(self.one, body=body, knows=f"{text} {MODELS[group]} a.docx b.txt")

    def job(self, *, cancelled=False, training=False):
        """A job of the one who holds everything."""
        if training:
            self.end_trainings()
            return self.ask("POST", "/v1/admin/training", {"corpus": "clients"})["id"]
        group = self.group()
        folders = Folders.below([self.world.folder / "folders"], f"{group}/in", f"{group}/{self.name('out')}")
        batch = FolderBatch(folders, {"k": 1}, None, None, [group])
        job = begin_folder_batch(self.world.store, batch, self.world.callers[self.one].id).id
        if cancelled:
            self.ask("POST", f"/v1/jobs/{job}/cancel")
        return job

    def end_trainings(self):
        for each in self.ask("GET", "/v1/jobs")["jobs"]:
            if each["kind"] == "training" and each["state"] in {"waiting", "running"}:
                self.ask("POST", f"/v1/jobs/{each['id']}/cancel")

    def download(self):
        """A file that waits for a browser; whoever has its id may collect it."""
        return self.ask("POST", "/v1/downloads", {"ciphertext": encoded(b"sealed")})["id"]

    def indexed(self):
        """A document of a client of some group that nobody here has added."""
        document, owner = hashlib.sha256(self.name("indexed").encode()).hexdigest(), MODELS[self.group()]
        with self.world.index.opened() as opened:
            opened.insert(Entry(document, owner, "somebody-else"), opened.space.count("harvest of wheat"))
        return Request(self.one, {"document": document}, knows=owner)

    def asked_for(self):
        """A group of the current edition, asked for by somebody who has asked for none before."""
        asker, message = self.name("asker"), self.name("message")
        self.world.signs_in(asker, ROLES, ["all"])
        self.world.secret[message] = ("request", (self.world.callers[asker].id,))
        edition = self.ask("GET", "/v1/index", by=asker)["edition"]["id"]
        return Request(asker, body={"edition": edition, "group": 0, "message": message})

    def request(self, asker):
        """An open request of an account for a document that the first holder has added: its id."""
        document, message = hashlib.sha256(self.name("asked").encode()).hexdigest(), self.name("message")
        holder = self.world.callers[self.one].id
        with self.world.index.opened() as opened:
            entry = Entry(document, MODELS[self.group()], holder)
            opened.insert(entry, opened.space.count("harvest of wheat"))
            key = opened.key_of(entry)
        self.world.secret[message] = ("request", (asker, holder))
        return self.world.store.index_requests.make(asker, "0" * 64, 0, message, [key]).id

    def answered(self):
        note = self.name("note")
        self.world.secret[note] = ("request", (self.world.callers[self.one].id,))
        request = self.request(self.name("asker"))
        return Request(self.one, {"request": request}, body={"accept": True, "note": note})

    def withdrawn(self):
        asker = self.name("asker")
        self.world.signs_in(asker, ROLES, ["all"])
        return Request(asker, {"request": self.request(self.world.callers[asker].id)})

    def training(self):
        self.end_trainings()
        return Request(self.one, body={"corpus": "clients", "name": self.name("version")})

    def folders(self):
        group = self.group()
        body = {"inputs": f"{group}/in", "outputs": f"{group}/{self.name('out')}", "client": MODELS[group], "k": 4}
        return Request(self.one, body=body, knows=MODELS[group])

    def proposal(self):
        """A proposal for a client, or for all."""
        group = self.group()
        found = self.ask("POST", "/v1/reviews", {"client": MODELS[group]})
        term = self.name("term")
        scope = self.chance.choice(("client", "everyone"))
        change = {"id": added(term), "move": "reject", "scope": scope, "term": term}
        self.ask("PATCH", f"/v1/reviews/{found['id']}/decisions", {"version": 1, "decisions": [change]})
        told = self.ask("GET", "/v1/proposals?most=1000")["proposals"]
        mine = next(each for each in told if each["term"] == term)
        self.world.secret[term] = (
            "proposal",
            (group, MODELS[group] if change["scope"] == "client" else None),
        )
        return Request(self.one, {"proposal": mine["id"]}, knows=f"{term} {MODELS[group]}")

    def policy(self, client=None):
        """The version of a policy that is set; of no client's the one for all."""
        told = self.ask("GET", "/v1/admin/policies")["policies"]
        return next((each["version"] for each in told if each["client"] == client), 0)

    def set_policy(self):
        client = self.chance.choice((None, *MODELS.values()))
        kinds = self.chance.choice(([], ["EMAIL_ADDRESS"]))
        rules = {"least_k": self.chance.randrange(2, 5), "personal": kinds}
        body = {"client": client, "version": self.policy(client), "rules": rules}
        return Request(self.one, body=body, knows=client or "")

    def remove_policy(self):
        told = self.client()
        name = told.dictionary.name
        self.ask("POST", "/v1/admin/policies", {"client": name, "version": 0, "rules": {"least_k": 4}})
        return Request(self.one, body={"client": name, "version": 1}, knows=name)

    def everyone(self):
        version = self.ask("GET", "/v1/admin/everyone")["version"]
        term = self.name("everyone")
        self.world.secret[term] = ("everyone", None)
        return Request(self.one, body={"always": ["canaryeveryone", term], "version": version})

    def granted(self):
        group = self.group()
        subject = self.name("subject")
        body = {"issuer": self.world.issuer.url, "subject": subject, "roles": ["user"], "groups": [group]}
        if self.chance.random() < 0.3:
            body = {"issuer": self.world.issuer.url, "subject": subject, "roles": ["reviewer"], "every_group": True}
        return Request(self.one, body=body, knows=subject)

    def revoked(self):
        user, roles, group = self.person()
        body = self.chance.choice(({"roles": roles[:1], "groups": [group]}, {}))
        return Request(self.one, {"user": user}, body=body)

    def another_version(self):
        in_use = self.world.registry.promoted()
        return next(each for each in ("sample", "next") if each != in_use)

    def promoted(self):
        """A version that has just come into use, after another one."""
        version = self.another_version()
        self.ask("POST", f"/v1/admin/versions/{version}/promote")
        return version


@dataclass(frozen=True)
class Reviewed:
    """A review with its document: its id and version, what is sent of the document, and ids of suggestions."""

    id: str
    version: int
    sent: dict
    text: str
    ids: list


def _plain(self, **more):
    return Request(self.one, **more)


def _new_client(self):
    name, group = self.name("Client"), self.group()
    self.world.secret[name] = ("client", group)
    return Request(self.one, body={"name": name, "group": group}, knows=name)


def _begun(self):
    group = self.group()
    client = self.chance.choice((None, MODELS[group]))
    body = {"client": client} if client else {"group": self.chance.choice((None, group))}
    return Request(self.one, body=body, knows=client or "")


def _of_review(self, stage="draft", by=None, body=None):
    found = self.review(stage)
    return Request(by or self.one, {"review": found.id}, body=body and body(found), knows=found.text)


def _removed(self):
    told = self.client()
    return Request(self.one, {"client": told.id}, {"version": told.version}, knows=told.dictionary.name)


RECIPES = {
    "exportAudit": _plain,
    "searchAudit": lambda self: _plain(
        self, body=self.chance.choice(({}, {"action": "client.changed"}, {"client": MODELS[self.group()]}))
    ),
    "verifyAudit": _plain,
    "getEveryone": _plain,
    "changeEveryone": Recipes.everyone,
    "listPolicies": _plain,
    "setPolicy": Recipes.set_policy,
    "removePolicy": Recipes.remove_policy,
    "listPolicyVersions": lambda self: _plain(self, body={"client": MODELS[self.group()]}),
    "rollBack": lambda self: _plain(self, body={"version": self.promoted()}),
    "listTrainings": _plain,
    "train": Recipes.training,
    "getTraining": lambda self: _plain(self, ids={"job": self.job(training=True)}),
    "listUsers": _plain,
    "grant": Recipes.granted,
    "forgetUser": lambda self: _plain(self, ids={"user": self.person()[0]}),
    "revoke": Recipes.revoked,
    "listVersions": _plain,
    "promote": lambda self: _plain(self, ids={"version": self.another_version()}),
    "analyse": Recipes.analysed,
    "redactBatch": Recipes.batch,
    "redactFolder": Recipes.folders,
    "certificate_keys": _plain,
    "addDownload": lambda self: _plain(self, body={"ciphertext": encoded(self.name("download").encode())}),
    "collectDownload": lambda self: _plain(self, ids={"download": self.download()}),
    "listClients": _plain,
    "addClient": _new_client,
    "searchClients": lambda self: _plain(self, body={"name": self.chance.choice(("hal", "canary", "c"))}),
    "removeClient": _removed,
    "getClient": lambda self: _plain(self, ids={"client": self.client().id}),
    "changeClient": lambda self: self.changed(**self.chance.choice(({"never": ["tern"]}, {"aliases": ["A B"]}))),
    "copy": lambda self: _plain(self, body=self.document()[1]),
    "guess": lambda self: _plain(self, body={"words": {"stores": 12, "loans": 2}, "client": MODELS[self.group()]}),
    "listJobs": _plain,
    "getJob": lambda self: _plain(self, ids={"job": self.job()}),
    "cancelJob": lambda self: _plain(self, ids={"job": self.job()}),
    "getJobFiles": lambda self: _plain(self, ids={"job": self.job()}),
    "getJobPrivacy": lambda self: _plain(self, ids={"job": self.job()}),
    "retryJob": lambda self: _plain(self, ids={"job": self.job(cancelled=True)}),
    "listProposals": _plain,
    "acceptProposal": Recipes.proposal,
    "declineProposal": Recipes.proposal,
    "redact": Recipes.redaction,
    "listReviews": _plain,
    "beginReview": _begun,
    "removeReview": _of_review,
    "getReview": _of_review,
    "getAgreement": _of_review,
    "approveReview": Recipes.approval,
    "claimReview": lambda self: self.step("submitted", self.other),
    "decide": Recipes.decision,
    "readDecisions": lambda self: _of_review(self, body=lambda found: {"ids": found.ids}),
    "recallReview": lambda self: self.step("submitted"),
    "releaseReview": lambda self: self.step("claimed", self.other),
    "reopenReview": lambda self: self.step("approved"),
    "returnReview": lambda self: self.step("claimed", self.other, note="look again"),
    "judgeSample": Recipes.judged,
    "takeSample": lambda self: self.sampled()[1],
    "submitReview": lambda self: self.step("draft"),
    "verify": Recipes.verification,
    "getEffectivePolicy": lambda self: _plain(self, body={"client": MODELS[self.group()]}),
    "checkRedaction": lambda self: _plain(self, body={"client": MODELS[self.group()], "k": 5}),
    "measureRelease": lambda self: _plain(self, body={"before": BEFORE, "after": AFTER, "unit": "word"}),
    "measureLinkability": lambda self: _plain(self, body={"profiles": PROFILES}),
    "checkPrivacyPolicy": lambda self: _plain(self, body={"policy": NOBODY_KNOWS_ROOK, "corpus": CORPUS}),
    "version": _plain,
    "getIndex": _plain,
    "getEdition": _plain,
    "publishEdition": _plain,
    "removeDocument": Recipes.indexed,
    "askForDocument": Recipes.asked_for,
    "listDocumentRequests": _plain,
    "answerDocumentRequest": Recipes.answered,
    "withdrawDocumentRequest": Recipes.withdrawn,
    "searchIndex": lambda self: _plain(self, body={"words": "harvest of wheat"}),
}
"""By `operationId`."""
