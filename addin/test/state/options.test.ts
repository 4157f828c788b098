import { describe, expect, test } from "vitest";
import { requestOptions } from "../../src/flow/analyse";
import { cleaning, isCleaningAllowed, kindsOff } from "../../src/state/options";
import { reduce } from "../../src/state/reducer";
import { currentQuestion, needsAnalysis } from "../../src/state/selectors";
import type { Action, Session } from "../../src/state/session";
import { STATES } from "../gallery/states";

const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const [start] = [STATES["suggestions"]].filter(each => each !== undefined);
if (start === undefined) throw new RangeError("no such state");

const CLEAN = { revisions: "accept", comments: "anonymise", images: "remove" } as const;
const policy = {
  ...{ name: "client@1", of_client: true, since: null },
  rules: {
    ...{ blind_share: 0, least_k: 1, objective: null, personal: ["PHONE_NUMBER"] },
    ...{ placeholder: null, second_approver: false, amounts_together: false },
    ...{ index: "never" as const, index_with_exceptions: false },
    clean: { ...CLEAN, remove_hidden_text: false, remove_traces: false },
  },
} satisfies NonNullable<Session["policy"]>;

describe("kinds", () => {
  test("that are switched off are not asked for, and the rest is named", () => {
    expect(requestOptions(currentQuestion(start))).not.toHaveProperty("pii");
    const without = after(start, { type: "switch-kind", kind: "dates", on: false });
    expect(needsAnalysis(without)).toBe(true);
    const { pii = [] } = requestOptions(currentQuestion(without));
    expect([pii.includes("DATE_TIME"), pii.includes("PERSON"), pii.includes("IBAN_CODE")]).toEqual([
      ...[false, true, true],
    ]);
    expect(needsAnalysis(after(without, { type: "switch-kind", kind: "dates", on: true }))).toBe(false);
  });

  test("that the policy requires stay on", () => {
    const both = after(
      { ...start, policy },
      { type: "switch-kind", kind: "phone", on: false },
      { type: "switch-kind", kind: "amounts", on: false },
    );
    expect([...kindsOff(both)]).toEqual(["amounts"]);
  });
});

describe("the clean copy", () => {
  test("keeps what the person wants, and at most what the policy allows", () => {
    const kept = after(start, { type: "clean", change: { comments: "keep", hidden_text: "keep" } });
    expect(cleaning(kept)).toMatchObject({ comments: "keep", hidden_text: "keep", revisions: "accept" });
    expect(cleaning({ ...kept, policy })).toMatchObject({
      ...{ comments: "anonymise", hidden_text: "keep", images: "remove" },
    });
    expect(isCleaningAllowed({ policy }, "comments", "keep")).toBe(false);
    expect(isCleaningAllowed({ policy }, "comments", "remove")).toBe(true);
  });
});
