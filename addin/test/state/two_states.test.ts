/** The document as it stands, and if everything suggested goes. */

import { expect, test } from "vitest";
import { reduce } from "../../src/state/reducer";
import { clientNamePlaces, clientNamePlacesInCopy, keptShare } from "../../src/state/remaining";
import { clientNameStatement } from "../../src/state/leftovers";
import { goneWords } from "../../src/state/gone_words";
import { pending } from "../../src/state/selectors";
import { barsName, costs, industryStatement, levelHeld, rivalSentence } from "../../src/state/risk";
import type { Place } from "../../src/api/schemas";
import type { Cleaning } from "../../src/state/cleaning";
import type { Decision } from "../../src/state/decisions";
import { START, type Action, type Session } from "../../src/state/session";
import { rankSentence, stateRows } from "../../src/state/two_states";
import { outcomeText } from "../../src/state/outcome_text";
import { look, suggestion, SUGGESTIONS } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const state = (name: string): Session => STATES[name] ?? START;
const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const id = (term: string): string => SUGGESTIONS.find(each => each.term === term)?.id ?? "";
const told = (session: Session): string[] => stateRows(session).map(each => `${each.title}: ${each.text}`);

function standing(session: Session, rank: number): Session {
  const words = session.presentWords ?? {};
  return after(session, {
    type: "standing-guessed",
    standing: { words, k: session.k, result: { ...look(1), k_reached: rank } },
  });
}

test("both states are told, each with its own numbers", () => {
  expect(told(standing(state("suggestions"), 1))).toEqual([
    "Now: likeliest of 450: 98\u00a0%",
    "If all accepted: 5th likeliest of 450: 13\u00a0%",
  ]);
  const [first] = stateRows(standing(state("suggestions"), 1));
  expect(first?.claims).toEqual({
    "standing.rank": 1,
    "standing.clients": 450,
    "standing.probability": look(1).guess[0]?.probability,
  });
});

test("the state that is planned says whether undecided terms count as accepted", () => {
  const open = state("suggestions");
  const [first = "", ...others] = pending(open).map(each => each.id);
  const title = (...actions: Action[]): string => stateRows(after(open, ...actions))[1]?.title ?? "";
  expect(title()).toBe("If all accepted");
  expect(title({ type: "reject", ids: [first], scope: "document" })).toBe("If rest accepted");
  expect(title({ type: "accept", ids: [first, ...others] })).toBe("Once redacted");
  expect(title({ type: "reject", ids: [first], scope: "document" }, { type: "accept", ids: others })).toBe(
    "Once redacted",
  );
});

test("a guess for other words is no guess for the document as it stands", () => {
  const known = standing(state("suggestions"), 1);
  const changed = after(known, { type: "document-changed" });
  expect(told(changed)).toEqual([
    "Now: not known: the document has changed",
    "If all accepted: not known: the document has changed",
  ]);
  expect(stateRows(changed)[1]?.claims).toEqual({ "planned.known": false });
  expect(costs(changed)?.kept.text).toMatch(/^words kept \d+\u00a0% before the change$/);
  expect(rivalSentence(changed).text).toMatch(/^Likeliest then, before the change: /);
  expect([barsName(known), barsName(changed)]).toEqual([
    "Who would be guessed",
    "Who would be guessed, before the change",
  ]);
  expect(industryStatement(known).text).toMatch(/^Industry: the model/);
  expect(industryStatement(changed).text).toMatch(/^Industry before the change: the model/);
  expect(levelHeld(known).text).toBe("level 5 is reached");
  expect(levelHeld(changed).text).toBe("level 5 is reached before the change");
  const ids = pending(known).map(each => each.id);
  const replaced = after(
    known,
    { type: "accept", ids },
    { type: "redacted", redactedIds: ids, leftPlaces: [], trackingLost: false },
  );
  expect(told(replaced)).toEqual(["Now: not known yet"]);
  const counted = after(replaced, { type: "words-counted", words: { retail: 3 } });
  expect(told(standing(counted, 5))).toEqual(["Now: 5th likeliest of 450: 98\u00a0%"]);
});

test("people who may not see all clients are told whether the level is reached, once the service has said so", () => {
  const limited = (k: number, k_held: boolean | null): string | undefined => {
    const result = { ...look(1), k_reached: null, k_held };
    const open = { ...state("suggestions"), k };
    const words = open.presentWords ?? {};
    return told(after(open, { type: "standing-guessed", standing: { words, k: 5, result } }))[0];
  };
  expect([limited(5, true), limited(5, false)]).toEqual(["Now: level 5 is reached", "Now: level 5 is not reached"]);
  expect(limited(6, true)).toBe("Now: not known yet");
  expect(limited(1, null)).toBe("Now: level 1 does not hide the client");
});

test("only what still stands is to go", () => {
  const words = (session: Session): number =>
    goneWords({ ...session, presentWords: {} }).gone.reduce((sum, each) => sum + (each["banner"] ?? 0), 0);
  const open = state("suggestions");
  expect(words(open)).toBe(9);
  expect(words(after(open, { type: "reject", ids: [id("banner")], scope: "document" }))).toBe(0);
  const left = { id: id("banner"), occurrence: 0, why: "locked" };
  const redacted = (...leftPlaces: Session["leftPlaces"]): Session => ({
    ...open,
    redactedIds: new Set([id("banner")]),
    leftPlaces,
  });
  expect(words(redacted())).toBe(0);
  expect(words(redacted(left, { ...left, why: "gone" }))).toBe(1);
});

test("the share of words kept is that of the analysed document", () => {
  // 6 of 10 words are there, half of these stay: 3 of 10.
  expect(keptShare({ ...look(1), kept_share: 0.5 }, { a: 6 }, { a: 8, b: 2 })).toBe(0.3);
});

test("the outcome says that the client's name still stands, and what is undecided", () => {
  const open = after(state("suggestions"), { type: "accept", ids: [id("banner")] });
  const ids = [id("banner")];
  const redacted = after(open, { type: "redacted", redactedIds: ids, leftPlaces: [], trackingLost: false });
  expect(clientNamePlaces(redacted)).toBe(12);
  const card = outcomeText(redacted);
  expect(card?.tone).toBe("care");
  expect(card?.sentences.map(each => each.text)).toEqual([
    "The client’s name is still in the text: 12 places.",
    "All accepted terms are redacted in the text.",
    "Everything else, such as properties, authors’ names and links, has not been checked. Check the file.",
    "20 suggestions are undecided and not redacted.",
  ]);
});

test("the client's name is counted in longer terms that stand too, such as addresses at its host", () => {
  const { analysis } = state("suggestions");
  if (analysis === null) throw new Error("it is analysed");
  const name = analysis.suggestions.find(each => each.reason.code === "name_of_client");
  if (name === undefined) throw new Error("it has a name of the client");
  const [spelling = ""] = name.spellings;
  const mail = suggestion("mail", {
    ...{ term: `${spelling}.fan@${spelling.toLowerCase()}.example`, kind: "personal", entity: "EMAIL_ADDRESS" },
    ...{ from_level: null, count: 3 },
  });
  const suggestions = analysis.suggestions.map(each => (each === name ? { ...each, inside: ["mail"] } : each));
  const open = { ...state("suggestions"), analysis: { ...analysis, suggestions: [...suggestions, mail] } };
  const before = clientNamePlaces(state("suggestions"));
  expect(clientNamePlaces(open)).toBe(before + 2 * 3);
  const redacted = (...ids: string[]): Session =>
    after(
      open,
      { type: "accept", ids },
      { type: "redacted", redactedIds: ids, leftPlaces: [], trackingLost: false },
    );
  expect(clientNamePlaces(redacted(name.id))).toBe(before - name.count + 6);
  expect(clientNamePlaces(redacted(name.id, "mail"))).toBe(before - name.count);
  expect(clientNamePlacesInCopy(redacted(name.id))).toBe(clientNamePlaces(redacted(name.id)));
});

test("the client's name is not counted in text that the copy does not have", () => {
  const { analysis, answered } = state("suggestions");
  const name = analysis?.suggestions.find(each => each.reason.code === "name_of_client");
  if (!analysis || !answered || !name) throw new Error("it has a name of the client");
  const places = (["body", "comments", "before deletion", "body"] as const).map(
    (kind, block) => ({ story: { kind, part: "p" }, block, start: 0, end: 1, obstacles: [] }) as unknown as Place,
  );
  const suggestions = analysis.suggestions.map(each => (each === name ? { ...each, count: 4, places } : each));
  const decided = (copy: Partial<Cleaning>, decision?: Decision): number =>
    clientNamePlacesInCopy({
      ...state("suggestions"),
      ...{ analysis: { ...analysis, suggestions }, answered: { ...answered, copy: { ...answered.copy, ...copy } } },
      decisions: new Map(decision ? [[name.id, decision]] : []),
    });
  const here = { verdict: "accepted", scope: "here", occurrences: [0] } as const;
  expect([decided({}, here), decided({ comments: "keep" }, here)]).toEqual([1, 2]);
  expect([decided({}), decided({ comments: "anonymise", revisions: "keep" })]).toEqual([2, 4]);
  expect(decided({}, { verdict: "accepted", scope: "document" })).toBe(0);
});

test("the outcome counts no client's name in a text that has changed since the analysis", () => {
  const open = after(state("suggestions"), { type: "accept", ids: [id("banner")] });
  const place = { id: id("banner"), occurrence: 0, why: "locked" };
  const said = (why: string, ...then: Action[]): string => {
    const leftPlaces = [{ ...place, why }];
    const redacted = { type: "redacted", redactedIds: [], leftPlaces, trackingLost: false } as const;
    return clientNameStatement(after(open, redacted, ...then)).text;
  };
  expect(said("locked")).toBe("The client’s name is still in the text: 12 places.");
  expect(said("rewritten")).toBe("");
  expect(said("locked", { type: "document-changed" })).toBe("");
});

test("a rank is said in words", () => {
  expect([
    rankSentence(1, 24, true, "45\u00a0%"),
    rankSentence(1, 24, false, "20\u00a0%"),
    rankSentence(2, 24, false, "9\u00a0%"),
    rankSentence(5, 24, false, "4\u00a0%"),
  ]).toEqual([
    "likeliest of 24: 45\u00a0%",
    "ties for likeliest of 24: 20\u00a0%",
    "2nd likeliest of 24: 9\u00a0%",
    "5th likeliest of 24: 4\u00a0%",
  ]);
});
