import { expect, test } from "vitest";
import { SignIn, type Way } from "../src/auth";

const WAY: Way = { issuer: "https://login.example", client: "pane", scopes: ["unsaid"] };

test("a token that was typed is held until it is refused", async () => {
  const signIn = new SignIn(() => Promise.reject(new Error("nobody is asked")));
  expect(signIn.by).toBe("token");
  expect(await signIn.token()).toBeNull();
  await signIn.signIn("  secret\n");
  expect(await signIn.token()).toBe("secret");
  signIn.refused();
  expect(await signIn.token()).toBeNull();
});

test("an account is opened once, and gives the token that holds now", async () => {
  const tokens = ["first", "second"];
  let opened = 0;
  const signIn = new SignIn(way => {
    expect(way).toBe(WAY);
    opened += 1;
    return Promise.resolve({ token: () => Promise.resolve(tokens.shift() ?? null) });
  });
  signIn.learn(WAY);
  expect(signIn.by).toBe("account");
  await signIn.signIn(null);
  expect([await signIn.token(), await signIn.token(), await signIn.token()]).toEqual(["first", "second", null]);
  expect(opened).toBe(1);
});

test("nobody signs in with an account where the service knows none", async () => {
  const signIn = new SignIn(() => Promise.reject(new Error("nobody is asked")));
  await expect(signIn.signIn(null)).rejects.toMatchObject({ code: "not_signed_in" });
});
