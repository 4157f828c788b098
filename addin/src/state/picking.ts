/** Several selected rows. */

import { groups } from "./selectors";
import type { Session } from "./session";
import type { Entry } from "./suggestion_list";

/** List the rows that can be seen: filtered, in open groups, in list order. */
function visibleRows(session: Session): readonly Entry[] {
  return groups(session)
    .filter(each => session.openGroups.has(each.name))
    .flatMap(each => each.entries);
}

/** Pick a row, or take it back. The first pick also picks the row that was chosen before. */
export function pick(session: Session, id: string): Session {
  const picked = new Set(session.picked);
  if (!picked.delete(id)) picked.add(id);
  return { ...session, picked };
}

/** Pick all rows from the chosen one to another. */
export function pickRange(session: Session, id: string): Session {
  const ids = visibleRows(session).map(each => each.id);
  const [from, to] = [ids.indexOf(session.selected ?? id), ids.indexOf(id)];
  if (to < 0) return session;
  const between = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...session, picked: new Set([...session.picked, ...between]) };
}
