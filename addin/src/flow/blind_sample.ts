/** Takes the blind sample of a review, and stores the verdicts on it. */

import { ApiError } from "../api/error";
import type { BlindVerdict } from "../state/review_status";
import { plural } from "../state/number_format";
import { analyse } from "./analyse";
import type { FlowContext } from "./context";
import { showChanges, wasChanged } from "./review_changes";

/** Take the sample, or store verdicts on it. */
export async function sample(
  verdicts: readonly BlindVerdict[] | null,
  context: FlowContext,
  signal: AbortSignal,
): Promise<void> {
  await (verdicts === null ? take(context, signal) : judge(context, verdicts, signal));
}

/** Take the sample, then analyse: only an analysis tells which terms are in it, and hides their decisions. */
async function take(context: FlowContext, signal: AbortSignal): Promise<void> {
  try {
    await context.storedReview.takeSample();
  } catch (refused) {
    if (!wasChanged(refused)) throw refused;
    await showChanges(context, signal); // someone else was faster
    return;
  }
  await analyse(context, signal);
}

/** Store the verdicts, then show what others have decided. */
async function judge(context: FlowContext, verdicts: readonly BlindVerdict[], signal: AbortSignal): Promise<void> {
  let sentence = `You judged ${plural(verdicts.length, "term")}. The list shows what others decided.`;
  try {
    await context.storedReview.judgeSample(verdicts);
  } catch (refused) {
    // An answer that was lost, or another pane: the analysis tells what is still to judge.
    if (!(refused instanceof ApiError && refused.code === "illegal_move")) throw refused;
    sentence =
      "Some of these terms were judged already, and that decision is final. Submit your decisions on the other terms again.";
  }
  await analyse(context, signal);
  context.dispatch({ type: "message", sentence });
}
