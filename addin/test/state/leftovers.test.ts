/** What still stands: each with what can be done about it, and none of it twice. */

import { describe, expect, test } from "vitest";
import {
  countPlaces,
  leftAfterCheck,
  leftAfterRedacting,
  keptTerms,
  keptSentence,
  adviceFor,
} from "../../src/state/leftovers";
import { currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type LeftPlace, type Session } from "../../src/state/session";
import { analysis, suggestion, verification } from "../gallery/sample_data";

const DOCUMENT = "word/document.xml";
/** Each stands at the beginning of paragraphs 1, 2, …; Word holds them in that order. */
const SUGGESTIONS = [
  suggestion("b", { term: "banner", from_level: null, count: 3 }),
  suggestion("d", { term: "Desmond", kind: "personal", entity: "PERSON", from_level: null, count: 1 }),
  suggestion("z", { term: "zebra", from_level: null, count: 2 }),
];

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

const opened = after(
  START,
  {
    type: "analysed",
    analysis: analysis({ suggestions: SUGGESTIONS, near_misses: [] }),
    answered: currentQuestion(START),
  },
  {
    type: "terms-located",
    foundCounts: new Map(SUGGESTIONS.map(each => [each.id, each.count])),
    occurrencePlaces: new Map(SUGGESTIONS.map(each => [each.id, each.places.map((_, at) => at)])),
  },
);
const accepted = after(
  opened,
  { type: "accept", ids: ["b", "d"] },
  { type: "reject", ids: ["z"], scope: "document" },
);
const redacted = (...leftPlaces: LeftPlace[]): Session =>
  after(
    accepted,
    { type: "redact" },
    { type: "redacted", redactedIds: ["b", "d"], leftPlaces, trackingLost: false },
  );

const at = (how: string, string: number | null, part = DOCUMENT): object => ({
  part,
  how,
  string,
  placeholder: "[X]",
});
const found = (...places: object[]): ReturnType<typeof verification> =>
  verification({ status: "left", places: places as never });

describe("after redacting", () => {
  test("each is told with what can be done about it, those alike together", () => {
    const left = leftAfterRedacting(
      redacted(
        { id: "b", occurrence: null, why: "text_box" },
        { id: "b", occurrence: null, why: "text_box" },
        { id: "d", occurrence: 0, why: "locked" },
      ),
    );
    expect(left.map(({ remedy, name, count, visit }) => [remedy, name, count, visit])).toEqual([
      ["beyond", "banner", 2, null],
      ["refused", "Desmond", 1, { id: "d", occurrence: 0 }],
    ]);
    expect(countPlaces(left)).toBe(3);
    expect(adviceFor(left)).toBe(
      "Word cannot reach 2 places. The clean copy redacts them.\n" +
        "Word did not replace 1 place. Go there, or make a clean copy, which redacts it.",
    );
  });

  test.each([
    ["cancelled", "You cancelled before 1 place. Redact the rest, or make a clean copy."],
    ["gone", "1 place is new or has changed. Analyse again."],
  ])("%s is not promised to anybody", (why, said) => {
    expect(adviceFor(leftAfterRedacting(redacted({ id: "b", occurrence: 1, why })))).toBe(said);
  });
});

describe("after checking", () => {
  test("what Word had refused can be visited, in the very paragraph", () => {
    const session = redacted({ id: "b", occurrence: 0, why: "locked" }, { id: "b", occurrence: 2, why: "locked" });
    const left = leftAfterCheck(
      session,
      found(at("body, paragraph 3", 0), at("body, paragraph 1", 0), at("text", 0)),
    );
    expect(left.map(({ visit, where }) => [visit?.occurrence, where])).toEqual([
      [2, "body, paragraph 3"],
      [0, "body, paragraph 1"],
    ]);
  });

  test("what Word said it had replaced is nothing that the copy is trusted with", () => {
    const left = leftAfterCheck(redacted(), found(at("body, paragraph 1", 1)));
    expect(left.map(({ remedy, name, visit }) => [remedy, name, visit])).toEqual([["new", "Desmond", null]]);
    expect(adviceFor(left)).toContain("Analyse again");
  });

  test("what is no text is beyond Word, and told by its placeholder where nobody knows its term", () => {
    const left = leftAfterCheck(redacted(), found(at("attribute", 0), at("text", 7, "docProps/core.xml")));
    expect(left.map(({ remedy, name, where }) => [remedy, name, where])).toEqual([
      ["beyond", "banner", "data that Word stores with the text"],
      ["beyond", "[X]", "document properties"],
    ]);
  });

  test("another name of a term at the same spot is no other place", () => {
    const core = (string: number | null): object => at("text", string, "docProps/core.xml");
    expect(leftAfterCheck(redacted(), found(core(1), core(7))).map(({ name }) => name)).toEqual(["Desmond"]);
    expect(leftAfterCheck(redacted(), found(core(7))).map(({ name }) => name)).toEqual(["[X]"]);
  });

  test("why Word left one place is not said of another, where Word never is", () => {
    const session = redacted({ id: "d", occurrence: null, why: "text_box" });
    const left = leftAfterCheck(
      session,
      found(at("copy, paragraph 4", 1), at("before deletion, paragraph 5", 1), at("text", 1, "docProps/app.xml")),
    );
    expect(left.map(({ why }) => why)).toEqual(["second_copy", "deleted", null]);
  });

  test("a part whose bytes alone hold it is told", () => {
    const left = leftAfterCheck(redacted(), found(at("text", 0), at("body, paragraph 1", 1)));
    expect(countPlaces(left)).toBe(2);
  });
});

describe("by decision", () => {
  test("what was rejected stays, and what nobody has decided is said", () => {
    const open = after(opened, { type: "accept", ids: ["b"] }, { type: "reject", ids: ["z"], scope: "document" });
    expect(keptTerms(open, verification({})).map(({ term, count }) => [term, count])).toEqual([["zebra", 2]]);
    expect(keptSentence(open, verification({}))).toBe(
      "1 term is kept by decision. 1 suggestion is undecided and not redacted.",
    );
  });

  test("what went here only stays as often as the service has counted it, and can be visited", () => {
    const here = after(opened, { type: "accept-here", id: "b", occurrence: 0 });
    const stays = [2, 3].map(block => ({
      ...{ part: DOCUMENT, how: `body, paragraph ${block}`, placeholder: "[TERM]", term: 0, count: 1 },
    }));
    expect(keptTerms(here, verification({ stays }))).toEqual([
      { term: "banner", count: 2, partial: true, visit: { id: "b", occurrence: 1 } },
    ]);
  });

  test("nothing is said where nothing stays", () => {
    expect(keptSentence(after(opened, { type: "accept", ids: ["b", "d", "z"] }), verification({}))).toBe("");
  });
});
