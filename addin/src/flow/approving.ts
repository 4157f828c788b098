/** Approving a review of the open document: it is sent, so that the approval holds for no other. */

import { ApiProblem } from "../api/problem";
import type { Shortfall } from "../review/analysis";
import { wanted } from "./redacting";
import type { Desk } from "./desk";

/** Approve it; `exceptions` may stay although they stand against what was asked for or the policy. */
export async function approve(desk: Desk, exceptions: readonly Shortfall[]): Promise<void> {
  const { api, kept, remembering, tell } = desk;
  const { reading } = kept;
  if (reading?.kind !== "file") {
    tell({ type: "said", sentence: "This Word gives no file. Approve it in Word on a desktop." });
    return;
  }
  const named = exceptions.map(each => ({ ...each }));
  try {
    await remembering.step((id, version) =>
      api.approveReview(id, reading.bytes, { ...wanted(desk), version, exceptions: named }),
    );
    tell({ type: "not-met", unmet: [] });
  } catch (refused) {
    if (!(refused instanceof ApiProblem) || refused.code !== "outcome_not_met") throw refused;
    tell({ type: "not-met", unmet: refused.unmet });
  }
}
