import { afterEach, expect, test, vi } from "vitest";
import { isFirstTime, welcomeWasRead } from "../../src/flow/welcome";

afterEach(() => vi.unstubAllGlobals());

test("the welcome is shown only the first time", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(isFirstTime()).toBe(true);
  welcomeWasRead();
  expect(isFirstTime()).toBe(false);
  expect([...kept.values()]).toEqual(["read"]);
});

test("without browser storage, the welcome is shown every time", () => {
  const refuse = (): never => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  welcomeWasRead();
  expect(isFirstTime()).toBe(true);
});
