/** The dialog in which people sign in: authorization code with PKCE, then the token is sent to the pane. */

import "./styles.css";
import { PublicClientApplication, type AuthenticationResult } from "@azure/msal-browser";
import { ProtocolMode } from "@azure/msal-browser";
import { Api } from "./api";
import type { SignInSettings } from "./auth/sign_in";
import type { DialogToken } from "./auth/dialog_account";
import { sendToPane } from "./word/office_dialog";

declare global {
  interface Window {
    unsaidHistory: Pick<History, "pushState" | "replaceState">;
  }
}

Object.assign(history, window.unsaidHistory);

async function signIn(): Promise<void> {
  const nobody = { token: () => Promise.resolve(null), reject: () => undefined };
  const { sign_in } = await new Api(new URL("../", document.baseURI), nobody).version();
  const settings = sign_in as SignInSettings | null;
  if (settings === null) throw new Error("this service does not sign people in with an account");
  const application = await applicationOf(settings);
  const done = await application.handleRedirectPromise();
  if (done === null) await application.acquireTokenRedirect({ scopes: ["openid", ...settings.scopes] });
  else await sendToPane(JSON.stringify(token(done)));
}

/** Create the MSAL application. What it stores between the two pages ends with the window of the dialog. */
async function applicationOf({ client, issuer }: SignInSettings): Promise<PublicClientApplication> {
  const application = new PublicClientApplication({
    auth: {
      clientId: client,
      authority: issuer,
      knownAuthorities: [new URL(issuer).host],
      redirectUri: location.origin + location.pathname,
    },
    cache: { cacheLocation: "sessionStorage" },
    system: { protocolMode: ProtocolMode.OIDC },
  });
  await application.initialize();
  return application;
}

const token = ({ accessToken, expiresOn }: AuthenticationResult): DialogToken => ({
  token: accessToken,
  expiresAt: expiresOn?.getTime() ?? Date.now() + 300_000,
});

signIn().catch(() => {
  const line = document.getElementById("told");
  if (line !== null) line.textContent = "Signing in failed. Close this window and try again.";
});
