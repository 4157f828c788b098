/** Which way to sign in this Word has. What it takes is loaded when somebody signs in. */

import type { Account, SignInSettings } from "./sign_in";
import type { Capabilities } from "../word/document";

const MICROSOFT = /^https:\/\/login\.microsoftonline\.(com|us)\//;

/** Through Word itself where it can, else in a dialog. */
export async function openAccount(settings: SignInSettings, can: Capabilities): Promise<Account> {
  if (can.nestedAppAuth && MICROSOFT.test(settings.issuer)) {
    const { openNestedAccount } = await import("./nested_account");
    return openNestedAccount(settings);
  }
  const { openDialogAccount } = await import("./dialog_account");
  return openDialogAccount();
}
