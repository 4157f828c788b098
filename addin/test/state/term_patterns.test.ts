import { expect, test } from "vitest";
import { isPattern, matches } from "../../src/state/term_patterns";

const TEXTS = [
  "Matter AB-1234 and XAB-12345, (AB-9999).",
  "Project Gull, Project Kestrel 2; AB-1234",
  "C++ a.b axb",
];

test.each([
  ["AB-####", ["AB-1234", "AB-9999"]],
  ["Project *", ["Project Gull", "Project Kestrel"]],
  ["a.*", ["a.b"]],
  ["*kes*", []],
  ["*Kes*", ["Kestrel"]],
  ["Gull", []],
])("%s matches whole words, each once", (pattern, expected) => {
  expect(matches(pattern, TEXTS)).toEqual(expected);
});

test("a pattern needs more than wildcards", () => {
  expect(["*", " * ", "", "AB", "#", "A*"].map(isPattern)).toEqual([false, false, false, false, true, true]);
});
