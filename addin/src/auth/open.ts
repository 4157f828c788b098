/** Which way to sign in this Word has. What it takes is loaded when somebody signs in. */

import type { Account, Way } from "../auth";
import type { Capabilities } from "../word/document";

const MICROSOFT = /^https:\/\/login\.microsoftonline\.(com|us)\//;

/** Through Word itself where it can, else in a dialog. */
export async function openAccount(way: Way, can: Capabilities): Promise<Account> {
  if (can.nestedAppAuth && MICROSOFT.test(way.issuer)) {
    const { openNested } = await import("./nested");
    return openNested(way);
  }
  const { openInDialog } = await import("./in_dialog");
  return openInDialog();
}
