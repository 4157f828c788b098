/** The dialog of the blind sample: one term after the other, and nothing of what others decided. */

import { beforeEach, describe, expect, test } from "vitest";
import { sampleStatement, termsToJudge } from "../../src/state/blind_sample";
import { reduce } from "../../src/state/reducer";
import type { BlindSample } from "../../src/state/review_status";
import type { Action, Session } from "../../src/state/session";
import { START } from "../../src/state/session";
import type { Store } from "../../src/state/store";
import { sampleDialog, type SampleDialog } from "../../src/view/sample_dialog";
import { inReview } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const state = (name: string): Session => STATES[name] ?? START;
const withSample = (sample: BlindSample | null, session = state("review-blind")): Session => ({
  ...session,
  review: inReview("submitted", false, ["claim"], { sample }),
});

/** The next analysis, in which these terms are still to judge. */
const analysed = (left: (at: number) => boolean): Session => {
  const { analysis } = state("review-blind");
  const ids = termsToJudge(state("review-blind")).map(each => each.id);
  const suggestions = (analysis?.suggestions ?? []).map(each => ({
    ...each,
    blind: ids.includes(each.id) && left(ids.indexOf(each.id)),
  }));
  return { ...state("review-blind"), analysis: analysis && { ...analysis, suggestions } };
};

/** The dialog beside a store that only records what is dispatched. */
function opened(session: Session): {
  dialog: SampleDialog;
  told: Action[];
  press: (name: string) => void;
  shown: () => string;
  now: (session: Session) => void;
} {
  const told: Action[] = [];
  const store = { session, dispatch: (action: Action) => told.push(action) };
  const dialog = sampleDialog(store as unknown as Store);
  document.body.replaceChildren(dialog.element);
  dialog.update(session);
  const visible = (each: Element): boolean => each.closest("[hidden]") === null;
  return {
    dialog,
    told,
    press: name => {
      const found = [...dialog.element.querySelectorAll("button")].find(
        each => each.textContent === name && visible(each),
      );
      if (!found) throw new Error(`there is no button “${name}”`);
      found.click();
    },
    shown: () =>
      [...dialog.element.querySelectorAll("p, button")]
        .filter(visible)
        .map(each => each.textContent)
        .join(" | "),
    now: next => {
      store.session = next;
      dialog.update(next);
    },
  };
}

beforeEach(() => document.body.replaceChildren());

test("a reviewer who may take the sample is asked before the decisions are seen, once", () => {
  const { dialog, told, press, now } = opened(state("review-offered"));
  expect(dialog.element.open).toBe(true);
  expect(dialog.element.textContent).toContain("20\u00a0% of the terms without seeing the decisions");
  press("Look at the decisions instead");
  expect(dialog.element.open).toBe(false);
  now(state("review-offered"));
  expect(dialog.element.open).toBe(false);
  expect(told).toEqual([]);
  dialog.open();
  press("Judge the sample");
  expect(told).toEqual([{ type: "judge-sample", verdicts: null }]);
});

test("the dialog waits for the analysis that hides the decisions, and closes where nothing is in the sample", () => {
  const { dialog, press, shown, now } = opened(state("review-offered"));
  press("Judge the sample");
  expect(shown()).toContain("Preparing the terms");
  const mine = { share: 0.2, by: "me", mayTake: false } as const;
  now(withSample(mine, state("review-offered"))); // the analysis is that of before
  expect(shown()).toContain("Preparing the terms");
  now(withSample(mine, { ...state("review-offered"), stage: { is: "analysing", done: 0, total: 0 } }));
  expect(dialog.element.open).toBe(true);
  now(withSample(mine));
  expect(shown()).toContain("Term 1 of 4");
  expect(document.activeElement?.textContent).toBe("Redact"); // the keys work where the focus is
  now(analysed(() => false));
  expect(dialog.element.open).toBe(false);
});

test.each([null, { share: 0.2, by: "another", mayTake: false }, { share: 0.2, by: null, mayTake: false }] as const)(
  "with the sample %j the dialog stays closed",
  sample => expect(opened(withSample(sample)).dialog.element.open).toBe(false),
);

describe("judging", () => {
  const terms = termsToJudge(state("review-blind")).map(each => each.term);

  test("goes through the terms of the sample, and sends nothing before it is submitted", () => {
    const { dialog, told, press, shown, now } = opened(state("review-blind"));
    dialog.open();
    expect(terms).toHaveLength(4);
    expect(shown()).toContain(`Term 1 of 4 | “${terms[0]}”`);
    press("Redact");
    expect(shown()).toContain(`Term 2 of 4 | “${terms[1]}”`);
    press("Keep");
    press("Back");
    expect(shown()).toContain(`Term 2 of 4. You chose: keep | “${terms[1]}”`);
    press("Redact");
    dialog.element.dispatchEvent(new KeyboardEvent("keydown", { key: "r" }));
    dialog.element.dispatchEvent(new KeyboardEvent("keydown", { key: "A", shiftKey: true }));
    expect(shown()).toContain("You have judged all these terms.");
    expect(told.filter(each => each.type !== "select")).toEqual([]);
    press("Submit 4 decisions");
    const ids = termsToJudge(state("review-blind")).map(each => each.id);
    const verdicts = ids.map((id, at) => ({ id, goes: at !== 2 }));
    expect(told.at(-1)).toEqual({ type: "judge-sample", verdicts });
    now(analysed(() => false));
    expect(dialog.element.open).toBe(false);
  });

  test("a new analysis meanwhile leaves the term where it was", () => {
    const { dialog, press, shown, now } = opened(state("review-blind"));
    dialog.open();
    press("Redact");
    press("Keep");
    now({ ...state("review-blind"), stage: { is: "analysing", done: 0, total: 0 } });
    now(state("review-blind"));
    expect(shown()).toContain(`Term 3 of 4 | “${terms[2]}”`);
  });

  test("the document shows each term", () => {
    const { dialog, told, press } = opened(state("review-blind"));
    dialog.open();
    press("Keep");
    const ids = termsToJudge(state("review-blind")).map(each => each.id);
    expect(told).toEqual([
      { type: "select", id: ids[0] },
      { type: "select", id: ids[1] },
    ]);
    press("Next place");
    expect(told.at(-1)).toEqual({ type: "step-place", id: ids[1], by: 1 });
  });

  test("some can be submitted, the rest later", () => {
    const { dialog, told, press, shown, now } = opened(state("review-blind"));
    dialog.open();
    press("Redact");
    press("Submit 1 decision");
    expect(told.at(-1)).toMatchObject({ verdicts: [{ goes: true }] });
    expect(shown()).toContain("Preparing the terms");
    press("Close");
    now(analysed(at => at > 0));
    dialog.open();
    expect(shown()).toContain(`Term 1 of 3 | “${terms[1]}”`);
  });

  test("an error is shown by the pane, and the verdicts stay", () => {
    const { dialog, press, now, shown } = opened(state("review-blind"));
    dialog.open();
    press("Redact");
    now({ ...state("review-blind"), error: { kind: "offline" } });
    expect(dialog.element.open).toBe(false);
    now(state("review-blind"));
    dialog.open();
    expect(shown()).toContain("Term 2 of 4");
    expect(shown()).toContain("Submit 1 decision");
  });
});

describe("what the card says", () => {
  test.each([
    [
      { share: 0.2, by: null, mayTake: false },
      "a reviewer who took no part in the review must judge 20\u00a0% of the terms",
    ],
    [{ share: 1, by: "another", mayTake: false }, "A reviewer judges all terms without seeing the decisions."],
    [{ share: 0.2, by: "me", mayTake: false }, "You judge a sample. 4 terms of this level are left"],
  ] as const)("%j", (sample, said) => expect(sampleStatement(withSample(sample)).text).toContain(said));

  test("nothing where no policy asks for it, and once the review is approved", () => {
    expect(sampleStatement(withSample(null)).text).toBe("");
    const approved = reduce(state("review-blind"), {
      type: "review-changed",
      review: inReview("approved", false, [], { sample: { share: 0.2, by: "another", mayTake: false } }),
    });
    expect(sampleStatement(approved).text).toBe("");
  });
});
