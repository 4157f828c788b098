/** What people wrote instead of placeholders: its words stand in the redacted text, and help to guess the client. */

import { isCounted, remainingPlaces } from "./remaining";
import { visible } from "./selectors";
import type { Session } from "./session";
import type { Entry } from "./suggestion_list";

/** A text, and in how many places that count for a guess it will stand. */
export interface WrittenReplacement {
  readonly text: string;
  readonly places: number;
}

/** Tell whether an accepted term of the level becomes something else than its placeholder, redacted already or not. */
export function isAnythingWritten(session: Session): boolean {
  return visible(session).some(each => written(session, each) !== null);
}

/** List the texts that will stand in place of terms that are not redacted yet, each once. */
export function writtenReplacements(session: Session): readonly WrittenReplacement[] {
  const all = new Map<string, number>();
  for (const each of visible(session)) {
    const text = written(session, each);
    if (text === null) continue;
    const places = countedPlaces(session, each);
    if (places > 0) all.set(text, (all.get(text) ?? 0) + places);
  }
  return [...all].map(([text, places]) => ({ text, places }));
}

/** Return what the person wrote instead of the placeholder of an accepted term. */
function written({ decisions }: Session, { id, suggestion }: Entry): string | null {
  const decision = decisions.get(id);
  const text = decision?.verdict === "accepted" ? decision.replacement : undefined;
  return text === undefined || text === suggestion?.placeholder ? null : text;
}

/** Count the places of a term that are still to be redacted and that count for a guess. */
function countedPlaces(session: Session, entry: Entry): number {
  const { id, places, count } = entry;
  const here = session.decisions.get(id)?.occurrences;
  const chosen = here === undefined ? places : places.filter((_, at) => here.includes(at));
  const counted = chosen.filter(isCounted).length;
  const still = remainingPlaces(session, entry);
  const most = here?.length ?? count;
  return still >= most ? counted : Math.floor((counted * still) / most);
}
