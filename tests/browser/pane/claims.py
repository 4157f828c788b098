"""Recompute each claim of the pane from the saved file and the service, with no code of the pane or of the backend.

The pane writes what it claims beside the words (`data-claims`). `CLAIMS` lists every claim with its rule; a claim
without a rule fails, and so does a number on the pane that stands in no claim. Counts of terms and placeholders
come from a small reader of our own; probabilities come from the service, which is asked about the saved bytes.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from addin.wordhost.conformance_page import questions
from tests.browser.pane.evidence import Evidence, Unknown, partly, taken
from tests.browser.pane.file_places import comments
from tests.browser.pane.kept_apart_rules import KEPT_APART, adds_up, places
from tests.browser.pane.left_claims import left_places, left_remedy, left_still, left_term, left_unchecked
from tests.browser.pane.panel_rules import PANEL
from tests.browser.pane.privacy_rules import PRIVACY
from tests.browser.pane.saved_text import raw_texts, texts

TABLE = Path(__file__).parents[3] / "addin" / "src" / "state" / "claims.ts"
ADDRESS = re.compile(r"https?://\S+")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
EVENT = re.compile(r"(Undone: )?(\d[\d,]*) terms? (accepted|rejected)")
NEAR = 0.00051
"""Shares are rounded to four places, and the share of the words kept is rounded once more."""

SHOWN = """() => {
  const visible = each => each.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const parse = each => JSON.parse(each.dataset.claims);
  const claims = [...document.querySelectorAll("[data-claims]")].filter(visible)
    .map(each => ({text: each.textContent || each.getAttribute("aria-label") || "", claims: parse(each)}))
    .filter(each => each.text !== "");
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
  const slides = [document.getElementById("level")].find(each => each !== null && visible(each));
  return {claims, loose, client: value("client") || null, k: slides ? Number(slides.value) : 1,
    industry: document.getElementById("industry")?.checked ?? true,
    kinds: [...document.querySelectorAll(".kinds input")].map(each => each.checked),
    typed: document.querySelector("[role=combobox]")?.value ?? "",
    copied: [...document.querySelectorAll(".bar > .primary")].filter(visible)
      .some(each => each.textContent === "Save the clean copy")
      || (document.querySelector(".bar .status")?.textContent ?? "").startsWith("The clean copy"),
    question: [...document.querySelectorAll("[role=alert][aria-label='Decisions of another text']")].some(visible),
    selected: [...document.querySelectorAll(".bulk button[aria-label='Clear the selection']")].some(visible)
      ? document.querySelectorAll(".list [aria-selected=true]").length : 0,
    more: [...document.querySelectorAll(".outcome .further")].some(visible),
    standing: document.querySelectorAll("[data-claims*='standing.rank']").length,
    busy: !(document.querySelector(".working")?.hidden ?? true),
    error: error !== null && !error.hidden};
}"""


def claim_names() -> set[str]:
    """Return the names of all claims, from the pane's own table."""
    text = TABLE.read_text("utf-8").split("export interface Claims {", 1)[1].split("\n}", 1)[0]
    return set(re.findall(r'^ {2}readonly "?([a-z.-]+)"?\?:', text, re.MULTILINE))


COUNTED = {"PERSON", "ORGANIZATION", "LOCATION", "EMAIL_ADDRESS", "PHONE_NUMBER", "always_term"}
"""What is counted in places that a search of our own can find; it stands there in the spellings of the service."""

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
        "clients": lambda file, value: file.clients_of_model == value,
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
    """An event with a number: so many terms have that verdict at least, or do not where it was undone."""
    if (said := EVENT.match(text)) is None:
        return True
    undone, number, verdict = said.groups()
    so_many = file.how_many(verdict)
    return (len(file.verdicts(file.now)) - so_many if undone else so_many) >= int(number.replace(",", ""))


def _clean(file: Evidence, value: str) -> bool:
    if value == "not_examined" and file.gives_no_file and not file.of_copy:
        return True
    if value == "clean" and file.left_of(file.told_of) != []:
        return False
    return file.checked["status"] == value


def _access(file: Evidence, value: str) -> bool:
    """What Word does not allow: the file or Word says that it is protected, Word gives no file, and marks remain.

    Word may leave the protection out of the file that it gives. Marks are highlights that were not there at first.
    """
    told = value.split(", ")
    protected = any("documentProtection" in each for each in raw_texts(file.saved, "word/settings.xml$"))
    before, now = (
        sum(each.count("<w:highlight") for each in raw_texts(content, "word/"))
        for content in (file.initial, file.saved)
    )
    holds = {"protected": protected or file.protected, "marked": now > before, "text only": file.gives_no_file}
    return all(holds.get(each, True) for each in told)


def _reason(file: Evidence, claim: dict[str, Any]) -> bool:
    return _term(file, claim["term"])["reason"] == claim["reason"]


def _unmet(file: Evidence, claim: dict[str, Any]) -> bool:
    if file.review is not None and _stored(file)["stage"] != "draft":
        raise Unknown("a review may have allowed some")
    if claim["kind"] in COUNTED and claim["count"] > file.most_of_kind(claim["kind"]):
        return False
    reports = [file.checked, *([file.redone["report"]] if file.of_copy else [])]
    told = [each for report in reports for each in (*report["unmet"], *report["exceptions"])]
    if any(each["kind"] == claim["kind"] and each["count"] == claim["count"] for each in told):
        return True
    # Fields of the document told these names; the copy has no such fields any more.
    of_fields = claim["kind"] in {"PERSON", "ORGANIZATION"}
    return of_fields and file.of_copy and file.stands_of_kind(claim["kind"]) == claim["count"]


def _new_in(file: Evidence, claim: dict[str, Any]) -> bool:
    """A paragraph has so many places of one kind that look like personal data."""
    found = ({**each, "number": each["found_in"]["number"]} for each in file.checked["new"])
    return any(all(each[name] == value for name, value in claim.items()) for each in found)


def _decided(file: Evidence, verdict: str) -> list[dict[str, Any]]:
    """The suggestions of the level with this verdict."""
    verdicts = file.verdicts(file.before)
    return [each for each in file.before["suggestions"] if verdicts.get(each["id"]) == verdict]


def _accepted(file: Evidence, value: int) -> bool:
    """Terms are accepted until they are redacted; one that is redacted in some of its places is either."""
    accepted = _decided(file, "accepted")
    return len(accepted) - sum(each["id"] in file.redacted for each in accepted) <= value <= len(accepted)


def _accepted_places(file: Evidence, value: int) -> bool:
    """Each place of an accepted term counts once; of one that goes here only, some do."""
    accepted = [each for each in _decided(file, "accepted") if each["id"] not in file.redacted]
    whole = sum(places(each) for each in accepted if taken(each) and not partly(each))
    most = sum(places(each) for each in _decided(file, "accepted"))
    return whole <= value <= most and (
        len(accepted) < len(_decided(file, "accepted")) or whole < most or whole == value
    )


def _redacted(file: Evidence, value: int) -> bool:
    """As many accepted terms have new placeholders in the file."""
    return 0 < value <= sum(each["id"] in file.redacted for each in _decided(file, "accepted"))


def _kept(file: Evidence, claim: dict[str, Any]) -> bool:
    """A term that is kept stands as often as the pane says; redacted elsewhere, it stands so often at least.

    Its placeholder in the file tells that it is redacted elsewhere. The service knows of it only where the pane
    had the ids of the places when they were decided on.
    """
    rows = [each for each in file.before["suggestions"] if each["term"] == claim["term"]]
    if len(rows) == 1 and places(rows[0]) != claim["places"]:
        (row,) = rows
        if row["id"] not in file.redacted and not any(map(taken, [row, *row["places"]])):
            return False
    return 0 < claim["places"] <= file.stands(claim["term"])


def _curve(file: Evidence, value: list[list[Any]]) -> bool:
    """Each point of the curve, as the service tells it again."""
    known = {each["k"]: each for each in file.before["levels"]}
    return all(
        near(known[k]["kept_share"], kept) and (chance is None or _chance(known[k]["guess"], file.client, chance))
        for k, kept, chance in value
        if k in known
    ) and max(k for k, _, _ in value) == max(known)


def _chance(guess: list[dict[str, Any]], client: str, value: float) -> bool:
    return _probability(guess, client, value) or _beyond(guess, client, value)


def _group(file: Evidence, claim: dict[str, Any]) -> bool:
    """All groups together hold what is suggested at the level; the filter shows some of it."""
    kinds = {"client": "client", "added": "always"}
    verdicts = file.verdicts(file.before)
    rows = [each for each in file.before["suggestions"] if each["id"] in verdicts]
    if claim["group"] in kinds:
        total = sum(each["kind"] == kinds[claim["group"]] for each in rows)
    elif claim["group"] == "near":
        total = len(file.before["near_misses"])
    else:
        others = [each for each in rows if each["kind"] not in kinds.values()]
        told = [each["group.terms"] for each in file.claims if "group.terms" in each]
        kinds_told = [each["total"] for each in told if each["group"] not in {*kinds, "near"}]
        return claim["shown"] <= claim["total"] and sum(kinds_told) == len(others)
    return claim["shown"] <= claim["total"] == total


def _batch(file: Evidence, value: int) -> bool:
    """The rows that are selected, or those that the filter shows in all groups but the near misses."""
    if file.shown["selected"] > 0:
        return value >= file.shown["selected"]  # rows in closed groups are not on the page
    told = [each["group.terms"] for each in file.claims if "group.terms" in each]
    return value == sum(each["shown"] for each in told if each["group"] != "near")


def _best(file: Evidence, value: int) -> bool:
    """The highest level below the chosen one that all suggested terms reach."""
    levels = file.before["levels"]
    return value == max((each["k"] for each in levels if each["k_held"] and each["k"] < file.shown["k"]), default=1)


def _found(file: Evidence, value: int) -> bool:
    """Clients whose name holds what is typed; where the list has just been opened, all."""
    names = [each["name"].lower() for each in file.ask("GET", "/v1/clients")["clients"]]
    return value in {len(names), sum(file.shown["typed"].strip().lower() in each for each in names)}


def _covered(file: Evidence, value: list[Any]) -> bool:
    """How often a kind of text was treated in one way, in the copy that the service makes again."""
    kind, treatment, count = value
    if (kind, treatment) == ("comment", "removed") and count != comments(file.sent_file):
        return False
    told = file.redone["report"]["coverage"]
    return count == sum(each["count"] for each in told if (each["kind"], each["treatment"]) == (kind, treatment))


def _restorable(file: Evidence, value: int) -> bool:
    """No more than stands in the file; once an edit kept some from coming back, none in edited paragraphs."""
    lost = [each["restore.lost"]["why"] for each in file.claims if "restore.lost" in each]
    return 0 < value <= (file.replaced_in_order if "rewritten" in lost else file.replaced)


def _stored(file: Evidence) -> Any:
    """The review, as the service has it."""
    if file.review is None:
        raise Unknown("no review is stored")
    return file.ask("GET", f"/v1/reviews/{str(file.review).strip(chr(34))}")


def _to_judge(file: Evidence) -> int:
    """How many terms of the level the service hides the decisions of from this person."""
    rows = [each for each in file.now["suggestions"] if each["blind"]]
    return len([each for each in rows if (each["from_level"] or 1) <= file.shown["k"]])


def _redacted_too(messages: list[dict[str, Any]]) -> int:
    return sum(each["params"]["places"] for each in messages if each["code"] == "redacted_undecided")


def _warning(file: Evidence, claim: dict[str, Any]) -> bool:
    return claim in [{"code": each["code"], "params": each["params"]} for each in file.now["messages"]]


CLAIMS: dict[str, Rule] = {
    **KEPT_APART,
    **PANEL,
    **PRIVACY,
    **{f"standing.{name}": rule for name, rule in _of(lambda file: file.standing).items()},
    "standing.known": lambda file, value: value is False and file.shown["standing"] == 0,
    **{f"planned.{name}": rule for name, rule in _of(lambda file: file.planned).items()},
    "planned.known": lambda file, value: (
        value is False
        and texts(file.saved) != texts(file.sent_file)
        and not any("planned.rank" in each for each in file.claims)
    ),
    "planned.kept": lambda file, value: near(file.planned["kept_share"], value),
    **{
        f"copy.{name}": rule
        for name, rule in _of(lambda file: file.copy).items()
        if name not in {"guess", "industry"}
    },
    "copy.redacted-too": lambda file, value: value == _redacted_too(file.redone["report"]["messages"]),
    "level.chosen": lambda file, value: file.shown["k"] == value,
    "policy.level": lambda file, value: (file.policy["rules"]["least_k"] or 1) == value,
    "policy.indexed": lambda file, value: (file.policy["rules"]["index"] == "always") is value,
    "policy.amounts-together": lambda file, value: file.policy["rules"]["amounts_together"] is value,
    "level.curve": _curve,
    "policy.since": lambda file, value: file.policy["since"] == value,
    "level.best": _best,
    "decisions.written": lambda file, value: value is True and file.written_instead != [],
    "decisions.partial": lambda file, value: value is True and any(map(partly, _decided(file, "accepted"))),
    "decisions.undecided": lambda file, value: file.how_many("undecided") == value,
    "decisions.accepted": _accepted,
    "decisions.accepted-places": _accepted_places,
    "decisions.rejected": lambda file, value: len(_decided(file, "rejected")) == value,
    "decisions.redacted": _redacted,
    "document.placeholders": lambda file, value: file.placeholders == value,
    "document.changed": lambda file, _value: texts(file.saved) != texts(file.sent_file),
    "document.client-name": lambda file, value: file.client_names(file.told_of) == value,
    "document.sent": lambda file, value: value is False and file.sent == [],
    "document.access": _access,
    "document.tracking": lambda file, value: (file.tracking != "Off") is value,
    "restore.places": _restorable,
    "restore.lost": lambda file, value: (
        file.stands(value["term"], file.initial) - file.stands(value["term"], file.saved) >= value["places"]
    ),
    "left.still": left_still,
    "left.remedy": left_remedy,
    "left.unchecked": left_unchecked,
    "left.term": left_term,
    "left.places": left_places,
    "check.status": _clean,
    "check.outcome": lambda file, value: file.checked["outcome"] == value,
    "check.parts": lambda file, value: len(file.checked["parts"]) == value,
    "check.part": lambda file, value: (
        [value["examined"]] == [each["examined"] for each in file.checked["parts"] if each["part"] == value["part"]]
    ),
    "check.not-examined": lambda file, value: sum(not each["examined"] for each in file.checked["parts"]) == value,
    "check.new": lambda file, value: sum(each["count"] for each in file.checked["new"]) == value,
    "check.new-in": _new_in,
    "check.damaged": lambda file, value: len(file.checked.get("damaged", [])) == value,
    # Terms that go in some places only are kept too; the analysis does not tell them from the others.
    "check.kept-terms": lambda file, value: list(file.verdicts(file.before).values()).count("rejected") <= value,
    "check.kept": _kept,
    "check.coverage": _covered,
    "check.unmet": _unmet,
    "term.place": lambda file, value: (
        1 <= value["place"] <= value["of"] <= len(_term(file, value["term"])["places"])
    ),
    "term.unreachable": lambda file, value: value["places"] <= places(_term(file, value["term"])),
    "batch.rows": _batch,
    "options.kinds": lambda file, value: [sum(file.shown["kinds"]), len(file.shown["kinds"])] == value,
    "review.state": lambda file, value: (
        {"second": "passed_on"}.get(value, value) in {_stored(file)["stage"], "another document"}
    ),
    "review.sample-share": lambda file, value: _stored(file)["blind_share"] == value,
    "review.sample-by": lambda file, value: _stored(file)["blind_rater"] == value,
    "review.sample-left": lambda file, value: _to_judge(file) == value,
    "review.open": lambda file, value: (
        value is True and texts(file.saved) == texts(file.sent_file) and file.gone != []
    ),
    "warnings": lambda file, value: len(file.now["messages"]) == value,
    "warning": _warning,
    "term.count": lambda file, value: (
        places(_term(file, value["term"])) == value["places"] and adds_up(file, _term(file, value["term"]))
    ),
    "term.reason": _reason,
    "term.state": _verdict,
    "group.terms": _group,
    "client.looks-like": lambda file, value: _named(file.guess(file.now["words"], [])["guess"][:1], value),
    "clients.hidden": lambda file, value: file.ask("GET", "/v1/clients")["others"] == value,
    "word.answers": lambda _file, value: len(questions()) == value,
    "file.in-browser": lambda file, value: file.waits_for_the_browser(value["name"]) == value["seconds"],
    "copy.indexed": lambda file, value: file.redone["report"]["index"]["indexed"] is value,
    "index.k": lambda file, value: file.ask("GET", "/v1/index")["k"] == value,
    "index.group": lambda file, value: file.group_sizes().get(value["group"]) == value["documents"],
    "event.text": _event,
    "clients.found": _found,
    # It is seen only while the pane works, and it is held to its value then too.
    "progress": lambda file, value: file.shown["busy"] and 0 <= value[0] <= value[1],
}
"""The rule of each claim."""


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
            elif (name == "progress" or not (shown["busy"] or shown["error"])) and not _holds(
                CLAIMS[name], evidence, value
            ):
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
        numbers = {each.replace(",", "") for each in NUMBER.findall(claims)}
        return numbers | {each.lstrip("0") or "0" for each in numbers}  # "2026-12-01" is shown as 1 Dec 2026
    if isinstance(claims, bool) or claims is None:
        return set()
    rounded = {
        str(round(claims * 100)),
        str(int(claims * 100 + 0.5)),
        "1",
        "99",
        "100",
        f"{claims:g}",
        f"{claims:.3f}",
        str(claims),
    }
    if claims == int(claims):
        return rounded | {str(int(claims)), str(int(claims) - 1)}
    return rounded | ({str(int(float(f"{1 / claims:.0e}")))} if 0 < claims < 1 else set())
