/** Choose how people sign in in this version of Word. The code for it is loaded when somebody signs in. */

import type { Account, SignInSettings } from "./sign_in";
import type { Capabilities } from "../word/document";

const MICROSOFT = /^https:\/\/login\.microsoftonline\.(com|us)\//;

/** Sign in through Word where possible, otherwise in a dialog. */
export async function openAccount(settings: SignInSettings, can: Capabilities): Promise<Account> {
  if (can.nestedAppAuth && MICROSOFT.test(settings.issuer)) {
    const { openNestedAccount } = await import("./nested_account");
    return openNestedAccount(settings);
  }
  const { openDialogAccount } = await import("./dialog_account");
  return openDialogAccount();
}
