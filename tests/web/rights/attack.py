"""Send requests that would succeed as everybody else first, then as somebody who holds everything, and judge each.

A request of a recipe is sent by a caller that is drawn, as it is or changed. The oracle judges what differs in the
store and what the answer says. What names something that the caller may not know is sent again with a name that
nobody has: both answers have to be the same. Then whoever holds everything sends the recipe, which has to succeed,
unless the other has just done so.
"""

import copy
import hashlib
import json
import re
from collections import Counter

from tests.web.rights.attacked import MODELS, text_of
from tests.web.rights.generated import EXTRAS, ODD, Requests
from tests.web.rights.oracle import DOCUMENTS, Oracle
from tests.web.rights.recipes import RECIPES, Recipes

OPEN = {"version", "certificate_keys"}
OF_DOCUMENTS = {"analyse", "redact", "redactBatch", "copy", "verify", "approveReview"}
REFUSED = {400, 401, 404, 405}
NOBODY = "Zyxwvu Nobody Ltd"


class Attack:
    """A service under attack: what was found, and how often each operation succeeded and changed something."""

    def __init__(self, world, seed, description):
        self.world, self.spec = world, description
        self.drawn = Requests(description, world, seed)
        self.chance = self.drawn.chance
        self.recipes = Recipes(world, self.chance)
        self.operations = {each[2]["operationId"]: each for each in self.drawn.operations}
        holders = {self.recipes.one, self.recipes.other}
        self.others = [each for each in world.callers.values() if each.name not in holders]
        self.found, self.failed, self.told, self.twins = [], {}, Counter(), 0
        self.sequence = hashlib.sha256()
        self._settle()

    def _settle(self):
        """Take what is there now as the state before the next request."""
        self._state, self._files, self._number = self.world.state(), self.world.files(), self.world.changes()
        self.drawn.look()

    def round(self, name):
        """One recipe of an operation: somebody else, then whoever holds everything."""
        if name not in RECIPES:
            return  # and so it is told as not tested
        request = RECIPES[name](self.recipes)
        self._settle()
        caller = self.chance.choice(self.others)
        how, ids, query, sent = self._changed(name, request)
        refused = self._send(name, caller, how, ids, query, sent, request.knows)
        holder = self.world.callers[request.by]
        if refused:
            plain = {} if request.body is None else {"json": request.body}
            if not self._send(name, holder, "holder", request.ids, request.query, plain, request.knows):
                self.told[name, "succeeded"] += 1
            self.told[name, "by holders"] += 1

    def _changed(self, name, request):
        """The request as it is, about something else, with something odd in it, or as it comes."""
        how = self.chance.choices(("as it is", "of others", "odd"), (6, 2, 2))[0]
        ids, query, body = dict(request.ids), dict(request.query), copy.deepcopy(request.body)
        operation = self.operations[name]
        if how == "of others":
            ids |= self.drawn.target(operation[3])
            if body and isinstance(body.get("client"), str):
                body["client"] = self.chance.choice([*MODELS.values(), NOBODY])
        if how == "odd" and body is not None:
            return how, ids, query, self._odd(body, self.drawn.schema_of(operation[2]))
        return how, ids, query, {} if body is None else {"json": body}

    def _odd(self, body, schema):
        steps, field = self.chance.choice(list(self.drawn.members(schema)))
        which = self.chance.randrange(3)
        if which == 0:
            self.drawn.put(body, steps, self.chance.choice(ODD))
        elif which == 1:
            self.drawn.put(body, (*steps[:-1], self.chance.choice(EXTRAS)), self.chance.choice(("Ports", True)))
        else:
            doubled = f"{json.dumps(str(steps[-1]))}: {json.dumps(self.drawn.value(steps[-1], field))}"
            text = "{" + doubled + (", " if body else "") + json.dumps(body)[1:]
            return {"data": text, "headers": {"Content-Type": "application/json"}}
        return {"json": body}

    def _send(self, name, caller, how, ids, query, sent, knows):
        """Send and judge a request; return whether it was refused."""
        method, template, _, _ = self.operations[name]
        path = _filled(template, ids)
        oracle = Oracle(self.world, self._state, caller)
        answer = self.world.ask(caller, method, path, query_string=query, **copy.deepcopy(sent))
        ok = answer.status_code < 400
        self.sequence.update(f"{name} {caller.name} {how} {answer.status_code}\n".encode())
        self.told[name, "by others", answer.status_code // 100] += how != "holder"
        knows += self._of_own_document(oracle, name, sent)
        written = json.dumps([path, knows, str(query), str(sent)], ensure_ascii=False).lower()
        wrong = []
        if caller.known:
            wrong += oracle.wrong_texts(text_of(answer), written)
        elif name not in OPEN and answer.status_code not in REFUSED:
            wrong.append(f"let in: {answer.status_code}")
        if answer.status_code >= 500 and answer.status_code != 503:
            wrong.append(f"answered {answer.status_code}")
        wrong += self._judged(oracle, name, caller, ok)
        if how != "holder" and caller.known:
            wrong += self._told_apart(oracle, name, caller, ids, query, sent, answer)
        self.told[name, "worked"] += ok
        entry = (
            name,
            caller.name,
            how,
            path,
            _short(sent),
            answer.status_code,
            _around(text_of(answer), wrong),
            wrong,
        )
        if wrong:
            self.found.append(entry)
        elif how == "holder" and not ok:
            self.failed[name] = entry
        return not ok

    def _of_own_document(self, oracle, name, sent):
        """What whoever may redact documents of a client is told: its terms; of all clients, those for everyone."""
        client = sent["json"].get("client") if name in OF_DOCUMENTS and isinstance(sent.get("json"), dict) else None
        knows = []
        if isinstance(client, str) and oracle.has(DOCUMENTS, oracle.named(client) or None):
            rows = self.world.rows(self._state, "clients")
            own = [row for row in rows if client in (row["name"], *row["aliases"])]
            knows += [text for row in own for text in (*row["always"], *row["never"])]
        if name in OF_DOCUMENTS and oracle.has(DOCUMENTS, None):
            rows = self.world.rows(self._state, "everyone")
            knows += [text for row in rows for text in (*row["always"], *row["never"])]
        return " ".join(knows)

    def _judged(self, oracle, name, caller, ok):
        number = self.world.changes()
        if number == self._number and not ok:
            return []
        after, files = self.world.state(), self.world.files()
        wrong = oracle.wrong_changes(after, files != self._files)
        differs = {key[0] for key in {*after, *self._state} if after.get(key) != self._state.get(key)}
        differs -= {"audit", "audit_head", "row_macs", "mac_tree", "revisions"}
        differs |= {"files"} if files != self._files else set()
        if differs - {"users"} or (differs and name in {"grant", "revoke", "forgetUser"}):
            self.told[name, "changed"] += 1
        if differs - {"users"} and not ok:
            wrong.append(f"refused, and yet changed {sorted(differs)}")
        if differs and not caller.known:
            wrong.append("changed by nobody")
        self._state, self._files, self._number = after, files, number
        return wrong

    def _told_apart(self, oracle, name, caller, ids, query, sent, answer):
        """Whether an answer about what the caller may not know differs from one about what is not there."""
        body = sent.get("json")
        hidden = {key: value for key, value in ids.items() if not oracle.may_know(key, value)}
        client = body.get("client") if isinstance(body, dict) else None
        hides_client = isinstance(client, str) and not oracle.may_know_client(client)
        review = body.get("review") if isinstance(body, dict) else None
        hides_review = isinstance(review, str) and not oracle.may_know("review", review)
        if not (hidden or hides_client or hides_review):
            return []
        other = copy.deepcopy(sent)
        nowhere = {key: _like(value) for key, value in hidden.items()}
        if hides_client:
            other["json"]["client"] = NOBODY
        if hides_review:
            other["json"]["review"] = _like(review)
        method, template, _, _ = self.operations[name]
        twin = self.world.ask(caller, method, _filled(template, {**ids, **nowhere}), query_string=query, **other)
        self.twins += 1
        self._number = self.world.changes()
        self._state, self._files = self.world.state(), self.world.files()
        names = [*hidden.values(), *nowhere.values(), *filter(None, (client, NOBODY, review))]
        names += [_like(review)] if hides_review else []
        same = [_without(each, names) for each in (answer, twin)]
        return [] if same[0] == same[1] else [f"tells that it is there: {same[0][:300]} and {same[1][:300]}"]


def _filled(template, ids):
    for key, value in ids.items():
        template = template.replace(f"{{{key}}}", value)
    return template


def _like(key):
    """An id of the same form that nothing has."""
    return re.sub("[0-9a-f]", "e", key)


def _without(answer, names):
    """What an answer says, but for what was asked about and what differs at each request."""
    text = f"{answer.status_code} {answer.get_data(as_text=True)}" if answer.is_json else f"{answer.status_code}"
    for each in names:
        text = text.replace(each, "").replace(json.dumps(each)[1:-1], "")
    return re.sub(r'"request_id": ?"[^"]*"|\d{4}-\d\d-\d\dT[0-9:.+]*', "", text)


def _short(sent):
    """What was sent, without documents."""
    return re.sub(r"[A-Za-z0-9+/=]{80,}", "...", str(sent))[:600]


def _around(text, wrong):
    """Where a text stands in an answer that told it."""
    told = re.search(r"told '([^']*)'", " ".join(wrong))
    at = max(0, text.find(told[1].lower()) - 150) if told else 0
    return text[at : at + 400]
