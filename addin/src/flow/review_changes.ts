/** Learns what other people have changed in the review. */

import { ApiError } from "../api/error";
import { analyse } from "./analyse";
import type { FlowContext, Task } from "./context";

/** A step was refused because the review is no longer what the pane shows. Repeating it would be refused again. */
const REFUSALS = ["stale_version", "illegal_move", "needs_another"];

/** Tell whether the service refused a step because someone else changed the review. */
export function wasChanged(refused: unknown): boolean {
  return refused instanceof ApiError && REFUSALS.includes(refused.code);
}

/**
 * Show the status of the review as it is now. Tell whether others have decided since, and their decisions can be shown.
 *
 * After a redaction only the status is shown, because an analysis would drop the outcome. What fails here is not
 * reported: the next task fails too, and reports it.
 */
export async function isBehind({ storedReview, session }: FlowContext): Promise<boolean> {
  const behind = await storedReview.isBehind().catch(() => false);
  return behind && session().stage.is === "deciding";
}

/** Apply the decisions of others, and show the review as it is now. */
export const showChanges: Task = async (context, signal) => {
  await analyse(context, signal);
  const { session, dispatch } = context;
  // A more exact message is kept.
  if (session().message === null)
    dispatch({ type: "message", sentence: "The review has changed. The pane shows the changed review." });
};
