/** What redacting leaves is listed: of every round, and where Word was never asked. */

import { expect, test } from "vitest";
import type { Desk } from "../src/flow/desk";
import { redact } from "../src/flow/redacting";
import { question } from "../src/review/selectors";
import { reduce, START, type Action, type Session } from "../src/review/session";
import { analysis, suggestion } from "./gallery/invented";

const TOLD = analysis({
  suggestions: [
    suggestion("b", { term: "banner", from_level: null, count: 3 }),
    suggestion("z", { term: "zebra", from_level: null, count: 2 }),
  ],
  near_misses: [],
});
const BOXES = {
  story: "word/document.xml",
  kind: "text box",
  text: "banner",
  count: 2,
  reason: "text_box" as const,
};

/** A desk at a Word that replaces whatever it holds; it holds the first place of each term. */
function atWork(): { desk: Desk; session: () => Session; tell: (...actions: Action[]) => void } {
  let session = START;
  const tell = (...actions: Action[]): void => {
    for (const action of actions) session = reduce(session, action);
  };
  tell(
    { type: "analysed", analysis: TOLD, asked: question(START) },
    {
      type: "located",
      found: new Map([
        ["b", 1],
        ["z", 1],
      ]),
      places: new Map([
        ["b", [0]],
        ["z", [0]],
      ]),
    },
  );
  const replace = (): Promise<unknown> =>
    Promise.resolve({ done: [], left: [], cancelled: false, trackingRestored: true });
  const kept = { unreachable: new Map([["b", [{ ...BOXES, obstacles: ["text_box"] }]]]) };
  const desk = { word: { replace }, kept, session: () => session, tell } as unknown as Desk;
  return { desk, session: () => session, tell };
}

const signal = new AbortController().signal;

test("what an earlier round has left of other terms is still listed", async () => {
  const { desk, session, tell } = atWork();
  const box = { id: "b", occurrence: null, why: "text_box" };
  tell({ type: "accept", ids: ["b"] }, { type: "redact" });
  await redact(desk, signal);
  expect(session().left).toEqual([box, box]);
  tell({ type: "accept", ids: ["z"] }, { type: "redact" });
  await redact(desk, signal);
  expect(session().left).toEqual([box, box]);
  expect([...session().applied].sort()).toEqual(["b", "z"]);
});

test("a place that was to go alone and that Word does not hold is left", async () => {
  const { desk, session, tell } = atWork();
  const decisions = new Map([["z", { verdict: "accepted", scope: "here", occurrences: [0, 1] } as const]]);
  tell({ type: "recalled", decisions, added: [] }, { type: "redact" });
  await redact(desk, signal);
  expect(session().left).toEqual([{ id: "z", occurrence: null, why: "not_reachable" }]);
});
