/**
 * Bookmarks with names of ours: they stand in the text, so that nobody who empties the add-in's settings takes them along.
 *
 * Each mark has one, whose name holds the highlight of before. Word keeps bookmarks on every platform, and the add-in can
 * write and read them (WordApi 1.4). The names do not begin with an underscore, because a hidden bookmark is not listed on
 * the Mac (#6492). At most 40 letters, digits and underscores (typings, #3702). See docs/decisions/0034.
 */

import type { Appearance } from "./held_occurrences";

const MARK = /^Unsaid_([0-9A-F]{6}|none)_([nu])_\w+$/;
const REVIEW = /^Unsaid_R([0-9a-f]{32})$/;
const TRACKING = /^Unsaid_(TrackAll|TrackMineOnly)$/;
/** All names of ours in the XML of a part. */
const ANY = /\bname="(Unsaid_\w{1,33})"/g;

/** What stood between the last two underscores makes names differ, also those of two panes at once. */
const pane = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "";
let count = 0;

/** Return a new name for a mark at a place that looked like this. */
export function nameOfMark({ highlight, underline }: Appearance): string {
  const colour = highlight === null ? "none" : highlight.slice(1).toUpperCase();
  return `Unsaid_${colour}_${underline === "None" ? "n" : "u"}_${pane}${(count++).toString(36)}`;
}

/** What a name of a mark says: the highlight of before, and whether there was no underline. */
export interface NamedLook {
  readonly highlight: string | null;
  readonly plain: boolean;
}

/** Return what a name says of the look of before; null where it is not the name of a mark. */
export function lookOfName(name: string): NamedLook | null {
  const [, colour, underline] = MARK.exec(name) ?? [];
  if (colour === undefined) return null;
  return { highlight: colour === "none" ? null : `#${colour}`, plain: underline === "n" };
}

/** The name of the bookmark that holds the id of the review. */
export const nameOfReview = (id: string): string => `Unsaid_R${id}`;

/** The name of the bookmark that stands while the pane keeps Track Changes off. */
export const nameOfTracking = (mode: string): string => `Unsaid_${mode}`;

/** The names of ours in a document, by what they are for. */
export interface OurNames {
  readonly marks: readonly string[];
  /** The ids of reviews. */
  readonly reviews: readonly string[];
  readonly tracking: string | null;
}

/** Sort names by what they are for. */
export function sortNames(names: Iterable<string>): OurNames {
  const all = [...new Set(names)];
  const firstOf = (pattern: RegExp): string[] => all.flatMap(name => pattern.exec(name)?.[1] ?? []);
  return {
    marks: all.filter(name => MARK.test(name)),
    reviews: firstOf(REVIEW),
    tracking: firstOf(TRACKING)[0] ?? null,
  };
}

/** List the names in the XML of a part. */
export function namesIn(xml: string): string[] {
  return [...xml.matchAll(ANY)].map(([, name = ""]) => name);
}
