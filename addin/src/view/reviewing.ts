/** Whose turn it is, where two people decide. */

import type { Review } from "../review/session";
import type { Store } from "../review/store";
import { button, changes, make, say, show, type Region } from "./dom";

/** The review, if there is one. */
export function reviewing(store: Store): Region {
  const turn = make("p", { class: "turn" });
  const back = button("Send it back", () => store.dispatch({ type: "move-review", move: "return" }), {
    class: "small",
  });
  const element = make("section", { class: "card review", "aria-label": "Review" }, turn, back);
  const fresh = changes();
  return {
    element,
    update({ review }) {
      if (!fresh(review)) return;
      show(element, review !== null);
      if (!review) return;
      say(turn, whose(review));
      show(back, review.mine && (review.state === "claimed" || review.state === "second"));
    },
  };
}

function whose({ state, mine, who }: Review): string {
  const [yours, theirs] = TURNS[state];
  if (mine || state === "approved") return yours;
  return `${theirs} ${who === null ? "Nobody has it yet." : `${who} has it now.`}`;
}

/** What is said to whoever has the review, and to the others. */
const TURNS: Readonly<Record<Review["state"], readonly [yours: string, theirs: string]>> = {
  draft: ["Your turn: decide, then submit it for review.", "Still being decided."],
  submitted: ["Submitted. Somebody else reviews it.", "Waits for a reviewer."],
  claimed: ["Your turn: review each decision. What stays needs a reason.", "Under review."],
  second: ["Your turn: the second approval. What stays needs a reason.", "Waits for the second approval."],
  returned: ["Sent back to you: look at it again, then submit it.", "Sent back."],
  approved: ["Approved. It can be redacted.", ""],
};
