/** What redacting leaves is listed: of every round, and where Word was never asked. */

import { expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/error";
import type { FlowContext } from "../../src/flow/context";
import { redact } from "../../src/flow/redact";
import { currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

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
function atWork(): { context: FlowContext; session: () => Session; dispatch: (...actions: Action[]) => void } {
  let session = START;
  const dispatch = (...actions: Action[]): void => {
    for (const action of actions) session = reduce(session, action);
  };
  dispatch(
    { type: "analysed", analysis: TOLD, answered: currentQuestion(START) },
    {
      type: "terms-located",
      foundCounts: new Map([
        ["b", 1],
        ["z", 1],
      ]),
      occurrencePlaces: new Map([
        ["b", [0]],
        ["z", [0]],
      ]),
    },
  );
  const replace = (): Promise<unknown> =>
    Promise.resolve({ done: [], left: [], damaged: [], cancelled: false, trackingRestored: true });
  const cache = { unreachable: new Map([["b", [{ ...BOXES, obstacles: ["text_box"] }]]]) };
  const api = { checkRedaction: () => Promise.resolve({ model: TOLD.model }) };
  const storedReview = { markDocument: () => Promise.resolve() };
  const context = {
    api,
    storedReview,
    word: { replace, restorable: () => ({ places: new Map(), last: [] }) },
    cache,
    session: () => session,
    dispatch,
  } as unknown as FlowContext;
  return { context, session: () => session, dispatch };
}

const signal = new AbortController().signal;

test("places that an earlier round left stay in the list", async () => {
  const { context, session, dispatch } = atWork();
  const box = { id: "b", occurrence: null, why: "text_box" };
  dispatch({ type: "accept", ids: ["b"] }, { type: "redact" });
  await redact(context, signal);
  expect(session().leftPlaces).toEqual([box, box]);
  dispatch({ type: "accept", ids: ["z"] }, { type: "redact" });
  await redact(context, signal);
  expect(session().leftPlaces).toEqual([box, box]);
  expect([...session().redactedIds].sort()).toEqual(["b", "z"]);
});

test("a place accepted alone that Word did not find is listed as left", async () => {
  const { context, session, dispatch } = atWork();
  const decisions = new Map([["z", { verdict: "accepted", scope: "here", occurrences: [0, 1] } as const]]);
  dispatch({ type: "decisions-loaded", decisions, customTerms: [] }, { type: "redact" });
  await redact(context, signal);
  expect(session().leftPlaces).toEqual([{ id: "z", occurrence: null, why: "not_reachable" }]);
});

const APPROVED = { state: "approved", mine: true, steps: [], note: null, allowed: [] } as const;

/** The same desk, at a document whose review was approved; the service answers a release as `answer` does. */
function atApproved(reading: object, answer: () => Promise<unknown>) {
  const work = atWork();
  const api = { redact: vi.fn(answer) };
  const replace = vi.spyOn(work.context.word, "replace");
  const context = {
    ...work.context,
    api,
    cache: { ...work.context.cache, reading },
    storedReview: { review: "abc", approvedLevel: null, markDocument: () => Promise.resolve() },
  } as unknown as FlowContext;
  work.dispatch({ type: "accept", ids: ["z"] }, { type: "review-changed", review: APPROVED }, { type: "redact" });
  return { ...work, context, api, replace };
}

const FILE = { kind: "file", bytes: new Uint8Array([1]) };

test("an approved document is redacted after the service confirms the approval", async () => {
  const { context, api, replace, session } = atApproved(FILE, () => Promise.resolve({}));
  await redact(context, signal);
  expect(api.redact).toHaveBeenCalledWith(FILE.bytes, expect.objectContaining({ review: "abc" }), signal);
  expect(replace).toHaveBeenCalledOnce();
  expect([...session().redactedIds]).toEqual(["z"]);
});

test("a document that is not the approved one is not changed", async () => {
  const refused = new ApiError("approval_does_not_fit", "the document", "…");
  const { context, replace, session } = atApproved(FILE, () => Promise.reject(refused));
  await expect(redact(context, signal)).rejects.toBe(refused);
  expect(replace).not.toHaveBeenCalled();
  expect(session().redactedIds.size).toBe(0);
});

test("nothing is replaced where Word provides no file to compare", async () => {
  const { context, api, replace, session } = atApproved({ kind: "stories" }, () => Promise.resolve({}));
  await redact(context, signal);
  expect([api.redact, replace].every(each => each.mock.calls.length === 0)).toBe(true);
  expect(session()).toMatchObject({ stage: { is: "deciding" }, error: null });
  expect(session().message).toMatch("Nothing was replaced");
});

test.each([
  ["the service refuses", () => Promise.reject(new ApiError("policy_not_met", "", "Why.", 422)), "policy_not_met"],
  ["the models have changed", () => Promise.resolve({ model: "another" }), "suggestions_changed"],
])("nothing is changed in the document where %s", async (_, answer, code) => {
  const { context, dispatch } = atWork();
  const replace = vi.fn();
  Object.assign(context, { word: { replace }, api: { checkRedaction: answer } });
  dispatch({ type: "accept", ids: ["b"] }, { type: "redact" });
  await expect(redact(context, signal)).rejects.toMatchObject({ code });
  expect(replace).not.toHaveBeenCalled();
});
