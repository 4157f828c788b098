import { expect, test } from "vitest";
import type { Analysis } from "../src/api";
import { movesBetween, placesRenewed } from "../src/flow/moves";
import type { Decision } from "../src/review/decisions";

const ID = "a5b4d8684d98dc39";
const ANALYSIS = {
  suggestions: [{ id: ID, term: "steering", places: [{ id: "p0" }, { id: "p1" }, { id: "p2" }] }],
} as unknown as Analysis;

const moves = (before: Decision | undefined, after: Decision | undefined): unknown[] => {
  const made = (decision: Decision | undefined): Map<string, Decision> => new Map(decision ? [[ID, decision]] : []);
  return movesBetween(made(before), made(after), ANALYSIS);
};

const ACCEPTED: Decision = { verdict: "accepted", scope: "document" };
const REJECTED: Decision = { verdict: "rejected", scope: "document", reason: "needed" };

test.each([
  [undefined, ACCEPTED, [{ id: ID, move: "accept" }]],
  [ACCEPTED, ACCEPTED, []],
  [ACCEPTED, REJECTED, [{ id: ID, move: "reject", reason: "needed" }]],
  [REJECTED, undefined, [{ id: ID, move: "take_back" }]],
  [undefined, { ...ACCEPTED, replacement: "a port" }, [{ id: ID, move: "edit", replacement: "a port" }]],
  [
    undefined,
    { verdict: "rejected", scope: "client" },
    [{ id: ID, move: "reject", scope: "client", term: "steering" }],
  ],
  [
    undefined,
    { verdict: "accepted", scope: "here", occurrences: [0, 2] },
    [
      { id: ID, move: "accept", place: "p0" },
      { id: ID, move: "accept", place: "p2" },
    ],
  ],
  [
    { verdict: "accepted", scope: "here", occurrences: [1] },
    ACCEPTED,
    [
      { id: ID, move: "take_back", place: "p1" },
      { id: ID, move: "accept" },
    ],
  ],
] as [Decision | undefined, Decision | undefined, unknown[]][])("from %j to %j", (before, after, expected) => {
  expect(moves(before, after)).toEqual(expected);
});

test("of what the analysis does not know nothing is told", () => {
  const other = new Map<string, Decision>([["near:steering", ACCEPTED]]);
  expect(movesBetween(new Map(), other, ANALYSIS)).toEqual([]);
});

test("places are counted anew in each analysis, and one whose paragraph has changed is known no more", () => {
  const here = (...occurrences: number[]): Decision => ({ verdict: "accepted", scope: "here", occurrences });
  const told = new Map([
    ["moved", here(3)],
    ["gone", here(1)],
    ["whole", ACCEPTED],
  ]);
  expect(placesRenewed(told, new Map([["moved", here(2)]]))).toEqual(
    new Map([
      ["moved", here(2)],
      ["whole", ACCEPTED],
    ]),
  );
});
