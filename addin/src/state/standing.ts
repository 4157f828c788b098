/** The document as it stands: how it is guessed, and whether anything that is suggested is still in it. */

import type { GuessResult } from "../api/schemas";
import { remainingPlaces } from "./remaining";
import { visible } from "./selectors";
import type { Session } from "./session";

/** Return the guess for the document as it stands; null where that is not known now. */
export function standingGuess({ standing, presentWords }: Session): GuessResult | null {
  return standing !== null && standing.words === presentWords ? standing.result : null;
}

/** Tell whether anything that is suggested and not rejected still stands in the document. */
export function isAnythingToGo(session: Session): boolean {
  return visible(session).some(each => each.suggestion !== null && remainingPlaces(session, each) > 0);
}
