/** How many levels the slider has, and how many levels the pane asks the service for. */

import type { Analysis } from "../api/schemas";
import { minLevel } from "./policy";
import type { Session } from "./session";

/** The highest level of the slider, unless a policy requires more. */
const MAX_LEVELS = 20;
/** The levels of the first request. A second request gets the others, once the person wants them. */
const FIRST_LEVELS = 10;

/** Return the highest level of the analysis; 1 where it has none. */
export function highestLevel(analysis: Analysis): number {
  return analysis.levels.reduce((most, level) => Math.max(most, level.k), 1);
}

/** Return the highest level to ask for. Levels that were analysed for this client are asked for again. */
export function levelsToAsk(session: Session): number {
  const { answered, client, chosenLevel } = session;
  const before = answered?.client === client ? (answered.levels ?? 0) : 0;
  const wanted = Math.max(chosenLevel, minLevel(session), before);
  return wanted > FIRST_LEVELS ? levelLimit(session) : Math.min(FIRST_LEVELS, levelLimit(session));
}

/** Return how many levels there may be: as many as there are clients, where their number is known. */
function levelLimit(session: Session): number {
  const known = session.clients.filter(each => each.documents !== null).length;
  const possible = known === 0 || session.hiddenClients > 0 ? MAX_LEVELS : Math.min(MAX_LEVELS, known);
  return Math.max(possible, minLevel(session));
}

/** Return the highest level of the slider. */
export function maxLevel(session: Session): number {
  const { analysis, answered } = session;
  if (analysis === null) return Math.max(levelLimit(session), session.k);
  const highest = highestLevel(analysis);
  // The service returns fewer levels than asked for where it knows fewer clients.
  return highest < (answered?.levels ?? MAX_LEVELS) ? highest : Math.max(highest, levelLimit(session));
}
