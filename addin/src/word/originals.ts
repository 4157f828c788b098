/**
 * The originals of what was replaced, by paragraph. They are in memory only, and gone when the pane closes.
 *
 * A paragraph is known by its text: as it was before, with our replacements, it has to read as it does now. Otherwise
 * somebody edited it since, and it is left alone.
 */

import type { Wanted } from "./document";
import type { HeldOccurrence } from "./held_occurrences";
import type { StoryName } from "./stories";

/** Characters of one format, as Word names it. */
export interface FormatRun {
  readonly length: number;
  readonly format: Readonly<Record<string, unknown>>;
}

/** A replacement: `start` is its place in the paragraph as it was before all replacements. */
export interface Original {
  readonly held: HeldOccurrence;
  readonly occurrence: number;
  readonly start: number;
  readonly old: string;
  readonly text: string;
  readonly round: number;
  /** Its paragraph was found edited; it can be put back only if somebody undoes the edit. */
  lost?: boolean;
  /** The formats of `old`, where it has several; null where the text before and after has one. */
  readonly formats: readonly FormatRun[] | null;
}

/** A paragraph, or a comment, with replacements. The cuts are in text order. */
export interface EditedParagraph {
  readonly story: StoryName;
  readonly id: string | null;
  readonly before: string;
  cuts: Original[];
}

/** A replacement that was just made, in a paragraph that read `before` and now reads `after`. */
export interface MadeEdit extends Omit<Original, "start" | "round"> {
  readonly before: string;
  readonly after: string;
  readonly id: string | null;
}

/** Return the text of a paragraph with some cuts made. */
export function withCuts(before: string, cuts: readonly Original[]): string {
  let [made, from] = ["", 0];
  for (const { start, old, text } of cuts) {
    made += before.slice(from, start) + text;
    from = start + old.length;
  }
  return made + before.slice(from);
}

/**
 * Find where cuts were made, from the texts before and after; null where they do not explain the difference.
 *
 *     placesOfCuts("Ann met Ann", "Ann met [A]", [{ old: "Ann", text: "[A]" }])  // [8]
 */
export function placesOfCuts(
  before: string,
  after: string,
  cuts: readonly Pick<Original, "old" | "text">[],
): number[] | null {
  const dead = new Set<string>();
  const search = (which: number, from: number, shift: number): number[] | null => {
    const cut = cuts[which];
    if (cut === undefined) return before.slice(from) === after.slice(from + shift) ? [] : null;
    const key = `${which} ${from}`; // the shift follows from the cuts so far
    if (dead.has(key)) return null;
    for (let at = before.indexOf(cut.old, from); at >= 0; at = before.indexOf(cut.old, at + 1)) {
      if (before.slice(from, at) !== after.slice(from + shift, at + shift)) break;
      if (!after.startsWith(cut.text, at + shift)) continue;
      const rest = search(which + 1, at + cut.old.length, shift + cut.text.length - cut.old.length);
      if (rest !== null) return [at, ...rest];
    }
    dead.add(key);
    return null;
  };
  return search(0, 0, 0);
}

/** All originals that can still be put back. */
export class Originals {
  private paragraphs: EditedParagraph[] = [];
  private round = 0;

  /** Begin another redaction. */
  begin(): void {
    this.round += 1;
  }

  /** Keep the originals of a paragraph's replacements, which are in text order. */
  keep(story: StoryName, made: readonly MadeEdit[]): void {
    const [first] = made;
    if (first === undefined) return;
    const { before, after, id } = first;
    const starts = placesOfCuts(before, after, made);
    if (starts === null) return;
    const fresh = made.map(({ held, occurrence, old, text, formats }, at): Original => {
      return { held, occurrence, old, text, formats, start: starts[at] ?? 0, round: this.round };
    });
    const known = this.paragraphs.find(
      each => isSame(each, story, id) && withCuts(each.before, each.cuts) === before,
    );
    const merged = known === undefined ? null : merge(known.cuts, fresh);
    if (known !== undefined && merged !== null) known.cuts = merged;
    else this.paragraphs.push({ story, id, before, cuts: fresh });
  }

  /** The paragraphs with wanted replacements, and which these are. */
  wanted(wanted: Wanted): { readonly paragraph: EditedParagraph; readonly cuts: readonly Original[] }[] {
    const last = Math.max(0, ...this.paragraphs.flatMap(({ cuts }) => cuts.map(({ round }) => round)));
    const isWanted = (cut: Original): boolean =>
      wanted === "last" ? cut.round === last : wanted.includes(cut.held.term);
    return this.paragraphs
      .map(paragraph => ({ paragraph, cuts: paragraph.cuts.filter(isWanted) }))
      .filter(({ cuts }) => cuts.length > 0);
  }

  /** Forget originals: they were put back, or can never be. */
  forget(cuts: readonly Original[]): void {
    const forgotten = new Set(cuts);
    for (const each of this.paragraphs) each.cuts = each.cuts.filter(cut => !forgotten.has(cut));
    this.paragraphs = this.paragraphs.filter(({ cuts }) => cuts.length > 0);
  }

  /** How many places of each term can be put back (0 where all are in edited paragraphs), and which terms the last redaction replaced. */
  count(): { readonly places: ReadonlyMap<string, number>; readonly last: readonly string[] } {
    const places = new Map<string, number>();
    for (const { cuts } of this.paragraphs)
      for (const { held, lost } of cuts) places.set(held.term, (places.get(held.term) ?? 0) + (lost ? 0 : 1));
    const last = this.wanted("last").flatMap(({ cuts }) => cuts.map(({ held }) => held.term));
    return { places, last: [...new Set(last)] };
  }
}

function isSame(known: EditedParagraph, story: StoryName, id: string | null): boolean {
  return known.id === id && known.story.part === story.part && known.story.kind === story.kind;
}

/** Add cuts to earlier ones, whose offsets count in the text before both; null where they overlap. */
function merge(earlier: readonly Original[], fresh: readonly Original[]): Original[] | null {
  const moved: Original[] = [];
  for (const cut of fresh) {
    let shift = 0;
    for (const each of earlier) {
      const from = each.start + shift;
      if (cut.start < from + each.text.length && from < cut.start + cut.old.length) return null;
      if (from + each.text.length > cut.start) break;
      shift += each.text.length - each.old.length;
    }
    moved.push({ ...cut, start: cut.start - shift });
  }
  return [...earlier, ...moved].sort((a, b) => a.start - b.start);
}
