/** Aliases that the person added: the next analysis gives their suggestions other ids. */

import { foundFor } from "./custom_terms";
import type { Analysis } from "../api/schemas";
import type { Change, UndoStep } from "./decisions";
import { byId } from "./suggestion_list";
import type { Session } from "./session";

/** Map the old id of each new alias to its id in the new analysis. */
export function renamedIds({ analysis, decisions }: Session, now: Analysis): ReadonlyMap<string, string> {
  const known = byId(now);
  return new Map(
    [...decisions].flatMap(([id, { alias }]): [string, string][] => {
      const term = alias === true && !known.has(id) && analysis !== null ? byId(analysis).get(id)?.term : undefined;
      const [name] = term === undefined ? [] : foundFor(now, term).suggestions;
      return name === undefined ? [] : [[id, name.id]];
    }),
  );
}

/** Move the decisions to the new ids. */
export function renameDecisions({ decisions }: Session, ids: ReadonlyMap<string, string>): Change[] {
  return [...ids].flatMap(([before, now]): Change[] => [
    [before, undefined],
    [now, decisions.get(before)],
  ]);
}

/** Move the undo history to the new ids. */
export function renameHistory(past: readonly UndoStep[], ids: ReadonlyMap<string, string>): readonly UndoStep[] {
  if (ids.size === 0) return past;
  const renamedOf = ([id, decision]: Change): Change => [ids.get(id) ?? id, decision];
  return past.map(each => ({ ...each, decisions: each.decisions.map(renamedOf) }));
}
