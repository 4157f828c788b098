/** Rejected terms that a new analysis suggests again, as another kind or with an article: they stay rejected. */

import type { Analysis } from "../api/schemas";
import type { Change } from "./decisions";
import type { Session } from "./session";
import { byId, entries } from "./suggestion_list";

const ARTICLE = /^(?:the|an?)\s+(?=\S)/u;

const keyOf = (term: string): string => term.trim().toLocaleLowerCase("en").replace(ARTICLE, "");

/** List the decisions on terms that are new in an analysis and read like one that was rejected before. */
export function rejectedAgain({ analysis: before, decisions }: Session, now: Analysis): Change[] {
  if (before === null) return [];
  const rejected = new Map(
    entries(before).flatMap(({ id, term, suggestion }) => {
      const decision = decisions.get(id);
      return suggestion !== null && decision?.verdict === "rejected" ? [[keyOf(term), decision] as const] : [];
    }),
  );
  return now.suggestions.flatMap(({ id, term, kind }): Change[] => {
    const decision = rejected.get(keyOf(term));
    // Terms that someone asked for are accepted on purpose.
    if (decision === undefined || kind === "always" || decisions.has(id) || byId(before).has(id)) return [];
    return [[id, { ...decision, scope: "document" }]];
  });
}
