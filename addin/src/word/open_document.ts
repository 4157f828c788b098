/** The open document: implements the interface with the modules of this folder. */

import { capabilities } from "./capabilities";
import { DocumentChanges } from "./document_changes";
import { openCopy } from "./open_copy";
import type {
  LocateResult,
  Margin,
  RemovedMarks,
  StoryMarks,
  TermMark,
  PaintResult,
  Progress,
  Reading,
} from "./document";
import type { Replacement, ReplaceResult, Restorable, RestoreResult, Term, Wanted, WordDocument } from "./document";
import { wordErrorOf, WordError } from "./errors";
import { readFile } from "./read_file";
import { isMarked, markShownBy } from "./mark_looks";
import { nameOfReview, sortNames, type OurNames } from "./mark_names";
import { HeldOccurrences } from "./held_occurrences";
import { locate, type OriginalOf } from "./locate";
import { readStories } from "./read_stories";
import { documentSettings } from "./document_settings";
import { accessTo, storyKey, type StoryAccess, type StoryName } from "./stories";
import { dropMarks, originalAppearance, readSavedMarks, type SavedMarks } from "./saved_marks";
import { restoreSavedTracking } from "./change_tracking";
import { holdAgain } from "./hold_again";
import { Originals, type Original } from "./originals";
import { runInWord, withoutSignal, type CancelOptions, type WordRun } from "./word_run";

const TIMEOUT_MS = 30_000; // the web can be slow, and some calls never return
const REVIEW_ID = /^[0-9a-f]{32}$/;
const ID = /^[\w-]{1,64}$/;
const MAIN_BODY: StoryName = { part: "word/document.xml", kind: "body" };
const NOTHING = (): void => undefined;
const nothingRemoved = (): RemovedMarks => ({ removed: 0, refused: 0 });

/** What changes the document is loaded while people decide, so that the pane itself is there sooner. */
const loadHighlight = (): Promise<typeof import("./highlight")> => import("./highlight");
const loadRemoval = (): Promise<typeof import("./remove_marks")> => import("./remove_marks");
const loadReplace = (): Promise<typeof import("./replace")> => import("./replace");
const loadRestore = (): Promise<typeof import("./restore")> => import("./restore");

/** Connect to Word; null on a page outside Word. */
export async function openDocument(timeout = TIMEOUT_MS): Promise<WordDocument | null> {
  if (typeof Office === "undefined") return null;
  const { host } = await Office.onReady();
  // According to the typings there always is a host; in a browser there is none.
  if ((host as Office.HostType | null) !== Office.HostType.Word) return null;
  const stop = { signal: new AbortController().signal, timeout };
  const changes = new DocumentChanges(stop);
  await changes.start().catch(NOTHING);
  return new OpenDocument(changes, stop);
}

function storiesIn(terms: readonly Term[]): StoryName[] {
  const all = terms.flatMap(({ spellings }) => spellings.flatMap(({ stories }) => stories));
  return all.map(({ story, kind }) => ({ part: story, kind }));
}

class OpenDocument implements WordDocument {
  readonly capabilities = capabilities();
  private holding = new HeldOccurrences();
  private readonly originals = new Originals();
  private margins: readonly Margin[] = [];
  /** The stories that the last `locate` searched. */
  private located: readonly StoryName[] = [];
  /** The marks that an earlier pane left, until they are taken over. */
  private savedMarks: SavedMarks | null;
  private leftoverCount: number;
  /** Our bookmarks in the document as it was opened. */
  private names: OurNames = sortNames([]);
  /** The marks of earlier panes are removed, as far as bookmarks tell them. */
  private tidied = false;

  constructor(
    private readonly changes: DocumentChanges,
    private readonly stop: CancelOptions,
  ) {
    this.savedMarks = readSavedMarks(documentSettings);
    this.leftoverCount = this.savedMarks?.count ?? 0;
  }

  async read(signal: AbortSignal, progress: Progress): Promise<Reading> {
    const stop = this.optionsFor(signal);
    await this.changes.readAnew(this.storiesOf([MAIN_BODY, ...this.located]), stop);
    const bytes = await this.readTidied(stop, progress);
    if (bytes !== null) return { kind: "file", bytes };
    const { stories, missing, margins } = await readStories(stop, progress);
    this.margins = margins;
    return { kind: "stories", stories, partial: true, missing };
  }

  /** Read the file; the first time without the marks of earlier panes, which their bookmarks tell. */
  private async readTidied(stop: CancelOptions, progress: Progress): Promise<Uint8Array | null> {
    const bytes = this.capabilities.file ? await readFile(stop, progress) : null;
    if (this.tidied || !this.capabilities.bookmarks) return bytes;
    const { removed } = await this.removeNamed(bytes, stop).catch(nothingRemoved);
    this.tidied = true;
    return removed > 0 && bytes !== null ? readFile(stop, progress) : bytes;
  }

  private async removeNamed(bytes: Uint8Array | null, stop: CancelOptions): Promise<RemovedMarks> {
    const { findNames, removeMarks } = await loadRemoval();
    const { marks } = await findNames(bytes, stop);
    const result = await this.changes.during(() =>
      removeMarks(marks, this.capabilities, text => this.changes.touched(text), stop),
    );
    // Marks without bookmarks are told by the settings alone, and are removed where their terms are found.
    if (result.removed >= this.leftoverCount && result.removed > 0) {
      await dropMarks(documentSettings, stop);
      [this.savedMarks, this.leftoverCount] = [null, 0];
    }
    return result;
  }

  async removeMarks(signal: AbortSignal): Promise<RemovedMarks> {
    const stop = this.optionsFor(signal);
    await this.paint(new Map(), signal, NOTHING);
    if (!this.capabilities.bookmarks) return { removed: 0, refused: this.leftoverCount };
    const bytes = this.capabilities.file ? await readFile(stop, NOTHING) : null;
    const { removed, refused } = await this.removeNamed(bytes, stop);
    return { removed, refused: refused + this.leftoverCount };
  }

  async recover(signal: AbortSignal): Promise<void> {
    if (!this.capabilities.bookmarks) return;
    this.names = await runInWord(this.optionsFor(signal), async run => {
      const names = run.context.document.body.getRange("Content").getBookmarks();
      await run.sync();
      return sortNames(names.value);
    }).catch(() => this.names);
  }

  async locate(terms: Term[], margins: Margin[], signal: AbortSignal, progress: Progress): Promise<LocateResult[]> {
    const stop = this.optionsFor(signal);
    void loadReplace().catch(NOTHING);
    // Remove marks before their ranges are released. If that fails, the saved marks say what they were.
    await this.clear().catch(NOTHING);
    await this.holding.release(this.stop);
    this.savedMarks = readSavedMarks(documentSettings);
    if (margins.length > 0) this.margins = margins;
    this.located = storiesIn(terms);
    await this.changes.readMore(this.storiesOf(this.located), stop);
    const options = { margins: this.margins, can: this.capabilities };
    const { found, holding } = await locate(terms, options, this.originalOf, stop, progress);
    this.holding = holding;
    const taken = holding.all().filter(held => held.mark !== null).length;
    if (this.savedMarks !== null) this.leftoverCount = Math.max(0, this.savedMarks.count - taken);
    return found;
  }

  private readonly originalOf: OriginalOf = (story, place, now) => {
    const mark = this.savedMarks === null ? null : markShownBy(now);
    if (this.savedMarks === null || mark === null) return { original: now, mark: null };
    return { original: originalAppearance(this.savedMarks, story, place, now), mark };
  };

  async paint(marks: ReadonlyMap<string, TermMark>, signal: AbortSignal, progress: Progress): Promise<PaintResult> {
    const painter = { can: this.capabilities, settings: documentSettings };
    if (marks.size === 0 && !this.hasMarks() && this.holding.anchor === undefined)
      return { marked: 0, unmarked: [] };
    const { paint } = await loadHighlight();
    return this.changes.during(() => paint(this.holding, marks, painter, this.optionsFor(signal), progress));
  }

  async clear(): Promise<void> {
    await this.paint(new Map(), this.stop.signal, NOTHING);
  }

  hasMarks(): boolean {
    return this.holding.all().some(isMarked);
  }

  leftoverMarkCount(): number {
    return this.leftoverCount;
  }

  leftoverMarks(): readonly StoryMarks[] {
    return this.leftoverCount > 0 ? (this.savedMarks?.places ?? []) : [];
  }

  async goTo(term: string, occurrence: number): Promise<{ occurrence: number; of: number }> {
    const all = this.holding.ofTerm(term);
    const standing = all.flatMap((held, ordinal) => (held.gone ? [] : [{ held, ordinal }]));
    const at = standing.findIndex(({ ordinal }) => ordinal >= occurrence);
    const chosen = occurrence < 0 ? standing.at(-1) : (standing[at] ?? standing[0]);
    if (chosen === undefined) throw new WordError("gone");
    const { target } = chosen.held;
    const select = async (): Promise<void> => {
      if ("range" in target) target.range.select();
      else if ("getRange" in target.comment) target.comment.getRange().select();
      else target.comment.parentComment.getRange().select();
      return Promise.resolve();
    };
    try {
      await runInWord(this.stop, run => select().then(() => run.sync()), this.holding.anchor);
    } catch (thrown) {
      const problem = wordErrorOf(thrown);
      chosen.held.gone = problem.code === "gone";
      throw problem;
    }
    return { occurrence: chosen.ordinal, of: all.length };
  }

  async goToParagraph(story: StoryName, number: number): Promise<void> {
    const access = accessTo(story, this.margins, this.capabilities);
    if (access.kind !== "body") throw new WordError("gone");
    await runInWord(this.stop, async run => {
      const { paragraphs } = access.of(run.context);
      paragraphs.load({ select: "text", top: 1, skip: number });
      await run.sync();
      const [paragraph] = paragraphs.items;
      if (paragraph === undefined) throw new WordError("gone");
      paragraph.select();
      await run.sync();
    });
  }

  async replace(replacements: Replacement[], signal: AbortSignal, progress: Progress): Promise<ReplaceResult> {
    const { margins, capabilities: can } = this;
    const { replace } = await loadReplace();
    void loadRestore().catch(NOTHING);
    const result = await this.changes.whileReplacing(log =>
      replace(
        this.holding,
        replacements,
        { accessOf: held => accessTo(held.story, margins, can), log, originals: this.originals },
        this.optionsFor(signal),
        progress,
      ),
    );
    await this.clearUndo();
    return result;
  }

  /** Empty Word's list of what can be undone, where it can: it holds the text that was replaced. */
  private async clearUndo(): Promise<void> {
    if (!this.capabilities.undoClear) return;
    const clear = (run: WordRun): Promise<void> => {
      run.context.document.undoClear();
      return run.sync();
    };
    await runInWord(withoutSignal(this.stop), clear).catch(NOTHING);
  }

  async restore(wanted: Wanted, signal: AbortSignal, progress: Progress): Promise<RestoreResult> {
    const accessOf = (story: StoryName): StoryAccess => accessTo(story, this.margins, this.capabilities);
    const stop = this.optionsFor(signal);
    const { restore } = await loadRestore();
    return this.changes.whileReplacing(async log => {
      const { back, ...rest } = await restore(this.originals, wanted, { accessOf, log }, stop, progress);
      const stale = !(await this.holdBack(back, accessOf).catch(() => false));
      await this.clearUndo();
      const places = back.map(({ held, occurrence }) => ({ term: held.term, occurrence }));
      return { ...rest, back: places, stale };
    });
  }

  /** Hold what is back again; false where it is not surely found. */
  private async holdBack(back: readonly Original[], accessOf: (story: StoryName) => StoryAccess): Promise<boolean> {
    const { holding } = this;
    const returned = new Set(back.map(({ held }) => held));
    const known = new Set(holding.all());
    if ([...returned].some(held => !known.has(held))) return false;
    holding.replaced = holding.replaced.filter(({ held }) => !returned.has(held));
    for (const held of returned) Object.assign(held, { gone: false, mark: null, uncertain: false });
    holding.numberAsAtFirst();
    const work = (run: WordRun): Promise<boolean> =>
      holdAgain(run, holding, holding.replaced, held => accessOf(held.story), returned);
    return runInWord(withoutSignal(this.stop), work, holding.anchor);
  }

  restorable(): Restorable {
    return this.originals.count();
  }

  restoreTracking(signal: AbortSignal): Promise<"as it was" | "back" | "lost"> {
    const { tracking } = this.names;
    this.names = { ...this.names, tracking: null };
    return restoreSavedTracking(documentSettings, tracking, this.optionsFor(signal));
  }

  async selection(): Promise<{ text: string; story: string } | null> {
    return runInWord(this.stop, async run => {
      const selected = run.context.document.getSelection();
      selected.load("text,parentBody/type");
      await run.sync();
      const text = selected.text.trim();
      return text === "" ? null : { text, story: selected.parentBody.type };
    });
  }

  async texts(signal: AbortSignal): Promise<readonly string[]> {
    const { stories } = await readStories(this.optionsFor(signal), NOTHING);
    return stories.flatMap(({ blocks }) => blocks.map(({ text }) => text));
  }

  async remember(key: "review", value: string | null): Promise<void> {
    // Settings are saved in the file, so a name there would be a leak (office-facts 2.5).
    if (value !== null && !ID.test(value)) throw new TypeError("a document remembers random ids alone");
    await documentSettings.set(key, value, this.stop);
    await this.nameReview(value).catch(NOTHING); // a document that may not be changed says it in the settings alone
  }

  /** Say the id of the review in a bookmark too, because a co-author can empty the settings. */
  private async nameReview(id: string | null): Promise<void> {
    if (!this.capabilities.bookmarks) return;
    await runInWord(this.stop, run => {
      const { document } = run.context;
      for (const earlier of this.names.reviews) document.deleteBookmark(nameOfReview(earlier));
      if (id !== null && REVIEW_ID.test(id)) document.body.getRange("Start").insertBookmark(nameOfReview(id));
      return run.sync();
    });
    this.names = { ...this.names, reviews: id === null ? [] : [id] };
  }

  recall(key: "review"): string | null {
    return documentSettings.get(key) ?? this.names.reviews.at(-1) ?? null;
  }

  openCopy(bytes: Uint8Array): Promise<"opened" | "download"> {
    return openCopy(bytes, this.stop);
  }

  onChanged(listener: () => void): () => void {
    return this.changes.subscribe(listener);
  }

  /** Return how to reach stories that can be read as paragraphs. */
  private storiesOf(names: readonly StoryName[]): Map<string, StoryAccess> {
    const all = names.map(name => [storyKey(name), accessTo(name, this.margins, this.capabilities)] as const);
    return new Map(all.filter(([, { kind }]) => kind === "body" || kind === "shapes"));
  }

  private optionsFor(signal: AbortSignal): CancelOptions {
    return { signal, timeout: this.stop.timeout };
  }
}
