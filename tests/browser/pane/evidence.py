"""What the saved file and the service say, asked for once and only where a claim of the pane needs it."""

import base64
import io
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from tests.browser.pane.file_places import (
    BARS,
    LOCATIONS,
    in_deletions,
    people_in_properties,
    places_at,
    places_of_text,
    places_of_values,
    search_for,
)
from tests.browser.pane.saved_text import Paragraph, raw_texts, readings, texts

PLACEHOLDER = re.compile(r"\[[A-Z][A-Z_]+(?: [1-9][0-9]{0,4}|\xa0[0-9]*)?\]")
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


TAKEN = {"accepted", "edited", "applied", "verified"}
REMOVE_ALL = {
    "revisions": "accept",
    "comments": "remove",
    "hidden_text": "remove",
    "traces": "remove",
    "images": "tell",
}
NOT_COUNTED = {"copy", "before deletion", "embedded document", "embedded workbook"}
"""Stories whose words do not count for a guess."""
SECOND_READINGS = {"copy", "before deletion"}
"""Stories in which a place of the text stands once more. It is not counted again."""
ASKED = {"client", "objective", "always", "pii"}
"""What a check takes over from the analysis."""
ELSEWHERE = {"gone", "rewritten", "beside_changed"}
"""Why a place is listed although the term no longer stands there."""


class Unknown(Exception):
    """The claim cannot be recomputed in this state: the service does not know what the pane knows."""


class Evidence:
    """What the saved file and the service say. Everything is asked for once, and only where a claim needs it."""

    def __init__(self, server: Any, pane: Any, shown: dict[str, Any]) -> None:
        session = pane.host.session
        self.server, self.token, self.sent = server, pane.token, pane.sent
        self.claims = [each["claims"] for each in shown["claims"]]
        self.initial, self.saved, self.copies = pane.initial, session.save(), list(session.opened)
        self.tracking = session.tracking_mode
        content, self.options = pane.kept("/v1/analyses") or (pane.initial, {})
        self.shown = {**shown, "client": _of_the_model(shown["client"], self.options)}
        self.sent_file = content or pane.initial
        self.gives_no_file, self.protected = pane.host.faults.file_error is not None, session.protected
        self.of_copy: bool = bool(self.copies) and shown["copied"]
        self.copy_request = pane.kept("/v1/redactions")
        self.written, self._kept = pane.written, pane.answers
        self._verdicts: dict[int, tuple[Any, dict[str, str]]] = {}
        self.counted = pane.kept("words")
        self.review = self._review_of(pane)

    def _review_of(self, pane: Any) -> Any:
        """The review that the pane has begun, or that the file names; none where its decisions do not apply."""
        begun, refused = pane.page.evaluate("[unsaidReview(), unsaidBeganAnew()]")
        if begun or refused or self.shown["question"]:
            return begun
        named = pane.host.session.add_in_settings.items()
        return next((each for key, each in named if "review" in key.lower()), None)

    def ask(self, method: str, path: str, body: bytes | None = None, more: dict[str, str] | None = None) -> Any:
        """Ask the service as the person at the pane."""
        headers = {"Authorization": f"Bearer {self.token}", **(more or {})}
        answer = self.server.ask(method, path, body, headers)
        if answer.status != 200:
            raise Unknown(f"{path}: {answer.status}")
        return answer.json

    def waits_for_the_browser(self, name: str) -> int | None:
        """How long the service holds a file, where the pane has sent it one of that name's kind."""
        kinds = (".docx", ".docx.certificate.docx", ".docx.certificate.json", ".docx.private-report.json")
        if not name.endswith(kinds) or not any(each.endswith("/v1/downloads") for each in self.sent):
            return None
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/octet-stream"}
        seconds: int = self.server.ask("POST", "/v1/downloads", b"sealed", headers).json["seconds"]
        return seconds

    def group_sizes(self) -> dict[int, int]:
        """The number of documents of each group of the current edition, which this reads by itself."""
        headers = {"Authorization": f"Bearer {self.token}"}
        edition = self.server.ask("GET", "/v1/index/edition", None, headers).body
        with np.load(io.BytesIO(edition), allow_pickle=False) as arrays:
            return dict(enumerate(arrays["sizes"].tolist()))

    def analyse(self, content: bytes, **asked: Any) -> Any:
        """Analyse a file; once, while the pane and the service store nothing new that an analysis depends on."""
        review = self.ask("GET", f"/v1/reviews/{asked['review']}") if "review" in asked else None
        key = json.dumps([self.token, asked, review, self.written])
        if (content, key) not in self._kept:
            self._kept[content, key] = self._analysed(content, asked)
        return self._kept[content, key]

    def _analysed(self, content: bytes, asked: dict[str, Any]) -> Any:
        if "stories" in asked:
            return self.ask(
                "POST", "/v1/analyses", json.dumps(asked).encode(), {"Content-Type": "application/json"}
            )
        more = {"Content-Type": DOCX, "Unsaid-Request": json.dumps(asked)}
        return self.ask("POST", "/v1/analyses", content, more)

    def guess(self, words: dict[str, int], gone: list[dict[str, int]]) -> Any:
        """Guess the client of these words, at the level of the pane."""
        of = {"client": self.client, "k": max(self.shown["k"], 1)} if self.shown["client"] else {}
        asked = {"words": words, "gone": gone, **of}
        return self.ask("POST", "/v1/guesses", json.dumps(asked).encode(), {"Content-Type": "application/json"})

    @property
    def clients_of_model(self) -> int:
        """How many clients the model knows; a rank is among all of these."""
        return sum(each["documents"] is not None for each in self.ask("GET", "/v1/clients")["clients"])

    @property
    def client(self) -> str:
        """The client that the person has chosen."""
        if not self.shown["client"]:
            raise Unknown("no client is chosen")
        return self.shown["client"]

    @cached_property
    def words(self) -> dict[str, int]:
        """The words of the saved file; where Word gives no file, those of its text that the pane could read."""
        if not self.gives_no_file:
            return self.analyse(self.saved, pii=[], copy=REMOVE_ALL)["words"]  # a policy cleans copies only
        if self.counted is None or self.counted[0]:
            raise Unknown("the pane has counted no text that Word read out")
        read = self.counted[1]
        said = {each.now for each in readings(self.saved)}
        if not all(block["text"] in said for story in read["stories"] for block in story["blocks"]):
            return {}  # it is not the text that stands there now
        return self.analyse(b"", **read)["words"]

    @cached_property
    def standing(self) -> Any:
        """How the saved file is guessed."""
        return self.guess(self.words, [])

    @cached_property
    def copy(self) -> Any:
        """How the clean copy is guessed."""
        return self.guess(self.analyse(self.the_copy, pii=[])["words"], [])

    @property
    def the_copy(self) -> bytes:
        """The clean copy that Word has opened."""
        if not self.copies:
            raise Unknown("Word did not open the copy")
        return self.copies[-1]

    def verified(self, content: bytes) -> dict[str, Any]:
        """What the service says of a file as it is, as if nothing had to be redacted; asked for once."""
        if self.gives_no_file and content == self.saved:
            raise Unknown("Word gave no file, and the pane knows the text alone")
        if self.options.get("client") != self.shown["client"]:
            raise Unknown("the pane has not asked about this client")
        asked = {name: each for name, each in self.options.items() if name in ASKED}
        key = "verified" + json.dumps([self.token, asked])
        if (content, key) not in self._kept:
            body = {"document": base64.b64encode(content).decode(), "report": {"suppressed": []}, "asked": asked}
            self._kept[content, key] = self.ask(
                "POST", "/v1/verifications", json.dumps(body).encode(), {"Content-Type": "application/json"}
            )
        found: dict[str, Any] = self._kept[content, key]
        return found

    def analysed(self, content: bytes) -> Any:
        """The suggestions for a file, with the decisions of its review."""
        asked: dict[str, Any] = {name: each for name, each in self.options.items() if name != "review"}
        if asked.get("client") != self.shown["client"]:
            raise Unknown("the pane has not asked about this client")
        if self.review is not None:
            asked["review"] = str(self.review).strip('"')
        return self.analyse(content, **asked)

    @cached_property
    def now(self) -> Any:
        """The analysis of the saved file; of one that was redacted since, it is not what the pane shows."""
        if texts(self.saved) != texts(self.sent_file):
            raise Unknown("the text was changed, and may not be analysed again")
        return self.before  # the same text, without the marks of the pane

    @cached_property
    def before(self) -> Any:
        """The analysis that the pane shows, asked for again with the decisions of now."""
        analysis = self.analysed(self.sent_file)
        for row in analysis["suggestions"]:
            for place in row["places"]:
                key = place["story"]["part"], place["block"], place["start"]
                if key in self.alone.get(row["id"], set()) and not place.get("decision"):
                    place["decision"] = {"state": "accepted"}
        return analysis

    @cached_property
    def alone(self) -> dict[str, set[tuple[str, int, int]]]:
        """Places that go alone, as the pane has sent them with the copy.

        The service stores a decision on one place only where the pane had the ids of the places then.
        """
        asked: dict[str, Any] = self.copy_request[1] if self.copy_request else {}
        told = {each["id"]: each["places"] for each in asked.get("decisions", ()) if "places" in each}
        return {id_: {(at["story"]["part"], at["block"], at["start"]) for at in told[id_]} for id_ in told}

    def verdicts(self, analysis: Any) -> dict[str, str]:
        """The decision on each suggestion of the level, by its id; worked out once for an analysis."""
        if id(analysis) not in self._verdicts:
            self._verdicts[id(analysis)] = analysis, dict(self._decided(analysis["suggestions"]))
        return self._verdicts[id(analysis)][1]

    def _decided(self, suggestions: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
        for each in suggestions:
            if each["from_level"] is None or each["from_level"] <= self.shown["k"]:
                state = (each.get("decision") or {}).get("state", "proposed")
                if any((place.get("decision") or {}).get("state") in TAKEN for place in each["places"]):
                    state = "accepted"
                verdict = "accepted" if state in TAKEN else "rejected" if state == "rejected" else "undecided"
                yield each["id"], verdict

    def how_many(self, verdict: str) -> int:
        """How many suggestions of the level have this verdict."""
        return sum(each == verdict for each in self.verdicts(self.now).values())

    @cached_property
    def planned(self) -> Any:
        """How the file would be guessed without all that is suggested and not rejected."""
        verdicts = self.verdicts(self.now)
        chosen = [each for each in self.now["suggestions"] if verdicts.get(each["id"], "rejected") != "rejected"]
        if any(taken(place) and not taken(each) for each in chosen for place in each["places"]):
            raise Unknown("terms go in some places only")
        words = Counter(self.now["words"]) + self._words_of_people(chosen)
        guess = self.guess(dict(words), [each["words"] for each in chosen])
        # The service knows only the words that it was sent; the pane tells the share of those of the document.
        sent, there = words.total(), sum(self.now["words"].values())
        return {**guess, "kept_share": min(guess["kept_share"] * sent / there, 1) if there else 1}

    def _words_of_people(self, chosen: list[dict[str, Any]]) -> Counter[str]:
        """The words that people wrote instead of placeholders, in each place of text that counts."""
        words: Counter[str] = Counter()
        for each in chosen:
            if (text := self._written_for(each)) != each["placeholder"]:
                places = sum(place["story"]["kind"] not in NOT_COUNTED for place in each["places"])
                for word in re.findall(r"[^\W_]+", PLACEHOLDER.sub(" ", text).casefold()):
                    words[word] += places
        return words

    def left_of(self, content: bytes) -> list[str]:
        """Accepted terms that still stand in the text of a file, except in terms that the pane says stay."""
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
        gone = {text.casefold() for each in whole for text in each["spellings"] if len(text) > 3}
        # A document may say "term", which every placeholder [TERM] does too.
        said = "\n".join(PLACEHOLDER.sub("\0", text) for text in texts(content)).casefold()
        stand = _standing(gone, said)
        if stand:
            for text in sorted(stays, key=len, reverse=True):
                said = said.replace(text, "\0")
        left = _standing(stand, said)
        # What stands in terms that stay has to be told.
        return left if any("left.inside" in each for each in self.claims) else stand

    @cached_property
    def asked_for(self) -> dict[str, Any]:
        """What had to be redacted: the accepted suggestions of the file as it was opened."""
        verdicts, rows = self.verdicts(self.before), self.before["suggestions"]
        if any(map(partly, rows)):
            raise Unknown("terms go in some places only")
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
        content = self.told_of
        asked = {name: each for name, each in self.options.items() if name in ASKED}
        if self.shown["client"]:
            asked["k"] = max(self.shown["k"], 1)
        files = {"document": content} if self.of_copy else {"document": content, "original": self.sent_file}
        body = {name: base64.b64encode(each).decode() for name, each in files.items()}
        sent = json.dumps({**body, "report": self.asked_for, "asked": asked}).encode()
        return self.ask("POST", "/v1/verifications", sent, {"Content-Type": "application/json"})

    def spellings(self, term: str) -> list[str]:
        """How a term of the list is spelled."""
        rows = [each for each in self.before["suggestions"] if each["term"] == term]
        if len(rows) != 1:
            raise Unknown(f"{len(rows)} terms are called so")
        return list(rows[0]["spellings"]) or [term]  # what is redacted only in its place has none

    @cached_property
    def policy(self) -> Any:
        """The policy that applies to documents of the client."""
        asked = json.dumps({"client": self.shown["client"]}).encode()
        return self.ask("POST", "/v1/policies/effective", asked, {"Content-Type": "application/json"})

    @property
    def told_of(self) -> bytes:
        """The file that the outcome is about: the clean copy where there is one."""
        return self.copies[-1] if self.of_copy else self.saved

    def stands(self, term: str, content: bytes | None = None) -> int:
        """How often a term stands in the text of a file, by our own search; second readings do not count."""
        search = search_for(self.spellings(term))
        return sum(
            max(len(search.findall(each.now)), len(search.findall(each.before.translate(BARS))))
            for each in readings(self.told_of if content is None else content)
        )

    def stands_of_kind(self, entity: str) -> int:
        """How often suggestions of this kind that are not accepted stand in the text."""
        verdicts = self.verdicts(self.before)
        rows = [each for each in self.before["suggestions"] if each["entity"] == entity]
        spellings = [text for each in rows if verdicts.get(each["id"]) != "accepted" for text in each["spellings"]]
        search = search_for(spellings)
        return sum(len(search.findall(each.now)) for each in readings(self.told_of))

    def stands_apart(self, term: str, why: str) -> int:
        """How often a term stands where Word does not go: in deleted text, or in a second copy."""
        search = search_for(self.spellings(term), bars=why == "deleted")
        if why == "second_copy":
            return sum(len(search.findall(each.second)) for each in readings(self.saved))
        within = search_for(self.spellings(term))
        return sum(in_deletions(each, within, search) for each in readings(self.saved))

    def stands_at(self, term: str, where: str) -> bool:
        """Whether a term stands in the part or the paragraph that the pane names."""
        search = search_for(self.spellings(term))
        if (told := re.fullmatch(r"(.*), paragraph (\d+)", where)) is None:
            parts, _ = LOCATIONS.get(where, ("", True))
            glued = [re.sub(r"[\W_]", "", each).casefold() for each in self.spellings(term)]
            return any(
                search.search(each) or any(name in re.sub(r"[\W_]", "", each).casefold() for name in glued)
                for each in raw_texts(self.told_of, parts)
            )
        numbered = (each for each in readings(self.told_of) if each.ordinal + 1 == int(told[2]))
        return any(search.search(_reading(each, told[1])) for each in numbered)

    @cached_property
    def sought(self) -> list[str]:
        """All that had to be redacted everywhere: the accepted terms, and what stands outside the text."""
        rows = self.before["suggestions"]
        stays = [text.casefold() for each in rows if each not in self.gone for text in each["spellings"]]
        found = [text for each in self.gone for text in each["spellings"]]
        found += [each["term"] for each in self.before["sought"]]
        if any(map(partly, rows)) or any(text.casefold() in stay for text in found for stay in stays):
            raise Unknown("some places of a term stay")
        return found

    @cached_property
    def gone(self) -> list[dict[str, Any]]:
        """The accepted suggestions."""
        verdicts = self.verdicts(self.before)
        return [each for each in self.before["suggestions"] if verdicts.get(each["id"]) == "accepted"]

    def number_at(self, where: str) -> tuple[int, int] | None:
        """How many places of these stand at a location, with their capitals and without; None: not told apart."""
        capital, any_case = (
            places_at(self.told_of, self.sought, where, flags=flags) for flags in (0, re.IGNORECASE)
        )
        return None if capital is None or any_case is None else (capital, any_case)

    def most_of_kind(self, kind: str) -> int:
        """In how many places of the file personal data of a kind can stand at most, or a term of the request."""
        spellings = [
            text for each in self.before["suggestions"] if each["entity"] == kind for text in each["spellings"]
        ]
        spellings += [each["term"] for each in self.before["sought"] if each["placeholder"].startswith(f"[{kind}")]
        spellings += self.options.get("always", ()) if kind == "always_term" else ()
        spellings += people_in_properties(self.told_of) if kind == "PERSON" else ()
        new = sum(each["count"] for each in self.checked["new"] if each["entity"] == kind)
        beside = places_of_values(self.told_of, search_for(spellings))
        return new + beside + places_of_text(self.told_of, spellings)

    def client_names(self, content: bytes) -> int:
        """How often a name of the client stands in the text of a file, by our own search.

        Second readings of a place count only where a name was to be redacted: then they are places that are left.
        """
        found = self.analyse(content, client=self.client)["suggestions"]
        # A name that stands only within addresses is no suggestion of the redacted text any more.
        found = [*found, *self.before["suggestions"]]
        names = [text for each in found if _is_name(each) for text in each["spellings"]]
        search, verdicts = search_for(names), self.verdicts(self.before)
        if not any(
            _is_name(each) and verdicts.get(each["id"]) == "accepted" for each in self.before["suggestions"]
        ):
            return sum(len(search.findall(each.now)) for each in readings(content))
        return sum(
            max(len(search.findall(each.now)), len(search.findall(each.before.translate(BARS))))
            + len(search.findall(each.second))
            for each in readings(content)
        )

    @cached_property
    def redacted(self) -> set[str]:
        """The suggestions of which more placeholders stand in the saved file than in the analysed one."""
        before, now = ("\n".join(texts(each)) for each in (self.sent_file, self.saved))
        earlier, later = (Counter(PLACEHOLDER.findall(each)) for each in (before, now))

        def is_new(written: str) -> bool:
            if PLACEHOLDER.fullmatch(written):
                return later[written] > earlier[written]
            return now.count(written) > before.count(written)

        return {each["id"] for each in self.before["suggestions"] if is_new(self._written_for(each))}

    @staticmethod
    def _written_for(row: dict[str, Any]) -> str:
        return (row.get("decision") or {}).get("replacement") or row["placeholder"]

    @property
    def written_instead(self) -> list[str]:
        """What people wrote instead of the placeholders of accepted terms."""
        return [self._written_for(each) for each in self.gone if self._written_for(each) != each["placeholder"]]

    @cached_property
    def redone(self) -> Any:
        """The clean copy, asked for again as the pane has asked for it."""
        if self.copy_request is None or not self.copies:
            raise Unknown("the pane has asked for no copy")
        content, asked = self.copy_request
        more = {"Content-Type": DOCX, "Accept": "application/json", "Unsaid-Request": json.dumps(asked)}
        return self.ask("POST", "/v1/redactions", content, more)

    @cached_property
    def replaced(self) -> int:
        """How many placeholders and texts of the person stand in the document that did not stand there at first."""
        edited = {self._written_for(each) for each in self.before["suggestions"] if taken(each)}
        edited = {each for each in edited if not PLACEHOLDER.search(each)}

        def written(content: bytes) -> Counter[str]:
            text = "\n".join(each.now for each in readings(content))
            own = Counter({each: text.count(each) for each in edited})
            return Counter(PLACEHOLDER.findall(text)) + own

        return (written(self.saved) - written(self.initial)).total()

    @property
    def replaced_in_order(self) -> int:
        """How many placeholders stand in paragraphs that read as at first, except for what was replaced."""
        if any(taken(each) and each["decision"].get("replacement") for each in self.before["suggestions"]):
            raise Unknown("people wrote other words than placeholders")
        at_first = [each.now for each in readings(self.initial)]

        def is_same(now: str) -> bool:
            search = re.compile(".+".join(map(re.escape, PLACEHOLDER.split(now))), re.DOTALL)
            return any(map(search.fullmatch, at_first))

        return sum(len(PLACEHOLDER.findall(each.now)) for each in readings(self.saved) if is_same(each.now))

    @cached_property
    def placeholders(self) -> int:
        """How many placeholders stand in the text of the saved file; second readings do not count."""
        return sum(len(PLACEHOLDER.findall(each.now)) for each in readings(self.saved))


def _of_the_model(client: str | None, asked: dict[str, Any]) -> str | None:
    """The client that is shown; none where the names of one that the model does not know were sent as terms."""
    names = {name.strip() for name in (client or "").split(";")}
    return None if asked.get("client") is None and names <= set(asked.get("always", ())) else client


def _is_name(row: dict[str, Any]) -> bool:
    return bool(row["reason"]["code"] == "name_of_client")


def _standing(spellings: Collection[str], text: str) -> list[str]:
    """The spellings that stand in a text as whole words; both in folded case."""
    words = set(re.findall(r"\w+", text))
    possible = (each for each in spellings if words.issuperset(re.findall(r"\w+", each)))
    return [each for each in possible if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text)]


def _reading(paragraph: Paragraph, story: str) -> str:
    if story == "text before tracked changes":
        return paragraph.before.translate(BARS)
    return paragraph.second if story == "second copy of a text box" else paragraph.now


def taken(row: dict[str, Any]) -> bool:
    """Whether a term or a place is accepted, by the service."""
    return (row.get("decision") or {}).get("state") in TAKEN


def partly(row: dict[str, Any]) -> bool:
    """Whether a term is accepted in some of its places only."""
    by_place = any(taken(each) for each in row["places"]) and not all(map(taken, row["places"]))
    return by_place or (taken(row) and row["decision"]["scope"] == "here")
