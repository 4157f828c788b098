/** Terms that somebody adds by hand: what became of them, and how they are taken back where nothing can. */

import type { Analysis, Suggestion } from "./analysis";
import type { Session } from "./session";
import { counted } from "./words";

/** The terms of the last thing that somebody did, where that was adding some, and no analysis has told of them yet. */
export function justAdded({ added, past, asked }: Session): readonly string[] {
  const last = past.at(-1);
  if (last === undefined) return [];
  return added.filter(term => !last.added.includes(term) && asked?.always.includes(term) !== true);
}

/** Take back what was added last, for it cannot be looked for; nothing else was done with it. */
export function takenBack(session: Session): Session {
  const [term] = justAdded(session);
  const last = session.past.at(-1);
  if (term === undefined || last === undefined) return session;
  const said = `“${shortly(term)}” cannot be looked for. Select a word, a name or a number.`;
  return { ...session, added: last.added, past: session.past.slice(0, -1), said };
}

/** What is said of what was added, once an analysis has looked for it; what stands nowhere is taken back. */
export function lookedFor(before: Session, now: Session, analysis: Analysis): Session {
  const [term] = justAdded(before);
  if (term === undefined || now.asked?.always.includes(term) !== true) return now;
  const found = suggestionOf(analysis, term);
  if (found !== null)
    return { ...now, said: `“${shortly(term)}” added: ${counted(found.count, "place")}.${forgotten(term)}` };
  return {
    ...now,
    added: now.added.filter(each => each !== term),
    past: now.past.slice(0, -1),
    said: `“${shortly(term)}” stands nowhere as whole words of one paragraph. Select such.`,
  };
}

/** Of more words and signs the service does not find a term again by its mark, unless it is a whole paragraph. */
const MOST_WORDS = 12;

/** What is said of a term that may not be there when the pane is opened again. */
function forgotten(term: string): string {
  const pieces = term.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s_]/gu)?.length ?? 0;
  return pieces > MOST_WORDS ? " It is long: look that it is here when you open the pane again." : "";
}

/** The suggestion that a term is, however it is written. */
export function suggestionOf({ suggestions }: Analysis, term: string): Suggestion | null {
  const wanted = folded(term);
  return suggestions.find(each => [each.term, ...each.spellings].some(text => folded(text) === wanted)) ?? null;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase().replace(/\s+/gu, " ").trim();
}

const LONGEST = 40;

/** So much of a term as a line has room for. */
export function shortly(term: string): string {
  const letters = Array.from(term);
  return letters.length <= LONGEST ? term : `${letters.slice(0, LONGEST - 1).join("")}…`;
}
