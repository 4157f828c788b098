/** The originals of a paragraph: what was replaced is found again, and another text never fits. */

import { describe, expect, it } from "vitest";
import { Originals, placesOfCuts, withCuts, type MadeEdit } from "../../src/word/originals";
import type { HeldOccurrence } from "../../src/word/held_occurrences";

const STORY = { part: "word/document.xml", kind: "body" };
const held = (term: string): HeldOccurrence => ({ term, story: STORY }) as HeldOccurrence;
const edit = (old: string, text: string, before: string, after: string): MadeEdit => {
  return { held: held(old), occurrence: 0, old, text, before, after, id: "1", formats: null };
};

describe("places of cuts", () => {
  it("finds which of two equal strings was replaced", () => {
    expect(placesOfCuts("Ann met Ann", "Ann met [A]", [{ old: "Ann", text: "[A]" }])).toEqual([8]);
    expect(placesOfCuts("Ann met Ann", "[A] met Ann", [{ old: "Ann", text: "[A]" }])).toEqual([0]);
  });

  it("finds none where something else has changed too", () => {
    expect(placesOfCuts("Ann sells", "A[A]lls", [{ old: "Ann", text: "[A]" }])).toBeNull();
    expect(placesOfCuts("Ann", "[A] ", [{ old: "Ann", text: "[A]" }])).toBeNull();
  });

  it("explains every replacement of short texts, so that the text before comes back", () => {
    const pieces = ["", "a", "ab"];
    const cuts = ["a", "ab"].flatMap(old => ["[X]", "a", "ba"].map(text => ({ old, text })));
    for (const first of cuts)
      for (const second of cuts)
        for (const [one, two, three] of pieces.flatMap(a => pieces.flatMap(b => pieces.map(c => [a, b, c])))) {
          const before = `${one}${first.old}${two}${second.old}${three}`;
          const after = `${one}${first.text}${two}${second.text}${three}`;
          const starts = placesOfCuts(before, after, [first, second]);
          const made = [first, second].map((cut, at) => {
            return { ...cut, start: starts?.[at] ?? -1, held: held("t"), occurrence: 0, round: 1, formats: null };
          });
          expect(withCuts(before, made)).toBe(after);
        }
  });
});

describe("originals", () => {
  it("joins two redactions of a paragraph, and gives back the last one first", () => {
    const originals = new Originals();
    originals.begin();
    originals.keep(STORY, [edit("Bob", "[B]", "Ann met Bob", "Ann met [B]")]);
    originals.begin();
    originals.keep(STORY, [edit("Ann", "[ANN]", "Ann met [B]", "[ANN] met [B]")]);
    const [last] = originals.wanted("last");
    expect(last?.cuts.map(cut => cut.old)).toEqual(["Ann"]);
    expect(last?.paragraph.cuts.map(cut => [cut.start, cut.old])).toEqual([
      [0, "Ann"],
      [8, "Bob"],
    ]);
    originals.forget(last?.cuts ?? []);
    expect([...originals.count().places]).toEqual([["Bob", 1]]);
    const [bob] = originals.wanted(["Bob"]);
    expect(bob?.cuts).toHaveLength(1);
    // What an edit keeps from coming back is not counted, but comes back if somebody undoes the edit.
    for (const cut of bob?.cuts ?? []) cut.lost = true;
    expect([...originals.count().places]).toEqual([["Bob", 0]]);
    expect(originals.wanted("last")).toHaveLength(1);
  });

  it("keeps a paragraph that somebody edited between two redactions apart", () => {
    const originals = new Originals();
    originals.begin();
    originals.keep(STORY, [edit("Bob", "[B]", "Ann met Bob", "Ann met [B]")]);
    originals.begin();
    originals.keep(STORY, [edit("Ann", "[A]", "Ann saw [B]", "[A] saw [B]")]);
    expect(originals.wanted(["Ann", "Bob"]).map(({ paragraph }) => paragraph.before)).toEqual([
      "Ann met Bob",
      "Ann saw [B]",
    ]);
  });
});
