/** The one button: a click that was aimed at another step takes no step of a review. */

import { expect, test } from "vitest";
import { reduce } from "../../src/state/reducer";
import { START, type Action } from "../../src/state/session";
import { createStore } from "../../src/state/store";
import { actionBar } from "../../src/view/action_bar";
import { inReview } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const RETURNED = inReview("returned", true, ["submit"]);
const THEIRS = inReview("submitted", false);
const TOLD = "This button has changed. Read it, and press it again if you want that.";

/** A pane that waits for others; `press` presses where the button stands, with or without a move before. */
function waiting(): {
  refreshed: () => void;
  press: (detail?: number) => void;
  move: () => void;
  said: () => string[];
} {
  const decided = STATES["all-accepted"] ?? START;
  const store = createStore(reduce(decided, { type: "review-changed", review: THEIRS }));
  const seen: Action[] = [];
  store.subscribe((_, action) => seen.push(action));
  const bar = actionBar(store);
  const primary = bar.element.querySelector<HTMLElement>(".primary");
  const move = (): void => void primary?.dispatchEvent(new Event("pointermove"));
  const press = (detail = 1): void => void primary?.dispatchEvent(new MouseEvent("click", { detail }));
  const refreshed = (): void => store.dispatch({ type: "review-changed", review: RETURNED });
  const said = (): string[] =>
    seen.flatMap(each =>
      each.type === "step-review" ? [each.move] : each.type === "message" ? [each.sentence] : [],
    );
  bar.update(store.session);
  return { refreshed, press, move, said };
}

test("a click that was aimed at Refresh does not submit, and the next one does", () => {
  const pane = waiting();
  pane.move();
  pane.refreshed();
  pane.press();
  expect(pane.said()).toEqual([TOLD]);
  pane.press();
  expect(pane.said()).toEqual([TOLD, "submit"]);
});

test("a pointer that has moved since, and a key, mean what the button says", () => {
  const [pointer, key] = [waiting(), waiting()];
  pointer.move();
  pointer.refreshed();
  pointer.move();
  pointer.press();
  expect(pointer.said()).toEqual(["submit"]);
  key.refreshed();
  key.press(0);
  expect(key.said()).toEqual(["submit"]);
});
