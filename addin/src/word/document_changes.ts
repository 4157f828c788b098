/** Changes that others make in the document. Needs paragraph events (WordApi 1.6). */

import { runInWord, type CancelOptions } from "./word_run";

/**
 * Milliseconds in which Word still reports our own changes.
 *
 * An event says which paragraphs changed and whether the change is local or remote (typings of `Word.EventSource`).
 * Our own changes are local, as those of the person are. A change that the person makes in this time is not noticed
 * here, but later: each place is read before it is replaced, and the check reads the file again.
 */
const QUIET_MS = 1000;

interface ParagraphEvent {
  readonly source: string;
}

/** Notifies listeners of changes that are not ours. */
export class DocumentChanges {
  private readonly listeners = new Set<() => void>();
  private working = 0;
  private quietUntil = 0;

  /** Run work whose changes are ours. */
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

  /** Subscribe to the events. Without them, the counts of the next `locate` reveal a change. */
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
