/** The current row, several selected rows, and the filter. */

import { entry, groups, idsInOrder } from "./selectors";
import type { Session } from "./session";
import { isFiltering, type Entry, type ListFilter } from "./suggestion_list";

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

/** Go to the next or previous row. */
export function stepSelection(session: Session, by: 1 | -1): Session {
  const ids = idsInOrder(session);
  if (ids.length === 0) return session;
  const now = session.selected === null ? -1 : ids.indexOf(session.selected);
  const next = now < 0 ? (by > 0 ? 0 : ids.length - 1) : (now + by + ids.length) % ids.length;
  return select(session, ids[next] ?? "");
}

/** Go to a row, and open its group. */
export function select(session: Session, id: string): Session {
  const chosen = entry(session, id);
  if (!chosen || session.selected === id) return session;
  const opened = session.openGroups.has(chosen.group)
    ? session.openGroups
    : new Set([...session.openGroups, chosen.group]);
  return { ...session, selected: id, openGroups: opened, shown: null };
}

/** Filter the list: open the groups with hits, and afterwards only those that were open before. */
export function withFilter(session: Session, filter: ListFilter): Session {
  const before = session.openBeforeFilter ?? session.openGroups;
  const filtered = { ...session, filter, picked: new Set<string>() };
  if (!isFiltering(filter)) return { ...filtered, openGroups: before, openBeforeFilter: null };
  const hit = groups(filtered).filter(each => each.entries.length > 0);
  return { ...filtered, openGroups: new Set(hit.map(each => each.name)), openBeforeFilter: before };
}
