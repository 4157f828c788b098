/** What one decision on several rows applies to. */

import { canDecide } from "./reducer";
import { groups } from "./selectors";
import type { Session } from "./session";
import { isFiltering, type Entry } from "./suggestion_list";

/** What the buttons for several rows decide on: the picked rows, or those that the filter shows. */
export interface Batch {
  readonly by: "picked" | "filter";
  readonly count: number;
  /** The rows that accepting changes, and those that rejecting changes. */
  readonly toAccept: readonly string[];
  readonly toReject: readonly string[];
}

/** Return the batch; null where one decision can apply to nothing more than a row. */
export function batch(session: Session): Batch | null {
  if (!canDecide(session)) return null;
  if (session.picked.size > 0)
    return batchOf(
      "picked",
      session,
      groups(session)
        .flatMap(each => each.entries)
        .filter(each => session.picked.has(each.id)),
    );
  if (!isFiltering(session.filter)) return null;
  const shown = groups(session).flatMap(each => (each.name === "near" ? [] : each.entries));
  return shown.length > 0 ? batchOf("filter", session, shown) : null;
}

function batchOf(by: Batch["by"], { decisions, redactedIds }: Session, rows: readonly Entry[]): Batch {
  const open = rows.filter(each => !redactedIds.has(each.id));
  const without = (verdict: "accepted" | "rejected"): string[] =>
    open
      .filter(
        each => decisions.get(each.id)?.verdict !== verdict && (verdict === "accepted" || each.suggestion !== null),
      )
      .map(each => each.id);
  return { by, count: rows.length, toAccept: without("accepted"), toReject: without("rejected") };
}
