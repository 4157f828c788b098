/** What stands instead of a term must not be what has to go. */

import { describe, expect, test } from "vitest";
import { generalisations, replacementError } from "../../src/state/replacement_text";
import { currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

const SUGGESTIONS = [
  suggestion("b", { term: "bank-note", from_level: 2, count: 3, generalisations: ["money", "Ann’s money"] }),
  suggestion("p", { term: "Ann", kind: "personal", entity: "PERSON", from_level: null }),
  suggestion("s", { term: "shelf", from_level: 7 }),
];
const TOLD = analysis({
  suggestions: SUGGESTIONS,
  near_misses: [],
  sought: [{ term: "Carrefour", placeholder: "[CLIENT]", case_sensitive: false }],
});
const opened = reduce(START, { type: "analysed", analysis: TOLD, answered: currentQuestion(START) });

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

describe("replacement texts", () => {
  test.each(["[PERSON 1]", "large shop", "Hannah", "^p", "🙂", "shelf", "a bank and a note"])(
    "%s may stand",
    text => {
      expect(replacementError(opened, "b", text)).toBe("");
    },
  );

  test.each([
    ["the bank-note itself", "bank-note"],
    ["ANN", "Ann"],
    ["(Carrefour)", "Carrefour"],
  ])("%s may not: it has to go", (text, named) => {
    expect(replacementError(opened, "b", text)).toContain(`“${named}” must be redacted too`);
  });

  test("a more general word is offered where it is allowed", () => {
    expect(generalisations(opened, "b")).toEqual(["money"]);
  });

  test("an empty replacement is refused", () => {
    expect(replacementError(opened, "b", "  ")).not.toBe("");
  });

  test("a kept term may be in a replacement, but never the term itself", () => {
    const stays = after(opened, { type: "reject", ids: ["p", "b"], scope: "document" });
    expect(replacementError(stays, "b", "Ann")).toBe("");
    expect(replacementError(stays, "b", "bank-note")).not.toBe("");
  });
});
