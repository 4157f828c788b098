/** How marks look, for those who only recognise them. */

import type { Mark } from "./document";
import type { Appearance, HeldOccurrence } from "./held_occurrences";

export const YELLOW = "#FFFF00";
/** For accepted terms that are underlined already: the colour of an underline cannot be read, so it is not changed. */
export const LIME = "#00FF00";
export const DOTTED = "Dotted";
export const NO_UNDERLINE = "None";

/** Return the mark that a range seems to have. */
export function markShownBy(now: Appearance): Mark {
  if (now.highlight === LIME || (now.highlight === YELLOW && now.underline === DOTTED)) return "accepted";
  return now.highlight === YELLOW ? "suggested" : null;
}

/** Tell whether an occurrence has a mark, or may have one. */
export function isMarked({ mark, uncertain, gone }: HeldOccurrence): boolean {
  return (mark !== null || uncertain === true) && !gone;
}
