/** What was found and is held: ranges that move with their text, until they are let go. */

import type { ExpectedPlace, Mark } from "./document";
import type { StoryName } from "./stories";
import { runInWord, type CancelOptions } from "./word_run";

/** How a range looks: `highlight` is `#RRGGBB`, null for none, "" for a mixture. */
export interface Appearance {
  readonly highlight: string | null;
  readonly underline: string;
}

/** A comment, or a reply to one: it has no ranges to search, its text is set as a whole. */
export type CommentLike = Word.Comment | Word.CommentReply;

/** One occurrence of a term. */
export interface HeldOccurrence {
  readonly term: string;
  readonly text: string;
  readonly caseSensitive: boolean;
  readonly story: StoryName;
  /** Where the analysis saw it, where that is known. */
  readonly place: ExpectedPlace | null;
  /** Its ordinal among the hits of its text in its story; in a comment among those of the comment. */
  readonly hit: number;
  /** How many hits there were. */
  readonly hits: number;
  readonly target: { readonly range: Word.Range } | { readonly comment: CommentLike };
  /** How it looked before any mark of ours. */
  original: Appearance;
  mark: Mark;
  /** Word was asked to change its mark, and has not said that it did. */
  uncertain?: boolean;
  /** It was replaced, or somebody deleted it. */
  gone: boolean;
}

/** So much is let go in one request: requests are limited, and Word has to answer them in time. */
const AT_ONCE = 1000;

/** The occurrences of all terms, and what has to be let go for them. */
export class HeldOccurrences {
  private readonly byTerm = new Map<string, HeldOccurrence[]>();
  private readonly tracked: OfficeExtension.ClientObject[] = [];

  /** Hold an occurrence; terms keep the order in which theirs are held. */
  add(held: HeldOccurrence): void {
    const others = this.byTerm.get(held.term);
    if (others === undefined) this.byTerm.set(held.term, [held]);
    else others.push(held);
  }

  /** Keep an object beyond its turn; collections have to be kept with what is in them (typings of `track`). */
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

  /** Any object of the context that all others are in. */
  get anchor(): OfficeExtension.ClientObject | undefined {
    return this.tracked[0];
  }

  /** Let everything go: thousands of ranges that nobody lets go make Word slow (#5692). Never fails. */
  async release(stop: CancelOptions): Promise<void> {
    const { anchor } = this;
    const kept = this.tracked.splice(0);
    this.byTerm.clear();
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
      // A context that is broken holds nothing any more.
    }
  }
}
