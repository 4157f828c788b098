/** What stands instead of a term must not be what has to go. */

import { describe, expect, test } from "vitest";
import { generalisations, objection } from "../../src/review/replacing";
import { question } from "../../src/review/selectors";
import { reduce } from "../../src/review/reduce";
import { START, type Action, type Session } from "../../src/review/session";
import { analysis, suggestion } from "../gallery/invented";

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
const opened = reduce(START, { type: "analysed", analysis: TOLD, asked: question(START) });

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

describe("instead of a term", () => {
  test.each(["[PERSON 1]", "large shop", "Hannah", "^p", "🙂", "shelf", "a bank and a note"])(
    "%s may stand",
    text => {
      expect(objection(opened, "b", text)).toBe("");
    },
  );

  test.each([
    ["the bank-note itself", "bank-note"],
    ["ANN", "Ann"],
    ["(Carrefour)", "Carrefour"],
  ])("%s may not: it has to go", (text, named) => {
    expect(objection(opened, "b", text)).toContain(`“${named}” has to go itself`);
  });

  test("a more general word is offered where it may stand", () => {
    expect(generalisations(opened, "b")).toEqual(["money"]);
  });

  test("something has to stand", () => {
    expect(objection(opened, "b", "  ")).not.toBe("");
  });

  test("what stays by decision may stand, but never the term itself", () => {
    const stays = after(opened, { type: "reject", ids: ["p", "b"], scope: "document" });
    expect(objection(stays, "b", "Ann")).toBe("");
    expect(objection(stays, "b", "bank-note")).not.toBe("");
  });
});
