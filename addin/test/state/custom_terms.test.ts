/** What is added by hand is told of, or taken back: nothing that cannot be looked for stands in the way of the rest. */

import { expect, test } from "vitest";
import { newTerms } from "../../src/state/custom_terms";
import { needsAnalysis, currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

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
    { type: "analysed", analysis: told, answered: currentQuestion(session) },
    { type: "terms-located", foundCounts: new Map(told.suggestions.map(each => [each.id, each.count])) },
  );
const opened = analysed(START, BEFORE);
const adding = after(opened, { type: "add", term: "banana" });

test("it is unfolded, and told with its places", () => {
  expect(adding.openGroups.has("added")).toBe(true);
  expect(analysed(adding, FOUND).message).toBe("“banana” added: 2 places.");
});

test("it is told once: another analysis is about something else", () => {
  expect(analysed(analysed(adding, FOUND), FOUND).message).toBeNull();
});

test("what stands nowhere is taken back, and nobody asks for it again", () => {
  const now = analysed(adding, BEFORE);
  expect(now.message).toContain("“banana” was not found");
  expect([now.customTerms, now.history, needsAnalysis(now)]).toEqual([[], [], false]);
});

test("what the service cannot look for is taken back, and all else is as it was", () => {
  const now = after(adding, { type: "analyse" }, { type: "term-not-searchable" });
  expect(now.message).toContain("“banana” cannot be searched for");
  expect([now.stage.is, now.customTerms, now.history, needsAnalysis(now)]).toEqual(["deciding", [], [], false]);
  expect(now.analysis).toBe(opened.analysis);
});

test("of two that were added at once the first is told of when the last is taken back", () => {
  const both = after(adding, { type: "add", term: "cherry" });
  const one = after(both, { type: "analyse" }, { type: "term-not-searchable" });
  expect([one.customTerms, newTerms(one), needsAnalysis(one)]).toEqual([["banana"], ["banana"], true]);
});

test("what is added already is said, and nothing is done", () => {
  const now = after(analysed(adding, FOUND), { type: "add", term: " banana " });
  expect(now.message).toBe("“banana” is already added.");
  expect(now.history).toHaveLength(1);
});

test("an analysis that was asked before says nothing of it", () => {
  const answered = currentQuestion(opened);
  const late = after(adding, { type: "analysed", analysis: BEFORE, answered });
  expect([late.message, late.customTerms, needsAnalysis(late)]).toEqual([null, ["banana"], true]);
});

test("what is undone while it is looked for is not there, and asked for no more", () => {
  const answered = currentQuestion(adding);
  const late = after(adding, { type: "undo" }, { type: "analysed", analysis: FOUND, answered });
  expect([late.message, late.customTerms, needsAnalysis(late)]).toEqual([null, [], true]);
});

test("what comes back with a review was added before, and is not told", () => {
  const back = after(opened, { type: "decisions-loaded", decisions: new Map(), customTerms: ["banana"] });
  expect(analysed(back, FOUND).message).toBeNull();
  expect(analysed(back, BEFORE).customTerms).toEqual(["banana"]);
});
