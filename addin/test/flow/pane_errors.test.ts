import { expect, test } from "vitest";
import { ApiError } from "../../src/api/error";
import { paneErrorOf } from "../../src/flow/pane_errors";
import { ERROR_MESSAGES } from "../../src/state/error_messages";
import { WordError } from "../../src/word/document";

test("text that is gone in Word is not told as a change that somebody else has saved", () => {
  const inWord = paneErrorOf(new WordError("gone")).kind;
  const inService = paneErrorOf(new ApiError("stale_version", "", "", 409)).kind;
  expect([inWord, inService]).toEqual(["text_changed", "changed_meanwhile"]);
  expect(ERROR_MESSAGES[inWord].title).not.toBe(ERROR_MESSAGES[inService].title);
});

test.each([
  ["policy_not_met", 422, "policy"],
  ["policy_does_not_fit", 409, "policy_too_high"],
  ["sample_not_judged", 409, "sample_not_judged"],
  ["document_encrypted", 422, "encrypted"],
  ["document_unreadable", 422, "unreadable"],
  ["impossible_k", 422, "refused"],
  ["unknown_client", 404, "refused"],
  ["a_code_of_tomorrow", 422, "refused"],
  ["a_code_of_tomorrow", 415, "refused"],
  ["a_code_of_tomorrow", 429, "limit"],
  ["a_code_of_tomorrow", 503, "unavailable"],
  ["a_code_of_tomorrow", 500, "failed"],
])("%s with status %i is told as %s, with the service's own reason", (code, status, kind) => {
  expect(paneErrorOf(new ApiError(code, "", "Why.", status))).toEqual({ kind, detail: "Why." });
});

test("only a document with a password is said to have one", () => {
  const said = Object.entries(ERROR_MESSAGES).filter(([, each]) => JSON.stringify(each).includes("password"));
  expect(said.map(([kind]) => kind)).toEqual(["encrypted"]);
});
