/** Nested app authentication: people sign in as who they are in Word. The only home of MSAL in the pane itself. */

import { createNestablePublicClientApplication, InteractionRequiredAuthError } from "@azure/msal-browser";
import type { Account, SignInSettings } from "./sign_in";

/** Not tried with a live tenant. */
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

/** Tokens of version 2 are issued by …/v2.0, which is no part of the authority. */
const authority = (issuer: string): string =>
  issuer.replace(/\/v2\.0\/?$/, "").replace("{tenantid}", "organizations");
