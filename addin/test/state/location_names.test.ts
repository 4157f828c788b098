/** Names of locations in a file: made of codes, never of the service's words. */

import { describe, expect, test } from "vitest";
import { foundInWords, locationName } from "../../src/state/location_names";
import { foundIn, foundInParagraph } from "../gallery/sample_data";

describe("the name of a location", () => {
  test.each([
    ["word/document.xml", foundInParagraph(4), "body, paragraph 4"],
    ["word/document.xml", { how: "", found_in: { code: "paragraph", story: null, number: 2 } }, "paragraph 2"],
    ["", { how: "", found_in: { code: "line", story: null, number: 7 } }, "line 7"],
    ["docProps/core.xml", foundIn("text"), "document properties"],
    ["word/_rels/document.xml.rels", foundIn("percent_encoded"), "link address"],
    ["word/comments.xml", foundIn("attribute"), "author of a comment"],
    ["word/comments.xml", foundIn("text"), "word/comments.xml text"],
    ["word/document.xml", foundIn("attribute"), "data that Word stores with the text"],
    ["customXml/item1.xml", foundIn("field_instruction"), "customXml/item1.xml field code"],
    ["", foundIn("file_name"), "file name"],
  ] as const)("in %j is made of its code", (part, found, name) => {
    expect(locationName({ part, ...found })).toBe(name);
  });

  test("in a sentence leaves the part out", () => {
    expect([foundInWords(foundIn("glued_words").found_in), foundInWords(foundInParagraph(1).found_in)]).toEqual([
      "words without spaces",
      "body, paragraph 1",
    ]);
  });
});
