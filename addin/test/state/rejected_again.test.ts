/** A rejected term stays rejected where a new analysis suggests it again under another id. */

import { describe, expect, test } from "vitest";
import type { Analysis, Suggestion } from "../../src/api/schemas";
import { reduce } from "../../src/state/reducer";
import { rejectedAgain } from "../../src/state/rejected_again";
import { costs } from "../../src/state/risk";
import { keptSpellings } from "../../src/state/selectors";
import { START, type Session } from "../../src/state/session";
import { STATES } from "../gallery/states";

const term = (id: string, text: string, more: Partial<Suggestion> = {}): Suggestion =>
  ({
    ...{ id, term: text, kind: "personal", entity: "PERSON", count: 1, spellings: [text], places: [] },
    ...{ reason: { code: "reads_like_name", params: { entity: "PERSON" } }, generalisations: [], from_level: null },
    ...more,
  }) as unknown as Suggestion;
const analysis = (...suggestions: Suggestion[]): Analysis =>
  ({ suggestions, near_misses: [] }) as unknown as Analysis;

const before = analysis(term("moon", "Moon"), term("leeds", "Leeds"));
const session: Session = {
  ...START,
  analysis: before,
  decisions: new Map([
    ["moon", { verdict: "rejected", scope: "client", reason: "public" }],
    ["leeds", { verdict: "accepted", scope: "document" }],
  ]),
};

describe("a term that was rejected", () => {
  test.each([
    ["another kind", term("new", "moon", { entity: "LOCATION" }), true],
    ["an article", term("new", "the Moon"), true],
    ["a longer name", term("new", "Moon Street"), false],
    ["what was accepted", term("new", "the Leeds"), false],
    ["what the user asked for", term("new", "Moon", { kind: "always" }), false],
    ["what is decided itself", term("leeds", "Moon"), false],
  ] as const)("%s", (_, suggestion, stays) => {
    const kept = [["new", { verdict: "rejected", scope: "document", reason: "public" }]];
    expect(rejectedAgain(session, analysis(suggestion))).toEqual(stays ? kept : []);
  });

  test("that its context alone tells stays as it is written", () => {
    const alone = { ...session, analysis: analysis(term("moon", "Moon", { spellings: [] })) };
    expect(keptSpellings(alone)).toEqual(["Moon"]);
  });
});

test("the words kept of a level are not told as those of other decisions", () => {
  const suggested = STATES["suggested"] ?? STATES["suggestions"] ?? START;
  expect(costs(suggested)?.kept.text).toMatch(/^words kept \d/);
  const [first] = suggested.analysis?.suggestions ?? [];
  const rejected = reduce(suggested, { type: "reject", ids: [first?.id ?? ""], scope: "document" });
  expect(costs(rejected)?.kept).toEqual({ text: "words kept …", claims: {} });
});
