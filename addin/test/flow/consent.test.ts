import { afterEach, expect, test, vi } from "vitest";
import { forgetAgreement, hasAgreed, rememberAgreement } from "../../src/flow/consent";

afterEach(() => vi.unstubAllGlobals());

test("the agreement counts for one address", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  expect(hasAgreed("https://a.example/")).toBe(false);
  rememberAgreement("https://a.example/");
  expect(hasAgreed("https://a.example/")).toBe(true);
  expect(hasAgreed("https://b.example/")).toBe(false);
  forgetAgreement();
  expect(hasAgreed("https://a.example/")).toBe(false);
});

test("without browser storage, each pane asks", () => {
  const refuse = (): never => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberAgreement("https://a.example/");
  forgetAgreement();
  expect(hasAgreed("https://a.example/")).toBe(false);
});
