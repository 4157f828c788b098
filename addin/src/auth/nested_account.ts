/** Nested app authentication: people sign in with their Word account. The only module of the pane that uses MSAL. */

import {
  AuthError,
  createNestablePublicClientApplication,
  InteractionRequiredAuthError,
  type AccountInfo,
} from "@azure/msal-browser";
import { loginHint } from "../word/login_hint";
import type { Account, SignInSettings } from "./sign_in";

/** Open an account through Word. Not tested with a live tenant. */
export async function openNestedAccount(settings: SignInSettings): Promise<Account> {
  const application = await createNestablePublicClientApplication({
    auth: { clientId: settings.client, authority: authority(settings.issuer) },
    cache: { cacheLocation: "memoryStorage" },
  });
  const hint = await loginHint();
  const scopes = { scopes: settings.scopes };
  const request = { ...scopes, ...(hint === null ? {} : { loginHint: hint }) };
  let account: AccountInfo | null = null;
  const token = async (): Promise<string | null> => {
    try {
      // Without an account, only `ssoSilent` takes the hint; on the web nobody is known before (docs-pr: NAA article).
      const result =
        account === null
          ? await application.ssoSilent(request)
          : await application.acquireTokenSilent({ ...scopes, account });
      account = result.account;
      return result.accessToken;
    } catch (refused) {
      if (refused instanceof InteractionRequiredAuthError) return null;
      throw refused;
    }
  };
  if ((await token()) === null) account = (await application.acquireTokenPopup(request)).account;
  return { token };
}

/** Tell whether the person closed the window or declined: then no other way to sign in is tried. */
export function isDeclined(failed: unknown): boolean {
  return failed instanceof AuthError && ["user_cancelled", "access_denied"].includes(failed.errorCode);
}

/** Tokens of version 2 are issued by …/v2.0, but the authority has no such suffix. */
const authority = (issuer: string): string =>
  issuer.replace(/\/v2\.0\/?$/, "").replace("{tenantid}", "organizations");
