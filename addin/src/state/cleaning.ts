/** What a clean copy removes, besides what is redacted. */

import type { CleanOptions } from "../api/schemas";

/** What a clean copy removes: everything, unless the person or the policy says otherwise. */
export type Cleaning = Required<CleanOptions>;
export const REMOVE_ALL: Cleaning = Object.freeze<Cleaning>({
  ...{ revisions: "accept", comments: "remove", hidden_text: "remove", traces: "remove", images: "tell" },
});
