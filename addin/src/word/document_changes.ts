/**
 * Changes that others make in the document. Needs paragraph events (WordApi 1.6).
 *
 * An event does not prove a change: Word raises it for a change of format too (#6770), and so for our own marks, in
 * batches and at any later time. So the pane compares the text of the paragraphs that an event names with what it knows
 * of them. Events can also be missing (#4874, #3864); each place is read before it is replaced in any case.
 */

import { hashOf, KnownTexts, type ReadParagraph } from "./known_texts";
import { readById, readParagraphs } from "./read_paragraphs";
import type { StoryAccess } from "./stories";
import { runInWord, type CancelOptions, type WordRun } from "./word_run";

/** Stories by their keys. */
export type Stories = ReadonlyMap<string, StoryAccess>;

/** What our own replacements report, so that they are not taken for changes by others. */
export interface EditLog {
  /** A paragraph was replaced in: its text before and after, of one request. */
  replaced(before: ReadParagraph, after: string): void;
  /** Text was written outside the known stories, in a comment. */
  wrote(text: string): void;
  /** A request failed, and some of it may have been replaced. */
  uncertain(): void;
}

interface ParagraphEvent {
  readonly uniqueLocalIds?: readonly string[] | null;
}

/** How many paragraphs that nobody knows are read one by one; more are a change. */
const MOST_UNKNOWN = 100;

/** Notifies listeners of changes that are not ours. */
export class DocumentChanges {
  private readonly listeners = new Set<() => void>();
  private listening = false;
  /** The stories whose texts are known. */
  private readonly stories = new Map<string, StoryAccess>();
  /** Null before the first reading, and where Word could not be read: then events are ignored. */
  private known: KnownTexts | null = null;
  /** What we wrote outside the known stories. It outlives a reading, because events of it may come later. */
  private readonly ours = new Set<number>();
  /** The paragraphs of events that were not compared yet; null stands for an event that names none. */
  private readonly pending = new Set<string | null>();
  private comparing = false;
  /** A change was reported since the texts were read; nothing more needs to be compared. */
  private reported = false;
  private working = 0;
  private begun = 0;

  constructor(private readonly stop: CancelOptions) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Subscribe to the events. Without them, the counts of the next `locate` reveal a change. */
  async start(): Promise<void> {
    if (!("onParagraphChanged" in Word.Document.prototype)) return;
    const heard = ({ uniqueLocalIds }: ParagraphEvent): Promise<void> => {
      const ids = uniqueLocalIds ?? [];
      for (const id of ids.length > 0 ? ids : [null]) this.pending.add(id);
      this.compareSoon();
      return Promise.resolve();
    };
    await runInWord(this.stop, run => {
      const { document } = run.context;
      for (const event of [document.onParagraphChanged, document.onParagraphAdded, document.onParagraphDeleted]) {
        event.add(heard);
      }
      return run.sync();
    });
    this.listening = true;
  }

  /** Read all texts, before the analysis reads the document: what others change from now on is a change. */
  async readAnew(stories: Stories, stop: CancelOptions): Promise<void> {
    if (!this.listening) return;
    this.reported = false;
    this.stories.clear();
    this.known = new KnownTexts();
    await this.during(() => this.addTexts(stories, stop));
  }

  /** Read the stories that are not known yet, before marks are made in them. */
  async readMore(stories: Stories, stop: CancelOptions): Promise<void> {
    const more = new Map([...stories].filter(([key]) => !this.stories.has(key)));
    if (this.known !== null && more.size > 0) await this.during(() => this.addTexts(more, stop));
  }

  /** Run work of ours that changes no text. Events of this time are compared afterwards. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.working++;
    this.begun++;
    try {
      return await work();
    } finally {
      this.working--;
      this.compareSoon();
    }
  }

  /** Note the text of a paragraph that is ours, or that we formatted, in a story whose texts may not be known. */
  touched(text: string): void {
    for (const line of text.split(/[\r\n\v]/)) this.ours.add(hashOf(line));
  }

  /** Run our own replacements. They need no log where no texts are known. */
  async whileReplacing<T>(work: (log: EditLog | null) => Promise<T>): Promise<T> {
    const { known } = this;
    if (known === null) return work(null);
    let [foreign, uncertain] = [false, false];
    const log: EditLog = {
      replaced: (before, after) => (foreign = !known.follow(before, after) || foreign),
      wrote: text => this.touched(text),
      uncertain: () => (uncertain = true),
    };
    return this.during(async () => {
      try {
        return await work(log);
      } finally {
        if (foreign) this.report();
        // What a failed request replaced is unknown, so the texts are taken as they are now.
        if (uncertain) await this.readAgain();
      }
    });
  }

  private async readAgain(): Promise<void> {
    this.known = new KnownTexts();
    await this.addTexts(new Map(this.stories), this.stop);
  }

  private async addTexts(stories: Stories, stop: CancelOptions): Promise<void> {
    try {
      const read = await runInWord(stop, run => readStories(run, stories));
      for (const [key, access, paragraphs] of read) {
        this.stories.set(key, access);
        this.known?.add(paragraphs);
      }
    } catch {
      this.known = null;
    }
  }

  private report(): void {
    this.reported = true;
    for (const listener of this.listeners) listener();
  }

  private compareSoon(): void {
    if (!this.comparing && this.working === 0) void this.comparePending();
  }

  /** Compare what events have named until nothing is left; further events are gathered meanwhile. */
  private async comparePending(): Promise<void> {
    this.comparing = true;
    while (this.working === 0 && this.pending.size > 0) {
      const ids = [...this.pending];
      const { known, begun } = this;
      this.pending.clear();
      if (known === null || this.reported) continue;
      // eslint-disable-next-line no-await-in-loop
      const answer = await this.compare(known, ids).catch(() => null);
      // Where work of ours began meanwhile, what was read is of an unknown time. It is compared again afterwards.
      if (answer === null || begun !== this.begun) for (const id of ids) this.pending.add(id);
      else if (answer) this.report();
      if (answer === null) break; // Word does not answer; the next event or the next work compares again
    }
    this.comparing = false;
  }

  /** Tell whether anybody changed a text. */
  private compare(known: KnownTexts, ids: readonly (string | null)[]): Promise<boolean> {
    return runInWord(this.stop, async run => {
      const named = ids.filter(id => id !== null && known.has(id)) as string[];
      const texts = await readById(run, named);
      if (texts?.some((text, at) => !known.isSame(named[at] ?? "", text))) return true;
      return texts !== null && named.length === ids.length ? false : this.compareAll(run, known, ids);
    });
  }

  /**
   * Tell whether anybody changed a text, where an event names no paragraph, one that is gone, or one that is not known.
   *
   * If all known stories read as before, such a paragraph is gone again, has a new id (#5784), or is in a story that was
   * not read. Only the last is a change: our marks and replacements are in stories that were read.
   */
  private async compareAll(run: WordRun, known: KnownTexts, ids: readonly (string | null)[]): Promise<boolean> {
    const now = new KnownTexts();
    for (const [, , paragraphs] of await readStories(run, this.stories)) now.add(paragraphs);
    if (!known.hasSameTexts(now)) return true;
    known.takeIds(now);
    const unknown = ids.filter(id => id !== null && !now.has(id)) as string[];
    if (unknown.length > MOST_UNKNOWN) return true;
    for (const id of unknown) {
      // One by one, because one that is gone fails its request.
      // eslint-disable-next-line no-await-in-loop
      const texts = await readById(run, [id]);
      if (texts?.some(text => !this.ours.has(hashOf(text)))) return true;
    }
    return false;
  }
}

async function readStories(run: WordRun, stories: Stories): Promise<[string, StoryAccess, ReadParagraph[]][]> {
  const read: [string, StoryAccess, ReadParagraph[]][] = [];
  for (const [key, access] of stories) {
    // One story after the other, because a missing story fails its sync.
    // eslint-disable-next-line no-await-in-loop
    const paragraphs = await readParagraphs(run, access);
    if (paragraphs !== null) read.push([key, access, paragraphs]);
  }
  return read;
}
