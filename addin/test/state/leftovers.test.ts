/** What is left after redacting and checking, with what can be done about it; nothing is listed twice. */

import { describe, expect, test } from "vitest";
import {
  countPlaces,
  leftAfterCheck,
  leftAfterRedacting,
  keptTerms,
  keptStatement,
  adviceFor,
  type Leftover,
} from "../../src/state/leftovers";
import { currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type LeftPlace, type Session } from "../../src/state/session";
import { analysis, foundIn, foundInParagraph, suggestion, verification } from "../gallery/sample_data";

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

const at = (where: ReturnType<typeof foundIn>, string: number | null, part = DOCUMENT, count = 1): object => ({
  part,
  ...where,
  string,
  placeholder: "[X]",
  count,
});
const found = (...places: object[]): ReturnType<typeof verification> =>
  verification({ status: "left", places: places as never });

const advice = (left: readonly Leftover[]): string =>
  adviceFor(left)
    .map(([, , sentence]) => sentence)
    .join("\n");

describe("after redacting", () => {
  test("equal places are one entry with its advice", () => {
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
    expect(advice(left)).toBe(
      "The pane cannot reach 2 places. The clean copy redacts them.\n" +
        "Word did not replace 1 place. Replace it yourself, or make a clean copy, which redacts it.",
    );
  });

  test.each([
    ["cancelled", "You cancelled before 1 place was redacted. Redact the rest, or make a clean copy."],
    ["gone", "1 place has changed. Analyse again."],
  ])("%s is not promised to anybody", (why, said) => {
    expect(advice(leftAfterRedacting(redacted({ id: "b", occurrence: 1, why })))).toBe(said);
  });
});

describe("after checking", () => {
  test("a place that Word refused can be visited", () => {
    const session = redacted({ id: "b", occurrence: 0, why: "locked" }, { id: "b", occurrence: 2, why: "locked" });
    const left = leftAfterCheck(
      session,
      found(at(foundInParagraph(3), 0), at(foundInParagraph(1), 0), at(foundIn("text"), 0)),
    );
    expect(left.map(({ visit, where }) => [visit?.occurrence, where])).toEqual([
      [2, "body, paragraph 3"],
      [0, "body, paragraph 1"],
    ]);
  });

  test("a place that Word claimed to have replaced asks for another analysis", () => {
    const left = leftAfterCheck(redacted(), found(at(foundInParagraph(1), 1)));
    expect(left.map(({ remedy, name, visit }) => [remedy, name, visit])).toEqual([["found", "Desmond", null]]);
    expect(advice(left)).toBe("The check found 1 more place. Analyse again.");
  });

  test("findings outside text are beyond Word, and unknown terms are named by their placeholder", () => {
    const left = leftAfterCheck(
      redacted(),
      found(at(foundIn("attribute"), 0), at(foundIn("text"), 7, "docProps/core.xml")),
    );
    expect(left.map(({ remedy, name, where }) => [remedy, name, where])).toEqual([
      ["beyond", "banner", "data that Word stores with the text"],
      ["beyond", "[X]", "document properties"],
    ]);
  });

  test("a place is named by the spelling that stands there", () => {
    const report = { ...suggestion("b", { term: "Harbour Report" }), spellings: ["Harbour Report", "Report"] };
    const session = after(
      START,
      {
        type: "analysed",
        analysis: analysis({ suggestions: [report], near_misses: [] }),
        answered: currentQuestion(START),
      },
      { type: "terms-located", foundCounts: new Map([["b", 1]]), occurrencePlaces: new Map([["b", [0]]]) },
      { type: "accept", ids: ["b"] },
      { type: "redact" },
      { type: "redacted", redactedIds: ["b"], leftPlaces: [], trackingLost: false },
    );
    const left = leftAfterCheck(session, found(at(foundIn("text"), 1, "docProps/core.xml")));
    expect(left.map(({ name }) => name)).toEqual(["Report"]);
  });

  test("one line says how many places it stands for, and a place that counts in another row is no line", () => {
    const core = (string: number, count: number): object => at(foundIn("text"), string, "docProps/core.xml", count);
    const lines = leftAfterCheck(redacted(), found(core(1, 2), core(7, 0), core(8, 3), core(9, 1)));
    expect(lines.map(({ name, count }) => [name, count])).toEqual([
      ["Desmond", 2],
      ["[X]", 4],
    ]);
    expect(countPlaces(lines)).toBe(6);
  });

  test("a name in two paragraphs is not promised to go with the clean copy", () => {
    const left = leftAfterCheck(redacted(), found(at(foundIn("across_paragraphs"), 1)));
    expect(left.map(({ remedy }) => remedy)).toEqual(["pieces"]);
    expect(advice(left)).toBe(
      "1 place is split, such as a name over two paragraphs, so the pane cannot reach it. Make a clean copy. Its check says whether it is left.",
    );
  });

  test("what is in an object of another program is not promised to go with the clean copy", () => {
    const object = "word/embeddings/oleObject1.bin";
    const cached = "word/document.xml!/packed 1!/drs/e2oDoc.xml";
    const picture = "word/media/image1.emf";
    const printer = "word/embeddings/book.xlsx!/xl/printerSettings/printerSettings1.bin";
    const unread = (part: string, code: string, content = "ole_object"): object => ({
      ...{ part, examined: false, why: "", accepted: false, reason: { code, params: { content } } },
    });
    const left = leftAfterCheck(
      redacted(),
      verification({
        status: "left",
        places: [
          at(foundIn("bytes"), 1, object, 2),
          at(foundIn("attribute"), 1, cached),
          at(foundIn("bytes"), 1, picture),
          at(foundIn("drawn_text"), 1, picture),
          at(foundIn("bytes"), 1, printer),
        ] as never,
        parts: [
          unread(object, "content_not_read"),
          unread(cached, "embedded_not_redacted"),
          unread(picture, "content_not_read", "picture"),
          unread(printer, "content_not_read"),
        ] as never,
      }),
    );
    expect(left.map(({ remedy, count }) => [remedy, count])).toEqual([
      ["unreadable", 2],
      ["beyond", 1],
      ["beyond", 1],
      ["unreadable", 1],
      ["beyond", 1],
    ]);
    expect(advice(left)).toBe(
      "The pane cannot reach 3 places. The clean copy redacts them.\n" +
        "The clean copy keeps 3 places in parts that Unsaid cannot read, such as objects of other programs. Remove these parts in Word, then analyse again.",
    );
  });

  test("the reason of one place is not used for text that Word never reaches", () => {
    const session = redacted({ id: "d", occurrence: null, why: "text_box" });
    const left = leftAfterCheck(
      session,
      found(
        at(foundInParagraph(4, "copy"), 1),
        at(foundInParagraph(5, "before deletion"), 1),
        at(foundIn("text"), 1, "docProps/app.xml"),
      ),
    );
    expect(left.map(({ why }) => why)).toEqual(["second_copy", "deleted", null]);
  });

  test("a finding in the bytes of a part is listed", () => {
    const left = leftAfterCheck(redacted(), found(at(foundIn("text"), 0), at(foundInParagraph(1), 1)));
    expect(countPlaces(left)).toBe(2);
  });
});

describe("by decision", () => {
  test("rejected terms are kept, and undecided ones are mentioned", () => {
    const open = after(opened, { type: "accept", ids: ["b"] }, { type: "reject", ids: ["z"], scope: "document" });
    expect(keptTerms(open, verification({})).map(({ term, count }) => [term, count])).toEqual([["zebra", 2]]);
    expect(keptStatement(open, verification({})).text).toBe(
      "Someone decided not to redact 1 term. 1 suggestion is undecided and not redacted.",
    );
  });

  test("a partly redacted term is kept as often as the service counted, and can be visited", () => {
    const here = after(opened, { type: "accept-here", id: "b", occurrence: 0 });
    const stays = [2, 3].map(block => ({
      ...{ part: DOCUMENT, ...foundInParagraph(block), placeholder: "[TERM]", term: 0, count: 1 },
    }));
    expect(keptTerms(here, verification({ stays }))).toEqual([
      { term: "banner", count: 2, partial: true, visit: { id: "b", occurrence: 1 } },
    ]);
  });

  test("nothing is said where nothing is kept", () => {
    expect(keptStatement(after(opened, { type: "accept", ids: ["b", "d", "z"] }), verification({})).text).toBe("");
  });
});
