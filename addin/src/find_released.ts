/** Finds released documents that are similar to some words, and asks for them. Loaded when somebody opens it. */

import type { Api } from "./api";
import { ApiError } from "./api/error";
import { ReleasedApi } from "./api/released";
import { showReleasedDialog } from "./view/released_dialog";

/** Show the dialog. */
export function findReleased(api: Api): void {
  const released = new ReleasedApi((method, path, body) => api.request(method, path, body));
  showReleasedDialog(released, reasonOf);
}

/** Say why something failed, and what to do. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return "The pane has failed. Close this window, then try again.";
  if (failure.code === "no_index") return "Your organisation has no index of released documents.";
  if (failure.code === "no_edition") return "Nothing can be found yet: no edition of the index was published.";
  return `${failure.title}. ${failure.detail}`;
}
