/** What the review card says of the state of a review by two people. */

import type { Claims, Statement } from "./claims";
import { nextStep } from "./next_step";
import { canRedact } from "./reducer";
import type { ReviewStatus } from "./review_status";
import type { Session } from "./session";

/** Say whose turn it is and, once the review is approved, what the approval allows now. */
export function reviewStatement(review: ReviewStatus, session: Session): Statement {
  const { state } = review;
  if (state === "approved") return approvedStatement(session);
  const [yours, theirs] = STATUS[state];
  return { text: review.mine || theirs === "" ? yours : theirs, claims: { "review.state": state } };
}

function approvedStatement(session: Session): Statement {
  if (session.analysis?.review?.is_approved === false)
    return { text: ANOTHER_DOCUMENT, claims: { "review.state": "another document" } };
  const claims: Claims = { "review.state": "approved" };
  if (session.documentChanged) return { text: CHANGED_SINCE, claims: { ...claims, "document.changed": true } };
  const isOpen = nextStep(session)?.action.type === "redact" && canRedact(session);
  if (!isOpen) return { text: "Approved.", claims };
  return { text: "Approved. You can redact now.", claims: { ...claims, "review.open": true } };
}

const ANOTHER_DOCUMENT =
  "The approval is for another version of this document. Open the approved version, or reopen the review and submit it again.";
const CHANGED_SINCE =
  "Approved, but the document has changed since the analysis. Undo the change, or reopen the review and submit it again.";

/** The status sentence for the person whose turn it is, and for everyone else. */
const STATUS: Readonly<
  Record<Exclude<ReviewStatus["state"], "approved">, readonly [yours: string, theirs: string]>
> = {
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
};
