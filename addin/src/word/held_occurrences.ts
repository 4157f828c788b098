/** Occurrences that were found and are held: ranges that move with their text, until they are released. */

import type { ExpectedPlace, Mark } from "./document";
import type { StoryName } from "./stories";
import { runInWord, type CancelOptions } from "./word_run";

/** How a range looks: `highlight` is `#RRGGBB`, null for none, "" for mixed colours. */
export interface Appearance {
  readonly highlight: string | null;
  readonly underline: string;
}

/** A comment or a reply. It has no ranges to search; its text is set as a whole. */
export type CommentLike = Word.Comment | Word.CommentReply;

/** One occurrence of a term. */
export interface HeldOccurrence {
  readonly term: string;
  readonly text: string;
  readonly caseSensitive: boolean;
  readonly story: StoryName;
  /** Its place in the analysis, where that is known. */
  readonly place: ExpectedPlace | null;
  /** Its index among the hits of its text in its story, or in its comment. */
  hit: number;
  /** How many hits there were. */
  hits: number;
  target: { readonly range: Word.Range } | { readonly comment: CommentLike };
  /** How it looked before our marks. */
  original: Appearance;
  mark: Mark;
  /** The bookmark around its mark; null where Word refused one. */
  bookmark?: string | null;
  /** Word was asked to change its mark, and has not confirmed it. */
  uncertain?: boolean;
  /** It was replaced, or somebody deleted it. */
  gone: boolean;
}

/** How many objects are released in one request, because requests are limited in size and time. */
const AT_ONCE = 1000;

/** The occurrences of all terms, and the objects to release later. */
export class HeldOccurrences {
  private readonly byTerm = new Map<string, HeldOccurrence[]>();
  private readonly tracked: OfficeExtension.ClientObject[] = [];
  private readonly numbers = new Map<HeldOccurrence, Pick<HeldOccurrence, "hit" | "hits">>();
  /** What is replaced at present. */
  replaced: { readonly held: HeldOccurrence; readonly occurrence: number; readonly text: string }[] = [];

  /** Hold an occurrence. Each term keeps the order of its occurrences. */
  add(held: HeldOccurrence): void {
    this.numbers.set(held, { hit: held.hit, hits: held.hits });
    const others = this.byTerm.get(held.term);
    if (others === undefined) this.byTerm.set(held.term, [held]);
    else others.push(held);
  }

  /** Give all occurrences the numbers that they had when nothing was replaced. */
  numberAsAtFirst(): void {
    for (const [held, numbers] of this.numbers) Object.assign(held, numbers);
  }

  /** Keep an object beyond its run; collections must be kept with their items (typings of `track`). */
  track(thing: { track(): unknown } & OfficeExtension.ClientObject): void {
    thing.track();
    this.tracked.push(thing);
  }

  ofTerm(term: string): readonly HeldOccurrence[] {
    return this.byTerm.get(term) ?? [];
  }

  all(): HeldOccurrence[] {
    return [...this.byTerm.values()].flat();
  }

  /** List all, each with its number among those of its term. */
  numbered(): { held: HeldOccurrence; ordinal: number }[] {
    return [...this.byTerm.values()].flatMap(those => those.map((held, ordinal) => ({ held, ordinal })));
  }

  /** Any object of the context that all of them share. */
  get anchor(): OfficeExtension.ClientObject | undefined {
    return this.tracked[0];
  }

  /** Release everything: thousands of held ranges make Word slow (#5692). Never fails. */
  async release(stop: CancelOptions): Promise<void> {
    const { anchor } = this;
    const kept = this.tracked.splice(0);
    this.byTerm.clear();
    this.numbers.clear();
    this.replaced = [];
    if (anchor === undefined) return;
    try {
      await runInWord(
        stop,
        async run => {
          for (let at = 0; at < kept.length; at += AT_ONCE) {
            for (const thing of kept.slice(at, at + AT_ONCE)) run.context.trackedObjects.remove(thing);
            // eslint-disable-next-line no-await-in-loop
            await run.sync();
          }
        },
        anchor,
      );
    } catch {
      // A broken context holds nothing any more.
    }
  }
}
