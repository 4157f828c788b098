/** Signing in in a dialog of Office, for issuers and Words that have no other way. */

import { ApiProblem } from "../api/problem";
import type { Account } from "../auth";
import { askInDialog } from "../word/dialog";

/** Milliseconds before its end at which a token is not sent any more. */
const EARLIER = 30_000;

export interface Told {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Ask the person; the token is held until it ends, and then the person is asked again. */
export async function openInDialog(): Promise<Account> {
  const told = JSON.parse(await askInDialog(new URL("dialog.html", document.baseURI).href)) as Told | null;
  if (told === null) throw new ApiProblem("not_signed_in", "Nobody has signed in", "Sign in once more.");
  return { token: () => Promise.resolve(Date.now() < told.until - EARLIER ? told.token : null) };
}
