import { describe, expect, it } from "vitest";
import type { Expected } from "../../src/word/document";
import {
  chooseHits,
  countOccurrences,
  headAndTail,
  matchInContext,
  isSameText,
  toSearchString,
  standsAlone,
} from "../../src/word/search_text";

const ALONE = { wholeWord: true, longer: [] };

function expected(hits: number, places: [hit: number, ...obstacles: string[]][]): Expected {
  const told = places.map(([hit, ...obstacles]) => ({
    block: 0,
    start: hit * 10,
    end: hit * 10 + 5,
    hit,
    obstacles,
  }));
  return { story: "word/document.xml", kind: "body", expected: places.length, hits, places: told };
}

function hitsOf(found: number, told: Expected): number[] | null {
  return chooseHits(found, told)?.map(each => each.hit) ?? null;
}

describe("the search string for Word", () => {
  it("escapes carets and special characters", () => {
    expect(toSearchString("a^p\tb\nc\u00a0d")).toBe("a^^p^tb^lc^sd");
  });

  it("is null where the string is empty or too long", () => {
    expect(toSearchString("")).toBeNull();
    expect(toSearchString("x".repeat(255))).toHaveLength(255);
    expect(toSearchString("x".repeat(256))).toBeNull();
    expect(toSearchString("^".repeat(128))).toBeNull();
  });

  it("takes ends that Word can search, and splits no surrogate pair", () => {
    const { head, tail } = headAndTail("😀".repeat(300));
    expect([head, tail]).toEqual(["😀".repeat(127), "😀".repeat(127)]);
  });

  it("distinguishes letters that Word does not", () => {
    expect(isSameText("O'Neill", "O’Neill", true)).toBe(false);
    expect(isSameText("a\vb", "a\nb", true)).toBe(true);
    expect(isSameText("ALICE", "alice", true)).toBe(false);
    expect(isSameText("ALICE", "alice", false)).toBe(true);
  });

  it("counts as a search does, without overlaps", () => {
    expect(countOccurrences("aaaa", "aa")).toBe(2);
  });
});

describe("the hits that belong to a term", () => {
  it("are those of the analysis while the counts agree", () => {
    expect(hitsOf(4, expected(4, [[1], [3]]))).toEqual([1, 3]);
  });

  it("skip places that no search finds", () => {
    expect(hitsOf(3, expected(4, [[0, "note"], [1], [3]]))).toEqual([0, 2]);
  });

  it("skip fields only where hits are missing", () => {
    expect(hitsOf(2, expected(2, [[0, "field"], [1]]))).toEqual([0, 1]);
    expect(hitsOf(1, expected(2, [[0, "field"], [1]]))).toEqual([0]);
  });

  it("are all hits where the string occurs nowhere else", () => {
    expect(hitsOf(2, expected(3, [[0], [1], [2]]))).toEqual([0, 1]);
  });

  it("are unknown where the counts differ and other words contain the string", () => {
    expect(hitsOf(3, expected(4, [[1], [3]]))).toBeNull();
    expect(hitsOf(3, expected(2, [[0], [1]]))).toBeNull();
  });
});

describe("the context of a hit", () => {
  it.each([
    ["Smith", "Smith, Smithson Smith", [true, false, true]],
    ["na", "naïve na", [false, true]],
    ["a", "𝒳a a𝒳 a", [false, false, true]],
    ["&c", "x&c &c", [true, true]],
    ["e", "e\u0301 e", [false, true]],
  ])("borders of %s in %s", (text, paragraph, answers) => {
    expect(standsAlone(paragraph, text, ALONE)).toEqual(answers);
  });

  it("assigns a hit to the longer term that covers it", () => {
    expect(standsAlone("John Smith and Smith", "Smith", { ...ALONE, longer: ["John Smith"] })).toEqual([
      false,
      true,
    ]);
  });

  it("is read from the paragraphs of the hits, and inconclusive where they do not fit", () => {
    const mixed = "Smith and Smithson";
    expect(matchInContext([mixed, mixed, "Smith"], "Smith", ALONE)).toEqual([true, false, true]);
    expect(matchInContext([mixed, "Smith"], "Smith", ALONE)).toEqual([null, true]);
    expect(matchInContext(["other"], "Smith", ALONE)).toEqual([null]);
  });
});
