/** The bar at the bottom: the primary button, the status line, undo and help. */

import type { Statement } from "../state/claims";
import { isBusy, nextStep, status, canSubmit, type NextStep } from "../state/next_step";
import { canDecide, canRestore } from "../state/reducer";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { undoLast } from "./keyboard";
import { button, make, setStatement, setAttributes, setVisible, type Region } from "./dom";

/** The bar at the bottom. */
export function actionBar(store: Store): Region {
  // The next step appears in the same place. A double click or a held key must not trigger it too.
  const primary = button("", event => event.detail < 2 && act(event.detail === 1), { class: "primary" });
  primary.addEventListener("keydown", event => event.repeat && event.preventDefault());
  // A pane that refreshes itself may put a step of the review under a pointer that was aimed at something else.
  let aimedAt = "";
  const aim = (): void => void (aimedAt = nameOf(nextStep(store.session)));
  primary.addEventListener("pointermove", aim);
  primary.addEventListener("pointerdown", event => event.pointerType !== "mouse" && aim());
  const submit = button("Submit for review first", () => store.dispatch({ type: "step-review", move: "submit" }), {
    class: "small",
    title: "Another person checks your decisions before anything is redacted",
  });
  const progress = make("progress", { "aria-label": "Progress" });
  const cancel = button("Cancel", () => store.dispatch({ type: "cancel" }));
  const working = make("div", { class: "working", hidden: true }, progress, cancel);
  const line = make("p", { role: "status", "aria-live": "polite", class: "status" });
  const undo = button("Undo", () => undoLast(store), { class: "small" });
  const help = button("?", () => store.dispatch({ type: "help", open: true }), {
    ...{ class: "small help-button", "aria-label": "Help", title: "Help (?)", "aria-haspopup": "dialog" },
  });
  const element = make(
    "footer",
    { class: "bar" },
    working,
    primary,
    submit,
    make("div", { class: "foot" }, line, undo, help),
  );

  const act = (byPointer: boolean): void => {
    const step = nextStep(store.session);
    if (step === null) return;
    const isAimed = !byPointer || step.action.type !== "step-review" || aimedAt === nameOf(step);
    aim();
    store.dispatch(isAimed ? step.action : { type: "message", sentence: CHANGED_UNDER_POINTER });
  };

  return {
    element,
    update(session) {
      const step = nextStep(session);
      const had = document.activeElement === primary || document.activeElement === cancel;
      setStatement(primary, labelOf(step));
      setVisible(primary, step !== null);
      setVisible(submit, canSubmit(session));
      setVisible(working, isBusy(session));
      showProgress(progress, session);
      setStatement(line, status(session));
      showUndo(undo, session);
      // Keep the focus on the button that is now in the same place.
      if (had && !element.contains(document.activeElement)) (step ? primary : cancel).focus();
    },
  };
}

const CHANGED_UNDER_POINTER = "This button has changed. Read it, and press it again if you want that.";

/** What a step does, whatever it counts. */
const nameOf = (step: NextStep | null): string =>
  step === null ? "" : step.action.type === "step-review" ? step.action.move : step.action.type;

function labelOf(step: NextStep | null): Statement {
  return { text: step?.label ?? "", claims: step?.claims ?? {} };
}

/** Undo is for the last decision, and where none was made since a redaction, for the redaction. */
function showUndo(undo: HTMLElement, session: Session): void {
  const last = session.history.at(-1);
  const redaction = canRestore(session) ? "the last redaction" : null;
  const label = last === undefined ? redaction : canDecide(session) ? last.label : null;
  setVisible(undo, label !== null);
  setAttributes(undo, {
    "aria-label": label === null ? null : `Undo: ${label}`,
    title: label === null ? null : `${label} (Z)`,
  });
}

function showProgress(progress: HTMLProgressElement, { stage }: Session): void {
  const known =
    (stage.is === "analysing" || stage.is === "redacting" || stage.is === "restoring") && stage.total > 0;
  setAttributes(progress, known ? { value: stage.done, max: stage.total } : { value: null, max: null });
}
