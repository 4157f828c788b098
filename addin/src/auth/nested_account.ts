/** Nested app authentication: people sign in with their Word account. The only module of the pane that uses MSAL. */

import { createNestablePublicClientApplication, InteractionRequiredAuthError } from "@azure/msal-browser";
import type { Account, SignInSettings } from "./sign_in";

/** Open an account through Word. Not tested with a live tenant. */
export async function openNestedAccount(settings: SignInSettings): Promise<Account> {
  const application = await createNestablePublicClientApplication({
    auth: { clientId: settings.client, authority: authority(settings.issuer) },
    cache: { cacheLocation: "memoryStorage" },
  });
  const request = { scopes: settings.scopes };
  const token = async (): Promise<string | null> => {
    try {
      return (await application.acquireTokenSilent(request)).accessToken;
    } catch (refused) {
      if (refused instanceof InteractionRequiredAuthError) return null;
      throw refused;
    }
  };
  if ((await token()) === null) await application.acquireTokenPopup(request);
  return { token };
}

/** Tokens of version 2 are issued by …/v2.0, but the authority has no such suffix. */
const authority = (issuer: string): string =>
  issuer.replace(/\/v2\.0\/?$/, "").replace("{tenantid}", "organizations");
