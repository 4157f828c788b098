/** What people wrote instead of placeholders counts with the text that will be left. */

import { expect, test } from "vitest";
import { currentRisk } from "../../src/state/risk";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { isAnythingWritten, writtenReplacements } from "../../src/state/written_replacements";
import { places, SUGGESTIONS } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const id = (term: string): string => SUGGESTIONS.find(each => each.term === term)?.id ?? "";
const write = (term: string, replacement: string): Action => ({ type: "replace-by", id: id(term), replacement });
const open = STATES["suggestions"] ?? START;

/** The same session, in which a term stands at these kinds of places. */
function withPlaces(term: string, ...kinds: ("body" | "copy" | "embedded document")[]): Session {
  const { analysis } = open;
  if (analysis === null) return open;
  const there = places(term, kinds.length).map((each, at) => ({
    ...each,
    story: { ...each.story, kind: kinds[at] ?? "body" },
  }));
  const suggestions = analysis.suggestions.map(each =>
    each.term === term ? { ...each, places: there, count: kinds.filter(kind => kind !== "copy").length } : each,
  );
  return { ...open, analysis: { ...analysis, suggestions } };
}

test("a text is listed once, with the places of all terms that it replaces", () => {
  const session = after(open, write("banner", "a shop"), write("Alastair Dunmore", "a shop"));
  const all = SUGGESTIONS.filter(each => ["banner", "Alastair Dunmore"].includes(each.term));
  const count = all.reduce((sum, each) => sum + each.places.length, 0);
  expect(writtenReplacements(session)).toEqual([{ text: "a shop", places: count }]);
});

test("only places of counted text count", () => {
  const session = after(
    withPlaces("banner", "body", "copy", "embedded document", "body"),
    write("banner", "a shop"),
  );
  expect(writtenReplacements(session)).toEqual([{ text: "a shop", places: 2 }]);
});

test("no placeholder, no undecided and no rejected term has words of people", () => {
  expect(writtenReplacements(open)).toEqual([]);
  const placeholder = SUGGESTIONS.find(each => each.term === "banner")?.placeholder ?? "";
  expect(writtenReplacements(after(open, write("banner", placeholder)))).toEqual([]);
  const rejected = after(open, write("banner", "a shop"), {
    type: "reject",
    ids: [id("banner")],
    scope: "document",
  });
  expect(writtenReplacements(rejected)).toEqual([]);
});

test("what is redacted stands in the counted words of the document, except in places that are left", () => {
  const decided = after(withPlaces("banner", "body", "body", "body", "body"), write("banner", "a shop"));
  const redacted = (...left: number[]): Session => ({
    ...decided,
    redactedIds: new Set([id("banner")]),
    leftPlaces: left.map(occurrence => ({ id: id("banner"), occurrence, why: "locked" })),
  });
  expect(writtenReplacements(redacted())).toEqual([]);
  expect(writtenReplacements(redacted(1))).toEqual([{ text: "a shop", places: 1 }]);
  expect(isAnythingWritten(redacted())).toBe(true);
});

test("the levels of the analysis promise nothing of a text with words of people", () => {
  const fresh = { ...open, guess: null };
  expect(currentRisk(fresh)).toMatchObject({ settled: false, held: true });
  expect(currentRisk(after(fresh, write("banner", "a shop")))).toBeNull();
});
