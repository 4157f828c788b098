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
