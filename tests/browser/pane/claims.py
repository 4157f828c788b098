"""Recompute each claim of the pane from the saved file and the service, with no code of the pane or of the backend.

The pane writes what it claims beside the words (`data-claims`). `CLAIMS` lists every claim with its rule; a claim
without a rule fails, and so does a number on the pane that stands in no claim. Counts of terms and placeholders
come from a small reader of our own; probabilities come from the service, which is asked about the saved bytes.
"""

import base64
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from lxml import etree

TABLE = Path(__file__).parents[3] / "addin" / "src" / "state" / "claims.ts"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PLACEHOLDER = re.compile(r"\[[A-Z][A-Z_]+(?: [1-9][0-9]{0,4})?\]")
ADDRESS = re.compile(r"https?://\S+")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
NEAR = 0.00051
"""Shares are rounded to four places, and the share of the words kept is rounded once more."""

SHOWN = """() => {
  const visible = each => each.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const parse = each => JSON.parse(each.dataset.claims);
  const claims = [...document.querySelectorAll("[data-claims]")].filter(visible)
    .map(each => ({text: each.textContent, claims: parse(each)})).filter(each => each.text !== "");
  const loose = [];
  const OUTSIDE = "[data-claims], [data-quote], .card.error, script, style, option, kbd, [role=menu], dialog";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, owner = node.parentElement;
    if (/\\d/.test(node.data) && visible(owner) &&
        !owner.closest(OUTSIDE))
      loose.push(owner.className + ": " + node.data);
  }
  const value = id => document.getElementById(id)?.value ?? null;
  const error = document.querySelector(".card.error");
  return {claims, loose, client: value("client") || null, k: Number(value("level") ?? 1),
    industry: document.getElementById("industry")?.checked ?? true,
    kinds: [...document.querySelectorAll(".kinds input")].map(each => each.checked),
    busy: !(document.querySelector(".working")?.hidden ?? true),
    error: error !== null && !error.hidden};
}"""


def claim_names() -> set[str]:
    """Return the names of all claims, from the pane's own table."""
    text = TABLE.read_text("utf-8").split("export interface Claims {", 1)[1].split("\n}", 1)[0]
    return set(re.findall(r'^ {2}readonly "?([a-z.-]+)"?\?:', text, re.MULTILINE))


class Unknown(Exception):
    """The claim cannot be recomputed in this state: the service does not know what the pane knows."""


class Evidence:
    """What the saved file and the service say. Everything is asked for once, and only where a claim needs it."""

    def __init__(self, server: Any, pane: Any, shown: dict[str, Any]) -> None:
        session = pane.host.session
        self.server, self.token, self.shown, self.sent = server, pane.token, shown, pane.sent
        self.initial, self.saved, self.copies = pane.initial, session.save(), list(session.opened)
        self.tracking = session.tracking_mode
        self.review = next((each for key, each in session.add_in_settings.items() if "review" in key.lower()), None)

    def ask(self, method: str, path: str, body: bytes | None = None, more: dict[str, str] | None = None) -> Any:
        """Ask the service as the person at the pane."""
        headers = {"Authorization": f"Bearer {self.token}", **(more or {})}
        answer = self.server.ask(method, path, body, headers)
        if answer.status != 200:
            raise Unknown(f"{path}: {answer.status}")
        return answer.json

    def analyse(self, content: bytes, **asked: Any) -> Any:
        """Analyse a file."""
        more = {"Content-Type": DOCX, "Unsaid-Request": json.dumps(asked)}
        return self.ask("POST", "/v1/analyses", content, more)

    def guess(self, words: dict[str, int], gone: list[dict[str, int]]) -> Any:
        """Guess the client of these words, at the level of the pane."""
        asked = {"words": words, "gone": gone, "client": self.client, "k": max(self.shown["k"], 1)}
        return self.ask("POST", "/v1/guesses", json.dumps(asked).encode(), {"Content-Type": "application/json"})

    @property
    def client(self) -> str:
        """The client that the person has chosen."""
        if not self.shown["client"]:
            raise Unknown("no client is chosen")
        return self.shown["client"]

    @cached_property
    def words(self) -> dict[str, int]:
        """The words of the saved file."""
        return self.analyse(self.saved, pii=[])["words"]

    @cached_property
    def standing(self) -> Any:
        """How the saved file is guessed."""
        return self.guess(self.words, [])

    @cached_property
    def copy(self) -> Any:
        """How the clean copy is guessed."""
        if not self.copies:
            raise Unknown("Word did not open the copy")
        return self.guess(self.analyse(self.copies[-1], pii=[])["words"], [])

    def analysed(self, content: bytes) -> Any:
        """The suggestions for a file, with the decisions of its review."""
        asked: dict[str, Any] = {"client": self.client, "levels": max(10, self.shown["k"]), "copy": REMOVE_ALL}
        if not self.shown["industry"]:
            asked["objective"] = "uniform"
        if self.review is not None:
            asked["review"] = str(self.review).strip('"')
        return self.analyse(content, **asked)

    @cached_property
    def now(self) -> Any:
        """The analysis of the saved file; of one that was redacted since, it is not what the pane shows."""
        if self.placeholders > 0:
            raise Unknown("the pane shows the analysis of before")
        if texts(self.saved) != texts(self.initial):
            raise Unknown("the text was changed, and may not be analysed again")
        return self.before  # the same text, without the marks of the pane

    @cached_property
    def before(self) -> Any:
        """The analysis of the file as it was opened, with the decisions of now."""
        return self.analysed(self.initial)

    def verdicts(self, analysis: Any) -> dict[str, str]:
        """The decision on each suggestion of the level, by its id."""
        found = {}
        for each in analysis["suggestions"]:
            if each["from_level"] is None or each["from_level"] <= self.shown["k"]:
                state = (each.get("decision") or {}).get("state", "proposed")
                if any((place.get("decision") or {}).get("state") in TAKEN for place in each["places"]):
                    state = "accepted"
                found[each["id"]] = (
                    "accepted" if state in TAKEN else "rejected" if state == "rejected" else "undecided"
                )
        return found

    def how_many(self, verdict: str) -> int:
        """How many suggestions of the level have this verdict."""
        return sum(each == verdict for each in self.verdicts(self.now).values())

    @cached_property
    def planned(self) -> Any:
        """How the file would be guessed without all that is suggested and not rejected."""
        verdicts = self.verdicts(self.now)
        chosen = [each for each in self.now["suggestions"] if verdicts.get(each["id"], "rejected") != "rejected"]
        if any(_taken(place) and not _taken(each) for each in chosen for place in each["places"]):
            raise Unknown("terms go in some places only")
        return self.guess(self.now["words"], [each["words"] for each in chosen])

    def left_of(self, content: bytes) -> list[str]:
        """Accepted terms that still stand in the text of a file, and in no term that stays."""
        verdicts = self.verdicts(self.before)
        by = {each["id"]: each for each in self.before["suggestions"]}
        whole = [by[id_] for id_, verdict in verdicts.items() if verdict == "accepted"]
        whole = [each for each in whole if (each.get("decision") or {}).get("state") in TAKEN]
        stays = {
            text.casefold()
            for id_, each in by.items()
            if verdicts.get(id_) != "accepted"
            for text in each["spellings"]
        }
        gone = {text for each in whole for text in each["spellings"] if len(text) > 3}
        said = "\n".join(texts(content)).casefold()
        for text in sorted(stays, key=len, reverse=True):
            said = said.replace(text, "\0")
        return [text for text in gone if re.search(rf"(?<!\w){re.escape(text.casefold())}(?!\w)", said)]

    @cached_property
    def asked_for(self) -> dict[str, Any]:
        """What had to be redacted: the accepted suggestions of the file as it was opened."""
        verdicts, rows = self.verdicts(self.before), self.before["suggestions"]
        if any(map(_partly, rows)):
            raise Unknown("terms go in some places only")
        if not all(self.shown["kinds"]):
            raise Unknown("the person chose what to look for")
        gone = [each for each in rows if verdicts.get(each["id"]) == "accepted"]
        fields = ("spellings", "placeholder", "entity", "case_sensitive")
        return {
            "suppressed": [{name: each[name] for name in fields} for each in gone],
            "spared": [text for each in rows if each not in gone for text in each["spellings"]],
            "left": [text for each in rows if verdicts.get(each["id"]) == "rejected" for text in each["spellings"]],
            "sought": self.before["sought"],
            "unexamined": self.before["unexamined"],
        }

    @cached_property
    def checked(self) -> Any:
        """What the service says of the open document, or of the copy where there is one."""
        content = self.copies[-1] if self.copies else self.saved
        asked = {"client": self.client, "k": max(self.shown["k"], 1)}
        files = {"document": content} if self.copies else {"document": content, "original": self.initial}
        body = {name: base64.b64encode(each).decode() for name, each in files.items()}
        sent = json.dumps({**body, "report": self.asked_for, "asked": asked}).encode()
        return self.ask("POST", "/v1/verifications", sent, {"Content-Type": "application/json"})

    def stands(self, term: str, content: bytes | None = None) -> int:
        """How often a term stands in the text of a file, or of the one that was checked, by our own search."""
        rows = [each for each in self.before["suggestions"] if each["term"] == term]
        if len(rows) != 1:
            raise Unknown(f"{len(rows)} terms are called so")
        content = content or (self.copies[-1] if self.copies else self.saved)
        return sum(
            max((each.casefold().count(text.casefold()) for text in rows[0]["spellings"]), default=0)
            for both in zip(paragraphs(content), paragraphs(content, deleted=True), strict=True)
            for each in [max(both, key=len)]
        )

    def client_names(self, content: bytes) -> int:
        """How often a name of the client stands in the text of a file, by our own search."""
        found = self.analyse(content, client=self.client)["suggestions"]
        names = {text for each in found if each["reason"]["code"] == "name_of_client" for text in each["spellings"]}
        search = re.compile(
            "|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in sorted(names, key=len, reverse=True))
        )
        both = zip(paragraphs(content), paragraphs(content, deleted=True), strict=True)
        return sum(max(len(search.findall(each)) for each in pair) for pair in both) if names else 0

    @cached_property
    def placeholders(self) -> int:
        """How many placeholders stand in the saved file."""
        return sum(len(PLACEHOLDER.findall(text)) for text in paragraphs(self.saved))


DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


TAKEN = {"accepted", "edited", "applied", "verified"}
REMOVE_ALL = {
    "revisions": "accept",
    "comments": "remove",
    "hidden_text": "remove",
    "traces": "remove",
    "images": "tell",
}
SECOND_READINGS = {"copy", "before deletion"}
"""Stories in which a place of the text stands once more. It is not counted again."""
ELSEWHERE = {"gone", "rewritten", "beside_changed"}
"""Why a place is listed although the term no longer stands there."""


def texts(content: bytes) -> list[str]:
    """The texts of all paragraphs."""
    return list(paragraphs(content))


def paragraphs(content: bytes, *, deleted: bool = False) -> Iterator[str]:
    """The text of each paragraph, with tracked deletions or without; a text box has paragraphs of its own."""
    letters = (f"{W}t", f"{W}delText") if deleted else (f"{W}t",)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for part in archive.namelist():
            if re.fullmatch(r"word/[^/]+\.xml", part):
                for paragraph in etree.fromstring(archive.read(part)).iter(f"{W}p"):
                    own = (
                        each for each in paragraph.iter(*letters) if next(each.iterancestors(f"{W}p")) is paragraph
                    )
                    yield "".join(each.text or "" for each in own)


def _taken(row: dict[str, Any]) -> bool:
    """Whether a term or a place is accepted, by the service."""
    return (row.get("decision") or {}).get("state") in TAKEN


def _partly(row: dict[str, Any]) -> bool:
    """Whether a term is accepted in some of its places only."""
    by_place = any(_taken(each) for each in row["places"]) and not all(map(_taken, row["places"]))
    return by_place or (_taken(row) and row["decision"]["scope"] == "here")


Rule = Callable[[Evidence, Any], bool]


def near(one: float | None, other: float | None) -> bool:
    """Whether two shares are the same but for rounding."""
    return one is not None and other is not None and abs(one - other) <= NEAR


def _probability(guess: list[dict[str, Any]], client: str, value: float) -> bool:
    own = next((each["probability"] for each in guess if each["client"] == client), None)
    return near(own, value)


def _named(guess: list[dict[str, Any]], claim: dict[str, Any]) -> bool:
    return any(
        each["client"] == claim["client"]
        and (claim["probability"] is None or near(each["probability"], claim["probability"]))
        for each in guess
    )


def _beyond(guess: list[dict[str, Any]], client: str, value: float) -> bool:
    return client not in {each["client"] for each in guess} and near(guess[-1]["probability"], value)


def _of(state: Callable[[Evidence], Any], after: str = "guess") -> dict[str, Rule]:
    """The rules for one state of the document."""
    return {
        "rank": lambda file, value: state(file)["k_reached"] == value,
        "probability": lambda file, value: _probability(state(file)[after], file.client, value),
        "probability-below": lambda file, value: _beyond(state(file)[after], file.client, value),
        "held": lambda file, value: state(file)["k_held"] is value,
        "guess": lambda file, value: _named(state(file)[after], value),
        "industry": lambda file, value: state(file)["utility"] == value,
    }


def _term(file: Evidence, term: str) -> dict[str, Any]:
    rows = [each for each in (*file.now["suggestions"], *file.now["near_misses"]) if each["term"] == term]
    if len(rows) != 1:
        raise Unknown(f"{len(rows)} terms are called so")
    return rows[0]


def _verdict(file: Evidence, claim: dict[str, Any]) -> bool:
    if claim["verdict"] == "redacted":
        return file.placeholders > 0 or texts(file.saved) != texts(file.initial)
    return file.verdicts(file.now).get(_term(file, claim["term"]).get("id", ""), "undecided") == claim["verdict"]


def _event(file: Evidence, text: str) -> bool:
    """An event with a number: so many terms have that verdict at least."""
    if (said := re.match(r"(\d+) terms? (accepted|rejected)", text)) is not None:
        return file.how_many(said[2]) >= int(said[1])
    return True


def _only_pane(_file: Evidence, _value: Any) -> bool:
    """What the service answered once, or Word, and nobody can ask again."""
    raise Unknown("nobody can be asked again")


def _clean(file: Evidence, value: str) -> bool:
    if value == "clean" and file.left_of(file.copies[-1] if file.copies else file.saved) != []:
        return False
    return file.checked["status"] == value


def _access(file: Evidence, value: str) -> bool:
    """What Word does not allow: the file says that it is protected, and marks are highlights."""
    with zipfile.ZipFile(io.BytesIO(file.saved)) as archive:
        settings = archive.read("word/settings.xml") if "word/settings.xml" in archive.namelist() else b""
        marked = any(b"<w:highlight" in archive.read(name) for name in archive.namelist())
    told = value.split(", ")
    return ("protected" not in told or b"documentProtection" in settings) and ("marked" not in told or marked)


def _left(file: Evidence, claim: dict[str, Any]) -> bool:
    """A term that is left stands in the text, unless the reason says that it no longer does."""
    if claim["why"] in {"deleted", "second_copy"}:
        raise Unknown("our reader does not read the text twice as the service does")
    return claim["why"] in ELSEWHERE or file.stands(claim["term"]) > 0


def _places(row: dict[str, Any]) -> int:
    return sum(each["story"]["kind"] not in SECOND_READINGS for each in row["places"])


def _reason(file: Evidence, claim: dict[str, Any]) -> bool:
    return _term(file, claim["term"])["reason"] == claim["reason"]


def _unmet(file: Evidence, claim: dict[str, Any]) -> bool:
    if file.review is not None and _stored(file)["stage"] != "draft":
        raise Unknown("a review may have allowed some")
    told = [*file.checked["unmet"], *file.checked["exceptions"]]
    return any(each["kind"] == claim["kind"] and each["count"] == claim["count"] for each in told)


def _stored(file: Evidence) -> Any:
    """The review, as the service has it."""
    if file.review is None:
        raise Unknown("no review is stored")
    return file.ask("GET", f"/v1/reviews/{str(file.review).strip(chr(34))}")


def _warning(file: Evidence, claim: dict[str, Any]) -> bool:
    return claim in [{"code": each["code"], "params": each["params"]} for each in file.now["messages"]]


CLAIMS: dict[str, Rule] = {
    **{f"standing.{name}": rule for name, rule in _of(lambda file: file.standing).items()},
    "standing.known": lambda _file, value: value is False,
    **{f"planned.{name}": rule for name, rule in _of(lambda file: file.planned).items()},
    "planned.kept": lambda file, value: near(file.planned["kept_share"], value),
    **{
        f"copy.{name}": rule
        for name, rule in _of(lambda file: file.copy).items()
        if name not in {"guess", "industry"}
    },
    # The report counts k in every view of the file, so that it may be lower than for the text alone.
    "copy.rank": lambda file, value: value <= file.copy["k_reached"],
    "level.chosen": lambda file, value: file.shown["k"] == value,
    "policy.level": lambda file, value: value <= max(file.shown["k"], 1),
    "decisions.undecided": lambda file, value: file.how_many("undecided") == value,
    "decisions.accepted": lambda file, value: file.how_many("accepted") == value,
    "decisions.accepted-places": lambda file, value: value >= file.how_many("accepted"),
    "decisions.rejected": lambda file, value: file.how_many("rejected") == value,
    "decisions.redacted": lambda file, value: list(file.verdicts(file.before).values()).count("accepted") >= value,
    "document.placeholders": lambda file, value: file.placeholders == value,
    "document.changed": lambda file, _value: texts(file.saved) != texts(file.initial),
    "document.client-name": lambda file, value: (
        file.client_names(file.copies[-1] if file.copies else file.saved) == value
    ),
    "document.sent": lambda file, value: value is False and file.sent == [],
    "document.access": _access,
    "document.tracking": lambda file, value: (file.tracking != "Off") is value,
    "restore.places": lambda file, value: file.placeholders >= value,
    "restore.lost": lambda file, value: (
        file.stands(value["term"], file.initial) - file.stands(value["term"], file.saved) >= value["places"]
    ),
    "left.still": lambda file, value: value > 0 or file.left_of(file.saved) == [],
    "left.remedy": lambda _file, value: value["remedy"] in {"new", "beside"} or value["places"] > 0,
    "left.term": _left,
    "left.places": lambda file, value: value > 0 or file.left_of(file.saved) == [],
    "check.status": _clean,
    "check.outcome": lambda file, value: file.checked["outcome"] == value,
    "check.parts": lambda file, value: len(file.checked["parts"]) == value,
    "check.part": lambda file, value: (
        [value["examined"]] == [each["examined"] for each in file.checked["parts"] if each["part"] == value["part"]]
    ),
    "check.not-examined": lambda file, value: sum(not each["examined"] for each in file.checked["parts"]) == value,
    "check.new": lambda file, value: len(file.checked["new"]) == value,
    "check.damaged": lambda file, value: len(file.checked.get("damaged", [])) == value,
    # Terms that go in some places only are kept too; the analysis does not tell them from the others.
    "check.kept-terms": lambda file, value: list(file.verdicts(file.before).values()).count("rejected") <= value,
    "check.kept": lambda file, value: value["places"] > 0 and file.stands(value["term"]) > 0,
    "check.unmet": _unmet,
    "term.place": lambda file, value: (
        1 <= value["place"] <= value["of"] <= len(_term(file, value["term"])["places"])
    ),
    "term.unreachable": lambda file, value: value["places"] <= _places(_term(file, value["term"])),
    "batch.rows": lambda file, value: value <= len(file.now["suggestions"]) + len(file.now["near_misses"]),
    "options.kinds": lambda file, value: [sum(file.shown["kinds"]), len(file.shown["kinds"])] == value,
    "review.state": lambda file, value: (
        {"second": "passed_on"}.get(value, value) in {_stored(file)["stage"], "another document"}
    ),
    "warnings": lambda file, value: len(file.now["messages"]) == value,
    "warning": _warning,
    "term.count": lambda file, value: _places(_term(file, value["term"])) == value["places"],
    "term.reason": _reason,
    "term.state": _verdict,
    "group.terms": lambda _file, value: value["shown"] <= value["total"],
    "client.looks-like": lambda file, value: _named(file.guess(file.now["words"], [])["guess"][:1], value),
    "clients.hidden": lambda file, value: file.ask("GET", "/v1/clients")["others"] == value,
    "event.text": _event,
    **dict.fromkeys(
        [
            *("check.coverage", "clients.found", "progress", "level.curve"),
        ],
        _only_pane,
    ),
}
"""The rule of each claim. `_only_pane` says that a claim is listed and its words are held to its value, no more."""


def untrue(server: Any, pane: Any) -> list[str]:
    """List what the pane says that is not so, and what it says without a claim."""
    shown = pane.page.evaluate(SHOWN)
    faults = [f"a number without a claim: {each}" for each in shown["loose"]]
    evidence = Evidence(server, pane, shown)
    for each in shown["claims"]:
        numbers = _numbers(each["claims"])
        faults += [
            f"{each['text']!r} claims {each['claims']}: nothing of it is {number}"
            for number in NUMBER.findall(ADDRESS.sub("", each["text"]))
            if number.replace(",", "") not in numbers
        ]
        for name, value in each["claims"].items():
            if name not in CLAIMS:
                faults.append(f"no rule for the claim {name}")
            elif not (shown["busy"] or shown["error"]) and not _holds(CLAIMS[name], evidence, value):
                faults.append(f"not so: {each['text']!r} ({name} = {value})")
    return faults


def _holds(rule: Rule, evidence: Evidence, value: Any) -> bool:
    try:
        return rule(evidence, value)
    except (Unknown, OSError):
        return True


def _numbers(claims: Any) -> set[str]:
    """What may stand in a sentence for these values: the numbers, shares in per cent, one in so many."""
    if isinstance(claims, dict):
        return set().union(*map(_numbers, claims.values()))
    if isinstance(claims, list):
        return set().union(*map(_numbers, claims), {str(len(claims))})
    if isinstance(claims, str):
        return set(re.findall(r"\d+(?:\.\d+)?", claims))
    if isinstance(claims, bool) or claims is None:
        return set()
    rounded = {str(round(claims * 100)), str(int(claims * 100 + 0.5)), "1", "99", "100", f"{claims:g}", str(claims)}
    if claims == int(claims):
        return rounded | {str(int(claims)), str(int(claims) - 1)}
    return rounded | ({str(int(float(f"{1 / claims:.0e}")))} if 0 < claims < 1 else set())
