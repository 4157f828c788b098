/** Where in the file something was found, in the words of the pane. */

import type { Verification } from "../api/schemas";

export type FoundIn = Verification["places"][number]["found_in"];
type Code = FoundIn["code"];

/** Kinds of text outside paragraphs. */
const NAMES: Readonly<Record<Exclude<Code, "paragraph" | "line">, string>> = {
  across_paragraphs: "across two paragraphs",
  separated_letters: "spaced letters",
  attribute: "attribute",
  base64: "text in base64",
  bytes: "bytes",
  comment: "comment in the XML",
  dotted_words: "words joined by dots",
  drawn_text: "text of a drawing",
  entity_encoded: "text with encoded characters",
  escaped: "text with encoded characters",
  field_instruction: "field code",
  file_name: "file name",
  glued_words: "words without spaces",
  markup: "name in the XML",
  packed: "compressed data",
  part_name: "name of a part of the file",
  percent_encoded: "link with encoded characters",
  processing_instruction: "instruction in the XML",
  relationship_target: "link address",
  text: "text",
  utf_16: "text in UTF-16",
  utf_32: "text in UTF-32",
  zip_comment: "comment of the zip file",
};

/** Parts of a Word file that have a name of their own, whatever kind of text they have or only for attributes. */
const PART_NAMES: readonly (readonly [part: RegExp, code: Code | null, name: string])[] = [
  [/^docProps\/(app|core|custom)\.xml$/, null, "document properties"],
  [/\.rels$/, null, "link address"],
  [/^word\/comments\w*\.xml$/, "attribute", "author of a comment"],
  [/^word\/people\.xml$/, null, "list of authors"],
  [/^word\/\w+\.xml$/, "attribute", "data that Word stores with the text"],
];

/** Stories whose names in the service do not say what they are. */
const STORY_NAMES: Readonly<Partial<Record<NonNullable<FoundIn["story"]>, string>>> = {
  "before deletion": "text before tracked changes",
  copy: "second copy of a text box",
};

/** Name a location in the file. Other parts than those of Word keep the name that the file uses. */
export function locationName({
  part,
  found_in: found,
}: {
  readonly part: string;
  readonly found_in: FoundIn;
}): string {
  if (found.code === "paragraph" || found.code === "line") return numbered(found);
  const known = PART_NAMES.find(([name, code]) => name.test(part) && (code === null || code === found.code));
  return known?.[2] ?? `${part} ${NAMES[found.code]}`.trim();
}

/** Name the kind of text alone, as a sentence has it. */
export function foundInWords(found: FoundIn): string {
  return found.code === "paragraph" || found.code === "line" ? numbered(found) : NAMES[found.code];
}

function numbered({ code, story, number }: FoundIn): string {
  const words = number === null ? code : `${code} ${number}`;
  return story === null ? words : `${STORY_NAMES[story] ?? story}, ${words}`;
}
