/** Signing in in a dialog of Office, for issuers and Words that have no other way. */

import { ApiError } from "../api/error";
import type { Account } from "./sign_in";
import { openDialog } from "../word/office_dialog";

/** Milliseconds before its end at which a token is not sent any more. */
const EXPIRY_MARGIN = 30_000;

export interface DialogToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Ask the person; the token is held until it ends, and then the person is asked again. */
export async function openDialogAccount(): Promise<Account> {
  const token = JSON.parse(await openDialog(new URL("dialog.html", document.baseURI).href)) as DialogToken | null;
  if (token === null) throw new ApiError("not_signed_in", "You are not signed in", "Sign in again.");
  return { token: () => Promise.resolve(Date.now() < token.expiresAt - EXPIRY_MARGIN ? token.token : null) };
}
