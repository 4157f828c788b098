/** Regions whose script is loaded when the pane first needs them. */

import type { Session } from "../state/session";
import { make, type Region } from "./dom";

/** A region that takes its place once it is loaded. Where that fails, the next update tries again. */
export function later(load: () => Promise<Region>, isNeeded: (session: Session) => boolean): Region {
  const element = make("section", { hidden: true });
  let region: Region | null = null;
  let isLoading = false;
  let latest: Session;

  const take = (loaded: Region): void => {
    region = loaded;
    element.replaceWith(loaded.element);
    loaded.update(latest);
  };
  return {
    element,
    update(session) {
      latest = session;
      if (region) region.update(session);
      else if (!isLoading && isNeeded(session)) {
        isLoading = true;
        void load()
          .then(take)
          .catch(() => (isLoading = false));
      }
    },
  };
}

/** Tell whether a person has begun to redact, to check or to copy. */
export function isAfterDeciding({ stage }: Session): boolean {
  return !["opening", "analysing", "deciding"].includes(stage.is);
}
