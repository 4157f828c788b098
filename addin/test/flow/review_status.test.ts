/** What the pane makes of a stored review: whose turn it is, and who may judge the blind sample. */

import { describe, expect, test } from "vitest";
import type { Review } from "../../src/api/schemas";
import { reviewStatus } from "../../src/flow/stored_review";

describe("the status of a review", () => {
  const NAMED = { kind: "EMAIL_ADDRESS", count: 1 } as const;
  const REVIEW = {
    ...{ stage: "draft", author: "me", claimed_by: null, approved_by: null, second_approver: true, note: null },
    ...{ steps: [], approval: null },
  } as unknown as Review;

  test.each([
    [{ second_approver: false }, null],
    [{ author: "another", second_approver: false }, null],
    [{ author: "another" }, { state: "draft", mine: true, allowed: [] }],
    [
      { stage: "approved", approval: { exceptions: [NAMED], k: 5, model: null, policy: "", privacy: null } },
      { state: "approved", allowed: [NAMED] },
    ],
    [{ stage: "submitted" }, { state: "submitted", mine: false }],
    [
      { stage: "claimed", claimed_by: "me" },
      { state: "claimed", mine: true },
    ],
    [
      { stage: "claimed", claimed_by: "another" },
      { state: "claimed", mine: false },
    ],
    [
      { stage: "passed_on", claimed_by: "me" },
      { state: "second", mine: false },
    ],
    [
      { stage: "passed_on", claimed_by: "another", steps: ["approve"] },
      { state: "second", mine: true },
    ],
    [
      { stage: "returned", note: "Leeds" },
      { state: "returned", mine: true, note: "Leeds" },
    ],
  ] as [Partial<Review>, object | null][])("%j", (given, expected) => {
    const turn = reviewStatus({ ...REVIEW, ...given });
    if (expected === null) expect(turn).toBeNull();
    else expect(turn).toMatchObject(expected);
  });
});

test.each([
  [{}, { share: 0.2, by: null, mayTake: true }],
  [{ author: "me" }, { mayTake: false }],
  [{ claimed_by: "me" }, { mayTake: false }],
  [{ approved_by: "me" }, { mayTake: false }],
  [{ steps: ["recall"] }, { mayTake: false }], // no reviewer
  [{ blind_rater: "me" }, { by: "me", mayTake: false }],
  [{ blind_rater: "another" }, { by: "another", mayTake: false }],
  [{ blind_share: 0 }, null],
] as [Partial<Review>, object | null][])("who may judge the sample: %j", (given, expected) => {
  const review = {
    ...{ stage: "submitted", author: "another", claimed_by: null, approved_by: null, second_approver: true },
    ...{ steps: ["claim"], note: null, approval: null, blind_share: 0.2, blind_rater: null },
  } as unknown as Review;
  const { sample } = reviewStatus({ ...review, ...given }) ?? {};
  if (expected === null) expect(sample).toBeNull();
  else expect(sample).toMatchObject(expected);
});
