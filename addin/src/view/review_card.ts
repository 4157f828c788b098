/** The status of a review by two people, and its steps. */

import type { ReviewStep, Unmet } from "../api/schemas";
import type { ReviewStatus } from "../state/review_status";
import type { Session } from "../state/session";
import { plain, type Statement } from "../state/claims";
import { reviewStatement } from "../state/review_text";
import { mayTakeSample, sampleStatement, termsToJudge } from "../state/blind_sample";
import { shortfallSentence } from "../state/shortfall";
import { describeUnmet, unmetStatement } from "../state/unmet";
import type { Store } from "../state/store";
import { sampleDialog } from "./sample_dialog";
import { button, changeDetector, make, setStatement, setText, setVisible, type Region } from "./dom";

/** Steps beside the primary button. The last one takes a note. */
const SECONDARY_STEPS: readonly (readonly [ReviewStep, string])[] = [
  ["recall", "Withdraw the submission"],
  ["release", "Release the review to others"],
  ["reopen", "Reopen the review"],
  ["return", "Send the review back"],
];
const LONGEST_NOTE = 2000;

/** The review card. */
export function reviewCard(store: Store): Region {
  const turn = make("p", { class: "turn", role: "status" }); // announced to screen readers
  const why = make("p", { class: "hint", "data-quote": "note" });
  const lacking = make("p", { class: "hint care" });
  const note = make("input", { type: "text", id: "note", maxlength: LONGEST_NOTE, autocomplete: "off" });
  const asks = make("p", {}, make("label", { for: "note" }, "What should the author check again?"), note);
  const unmet = make("ul", { class: "left", "aria-label": "Requirements not met" });
  const allow = button(
    "Approve with these exceptions",
    () => store.dispatch({ type: "step-review", move: "approve", allowing: store.session.unmet }),
    { class: "small" },
  );
  const against = make(
    "div",
    {},
    make("p", {}, "The redacted document does not meet these requirements:"),
    unmet,
    allow,
  );
  const beside = SECONDARY_STEPS.map(([move, label]) => {
    const control = button(label, () => take(move), { class: "small" });
    return { move, control };
  });
  const controls = make("p", { class: "beside" }, ...beside.map(({ control }) => control));
  const dialog = sampleDialog(store);
  const sample = make("p", { class: "hint" });
  const judge = button("Judge the sample", () => dialog.open(), { class: "small" });
  const element = make(
    "section",
    { class: "card review", "aria-label": "Review" },
    ...[turn, why, sample, judge, lacking, against, asks, controls, dialog.element],
  );
  const fresh = changeDetector();

  function take(move: ReviewStep): void {
    const reason = move === "return" ? note.value.trim() : "";
    note.value = "";
    store.dispatch({ type: "step-review", move, ...(reason === "" ? {} : { note: reason }) });
  }

  return {
    element,
    update(session) {
      const { review, unmet: rows, analysis, guess, k, documentChanged } = session;
      if (review) setStatement(turn, reviewStatement(review, session));
      dialog.update(session);
      setStatement(sample, sampleStatement(session));
      setVisible(sample, sample.textContent !== "");
      setVisible(
        judge,
        mayTakeSample(session) || (review?.sample?.by === "me" && termsToJudge(session).length > 0),
      );
      if (!fresh(review, rows, analysis, guess, k, session.decisions, documentChanged)) return;
      setVisible(element, review !== null);
      if (!review) return;
      unmet.replaceChildren(...rows.map(each => unmetItem(each, session)));
      setVisible(against, rows.length > 0);
      setText(why, review.note === null ? "" : `Reason: ${review.note}`);
      setVisible(why, review.note !== null);
      setStatement(lacking, lackingFor(review, session));
      setVisible(lacking, lacking.textContent !== "");
      setVisible(asks, review.steps.includes("return"));
      for (const { move, control } of beside) setVisible(control, review.steps.includes(move));
      setVisible(
        controls,
        beside.some(({ move }) => review.steps.includes(move)),
      );
    },
  };
}

/** Whoever approves has to know that the level is not reached before the service refuses. */
function lackingFor({ steps }: ReviewStatus, session: Session): Statement {
  return steps.includes("approve") ? shortfallSentence(session) : plain("");
}

function unmetItem(each: Unmet, session: Session): HTMLElement {
  const item = make("li", {});
  setStatement(item, unmetStatement(each, describeUnmet(each, session)));
  return item;
}
