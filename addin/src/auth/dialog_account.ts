/** Sign in through an Office dialog, where nested app authentication is not available. */

import { ApiError } from "../api/error";
import type { Account } from "./sign_in";
import { openDialog } from "../word/office_dialog";

/** Milliseconds before its expiry at which a token is no longer sent. */
const EXPIRY_MARGIN = 30_000;

export interface DialogToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Ask the person to sign in. The token is kept until it expires; then the person signs in again. */
export async function openDialogAccount(): Promise<Account> {
  const token = JSON.parse(await openDialog(new URL("dialog.html", document.baseURI).href)) as DialogToken | null;
  if (token === null) throw new ApiError("not_signed_in", "You are not signed in", "Sign in again.");
  return { token: () => Promise.resolve(Date.now() < token.expiresAt - EXPIRY_MARGIN ? token.token : null) };
}
