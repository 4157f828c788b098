/** The dialog in which people sign in: to the issuer by code and PKCE, and with what it gives back to the pane. */

import "./styles.css";
import { PublicClientApplication, type AuthenticationResult } from "@azure/msal-browser";
import { ProtocolMode } from "@azure/msal-browser";
import { Api } from "./api";
import type { Way } from "./auth";
import type { Told } from "./auth/in_dialog";
import { tellPane } from "./word/dialog";

declare global {
  interface Window {
    unsaidHistory: Pick<History, "pushState" | "replaceState">;
  }
}

Object.assign(history, window.unsaidHistory);

async function signIn(): Promise<void> {
  const nobody = { token: () => Promise.resolve(null), refused: () => undefined };
  const { sign_in } = await new Api(new URL("../", document.baseURI), nobody).version();
  const way = sign_in as Way | null;
  if (way === null) throw new Error("nobody signs in here");
  const application = await applicationOf(way);
  const done = await application.handleRedirectPromise();
  if (done === null) await application.acquireTokenRedirect({ scopes: ["openid", ...way.scopes] });
  else await tellPane(JSON.stringify(told(done)));
}

/** What MSAL keeps between the two pages goes with the dialog's window. */
async function applicationOf({ client, issuer }: Way): Promise<PublicClientApplication> {
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

const told = ({ accessToken, expiresOn }: AuthenticationResult): Told => ({
  token: accessToken,
  until: expiresOn?.getTime() ?? Date.now() + 300_000,
});

signIn().catch(() => {
  const line = document.getElementById("told");
  if (line !== null) line.textContent = "Nobody could be signed in. Close this window and try again.";
});
