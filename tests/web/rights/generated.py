"""Requests made from the description of the routes: every route, member, id, odd type, extra and doubled key.

Nothing here knows what a route does. A member gets values by its name and its type, from all that is stored.
"""

# ruff: noqa: S311, PLR0911 - drawn by a seed; one answer for each type

import json
import random
import uuid

from tests.web.documents import encoded, word_file, zipped
from tests.web.rights.attacked import GROUPS, MODELS

DOCUMENT = word_file("Ann Rook of Halden & Rook wrote to ann@halden.example about canaryRetailalways.")
FILES = {
    "ciphertext": encoded(b"sealed"),
    "document": encoded(DOCUMENT),
    "documents": encoded(zipped({"a.docx": DOCUMENT})),
}
ODD = (None, True, 0, -1, 2**63, 1.5, "", " ", [], {}, [[]], ["Retail"], {"$ne": None}, "\u202eliateR")
HEAVY = (
    "/v1/analyses",
    "/v1/redactions",
    "/v1/verifications",
    "/v1/copies",
    "/v1/batches",
    "/approve",
    "/v1/guesses",
    "/v1/privacy/spi",
    "/v1/privacy/linkability",
    "/v1/privacy/policy",
)
UNCHANGED = object()


class Requests:
    """Draws requests for the operations of a description, from what a service holds."""

    def __init__(self, description, world, seed=0):
        self.spec, self.world, self.chance = description, world, random.Random(seed)
        self.operations = [
            (method.upper(), path, operation, [*item.get("parameters", ()), *operation.get("parameters", ())])
            for path, item in sorted(description["paths"].items())
            for method, operation in sorted(item.items())
            if method in {"get", "put", "post", "patch", "delete"}
        ]
        self.look()

    def look(self):
        """Read what is stored: ids by the names of parameters, and values by the names of members."""
        state, world = self.world.state(), self.world
        rows = {
            table: world.rows(state, table)
            for table in ("clients", "policies", "users", "reviews", "jobs", "proposals")
        }
        self.rows = rows
        self.ids = {
            "client": [row["id"] for row in rows["clients"]],
            "review": [row["id"] for row in rows["reviews"]],
            "proposal": [row["id"] for row in rows["proposals"]],
            "user": [row["id"] for row in rows["users"]],
            "job": [row["id"] for row in rows["jobs"]],
            "version": ["sample", "next"],
        }
        self.by_id = {row["id"]: row for table in rows.values() for row in table}
        names = [name for row in rows["clients"] for name in (row["name"], *row["aliases"])]
        spelled = [name.upper() for name in MODELS.values()] + [f" {name}\u00a0" for name in MODELS.values()]
        people = [row["subject"] for row in rows["users"]]
        marks = [row["subject"] for row in self._audit(state)]
        groups = [*GROUPS, "Gone", "retail", "Ports ", "\uff22anks", "*", "any"]
        self.values = {
            "client": [*names, *spelled, "Nobody Known", None],
            "name": [*names, *spelled, "New Name", "canary", "a"],
            "aliases": [*names, "New Alias"],
            "group": [*groups, None],
            "groups": groups,
            "issuer": [world.issuer.url, f"{world.issuer.url}/", world.issuer.url.upper()],
            "subject": [*people, *self.ids["user"], *marks, "somebody new", "admin ", *self.ids["review"]],
            "who": [*self.ids["user"], *(caller.id or "x" for caller in world.callers.values())],
            "review": self.ids["review"],
            "id": ["0" * 16, "1" * 16, "2" * 16],
            "ids": ["0" * 16, "1" * 16, "2" * 16],
            "always": ["gull", "heron"],
            "never": ["gull", "tern"],
            "term": ["gull", "tern"],
            "inputs": [*(f"{group}/in" for group in GROUPS), "Retail/../Banks/in", ".", "Retail"],
            "outputs": [*(f"{group}/new{uuid.uuid4().hex}" for group in GROUPS), "new", "Retail/../Banks/new"],
            "corpus": ["clients"],
            "personal": ["ALL", "PERSON", "US_SSN"],
            "pii": ["PERSON", "US_SSN"],
            "path": ["a.docx"],
            "words": [{"store": 1, "ward": 2}],
        }

    def _audit(self, state):
        rows = (json.loads(row["content"]) for (table, _), row in state.items() if table == "audit")
        return [row for row in rows if row["subject"]][:40]

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        for part in schema.get("allOf", ()):
            schema = {**self.resolved(part), **{key: value for key, value in schema.items() if key != "allOf"}}
        return schema

    def members(self, schema, path=()):
        """Every member at every depth, by the steps that lead there."""
        schema = self.resolved(schema)
        for name, field in schema.get("properties", {}).items():
            yield (*path, name), field
            yield from self.members(field, (*path, name))
        if schema.get("type") == "array":
            yield from self.members(schema["items"], (*path, 0))

    def schema_of(self, operation):
        content = operation.get("requestBody", {}).get("content", {})
        return content.get("application/json", {}).get("schema")

    def value(self, name, schema, version=1):
        """Some value of a member, mostly of those that mean something here."""
        chance, schema = self.chance, self.resolved(schema)
        kind = schema.get("type")
        if name == "version" and kind == "integer":
            return chance.choice([version] * 8 + [version + 1, 0])
        if kind == "array":
            number = chance.choice((0, 1, 1, 2))
            return [self.value(name, schema["items"], version) for _ in range(number)]
        if name in FILES:
            return FILES[name]
        if name == "version":
            return chance.choice(["sample", "next"])
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if kind == "object":
            found = self.values.get(name)
            return chance.choice(found) if found else self.body(schema, version)
        if kind == "integer":
            return chance.choice([1, 2, 3, 4, 5, schema.get("minimum", 0)])
        if kind == "number":
            return chance.choice([0.0, 0.5, 1.0])
        if kind == "boolean":
            return chance.random() < 0.5
        return chance.choice(self.values.get(name) or ["x", "canary", "0" * 16, "0" * 64, "client.changed"])

    def body(self, schema, version=1, given=()):
        """A body with all that is required and some of the rest; what `given` says stays mostly as it is."""
        schema, given = self.resolved(schema), dict(given)
        made, likely = {}, self.chance.choice((0, 0.15, 0.15, 0.5))
        for name, field in schema.get("properties", {}).items():
            if name in given and self.chance.random() < 0.8:
                made[name] = given[name]
            elif name in schema.get("required", ()) or self.chance.random() < likely:
                made[name] = self.value(name, field, version)
        return made

    def target(self, parameters):
        """Ids for the parameters of a path: mostly of what is there, sometimes of something else, or odd."""
        chosen = {}
        for each in parameters:
            if each["in"] == "path":
                right = self.ids.get(each["name"], [])
                other = [key for some in self.ids.values() for key in some]
                odd = ["0" * 32, "..", "%2e%2e", "x" * 200, "%00", *(key.upper() for key in right[:2]), "*"]
                near = [key for key in right if self._is_near(key)] or right
                which = self.chance.choices((near or odd, right or odd, other, odd), (5, 4, 1, 1))[0]
                chosen[each["name"]] = self.chance.choice(which)
        return chosen

    def _is_near(self, key):
        """Whether something is of the group that most callers have, so that some requests succeed."""
        row = self.by_id.get(key, {})
        return "Retail" in (row.get("group"), *(row.get("groups") or ()), *(row.get("apart", {}).get("user") or ()))

    def version_of(self, chosen, body=()):
        """The version that somebody would have read of what they change."""
        row = next((self.by_id[key] for key in chosen.values() if key in self.by_id), None)
        if row is not None:
            return row.get("version") or 1
        client = dict(body).get("client")
        own = [row for row in self.rows["policies"] if row["client"] == client]
        last = max(own, key=lambda row: row["version"], default=None)
        return 0 if last is None or last["policy"] is None else last["version"]

    def draw(self, operation):
        """A request: how it is sent, and what was chosen in its path."""
        method, path, described, parameters = operation
        chosen = self.target(parameters)
        at = path
        for name, key in chosen.items():
            at = at.replace(f"{{{name}}}", key)
        sent = {}
        query = {
            each["name"]: self.value(each["name"], each["schema"], self.version_of(chosen))
            for each in parameters
            if each["in"] == "query" and self.chance.random() < 0.9
        }
        if self.chance.random() < 0.1:
            query |= {"group": "Ports", "client": MODELS["Ports"], "user": "admin"}
        sent["query_string"] = query
        schema = self.schema_of(described)
        if schema is not None:
            sent |= self._sent(schema, chosen)
        elif self.chance.random() < 0.2:
            sent["json"] = {"roles": ["admin"], "groups": ["Ports"], "client": MODELS["Ports"]}
        if self.chance.random() < 0.1:
            sent["headers"] = {"X-Forwarded-User": "admin of all", "X-HTTP-Method-Override": "DELETE"}
        return method, at, sent, chosen

    def _sent(self, schema, chosen):
        row = next((self.by_id[key] for key in chosen.values() if key in self.by_id), {})
        given = {
            name: row[name] for name in ("name", "aliases", "group", "utility", "always", "never") if name in row
        }
        body = self.body(schema, self.version_of(chosen), given=given)
        if not chosen and "version" in body and isinstance(body["version"], int):
            body["version"] = self.version_of(chosen, body)
        how = self.chance.random()
        if how < 0.7:
            return {"json": body}
        members = list(self.members(schema))
        steps, field = self.chance.choice(members)
        if how < 0.8:
            self.put(body, steps, self.chance.choice(ODD))
        elif how < 0.9:
            self.put(
                body,
                (*steps[:-1], self.chance.choice(EXTRAS)),
                self.chance.choice([*GROUPS, True, MODELS["Ports"]]),
            )
        else:
            first = json.dumps(body)
            name, other = steps[-1], self.value(steps[-1], field, self.version_of(chosen))
            doubled = f"{json.dumps(name)}: {json.dumps(other)}"
            text = "{" + doubled + (", " if body else "") + first[1:]
            if self.chance.random() < 0.5:
                text = first[:-1] + (", " if body else "") + doubled + "}"
            return {"data": text, "headers": {"Content-Type": "application/json"}}
        return {"json": body}

    def put(self, body, steps, value):
        *way, last = steps
        for step in way:
            if isinstance(step, int):
                body = body[0] if isinstance(body, list) and body and isinstance(body[0], dict) else {}
            elif isinstance(body, dict):
                if not isinstance(body.get(step), dict | list):
                    body[step] = {}
                body = body[step]
        if isinstance(body, dict) and isinstance(last, str):
            body[last] = value


EXTRAS = (
    "by",
    "who",
    "author",
    "owner",
    "id",
    "role",
    "every_group",
    "group",
    "by_admin",
    "__class__",
    "approved_by",
)
