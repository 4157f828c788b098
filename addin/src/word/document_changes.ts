/** What somebody changes in the document beside us. Needs a library with paragraph events (WordApi 1.6). */

import { runInWord, type CancelOptions } from "./word_run";

/**
 * Milliseconds in which Word still tells what we did ourselves.
 *
 * Of a change it tells who made it, somebody elsewhere or this Word (typings of `Word.EventSource`), and in which
 * paragraphs; our own are this Word's, as those of the person beside us are. What the person types in the same
 * paragraphs within this time is not heard. It is looked at all the same: a place is read before it is replaced, and the
 * file is read again by the check.
 */
const QUIET_MS = 1000;

interface ParagraphEvent {
  readonly source: string;
}

/** Tells listeners of changes that are not our own. */
export class DocumentChanges {
  private readonly listeners = new Set<() => void>();
  private working = 0;
  private quietUntil = 0;

  /** Do work whose changes are ours. */
  async withoutEvents<T>(work: () => Promise<T>): Promise<T> {
    this.working++;
    try {
      return await work();
    } finally {
      this.working--;
      this.quietUntil = performance.now() + QUIET_MS;
    }
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Ask Word to tell; without these events a change is seen by the counts of the next `locate`. */
  async start(stop: CancelOptions): Promise<void> {
    if (!("onParagraphChanged" in Word.Document.prototype)) return;
    const told = ({ source }: ParagraphEvent): Promise<void> => {
      const elsewhere = source === "Remote";
      const quiet = this.working > 0 || performance.now() <= this.quietUntil;
      if (elsewhere || !quiet) for (const each of this.listeners) each();
      return Promise.resolve();
    };
    await runInWord(stop, run => {
      const { document } = run.context;
      for (const event of [document.onParagraphChanged, document.onParagraphAdded, document.onParagraphDeleted]) {
        event.add(told);
      }
      return run.sync();
    });
  }
}
