import { expect, test } from "vitest";
import { SignIn, type SignInSettings } from "../../src/auth/sign_in";

const WAY: SignInSettings = { issuer: "https://login.example", client: "pane", scopes: ["unsaid"] };

test("a typed token is kept until it is rejected", async () => {
  const signIn = new SignIn(() => Promise.reject(new Error("nobody is asked")));
  expect(signIn.method).toBe("token");
  expect(await signIn.token()).toBeNull();
  await signIn.signIn("  secret\n");
  expect(await signIn.token()).toBe("secret");
  signIn.reject();
  expect(await signIn.token()).toBeNull();
});

test("an account is opened once, and returns the current token", async () => {
  const tokens = ["first", "second"];
  let opened = 0;
  const signIn = new SignIn(way => {
    expect(way).toBe(WAY);
    opened += 1;
    return Promise.resolve({ token: () => Promise.resolve(tokens.shift() ?? null) });
  });
  signIn.configure(WAY);
  expect(signIn.method).toBe("account");
  await signIn.signIn(null);
  expect([await signIn.token(), await signIn.token(), await signIn.token()]).toEqual(["first", "second", null]);
  expect(opened).toBe(1);
});

test("signing in with an account fails where the service offers none", async () => {
  const signIn = new SignIn(() => Promise.reject(new Error("nobody is asked")));
  await expect(signIn.signIn(null)).rejects.toMatchObject({ code: "not_signed_in" });
});
