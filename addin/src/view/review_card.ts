/** The status of a review by two people, and its steps. */

import type { ReviewStep, Unmet } from "../api/schemas";
import type { ReviewStatus, Session } from "../state/session";
import { plain, type Statement } from "../state/claims";
import { shortfallSentence } from "../state/shortfall";
import { describeUnmet, unmetStatement } from "../state/unmet";
import type { Store } from "../state/store";
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
  const element = make(
    "section",
    { class: "card review", "aria-label": "Review" },
    turn,
    why,
    lacking,
    against,
    asks,
    controls,
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
      const { review, unmet: rows, analysis, guess, k } = session;
      if (!fresh(review, rows, analysis, guess, k, session.decisions)) return;
      setVisible(element, review !== null);
      if (!review) return;
      const other = review.state === "approved" && analysis?.review?.is_approved === false;
      setStatement(turn, {
        text: other ? ANOTHER_DOCUMENT : statusText(review),
        claims: { "review.state": other ? "another document" : review.state },
      });
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

const ANOTHER_DOCUMENT =
  "The approval is for another version of this document. Open the approved version, or reopen the review and submit it again.";

function statusText({ state, mine }: ReviewStatus): string {
  const [yours, theirs] = STATUS[state];
  return mine || theirs === "" ? yours : theirs;
}

/** The status sentence for the person whose turn it is, and for everyone else. */
const STATUS: Readonly<Record<ReviewStatus["state"], readonly [yours: string, theirs: string]>> = {
  draft: [
    "Two people must approve this before you can redact. Decide on each term, then submit the document for review.",
    "",
  ],
  submitted: ["", "Waiting for a reviewer. Nobody has claimed this review yet."],
  claimed: [
    "Your turn: review each decision. Give a reason for each term that you reject.",
    "A reviewer has claimed this review.",
  ],
  second: ["Your turn: give the second approval, or send the review back.", "Waiting for the second approval."],
  returned: ["The reviewer sent this review back. Check your decisions, then submit the review again.", ""],
  approved: ["Approved. You can redact now.", ""],
};
