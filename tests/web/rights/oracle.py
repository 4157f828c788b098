"""What each caller may change and read, written from docs/security.md and decision 24, and not from the code.

`wrong_changes` looks at every row of every table that differs, `wrong_texts` at every text that only some may read.
"""

# ruff: noqa: C901, PLR0911, PLR0912 - a rule a line

import json

from tests.web.rights.attacked import GROUPS, person

DOCUMENTS = ("user", "reviewer")
OF_UNSAID = {"audit_head", "row_macs", "mac_tree", "revisions", "sqlite_sequence"}
"""Tables that follow all others."""


def pairs_of(roles, groups):
    """Pairs of roles and groups; None among the groups: every group, so also each of them."""
    named = (None, *GROUPS, "Gone", "any") if groups is None else (*groups, "any")
    return {(role, group) for role in roles for group in named}


class Oracle:
    """What callers may do in a state of the service."""

    def __init__(self, world, state, caller):
        self.world, self.caller, self.state = world, caller, state
        self.held = self._held()

    def _held(self):
        held, alone_roles, alone_groups = set(), [], set()
        said = dict(self.caller.said)
        for row in self.world.rows(self.state, "users"):
            if row["id"] == self.caller.id:
                alone_roles += row["roles"]
                alone_groups = None if row["groups"] is None else set(row["groups"])
                for role, groups in row["apart"].items():
                    held |= pairs_of([role], groups)
        groups = [*said.values(), alone_groups]
        seen = None if None in groups else set().union(*groups)
        return held | pairs_of({*said, *alone_roles}, seen)

    def has(self, roles, group):
        """Whether the caller has one of these roles for the group; None: for every group."""
        return any((role, group) in self.held for role in roles)

    def named(self, name, table="clients"):
        """The group of the client that is called so, or is the only one with that other name; "" if none is."""
        rows = self.world.rows(self.state, table)
        wanted = _folded(name)
        found = [row for row in rows if _folded(row["name"]) == wanted]
        found = found or [row for row in rows if wanted in map(_folded, row["aliases"])]
        return found[0]["group"] if len(found) == 1 else ""

    def sees_review(self, review):
        """Whether a review is of the caller's groups, or has none and is theirs."""
        if self.has(DOCUMENTS, None):
            return True
        if review["group"] is None:
            return review["author"] == self.caller.id and self.has(DOCUMENTS, "any")
        return self.has(DOCUMENTS, review["group"])

    def wrong_changes(self, after, files_differ):
        """Of each row that the caller should not have changed so: its table and what is wrong."""
        found = []
        if files_differ and not self.has(["admin"], None):
            found.append("what lies in the registry or the folders differs")
        for key in {*self.state, *after}:
            before, now = self.state.get(key), after.get(key)
            if before != now and key[0] not in OF_UNSAID:
                judged = getattr(self, f"_{key[0]}", self._nobody)(before, now, after)
                found += [f"{key[0]}: {judged}"] if judged else []
        return found

    def _certificate_keys(self, before, *_):
        return None if before is None else "nobody changes a key here"

    def _nobody(self, *_):
        return "nobody changes this"

    def _opened(self, row):
        return None if row is None else {**row, **(self.world.opened(row) if row.get("sealed") else {})}

    def _audit(self, before, now, _):
        if before is not None:
            return "a row was changed or taken away"
        who = json.loads(now["content"])["who"]
        return None if who == self.caller.id else f"it says that {who} did it"

    def _clients(self, before, now, _):
        was, now = self._opened(before), self._opened(now)
        if was is None or now is None:
            return None if self.has(["admin", "reviewer"], None) else "a client came or went"
        if not self.has(["admin", "reviewer"], was["group"]):
            return "of another group"
        said = ("id", "name", "aliases", "group", "utility", "name_mark")
        if any(was[each] != now[each] for each in said) and not self.has(["admin", "reviewer"], None):
            return "which client it is was changed"
        return None if now["version"] == was["version"] + 1 else "a version was passed over"

    def _aliases(self, *_):
        return None if self.has(["admin", "reviewer"], None) else "other names were changed"

    def _policies(self, before, now, _):
        if before is not None:
            return "a version was changed"
        now = self._opened(now)
        if now["by"] != self.caller.id:
            return "in the name of somebody else"
        if self.has(["admin"], None) or self.has(["reviewer"], None):
            return None
        if now["client"] is None or not self.has(["admin"], self.named(now["client"]) or "no such group"):
            return "of another group"
        rows = sorted(self.world.rows(self.state, "policies"), key=lambda row: row["version"])
        for_all = [row["policy"] for row in rows if row["client"] is None][-1:]
        of_others = [
            row["policy"]
            for row in rows
            if row["client"] is not None
            and _folded(row["client"]) == _folded(now["client"])
            and row["by"] != self.caller.id
        ][-1:]
        asked = now["policy"] or (for_all[0] if for_all else None) or {}
        for floor in filter(None, (*for_all, *of_others)):
            if weaker(asked, floor):
                return "it asks for less"
        return None

    def _users(self, before, now, _):
        was, now = self._opened(before), self._opened(now)
        nothing = {"roles": [], "groups": [], "apart": {}}
        of = (was or now)["id"]
        granted = [{each: (row or nothing)[each] for each in nothing} for row in (was, now)]
        if (
            was is not None
            and now is not None
            and (was["issuer"], was["subject"]) != (now["issuer"], now["subject"])
        ):
            return "it is somebody else"
        if granted[0] == granted[1] and was is None and of == self.caller.id:
            return None
        if of == self.caller.id and now is not None and granted[0] != granted[1]:
            return "granted to oneself"
        if was is not None and now is None and not self.has(["admin"], None):
            return "forgotten"
        for each in granted:
            for pair in _most(each):
                if pair not in self.held or not self.has(["admin"], pair[1]):
                    return f"{pair} is beyond what the caller holds"
        return None if self.has(["admin"], "any") else "not an administrator"

    def _jobs(self, before, now, after):
        was, now = self._opened(before), self._opened(now)
        if was is None:
            if now["owner"] != self.caller.id:
                return "in the name of somebody else"
            if now["kind"] != "batch":
                return None if self.has(["admin"], None) else "training"
            return self._may_batch(now, DOCUMENTS, after)
        if now is None:
            return "gone"
        same = ("id", "kind", "owner", "sealed", "started", "form", "only_one")
        if any(was[each] != now[each] for each in same):
            return "what was asked for was changed"
        if self.has(["admin"], None):
            return None
        if was["owner"] != self.caller.id:
            return "of somebody else"
        again = was["state"] != "waiting" and now["state"] == "waiting"
        return self._may_batch(now, (*DOCUMENTS, "admin"), after) if again else None

    def _job_requests(self, before, now, after):
        if before is not None:
            return "what was asked for was changed"
        return None if after["jobs", (now["job"],)]["owner"] == self.caller.id else "in the name of somebody else"

    def _may_batch(self, job, roles, after):
        (request,) = [
            row for (table, _), row in after.items() if table == "job_requests" and row["job"] == job["id"]
        ]
        groups = self._opened(request)["groups"]
        held = self.has(roles, None) if groups is None else all(self.has(roles, each) for each in groups)
        return None if held else "for groups that the caller does not have"

    def _job_files(self, before, now, after):
        job = (now or before)["job"]
        owner = (after.get(("jobs", (job,))) or {}).get("owner")
        return None if owner == self.caller.id or self.has(["admin"], None) else "of somebody else's job"

    def _everyone(self, *_):
        return None if self.has(["admin"], None) else "it counts for every group"

    def _reviews(self, before, now, _):
        was, now = self._opened(before), self._opened(now)
        if was is None:
            if now["author"] != self.caller.id:
                return "in the name of somebody else"
            if now["claimed_by"] or now["approved_by"] or now["blind_rater"] or now["stage"] != "draft":
                return "begun as something else than a draft"
            if now["group"] is not None and not self.has(DOCUMENTS, now["group"]):
                return "for reviewers of another group"
            group = self.named(now["client"]) if now["client"] is not None else None
            unseen = now["client"] is not None and not self.has(DOCUMENTS, group or None)
            return "of a client that is hidden" if unseen else None
        admin_of = self.has(["admin"], was["group"])
        if now is None:
            own = was["author"] == self.caller.id and was["stage"] == "draft" and self.sees_review(was)
            return None if own or admin_of else "removed"
        if not self.sees_review(was):
            return "not seen by the caller"
        if any(was[each] != now[each] for each in ("id", "author", "group", "client", "created", "group_mark")):
            return "whose it is was changed"
        for column in ("claimed_by", "approved_by", "blind_rater"):
            new = now[column] != was[column] and now[column] is not None
            if new and now[column] != self.caller.id:
                return f"{column} is somebody else"
            if new and not self._reviews_it(was):
                return f"{column} is no reviewer of it"
        moved = (was["stage"], now["stage"])
        if moved[0] == moved[1]:
            return None
        if moved == ("submitted", "draft"):
            return None if was["author"] == self.caller.id else "recalled by another"
        if moved[1] in {"claimed", "passed_on", "approved"} and not self._reviews_it(was):
            return "approved by no reviewer"
        if moved == ("passed_on", "approved") and self.caller.id in {was["author"], was["approved_by"]}:
            return "approved twice by one person"
        if moved[0] == "claimed" and moved[1] != "submitted" and was["claimed_by"] != self.caller.id:
            return "it was claimed by somebody else"
        return None

    def _reviews_it(self, review):
        if self.has(["reviewer"], None) or self.has(["reviewer"], review["group"]):
            return True
        return review["group"] is None and review["author"] == self.caller.id and self.has(["reviewer"], "any")

    def _of_review(self, before, now, after):
        """What belongs to a review, and goes with it."""
        review = (now or before)["review"]
        row = self._opened(self.state.get(("reviews", (review,))) or after.get(("reviews", (review,))))
        if row is None:
            return "of no review"
        if now is None and ("reviews", (review,)) not in after:
            return None
        if not self.sees_review(row):
            return "of a review that the caller does not see"
        if row["stage"] == "claimed" and row["claimed_by"] != self.caller.id:
            return "of a review that somebody else has claimed"
        return None

    def _decisions(self, before, now, after):
        wrote = before is not None and now is not None and before["who"] == now["who"]
        if now is not None and now["who"] != self.caller.id and not wrote:
            return "in the name of somebody else"
        return self._of_review(before, now, after)

    _decision_texts = _of_review
    _pane_marks = _of_review

    def _blind_verdicts(self, before, now, after):
        gone = self._of_review(before, now, after)
        if gone or now is None:
            return gone
        rater = after["reviews", (now["review"],)]["blind_rater"]
        if before is not None:
            return "a verdict is final"
        return None if rater == self.caller.id else "somebody else judges the sample"

    def _proposals(self, before, now, after):
        if before is None:
            return (
                "in the name of somebody else"
                if now["who"] != self.caller.id
                else self._of_review(None, now, after)
            )
        if now is None or now["state"] == "withdrawn":
            return self._of_review(before, now, after)
        was = self._opened(before)
        if now["ended_by"] != self.caller.id:
            return "settled in the name of somebody else"
        if self.has(["admin"], None):
            return None
        if was["client"] is None:
            return "it counts for every group"
        return None if self.has(["admin"], self.named(was["client"]) or None) else "of another group's client"

    def _index_requests(self, before, now, after):
        was, now = self._opened(before), self._opened(now)
        if was is None:
            return None if now["asker"] == self.caller.id else "in the name of somebody else"
        if now is None:
            forgotten = ("users", (was["asker"],)) not in after
            return None if forgotten and self.has(["admin"], None) else "it was taken away"
        if now["withdrawn"]:
            return None if was["asker"] == self.caller.id else "withdrawn by another"
        if any(was[each] != now[each] for each in ("id", "asker", "made", "edition", "group", "message")):
            return "what is asked was changed"
        if set(now["documents"]) < set(was["documents"]):
            return None  # they were removed from the index
        others = [[each for each in row["answers"] if each["who"] != self.caller.id] for row in (was, now)]
        if others[0] != others[1] and not self.has(["admin"], None):
            return "answered in the name of somebody else"
        return None

    def may_read(self, kind, of):
        """Whether the caller may be told a text of this kind, which is of a group or of somebody."""
        if kind == "client":
            return self.has(("user", "reviewer", "admin", "auditor"), of)
        if kind == "terms":
            return self.has(("reviewer", "admin"), of)
        if kind == "review":
            group, author = of
            return self.sees_review({"group": group, "author": author})
        if kind == "proposal":
            group, client = of
            if group is None or client is None:
                return self.has(["admin"], None)
            # What was accepted stands in the client's dictionary, or on everybody's list.
            return self.has(["admin", "reviewer"], group)
        if kind == "user":
            return self._may_see_person(of)
        if kind == "file":
            return self.has(DOCUMENTS, of)
        if kind == "request":
            return self.caller.id in of
        return kind == "everyone" and self.has(["admin"], None)

    def _may_see_person(self, of):
        if of == self.caller.id:
            return True
        row = self._opened(self.state.get(("users", (of,))))
        if self.has(["admin", "auditor"], None) or row is None:
            return True
        pairs = _most(row)
        return bool(pairs) and all(self.has(["admin", "auditor"], group) for _, group in pairs)

    def may_know(self, kind, key):
        """Whether the caller may know that there is something of this kind with this id."""
        table = {"client": "clients", "review": "reviews", "proposal": "proposals", "user": "users", "job": "jobs"}
        if kind not in table:
            return True
        row = self._opened(self.state.get((table[kind], (key,))))
        if row is None:
            return True  # there is nothing to know
        if kind == "client":
            return self.has(("user", "reviewer", "admin", "auditor"), row["group"])
        if kind == "review":
            return self.sees_review(row) or self.has(["admin", "auditor"], row["group"])
        if kind == "proposal":
            group = None if row["client"] is None else self.named(row["client"])
            return self.has(["admin"], group or None)
        if kind == "user":
            return self._may_see_person(key)
        return row["owner"] == self.caller.id or self.has(["admin", "auditor"], None)

    def may_know_client(self, name):
        """Whether the caller may know that there is a client of this name."""
        group = self.named(name)
        return group == "" or self.has(("user", "reviewer", "admin", "auditor"), group)

    def wrong_texts(self, answer, sent):
        """Every text of an answer that the caller may not read and has not sent."""
        return [
            f"told {text!r}, {kind} of {of}"
            for text, (kind, of) in self.world.secret.items()
            if text.lower() in answer and text.lower() not in sent and not self.may_read(kind, of)
        ]


def _most(granted):
    """The most that grants can come to, as pairs; what is granted alone counts for all of the other."""
    pairs = {(role, group) for role, groups in granted["apart"].items() for group in groups or [None]}
    pairs |= {(role, group) for role, groups in granted["apart"].items() if groups is None for group in [None]}
    pairs |= {(role, None) for role in granted["roles"]}
    groups = [None] if granted["groups"] is None else granted["groups"]
    return pairs | {(role, group) for group in groups for role in ("user", "reviewer", "admin", "auditor")}


def _folded(name):
    return " ".join(name.casefold().split())


_ORDERS: dict[str, list] = {
    "images": ["keep", "tell", "remove"],
    "revisions": ["keep", "accept"],
    "comments": ["keep", "anonymise", "remove"],
    "remove_hidden_text": [False, True],
    "remove_traces": [False, True],
}


_INDEXED = ("never", "on_request", "always")


def weaker(policy, floor):
    """Whether a policy lets something pass that the other does not."""
    kinds, wanted = set(policy["personal"]), set(floor["personal"])
    clean, least = policy["clean"], floor["clean"]
    return (
        policy["least_k"] < floor["least_k"]
        or ("ALL" not in kinds and not wanted <= kinds)
        or any(floor[each] not in {None, policy[each]} for each in ("objective", "placeholder"))
        or (floor["second_approver"] and not policy["second_approver"])
        or policy["blind_share"] < floor["blind_share"]
        or _INDEXED.index(policy.get("index", "never")) > _INDEXED.index(floor.get("index", "never"))
        or (policy.get("index_with_exceptions") and not floor.get("index_with_exceptions"))
        or any(order.index(clean[each]) < order.index(least[each]) for each, order in _ORDERS.items())
    )


__all__ = ["Oracle", "pairs_of", "person", "weaker"]
