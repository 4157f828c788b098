import { describe, expect, it } from "vitest";
import { becameByCuts, damaged, type CutInParagraph } from "../../src/word/paragraph_check";

const ANN = { old: "Ann", text: "[A]" };
const BOB = { old: "Bob", text: "[PERSON 2]" };

describe("becameByCuts", () => {
  it("accepts a paragraph in which only the cuts differ", () => {
    expect(becameByCuts("Ann met Bob.", "[A] met [PERSON 2].", [ANN, BOB])).toBe(true);
    expect(becameByCuts("Ann", "[A]", [ANN])).toBe(true);
  });

  it("finds the cut among equal strings, whichever it was", () => {
    expect(becameByCuts("Ann, Ann, Ann", "Ann, [A], Ann", [ANN])).toBe(true);
    expect(becameByCuts("Ann, Ann, Ann", "[A], Ann, [A]", [ANN, ANN])).toBe(true);
  });

  it("refuses changed neighbours, before, between and behind", () => {
    expect(becameByCuts("Ann sells", "L[A]lls", [ANN])).toBe(false);
    expect(becameByCuts("Ann met Bob", "[A] mt [PERSON 2]", [ANN, BOB])).toBe(false);
    expect(becameByCuts("Ann met Bob", "[A] met [PERSON 2]!", [ANN, BOB])).toBe(false);
  });

  it("refuses a cut that was not made, or twice", () => {
    expect(becameByCuts("Ann and Ann", "[A] and Ann", [ANN, ANN])).toBe(false);
    expect(becameByCuts("Ann and Ann", "[A] and [A]", [ANN])).toBe(false);
  });
});

describe("damaged", () => {
  const cut = (before: string, after: string, block: number | null = null): CutInParagraph => ({
    ...{ old: "Ann", text: "[A]", before, after, block },
  });

  it("reads equal neighbours as one paragraph or as several", () => {
    const one = cut("Ann and Ann", "[A] and [A]");
    const other = cut("Ann", "[A]");
    expect(damaged([one, one, other, other, other])).toEqual([]);
    expect(damaged([one, one, one, one])).toEqual([]);
  });

  it("names all cuts of a paragraph that changed in another way", () => {
    const good = cut("Ann", "[A]", 0);
    const bad = cut("Ann and Ann", "[A] nd [A]", 1);
    expect(damaged([good, bad, bad])).toEqual([bad, bad]);
  });

  it("tells equal paragraphs apart by their numbers", () => {
    const first = cut("Ann and Ann", "[A] and Ann", 0);
    const second = cut("Ann and Ann", "[A] and Ann", 1);
    expect(damaged([first, second])).toEqual([]);
    const twice = [cut("Ann and Ann", "[A] nd Ann", 0), cut("Ann and Ann", "[A] and Ann", 1)];
    expect(damaged(twice)).toEqual(twice.slice(0, 1));
  });
});
