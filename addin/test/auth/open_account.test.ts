import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SignInSettings } from "../../src/auth/sign_in";
import type { Capabilities } from "../../src/word/document";
import { openAccount } from "../../src/auth/open_account";

const msal = vi.hoisted(() => ({ ssoSilent: vi.fn(), acquireTokenSilent: vi.fn(), acquireTokenPopup: vi.fn() }));
const dialog = vi.hoisted(() => vi.fn());

// Microsoft's servers and Word's window: nothing of ours is replaced.
vi.mock("@azure/msal-browser", async actual => ({
  ...(await actual<object>()),
  createNestablePublicClientApplication: () => Promise.resolve(msal),
}));
vi.mock("../../src/word/office_dialog", () => ({ openDialog: dialog }));

const SETTINGS: SignInSettings = {
  issuer: "https://login.microsoftonline.com/tenant/v2.0",
  client: "pane",
  scopes: ["api://x/unsaid"],
};
const NESTED = { nestedAppAuth: true } as Capabilities;
const ALICE = { username: "alice@halden.example" };
const answer = (accessToken: string): object => ({ accessToken, account: ALICE });

beforeEach(() => {
  vi.stubGlobal("Office", { auth: { getAuthContext: () => Promise.resolve({ loginHint: "hint-of-alice" }) } });
  dialog.mockResolvedValue(JSON.stringify({ token: "from the dialog", expiresAt: Date.now() + 3_600_000 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test("the person in Word signs in without being asked, and later tokens are those of the same account", async () => {
  msal.ssoSilent.mockResolvedValue(answer("first"));
  msal.acquireTokenSilent.mockResolvedValue(answer("second"));
  const account = await openAccount(SETTINGS, NESTED);
  expect(msal.ssoSilent).toHaveBeenCalledExactlyOnceWith({ scopes: SETTINGS.scopes, loginHint: "hint-of-alice" });
  expect(await account.token()).toBe("second");
  expect(msal.acquireTokenSilent).toHaveBeenCalledWith({ scopes: SETTINGS.scopes, account: ALICE });
  expect(msal.acquireTokenPopup).not.toHaveBeenCalled();
  expect(dialog).not.toHaveBeenCalled();
});

test("where somebody has to agree, they are asked with the hint", async () => {
  const { InteractionRequiredAuthError } = await import("@azure/msal-browser");
  msal.ssoSilent.mockRejectedValue(new InteractionRequiredAuthError("consent_required", ""));
  msal.acquireTokenPopup.mockResolvedValue(answer("asked"));
  msal.acquireTokenSilent.mockResolvedValue(answer("later"));
  const account = await openAccount(SETTINGS, NESTED);
  expect(msal.acquireTokenPopup).toHaveBeenCalledWith({ scopes: SETTINGS.scopes, loginHint: "hint-of-alice" });
  expect(await account.token()).toBe("later");
});

test("where nested sign-in fails, the dialog opens; a Word without a hint is no failure", async () => {
  vi.stubGlobal("Office", { auth: {} });
  msal.ssoSilent.mockRejectedValue(new Error("the broker does not answer"));
  const account = await openAccount(SETTINGS, NESTED);
  expect(msal.ssoSilent).toHaveBeenCalledWith({ scopes: SETTINGS.scopes });
  expect(dialog).toHaveBeenCalledOnce();
  expect(await account.token()).toBe("from the dialog");
});

test("somebody who closes the window is not asked a second time", async () => {
  const { BrowserAuthError, InteractionRequiredAuthError } = await import("@azure/msal-browser");
  msal.ssoSilent.mockRejectedValue(new InteractionRequiredAuthError("login_required", ""));
  msal.acquireTokenPopup.mockRejectedValue(new BrowserAuthError("user_cancelled", ""));
  await expect(openAccount(SETTINGS, NESTED)).rejects.toMatchObject({ errorCode: "user_cancelled" });
  expect(dialog).not.toHaveBeenCalled();
});
