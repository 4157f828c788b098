/** Terms that somebody has called names of the client: in the next analysis they are, and other suggestions than before. */

import { suggestionFor } from "./custom_terms";
import type { Analysis } from "../api/schemas";
import type { Change, UndoStep } from "./decisions";
import { byId } from "./suggestion_list";
import type { Session } from "./session";

/** By the id that such a term had the one that it has now. */
export function renamedIds({ analysis, decisions }: Session, now: Analysis): ReadonlyMap<string, string> {
  const known = byId(now);
  return new Map(
    [...decisions].flatMap(([id, { alias }]): [string, string][] => {
      const term = alias === true && !known.has(id) && analysis !== null ? byId(analysis).get(id)?.term : undefined;
      const name = term === undefined ? null : suggestionFor(now, term);
      return name === null ? [] : [[id, name.id]];
    }),
  );
}

/** What was decided of them goes along. */
export function renameDecisions({ decisions }: Session, ids: ReadonlyMap<string, string>): Change[] {
  return [...ids].flatMap(([before, now]): Change[] => [
    [before, undefined],
    [now, decisions.get(before)],
  ]);
}

/** And so does the way back. */
export function renameHistory(past: readonly UndoStep[], ids: ReadonlyMap<string, string>): readonly UndoStep[] {
  if (ids.size === 0) return past;
  const renamedOf = ([id, decision]: Change): Change => [ids.get(id) ?? id, decision];
  return past.map(each => ({ ...each, decisions: each.decisions.map(renamedOf) }));
}
