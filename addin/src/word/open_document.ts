/** The open document, put together of what this folder can do. */

import { capabilities } from "./capabilities";
import { Changes } from "./changes";
import { openCopy } from "./copy";
import type { Found, Margin, Mark, Marked, Painted, Progress, Reading } from "./document";
import type { Replacement, ReplaceResult, Term, WordDocument } from "./document";
import { problemOf, WordProblem } from "./errors";
import { readFile } from "./file";
import { isMarked, marked, paint } from "./highlight";
import { Holding } from "./holding";
import { locate, type Before } from "./locate";
import { readStories } from "./read_stories";
import { replace } from "./replace";
import { settings } from "./settings";
import { wayTo } from "./stories";
import { earlierLook, tracesIn, type Traces } from "./traces";
import { keepPromise } from "./tracking";
import { inWord, type Stop } from "./turn";

const PATIENCE = 30_000; // the web can be slow, and a hang is for ever
const ID = /^[\w-]{1,64}$/;
const NOTHING = (): void => undefined;

/** Connect to Word; null on a page that is not in Word. */
export async function openDocument(patience = PATIENCE): Promise<WordDocument | null> {
  if (typeof Office === "undefined") return null;
  const { host } = await Office.onReady();
  // The typings say that there always is one; a page in a browser has none.
  if ((host as Office.HostType | null) !== Office.HostType.Word) return null;
  const stop = { signal: new AbortController().signal, patience };
  const changes = new Changes();
  await changes.begin(stop).catch(NOTHING);
  return new InWord(changes, stop);
}

class InWord implements WordDocument {
  readonly capabilities = capabilities();
  private holding = new Holding();
  private margins: readonly Margin[] = [];
  /** What an earlier pane left behind, until it is taken over. */
  private traces: Traces | null;
  private left: number;

  constructor(
    private readonly changes: Changes,
    private readonly stop: Stop,
  ) {
    this.traces = tracesIn(settings);
    this.left = this.traces?.count ?? 0;
  }

  async read(signal: AbortSignal, progress: Progress): Promise<Reading> {
    const stop = this.until(signal);
    const bytes = this.capabilities.file ? await readFile(stop, progress) : null;
    if (bytes !== null) return { kind: "file", bytes };
    const { stories, missing, margins } = await readStories(stop, progress);
    this.margins = margins;
    return { kind: "stories", stories, partial: true, missing };
  }

  async locate(terms: Term[], margins: Margin[], signal: AbortSignal, progress: Progress): Promise<Found[]> {
    const stop = this.until(signal);
    // Marks go before what carries them is let go; where they cannot, they are taken over from what is written down.
    await this.clear().catch(NOTHING);
    await this.holding.release(this.stop);
    this.traces = tracesIn(settings);
    if (margins.length > 0) this.margins = margins;
    const ground = { margins: this.margins, can: this.capabilities };
    const { found, holding } = await locate(terms, ground, this.before, stop, progress);
    this.holding = holding;
    const taken = holding.all().filter(held => held.mark !== null).length;
    if (this.traces !== null) this.left = Math.max(0, this.traces.count - taken);
    return found;
  }

  private readonly before: Before = (story, place, now) => {
    const mark = this.traces === null ? null : marked(now);
    if (this.traces === null || mark === null) return { earlier: now, mark: null };
    return { earlier: earlierLook(this.traces, story, place, now), mark };
  };

  async paint(marks: ReadonlyMap<string, Mark>, signal: AbortSignal, progress: Progress): Promise<Painted> {
    const painter = { can: this.capabilities, settings };
    return this.changes.ours(() => paint(this.holding, marks, painter, this.until(signal), progress));
  }

  async clear(): Promise<void> {
    await this.paint(new Map(), this.stop.signal, NOTHING);
  }

  marksStand(): boolean {
    return this.holding.all().some(isMarked);
  }

  leftOver(): number {
    return this.left;
  }

  marksLeft(): readonly Marked[] {
    return this.left > 0 ? (this.traces?.marked ?? []) : [];
  }

  async goTo(term: string, occurrence: number): Promise<{ occurrence: number; of: number }> {
    const all = this.holding.of(term);
    const standing = all.flatMap((held, ordinal) => (held.gone ? [] : [{ held, ordinal }]));
    const at = standing.findIndex(({ ordinal }) => ordinal >= occurrence);
    const chosen = occurrence < 0 ? standing.at(-1) : (standing[at] ?? standing[0]);
    if (chosen === undefined) throw new WordProblem("gone");
    const { target } = chosen.held;
    const select = async (): Promise<void> => {
      if ("range" in target) target.range.select();
      else if ("getRange" in target.comment) target.comment.getRange().select();
      else target.comment.parentComment.getRange().select();
      return Promise.resolve();
    };
    try {
      await inWord(this.stop, turn => select().then(() => turn.sync()), this.holding.anchor);
    } catch (thrown) {
      const problem = problemOf(thrown);
      chosen.held.gone = problem.code === "gone";
      throw problem;
    }
    return { occurrence: chosen.ordinal, of: all.length };
  }

  async replace(replacements: Replacement[], signal: AbortSignal, progress: Progress): Promise<ReplaceResult> {
    const { margins, capabilities: can } = this;
    return this.changes.ours(() =>
      replace(this.holding, replacements, held => wayTo(held.story, margins, can), this.until(signal), progress),
    );
  }

  trackAgain(signal: AbortSignal): Promise<"as it was" | "back" | "lost"> {
    return keepPromise(settings, this.until(signal));
  }

  async selection(): Promise<{ text: string; story: string } | null> {
    return inWord(this.stop, async turn => {
      const selected = turn.context.document.getSelection();
      selected.load("text,parentBody/type");
      await turn.sync();
      const text = selected.text.trim();
      return text === "" ? null : { text, story: selected.parentBody.type };
    });
  }

  async remember(key: "review", value: string | null): Promise<void> {
    // Settings are saved in the file: a name there would be a leak of our own (office-facts 2.5).
    if (value !== null && !ID.test(value)) throw new TypeError("a document remembers random ids alone");
    await settings.set(key, value, this.stop);
  }

  recall(key: "review"): string | null {
    return settings.get(key);
  }

  openCopy(bytes: Uint8Array): Promise<"opened" | "download"> {
    return openCopy(bytes, this.stop);
  }

  onChanged(listener: () => void): () => void {
    return this.changes.listen(listener);
  }

  private until(signal: AbortSignal): Stop {
    return { signal, patience: this.stop.patience };
  }
}
