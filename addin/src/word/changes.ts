/** What somebody changes in the document beside us. Needs a library with paragraph events (WordApi 1.6). */

import { inWord, type Stop } from "./turn";

/**
 * Milliseconds in which Word still tells what we did ourselves.
 *
 * Of a change it tells who made it, somebody elsewhere or this Word (typings of `Word.EventSource`), and in which
 * paragraphs; our own are this Word's, as those of the person beside us are. What the person types in the same
 * paragraphs within this time is not heard. It is looked at all the same: a place is read before it is replaced, and the
 * file is read again by the check.
 */
const SETTLED = 1000;

interface Told {
  readonly source: string;
}

/** Tells listeners of changes that are not our own. */
export class Changes {
  private readonly listeners = new Set<() => void>();
  private working = 0;
  private quietUntil = 0;

  /** Do work whose changes are ours. */
  async ours<T>(work: () => Promise<T>): Promise<T> {
    this.working++;
    try {
      return await work();
    } finally {
      this.working--;
      this.quietUntil = performance.now() + SETTLED;
    }
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Ask Word to tell; without these events a change is seen by the counts of the next `locate`. */
  async begin(stop: Stop): Promise<void> {
    if (!("onParagraphChanged" in Word.Document.prototype)) return;
    const told = ({ source }: Told): Promise<void> => {
      const elsewhere = source === "Remote";
      const quiet = this.working > 0 || performance.now() <= this.quietUntil;
      if (elsewhere || !quiet) for (const each of this.listeners) each();
      return Promise.resolve();
    };
    await inWord(stop, turn => {
      const { document } = turn.context;
      for (const event of [document.onParagraphChanged, document.onParagraphAdded, document.onParagraphDeleted]) {
        event.add(told);
      }
      return turn.sync();
    });
  }
}
