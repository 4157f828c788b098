"""Whoever had the old key and a copy of the database: makes MACs, trees and ends alone, without code of Unsaid."""

import hashlib
import hmac
import json
from datetime import UTC, datetime

from cryptography.fernet import Fernet

COLUMNS = {
    "api_keys": ("secret_hash", "role", "sealed", "created", "expires", "revoked"),
    "policies": ("mark", "version", "sealed", "created"),
}
"""The tables that the forger rebuilds; a store that is attacked here has rows in no other one."""


def secret_in(copy, key):
    """The secret for MACs in a copy of the database: that of marks, before the first rotation."""
    rows = {row["purpose"]: Fernet(key).decrypt(bytes(row["sealed"])) for row in copy["secrets"]}
    return rows["mark"][:32]


class Forger:
    def __init__(self, raw, secret):
        self.raw, self.secret = raw, secret
        self.key = hmac.digest(secret, b"key\0rows", "sha256")

    def keyed(self, label, content):
        return hmac.digest(self.key, label.encode() + b"\0" + content, "sha256")

    def signed(self, text):
        return hmac.new(self.secret, f"audit\0signed\0{text}".encode(), "sha256").hexdigest()

    def mac(self, table, row, version):
        values = [_plain(name, row[name]) for name in COLUMNS[table]]
        while values[-1] is None:
            values.pop()
        return self.keyed("row", json.dumps([table, row["id"], version, values, None]).encode()).hex()

    def write_row(self, table, wanted, **changed):
        """Change one row, and give it the MAC that fits, with the version that it has."""
        rows = [{**row, **changed} if row["id"] == wanted else row for row in self.raw.rows(table)]
        (row,) = [row for row in rows if row["id"] == wanted]
        macs = self.raw.rows("row_macs")
        for each in macs:
            if (each["kind"], each["name"]) == (table, wanted):
                each["mac"] = self.mac(table, row, each["version"])
        self.raw.put({table: rows, "row_macs": macs})

    def make_all_fit(self):
        """Make all MACs, the trees, the state in the last row of the trail, and all signatures anew."""
        macs, nodes, roots = self.raw.rows("row_macs"), [], {}
        for table in COLUMNS:
            rows = {row["id"]: row for row in self.raw.rows(table)}
            own = [each for each in macs if each["kind"] == table]
            for each in own:
                each["mac"] = self.mac(table, rows[each["name"]], each["version"])
            nodes += self._tree(table, own, roots)
        told = json.dumps(dict(sorted(roots.items())))
        nodes.append({"kind": "", "node": -1, "children": told.encode()})
        state = self.keyed("state", told.encode()).hex()
        self.raw.put({"row_macs": macs, "mac_tree": nodes, **self._trail(state)})

    def _tree(self, table, macs, roots):
        leaves = {}
        for each in macs:
            place = int.from_bytes(hashlib.sha256(f"{table}\0{each['name']}".encode()).digest()[:2], "big") % 4096
            leaves.setdefault(place, []).append([each["name"], each["version"], each["mac"], each["parts"]])
        children = {}
        for leaf, entries in leaves.items():
            own = self.keyed("leaf", json.dumps([table, leaf, sorted(entries)]).encode())[:16]
            children.setdefault(leaf // 64, [bytes(16)] * 64)[leaf % 64] = own
        nodes = {node: b"".join(each) for node, each in children.items()}
        top = [bytes(16)] * 64
        for node, each in nodes.items():
            top[node] = self.keyed(f"node\0{table}\0{node}", each)[:16]
        nodes[-1] = b"".join(top)
        roots[table] = self.keyed(f"node\0{table}\0-1", nodes[-1])[:16].hex()
        return [{"kind": table, "node": node, "children": each} for node, each in nodes.items()]

    def _trail(self, state):
        rows = sorted(self.raw.rows("audit"), key=lambda row: row["number"])
        last, (head,) = rows[-1], self.raw.rows("audit_head")
        said = {**json.loads(last["content"]), "state": state}
        last["content"] = json.dumps(said, sort_keys=True, separators=(",", ":"))
        last["hash"] = hashlib.sha256(last["content"].encode()).hexdigest()
        for row in rows:
            row["signature"] = self.signed(row["hash"])
        signature = self.signed(f"{last['number']} {last['hash']} {said['moment']}")
        return {"audit": rows, "audit_head": [{**head, "hash": last["hash"], "signature": signature}]}


def _plain(name, value):
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if value is not None and name in {"created", "expires", "revoked"}:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        return moment.isoformat(timespec="microseconds")
    return value
