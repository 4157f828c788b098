/** What is added by hand is told of, or taken back: nothing that cannot be looked for stands in the way of the rest. */

import { expect, test } from "vitest";
import type { Analysis } from "../../src/api/schemas";
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

test("its group opens, and the message counts its places", () => {
  expect(adding.openGroups.has("added")).toBe(true);
  expect(analysed(adding, FOUND).message).toBe("“banana” added: 2 places.");
});

test("it is reported once, not by later analyses", () => {
  expect(analysed(analysed(adding, FOUND), FOUND).message).toBeNull();
});

test("a term that is not found is removed and not sent again", () => {
  const now = analysed(adding, BEFORE);
  expect(now.message).toContain("“banana” was not found");
  expect([now.customTerms, now.history, needsAnalysis(now)]).toEqual([[], [], false]);
});

test("a term that the service cannot search for is removed, and nothing else changes", () => {
  const now = after(adding, { type: "analyse" }, { type: "term-not-searchable" });
  expect(now.message).toContain("“banana” cannot be searched for");
  expect([now.stage.is, now.customTerms, now.history, needsAnalysis(now)]).toEqual(["deciding", [], [], false]);
  expect(now.analysis).toBe(opened.analysis);
});

test("of two terms added at once, the first is reported when the last is removed", () => {
  const both = after(adding, { type: "add", term: "cherry" });
  const one = after(both, { type: "analyse" }, { type: "term-not-searchable" });
  expect([one.customTerms, newTerms(one), needsAnalysis(one)]).toEqual([["banana"], ["banana"], true]);
});

test("adding a term twice only says so", () => {
  const now = after(analysed(adding, FOUND), { type: "add", term: " banana " });
  expect(now.message).toBe("“banana” is already added.");
  expect(now.history).toHaveLength(1);
});

const LONGER = suggestion("p2", { term: "banana.example", kind: "personal", entity: "URL" });

test("a term that stands only inside longer ones is kept, and they are named", () => {
  const asked = [{ term: "banana", suggestions: [], inside: ["p2"] }];
  const now = analysed(adding, { ...BEFORE, suggestions: [...BEFORE.suggestions, LONGER], asked });
  expect(now.message).toBe("“banana” occurs only inside longer terms. To redact it, accept: “banana.example”.");
  expect([now.customTerms, now.decisions.has("p2"), needsAnalysis(now)]).toEqual([["banana"], false, false]);
});

test("of several terms, those that occur only inside longer ones are named", () => {
  const both = after(opened, { type: "add-terms", terms: ["banana", "cherry"] });
  const inside = ["banana", "cherry"].map(term => ({ term, suggestions: [], inside: ["p2"] }));
  const told = (asked: Analysis["asked"]): string | null =>
    analysed(both, { ...BEFORE, suggestions: [...FOUND.suggestions, LONGER], asked }).message;
  expect(told(inside)).toBe("“banana”, “cherry” occur only inside longer terms.");
  const found = { term: "banana", suggestions: ["a1"], inside: [] };
  expect(told([found, ...inside.slice(1)])).toMatch(
    /^1 term added: \d+ places?\. “cherry” occurs only inside longer/,
  );
});

test("every spelling of an added term is accepted, as the service knows them", () => {
  const joined = suggestion("a2", {
    term: "Ba-Nana",
    kind: "always",
    entity: "REDACTED",
    from_level: null,
    count: 3,
  });
  const asked = [{ term: "banana", suggestions: ["a1", "a2"], inside: [] }];
  const now = analysed(adding, { ...FOUND, suggestions: [...FOUND.suggestions, joined], asked });
  expect(now.message).toBe("“banana” added: 5 places.");
  expect(["a1", "a2"].map(id => now.decisions.get(id)?.verdict)).toEqual(["accepted", "accepted"]);
});

test("an analysis that started earlier reports nothing", () => {
  const answered = currentQuestion(opened);
  const late = after(adding, { type: "analysed", analysis: BEFORE, answered });
  expect([late.message, late.customTerms, needsAnalysis(late)]).toEqual([null, ["banana"], true]);
});

test("a term that is undone during the analysis is gone and not sent again", () => {
  const answered = currentQuestion(adding);
  const late = after(adding, { type: "undo" }, { type: "analysed", analysis: FOUND, answered });
  expect([late.message, late.customTerms, needsAnalysis(late)]).toEqual([null, [], true]);
});

test("custom terms of a stored review are not reported", () => {
  const back = after(opened, { type: "decisions-loaded", decisions: new Map(), customTerms: ["banana"] });
  expect(analysed(back, FOUND).message).toBeNull();
  expect(analysed(back, BEFORE).customTerms).toEqual(["banana"]);
});

test("a list is added in one step, reported as a whole, and loses what is not found", () => {
  const listed = after(opened, { type: "add-terms", terms: [" banana", "", "cherry ", "banana", "plum"] });
  expect([listed.customTerms, listed.history.length]).toEqual([["banana", "cherry", "plum"], 1]);
  const now = analysed(listed, FOUND);
  expect(now.message).toBe("1 term added: 2 places. Not found as whole words: “cherry”, “plum”.");
  expect([now.customTerms, needsAnalysis(now)]).toEqual([["banana"], false]);
  const none = analysed(listed, BEFORE);
  expect([none.customTerms, none.history]).toEqual([[], []]);
});
