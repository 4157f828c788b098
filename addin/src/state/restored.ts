/** The session after redacted text was put back. */

import { plural } from "./number_format";
import type { FlowAction, Session } from "./session";

/** What changes when text is back; the caller drops what was said of the redacted document. */
export function afterRestoring(
  session: Session,
  { ids, places, plain, notRestored, restorable, trackingLost }: Extract<FlowAction, { type: "restored" }>,
): Session {
  const back = new Set(ids);
  const lost = notRestored.length > 0 ? ` ${plural(notRestored.length, "place")} could not be restored.` : "";
  const formats = plain > 0 ? ` Check the formatting of ${plural(plain, "place")}.` : "";
  return {
    ...session,
    redactedIds: new Set([...session.redactedIds].filter(id => !back.has(id))),
    leftPlaces: session.leftPlaces.filter(each => !back.has(each.id)),
    ...{ notRestored, restorable, trackingLost, trackingBack: false, presentWords: null, panelNow: null },
    message: `Redaction undone: the text of ${plural(places, "place")} is restored.${lost}${formats}`,
  };
}
