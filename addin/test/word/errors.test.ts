import { afterEach, expect, it, vi } from "vitest";
import { isBlocking, wordErrorOf } from "../../src/word/errors";
import { leftReason } from "../../src/state/error_messages";

afterEach(() => vi.unstubAllGlobals());

function onPlatform(platform: string): void {
  vi.stubGlobal("Office", { context: { platform }, PlatformType: { OfficeOnline: "OfficeOnline" } });
}

it("reads NotAllowed as unsupported in a browser, and as a locked place elsewhere", () => {
  const refused = { code: "NotAllowed" };
  expect(wordErrorOf(refused).code).toBe("locked");
  onPlatform("PC");
  expect(wordErrorOf(refused).code).toBe("locked");
  onPlatform("OfficeOnline");
  const { code, detail } = wordErrorOf(refused);
  expect([code, detail]).toEqual(["browser", "NotAllowed"]);
  expect(leftReason(code)).toBe("Word in a browser does not support this");
  expect(wordErrorOf({ code: "ItemNotFound" }).code).toBe("gone");
});

it("tells the refusals of a whole document from those of a place", () => {
  expect((["protected", "tracking_locked", "read_only", "browser"] as const).every(isBlocking)).toBe(true);
  expect((["locked", "unknown", "gone", "offline"] as const).some(isBlocking)).toBe(false);
});
