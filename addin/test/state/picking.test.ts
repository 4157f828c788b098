import { describe, expect, test } from "vitest";
import { batch } from "../../src/state/batch";
import { reduce } from "../../src/state/reducer";
import { idsInOrder } from "../../src/state/selectors";
import type { Action, Session } from "../../src/state/session";
import { STATES } from "../gallery/states";

const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const state = (name: string): Session => {
  const found = STATES[name];
  if (found === undefined) throw new RangeError(name);
  return found;
};
const start = state("suggestions");
const [first = "", second = "", third = "", fourth = ""] = idsInOrder(start);

describe("several rows", () => {
  test("are picked one by one and as a range, and one decision and one undo apply to all", () => {
    const picked = after(start, { type: "select", id: first }, { type: "pick", id: third, to: "range" });
    expect([...picked.picked]).toEqual([first, second, third]);
    const without = after(picked, { type: "pick", id: second });
    expect(batch(without)).toEqual({
      ...{ by: "picked", count: 2, toAccept: [first, third], toReject: [first, third] },
    });
    const decided = after(without, { type: "reject", ids: batch(without)?.toReject ?? [], scope: "document" });
    expect([...decided.decisions.keys()]).toEqual([first, third]);
    expect(decided.picked.size).toBe(0);
    expect(after(decided, { type: "undo" }).decisions.size).toBe(0);
  });

  test("are those that the filter shows, and not those that are decided so already", () => {
    const filtered = after(
      start,
      { type: "accept", ids: [fourth] },
      { type: "filter", filter: { show: "accepted" } },
    );
    expect(batch(filtered)).toEqual({ by: "filter", count: 1, toAccept: [], toReject: [fourth] });
    expect(batch(after(filtered, { type: "filter", filter: { show: "all" } }))).toBeNull();
  });

  test("are no longer picked once the filter or the analysis changes what is shown", () => {
    const picked = after(start, { type: "pick", id: first });
    expect(after(picked, { type: "filter", filter: { text: "x" } }).picked.size).toBe(0);
    expect(after(picked, { type: "pick-none" }).picked.size).toBe(0);
  });
});
