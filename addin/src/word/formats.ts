/** The formats of a text that has several: read character by character before it goes, and set when it is back. */

import type { FormatRun } from "./originals";

const READ = ["bold", "italic", "color", "name", "size"] as const;
/** What Word answers for a range that is set in several ways (typings). */
const MIXED: readonly unknown[] = [null, ""];

/** What to load of a range to know whether it has several formats. */
export const FORMAT_PROPERTIES = READ.map(name => `font/${name}`).join(",");

/** Tell whether a loaded range has several formats. */
export function isMixed({ font }: Word.Range): boolean {
  return READ.some(name => MIXED.includes(font[name]));
}

/** Queue a reading of each character of a range. */
export function queueCharacters(range: Word.Range): Word.RangeCollection {
  const found = range.search("?", { matchWildcards: true });
  found.load(READ.map(name => `items/font/${name}`).join(","));
  return found;
}

/** The formats of the characters that were read; null where Word found others than those of the text. */
export function formatsOf(characters: Word.RangeCollection, text: string): FormatRun[] | null {
  if (characters.items.length !== text.length) return null;
  const runs: { length: number; format: Record<string, unknown> }[] = [];
  for (const { font } of characters.items) {
    const format = Object.fromEntries(READ.map(name => [name, font[name]]));
    const last = runs.at(-1);
    if (last !== undefined && READ.every(name => last.format[name] === format[name])) last.length += 1;
    else runs.push({ length: 1, format });
  }
  return runs;
}

/** Queue the formats of a text that is back. */
export function queueFormats(characters: Word.RangeCollection, runs: readonly FormatRun[]): void {
  let at = 0;
  for (const { length, format } of runs) {
    const [first, last] = [characters.items[at], characters.items[at + length - 1]];
    at += length;
    if (first === undefined || last === undefined) return;
    const run = first.expandTo(last);
    for (const [name, value] of Object.entries(format))
      if (!MIXED.includes(value)) Object.assign(run.font, { [name]: value });
  }
}
