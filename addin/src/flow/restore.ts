/** Put redacted text back in the open document, from the originals in memory. */

import type { LeftPlace } from "../state/session";
import { isBlocking, WordError, type UnreplacedOccurrence } from "../word/document";
import { reportProgress, type FlowContext, type Task } from "./context";

/** Make the task that puts terms back; null: the last redaction. */
export function restoring(ids: readonly string[] | null): Task {
  return (context, signal) => restore(context, ids, signal);
}

async function restore(context: FlowContext, ids: readonly string[] | null, signal: AbortSignal): Promise<void> {
  const { word, cache, dispatch, storedReview } = context;
  const { back, left, plain, trackingRestored, stale } = await word.restore(
    ids ?? "last",
    signal,
    reportProgress(context),
  );
  if (back.length === 0 && left.every(({ problem }) => isBlocking(problem))) {
    const [first] = left;
    if (first !== undefined) throw new WordError(first.problem);
  }
  cache.copy = null;
  await storedReview.markDocument(null).catch(() => undefined); // the next check stores the text as it is then
  dispatch({
    ...{ type: "restored", ids: new Set(back.map(({ term }) => term)), places: back.length, plain },
    ...{ notRestored: left.map(toLeftPlace), restorable: word.restorable(), trackingLost: !trackingRestored },
  });
  // What is not as it was analysed has to be analysed again before anything more is redacted.
  if (left.length === 0 && !stale) return;
  cache.changes += 1;
  dispatch({ type: "document-changed", keepMessage: true });
}

function toLeftPlace({ term, occurrence, problem }: UnreplacedOccurrence): LeftPlace {
  return { id: term, occurrence, why: problem };
}
