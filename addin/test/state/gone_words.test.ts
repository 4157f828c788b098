/** What goes, for a guess of the text that is left: words of whole terms, texts of single places. */

import { expect, test } from "vitest";
import { goneWords } from "../../src/state/gone_words";
import { reduce } from "../../src/state/reducer";
import { currentQuestion } from "../../src/state/selectors";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, places, suggestion } from "../gallery/sample_data";

const NAMES = ["Ann Rook", "Rook", "Ann Rook", "Ann Rook"];
const there = places("Ann Rook", NAMES.length).map((each, at) => ({ ...each, text: NAMES[at] ?? "" }));
const rook = {
  ...suggestion("r", {
    ...{ term: "Ann Rook", kind: "personal", entity: "PERSON", from_level: null, count: NAMES.length },
    ...{ places: there },
  }),
  words: { ann: 3, rook: 4 },
};
const heron = {
  ...suggestion("h", { term: "Heron", kind: "always", from_level: null, count: 2 }),
  words: { heron: 2 },
};

function opened(found = rook): Session {
  const made = { ...analysis(), suggestions: [found, heron] };
  const session = reduce(START, { type: "analysed", analysis: made, answered: currentQuestion(START) });
  const all = there.map((_, at) => at);
  return { ...session, occurrencePlaces: new Map([["r", all]]), foundCounts: new Map([["r", all.length]]) };
}
const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const here = (occurrence: number): Action => ({ type: "accept-here", id: "r", occurrence });

test("terms that go everywhere, and undecided ones, go with all their words", () => {
  const gone = [{ ann: 3, rook: 4 }, { heron: 2 }];
  expect(goneWords(opened())).toEqual({ gone, gone_texts: [] });
  const rejected = after(opened(), { type: "reject", ids: ["r"], scope: "document" });
  expect(goneWords(rejected)).toEqual({ gone: [{ heron: 2 }], gone_texts: [] });
});

test("of a term that goes in some places only, the words of these places go", () => {
  // A quarter of three times "ann" is less than one, and "Ann" goes once all the same.
  const one = after(opened(), here(0));
  expect(goneWords(one)).toEqual({ gone: [{ heron: 2 }], gone_texts: [{ text: "Ann Rook", places: 1 }] });
  const three = after(one, here(1), here(2));
  expect(goneWords(three).gone_texts).toEqual([
    { text: "Ann Rook", places: 2 },
    { text: "Rook", places: 1 },
  ]);
  expect(goneWords({ ...three, presentWords: {} })).toEqual(goneWords(three));
});

test("a place of uncounted text takes no words", () => {
  const copied = there.map((each, at) =>
    at === 0 ? { ...each, story: { ...each.story, kind: "embedded document" as const } } : each,
  );
  const session = after(opened({ ...rook, places: copied }), here(0));
  expect(goneWords(session)).toEqual({ gone: [{ heron: 2 }], gone_texts: [] });
});

test("nothing of it goes again once Word has replaced these places", () => {
  const redacted = { ...after(opened(), here(0)), redactedIds: new Set(["r"]), presentWords: {} };
  expect(goneWords(redacted)).toEqual({ gone: [{ heron: 2 }], gone_texts: [] });
});
