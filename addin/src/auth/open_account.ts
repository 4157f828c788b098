/** Choose how people sign in in this version of Word. The code for it is loaded when somebody signs in. */

import type { Account, SignInSettings } from "./sign_in";
import type { Capabilities } from "../word/document";

const MICROSOFT = /^https:\/\/login\.microsoftonline\.(com|us)\//;

/** Sign in through Word where possible; in a dialog where it is not, or where it fails. */
export async function openAccount(settings: SignInSettings, can: Capabilities): Promise<Account> {
  if (can.nestedAppAuth && MICROSOFT.test(settings.issuer)) {
    const { isDeclined, openNestedAccount } = await import("./nested_account");
    try {
      return await openNestedAccount(settings);
    } catch (failed) {
      if (isDeclined(failed)) throw failed;
    }
  }
  const { openDialogAccount } = await import("./dialog_account");
  return openDialogAccount();
}
