/** "Accept here only": which place it is, what stays, and what becomes of it in another analysis. */

import { describe, expect, test } from "vitest";
import { partialTermsToSend } from "../../src/state/partial_terms";
import {
  countAccepted,
  marks,
  redactedTerms,
  currentQuestion,
  replacements,
  sparedSpellings,
  decisionsToSend,
} from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

const STORY = { part: "word/document.xml", kind: "body" as const };
const place = (text: string, block: number, start: number, id?: string): object => ({
  ...{ story: STORY, block, start, end: start + text.length, text, hit: null, obstacles: [] },
  utf16: { start, end: start + text.length },
  ...(id === undefined ? {} : { id }),
});

type Given = ReturnType<typeof suggestion>;
function heron(...places: object[]): Given {
  return suggestion("h", { term: "Heron", kind: "always", from_level: null, count: places.length, ...{ places } });
}
const LONGER = suggestion("l", {
  ...{ term: "Heron Ltd", kind: "personal", entity: "ORGANIZATION", from_level: null, count: 1 },
  ...{ places: [place("Heron Ltd", 0, 20)] },
});

/** Twice in the first paragraph, where a longer name stands too, and once in another. Word finds them otherwise round. */
const PLACES = [place("Heron", 0, 0), place("Heron", 0, 8), place("Heron", 4, 2)];
const told = (...suggestions: Given[]): ReturnType<typeof analysis> => analysis({ suggestions, near_misses: [] });
const IN_WORD = [2, 0, null, 1] as const;

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

function analysed(session: Session, ...suggestions: Given[]): Session {
  return after(
    session,
    { type: "analysed", analysis: told(...suggestions), answered: currentQuestion(session) },
    { type: "terms-located", foundCounts: new Map([["h", 4]]), occurrencePlaces: new Map([["h", IN_WORD]]) },
  );
}

const here = (occurrence: number): Action => ({ type: "accept-here", id: "h", occurrence });
const opened = analysed(START, heron(...PLACES), LONGER);

describe("here only", () => {
  test("asks for nothing to be looked for that the context alone shows", () => {
    const year = { ...heron(...PLACES), spellings: [] };
    expect(partialTermsToSend(after(analysed(START, year), here(0)))).toEqual([]);
    expect(partialTermsToSend(after(opened, here(0)))).toHaveLength(1);
  });

  test("marks and counts that place alone", () => {
    expect(marks(opened).get("h")).toBe("suggested");
    const decided = after(opened, here(3));
    expect(marks(decided).get("h")).toEqual({ mark: "accepted", occurrences: [3] });
    expect(countAccepted(decided)).toBe(1);
    const two = after(decided, here(0));
    expect(marks(two).get("h")).toEqual({ mark: "accepted", occurrences: [0, 3] });
    expect(countAccepted(two)).toBe(2);
  });

  test("is the place that Word shows, by document order", () => {
    const decided = after(opened, here(3));
    expect(decided.decisions.get("h")?.occurrences).toEqual([1]);
    expect(replacements(decided)).toEqual([{ term: "h", text: "[TERM]", occurrences: [3] }]);
    expect(decisionsToSend(decided)).toEqual([
      { id: "h", verdict: "edited", replacement: "[TERM]", places: [{ story: STORY, block: 0, start: 8 }] },
    ]);
  });

  test("is refused where Word cannot tell the place", () => {
    const decided = after(opened, here(2));
    expect(decided.decisions.size).toBe(0);
    expect(decided.message).toContain("cannot tell this place");
  });

  test("is checked in its paragraph, where other places and longer names may remain", () => {
    const decided = after(opened, here(3));
    expect(partialTermsToSend(decided).map(each => each.blocks)).toEqual([[{ story: STORY, block: 0, stays: 2 }]]);
    expect(redactedTerms(decided)).toEqual([]);
    expect(sparedSpellings(decided)).toEqual(["Heron", "Heron Ltd"]);
  });

  test("lets nothing remain of a term that is redacted everywhere", () => {
    const decided = after(opened, here(3), { type: "accept", ids: ["l"] });
    expect(partialTermsToSend(decided)[0]?.blocks).toEqual([{ story: STORY, block: 0, stays: 1 }]);
    expect(sparedSpellings(decided)).toEqual(["Heron"]);
  });
});

describe("in another analysis", () => {
  const decided = after(opened, here(3));

  test("keeps its place in unchanged text, although another place came before it", () => {
    const now = analysed(decided, heron(place("Heron", 0, 4), ...PLACES));
    expect(now.decisions.get("h")?.occurrences).toEqual([2]);
  });

  test("is undecided again in changed text", () => {
    const now = analysed(after(decided, { type: "document-changed" }), heron(...PLACES));
    expect(now.decisions.has("h")).toBe(false);
    expect(now.message).toBe(
      "1 place that was accepted “here only” was not found again. The decision applies to no other place.",
    );
  });

  test("is found where its ids came after the analysis, and only lost places are counted", () => {
    const named = PLACES.map((each, at) => ({ ...each, id: `p${at}` }));
    const before = after(
      ...([decided, here(0)] as const),
      { type: "places-named", analysis: told(heron(...named), LONGER) },
      { type: "document-changed" },
    );
    const all = analysed(before, heron(...named));
    expect([all.decisions.get("h")?.occurrences, all.message]).toEqual([[1, 2], null]);
    const one = analysed(before, heron(place("Heron", 0, 0, "p1"), place("Heron", 4, 2, "other")));
    expect(one.decisions.get("h")?.occurrences).toEqual([0]);
    expect(one.message).toContain("1 place that was accepted “here only” was not found again");
  });

  test("is found by its paragraph in changed text, where the service knows it", () => {
    const marked = [place("Heron", 0, 0, "a"), place("Heron", 0, 8, "b")];
    const before = after(analysed(START, heron(...marked)), here(3), { type: "document-changed" });
    const now = analysed(
      before,
      heron(place("Heron", 1, 3, "n"), place("Heron", 2, 0, "a"), place("Heron", 2, 8, "b")),
    );
    expect(now.decisions.get("h")?.occurrences).toEqual([2]);
  });

  test("after redaction the other places are kept, and none takes its number", () => {
    const redacted = after(
      decided,
      { type: "redact" },
      { type: "redacted", redactedIds: ["h"], leftPlaces: [], trackingLost: false },
    );
    const now = analysed(redacted, heron(place("Heron", 0, 0), place("Heron", 4, 2)));
    expect(now.decisions.get("h")).toEqual({ verdict: "rejected", scope: "document" });
    expect(replacements(now)).toEqual([]);
  });
});
