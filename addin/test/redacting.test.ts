/** What redacting leaves is listed: of every round, and where Word was never asked. */

import { expect, test, vi } from "vitest";
import { ApiProblem } from "../src/api/problem";
import type { Desk } from "../src/flow/desk";
import { redact } from "../src/flow/redacting";
import { question } from "../src/review/selectors";
import { reduce } from "../src/review/reduce";
import { START, type Action, type Session } from "../src/review/session";
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

const APPROVED = { state: "approved", mine: true, who: null, steps: [], note: null, allowed: [] } as const;

/** The same desk, at a document whose review was approved; the service answers a release as `answer` does. */
function atApproved(reading: object, answer: () => Promise<unknown>) {
  const work = atWork();
  const api = { redact: vi.fn(answer) };
  const replace = vi.spyOn(work.desk.word, "replace");
  const desk = {
    ...work.desk,
    api,
    kept: { ...work.desk.kept, reading },
    remembering: { review: "abc", approvedAt: null },
  } as unknown as Desk;
  work.tell({ type: "accept", ids: ["z"] }, { type: "reviewed", review: APPROVED }, { type: "redact" });
  return { ...work, desk, api, replace };
}

const FILE = { kind: "file", bytes: new Uint8Array([1]) };

test("what was approved is replaced once the service releases this very document by its review", async () => {
  const { desk, api, replace, session } = atApproved(FILE, () => Promise.resolve({}));
  await redact(desk, signal);
  expect(api.redact).toHaveBeenCalledWith(FILE.bytes, expect.objectContaining({ review: "abc" }), signal);
  expect(replace).toHaveBeenCalledOnce();
  expect([...session().applied]).toEqual(["z"]);
});

test("nothing is replaced in a document that is not the approved one", async () => {
  const refused = new ApiProblem("approval_does_not_fit", "the document", "…");
  const { desk, replace, session } = atApproved(FILE, () => Promise.reject(refused));
  await expect(redact(desk, signal)).rejects.toBe(refused);
  expect(replace).not.toHaveBeenCalled();
  expect(session().applied.size).toBe(0);
});

test("nothing is replaced where Word gives no file that could be compared", async () => {
  const { desk, api, replace, session } = atApproved({ kind: "stories" }, () => Promise.resolve({}));
  await redact(desk, signal);
  expect([api.redact, replace].every(each => each.mock.calls.length === 0)).toBe(true);
  expect(session()).toMatchObject({ stage: { is: "deciding" }, trouble: null });
  expect(session().said).toMatch("Nothing was replaced");
});
