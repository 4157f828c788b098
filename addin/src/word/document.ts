/**
 * The interface between Word and the rest of the pane.
 *
 * Only this folder uses `Word.` and `Office.`, and it knows neither the service nor the page. Offsets are UTF-16
 * units, numbers start at 0. Text of the document is never written into the file, a log or an error.
 */

import type { Capabilities } from "./capabilities";
import type { WordErrorCode } from "./errors";

export type { Capabilities } from "./capabilities";
export { isBlocking, WordError, type WordErrorCode } from "./errors";

/** What to search for: all spellings of one suggestion; `id` is the suggestion's. */
export interface Term {
  id: string;
  spellings: Spelling[];
}

/** One exact spelling of a term. */
export interface Spelling {
  text: string;
  /** Whether upper and lower case differ. True for terms of an analysis, which counts exact strings. */
  caseSensitive: boolean;
  /** Whether the term is never a part of a longer word. */
  wholeWord: boolean;
  stories: Expected[];
}

/** What a search for a spelling should find in one story. */
export interface Expected {
  /** The part of the file, `word/document.xml`. */
  story: string;
  /** The kind of story: `body`, `header`, `footer`, `footnotes`, `endnotes`, `comments`, `text box`, … */
  kind: string;
  /** How many of the hits are places of the term (`places` of the service). */
  expected: number;
  /** How often the string occurs at all, also in other words and longer terms (`hits` of the service). */
  hits: number;
  /** The places that the analysis knows, in file order. */
  places: ExpectedPlace[];
}

/** A place, as a search needs it. */
export interface ExpectedPlace {
  /** Its index among all places of its suggestion, in file order. */
  at?: number;
  block: number;
  start: number;
  end: number;
  /** Its index among the `hits` of its story; null where the analysis does not know it. */
  hit: number | null;
  /** What the analysis says hinders a search: `field`, `note`, `deletion`, `break`, `too_long`, `locked`, … */
  obstacles: string[];
}

/** A header or footer that the file has. Asking Word for any other would create it (#1904). */
export interface Margin {
  /** `word/header1.xml`. */
  part: string;
  kind: "header" | "footer";
  /** The index of the section that names it. */
  section: number;
  type: "Primary" | "FirstPage" | "EvenPages";
}

/** Why some places of a term cannot be reached in the open document. */
export type UnreachableReason =
  | "text_box" // this version of Word does not reach text boxes (WordApiDesktop 1.2)
  | "not_reachable" // no version of Word reaches this kind of story: second copies, deleted text, embedded files
  | "obstacle" // the analysis names an obstacle inside the term
  | "changed" // other counts than in the analysis: the document changed, or Word reads it differently
  | "ambiguous" // found, but it is unclear which hits belong to the term
  | "no_search" // the search failed in this story
  | "locked"; // found, but cannot be marked or replaced

/** Places that were expected and not found. */
export interface UnreachablePlaces {
  story: string;
  kind: string;
  text: string;
  count: number;
  reason: UnreachableReason;
  /** The obstacles of the analysis, where they are the reason. */
  obstacles: string[];
}

/** The search result for one term: `found` of `expected` places, numbered 0 … found−1. */
export interface LocateResult {
  term: string;
  expected: number;
  found: number;
  /** The index of the place for each occurrence; null where Word cannot tell. */
  places: (number | null)[];
  unreachable: UnreachablePlaces[];
}

/** Report the progress of a long task. */
export type Progress = (done: number, total: number) => void;

/** How a term is marked: yellow, or yellow with a dotted underline; null is unmarked. */
export type Mark = "suggested" | "accepted" | null;

/** The mark of a term: everywhere, or only in the given occurrences. */
export type TermMark = Mark | { readonly mark: Mark; readonly occurrences: readonly number[] };

/** Why an occurrence has no mark. */
export type UnmarkedReason =
  | "mixed" // it has several highlights or underlines, which could not be restored
  | "unrestorable" // Word on the web loses its colour (#3950)
  | "comment" // comments cannot be highlighted
  | "gone" // its text is no longer there
  | "refused"; // Word refused: locked, protected

/** What `paint` marked and what it could not mark. */
export interface PaintResult {
  marked: number;
  unmarked: { term: string; occurrence: number; reason: UnmarkedReason }[];
}

/** How many marks were removed, and how many Word did not let go. */
export interface RemovedMarks {
  readonly removed: number;
  readonly refused: number;
}

/** Where marks are in a story: block, start and end of each, one after the other. */
export interface StoryMarks {
  readonly part: string;
  readonly kind: string;
  readonly places: number[];
}

/** What replaces a term: everywhere, or only in the given occurrences. */
export interface Replacement {
  term: string;
  text: string;
  occurrences?: number[];
}

/** An occurrence that was not replaced, or may not have been. */
export interface UnreplacedOccurrence {
  term: string;
  occurrence: number;
  problem: WordErrorCode;
}

/** The result of `replace`: `done` counts what Word confirmed, `left` lists the rest. */
export interface ReplaceResult {
  done: { term: string; occurrences: number[] }[];
  left: UnreplacedOccurrence[];
  /** Occurrences that were replaced while the text beside them changed too. */
  damaged: UnreplacedOccurrence[];
  cancelled: boolean;
  /** Whether Track Changes is as it was before. */
  trackingRestored: boolean;
}

/** Which replacements to put back: those of the last redaction, or those of some terms. */
export type Wanted = "last" | readonly string[];

/** The result of `restore`. */
export interface RestoreResult {
  readonly back: readonly { readonly term: string; readonly occurrence: number }[];
  readonly left: readonly UnreplacedOccurrence[];
  /** Places that are back, but not in all of their formats. */
  readonly plain: number;
  readonly trackingRestored: boolean;
  /** The occurrences are held no more, so the document has to be analysed again. */
  readonly stale: boolean;
}

/** What can be put back. */
export interface Restorable {
  readonly places: ReadonlyMap<string, number>;
  readonly last: readonly string[];
}

/** Text of a story that Word read out: `stories` of `POST /v1/analyses`. */
export interface Story {
  part: string;
  kind: string;
  blocks: { ordinal: number; text: string }[];
}

/** A whole file; or the readable stories, where Word does not provide the file. */
export type Reading =
  | { kind: "file"; bytes: Uint8Array }
  | {
      kind: "stories";
      stories: Story[];
      partial: true;
      /** Kinds of stories that were not read. */
      missing: string[];
    };

/** The open document. Every method rejects only with a `WordError`; after a cancel its code is `cancelled`. */
export interface WordDocument {
  readonly capabilities: Capabilities;

  /** Read the file as it would be saved now. */
  read(signal: AbortSignal, progress: Progress): Promise<Reading>;

  /**
   * Find the terms, with one search for each story and spelling, and hold the occurrences until the next `locate`.
   *
   * Call it again after any change. `margins` come from the analysis (`obstacles.margins`).
   */
  locate(terms: Term[], margins: Margin[], signal: AbortSignal, progress: Progress): Promise<LocateResult[]>;

  /**
   * Set the marks of the held terms; a term that is not in `marks` gets none. Not possible while Track Changes is on.
   */
  paint(marks: ReadonlyMap<string, TermMark>, signal: AbortSignal, progress: Progress): Promise<PaintResult>;

  /** Remove all marks, and restore the earlier highlights and underlines. */
  clear(): Promise<void>;

  /** Remove all marks, also those of earlier panes and of other people's, by their bookmarks; no analysis is needed. */
  removeMarks(signal: AbortSignal): Promise<RemovedMarks>;

  /** Read what the document itself says of an earlier pane: the review, and Track Changes. Never fails. */
  recover(signal: AbortSignal): Promise<void>;

  /** Tell whether there are marks. They cannot be removed where the document was protected later. */
  hasMarks(): boolean;

  /**
   * Return how many marks an earlier pane left, by its own count.
   *
   * The next `locate` takes them over; the next `paint` or `clear` removes them.
   */
  leftoverMarkCount(): number;

  /** Return where those marks are, in offsets of the analysis. */
  leftoverMarks(): readonly StoryMarks[];

  /** Select an occurrence and scroll to it; numbers wrap around at both ends. */
  goTo(term: string, occurrence: number): Promise<{ occurrence: number; of: number }>;

  /** Select a paragraph of a story by its number, and scroll to it; the error `gone` where Word does not reach it. */
  goToParagraph(story: { readonly part: string; readonly kind: string }, number: number): Promise<void>;

  /** Replace with Track Changes off, from the end backwards, and verify. Failures are part of the result. */
  replace(replacements: Replacement[], signal: AbortSignal, progress: Progress): Promise<ReplaceResult>;

  /** Put replaced text back: that of the last `replace`, or that of some terms. Failures are part of the result. */
  restore(wanted: Wanted, signal: AbortSignal, progress: Progress): Promise<RestoreResult>;

  /** Return what can be put back, in places of each term, and the terms of the last `replace`. */
  restorable(): Restorable;

  /**
   * Turn Track Changes on again, if a pane that stopped during `replace` left it off.
   *
   * `back`: it was off and is on again; `lost`: it is off and cannot be turned on.
   */
  restoreTracking(signal: AbortSignal): Promise<"as it was" | "back" | "lost">;

  /** Return the texts of the paragraphs that Word can read out. */
  texts(signal: AbortSignal): Promise<readonly string[]>;

  /** Return the selected text; null where nothing is selected. */
  selection(): Promise<{ text: string; story: string } | null>;

  /** Store a random id in the document, never text; null removes it. */
  remember(key: "review", value: string | null): Promise<void>;
  recall(key: "review"): string | null;

  /** Open a file as a new document; `download` where this version of Word cannot. */
  openCopy(bytes: Uint8Array): Promise<"opened" | "download">;

  /** Listen to changes by others; returns a function that stops it. */
  onChanged(listener: () => void): () => void;
}
