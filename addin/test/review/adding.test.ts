/** What is added by hand is told of, or taken back: nothing that cannot be looked for stands in the way of the rest. */

import { expect, test } from "vitest";
import { justAdded } from "../../src/review/adding";
import { due, question } from "../../src/review/selectors";
import { reduce } from "../../src/review/reduce";
import { START, type Action, type Session } from "../../src/review/session";
import { analysis, suggestion } from "../gallery/invented";

const BEFORE = analysis({
  suggestions: [suggestion("p1", { term: "Imogen", kind: "personal", entity: "PERSON" })],
});
const ADDED = suggestion("a1", { term: "Banana", kind: "always", entity: "REDACTED", from_level: null, count: 2 });
const FOUND = { ...BEFORE, suggestions: [...BEFORE.suggestions, ADDED] };

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

const analysed = (session: Session, told: typeof BEFORE): Session =>
  after(
    session,
    { type: "analyse" },
    { type: "analysed", analysis: told, asked: question(session) },
    { type: "located", found: new Map(told.suggestions.map(each => [each.id, each.count])) },
  );
const opened = analysed(START, BEFORE);
const adding = after(opened, { type: "add", term: "banana" });

test("it is unfolded, and told with its places", () => {
  expect(adding.open.has("added")).toBe(true);
  expect(analysed(adding, FOUND).said).toBe("“banana” added: 2 places.");
});

test("it is told once: another analysis is about something else", () => {
  expect(analysed(analysed(adding, FOUND), FOUND).said).toBeNull();
});

test("what stands nowhere is taken back, and nobody asks for it again", () => {
  const now = analysed(adding, BEFORE);
  expect(now.said).toContain("“banana” stands nowhere");
  expect([now.added, now.past, due(now)]).toEqual([[], [], false]);
});

test("what the service cannot look for is taken back, and all else is as it was", () => {
  const now = after(adding, { type: "analyse" }, { type: "not-added" });
  expect(now.said).toContain("“banana” cannot be looked for");
  expect([now.stage.is, now.added, now.past, due(now)]).toEqual(["deciding", [], [], false]);
  expect(now.analysis).toBe(opened.analysis);
});

test("of two that were added at once the first is told of when the last is taken back", () => {
  const both = after(adding, { type: "add", term: "cherry" });
  const one = after(both, { type: "analyse" }, { type: "not-added" });
  expect([one.added, justAdded(one), due(one)]).toEqual([["banana"], ["banana"], true]);
});

test("what is added already is said, and nothing is done", () => {
  const now = after(analysed(adding, FOUND), { type: "add", term: " banana " });
  expect(now.said).toBe("“banana” is added already.");
  expect(now.past).toHaveLength(1);
});

test("an analysis that was asked before says nothing of it", () => {
  const asked = question(opened);
  const late = after(adding, { type: "analysed", analysis: BEFORE, asked });
  expect([late.said, late.added, due(late)]).toEqual([null, ["banana"], true]);
});

test("what is undone while it is looked for is not there, and asked for no more", () => {
  const asked = question(adding);
  const late = after(adding, { type: "undo" }, { type: "analysed", analysis: FOUND, asked });
  expect([late.said, late.added, due(late)]).toEqual([null, [], true]);
});

test("what comes back with a review was added before, and is not told", () => {
  const back = after(opened, { type: "recalled", decisions: new Map(), added: ["banana"] });
  expect(analysed(back, FOUND).said).toBeNull();
  expect(analysed(back, BEFORE).added).toEqual(["banana"]);
});
