/** Approve a review of the open document. The document is sent, so that the approval is valid for it alone. */

import { ApiError } from "../api/error";
import type { Unmet } from "../api/schemas";
import { copyOptions } from "./redact";
import type { FlowContext } from "./context";

/** Approve the review; `exceptions` may stay although they do not meet the request or the policy. */
export async function approve(context: FlowContext, exceptions: readonly Unmet[]): Promise<void> {
  const { api, cache, storedReview, dispatch } = context;
  const { reading } = cache;
  if (reading?.kind !== "file") {
    dispatch({
      type: "message",
      sentence: "Word did not provide the file. Approve this document in the Word desktop app.",
    });
    return;
  }
  const named = exceptions.map(({ kind, count }) => ({ kind, count }));
  try {
    await storedReview.change((id, version) =>
      api.approveReview(id, reading.bytes, { ...copyOptions(context), version, exceptions: named }),
    );
  } catch (refused) {
    if (!(refused instanceof ApiError) || refused.code !== "outcome_not_met") throw refused;
    dispatch({ type: "not-approved", unmet: refused.unmet });
  }
}
