/**
 * What the rest of the pane knows of Word.
 *
 * Nothing outside this folder names `Word.` or `Office.`; nothing inside it knows the service or the page. Offsets are
 * UTF-16 units, ordinals count from 0. No text of the document is ever written into the file, a log or an error.
 */

import type { Capabilities } from "./capabilities";
import type { WordErrorCode } from "./errors";

export type { Capabilities } from "./capabilities";
export { WordError, type WordErrorCode } from "./errors";

/** What a search shall find: every spelling of one suggestion; `id` is the suggestion's. */
export interface Term {
  id: string;
  spellings: Spelling[];
}

/** One way in which a term is written, to the letter. */
export interface Spelling {
  text: string;
  /** Whether another case is another word; `expected` of an analysis counts exact strings, so it is true there. */
  caseSensitive: boolean;
  /** Whether the term never is a part of a longer word. */
  wholeWord: boolean;
  stories: Expected[];
}

/** What a search for a spelling should find in one story. */
export interface Expected {
  /** The part of the file, `word/document.xml`. */
  story: string;
  /** The service's kind of story: `body`, `header`, `footer`, `footnotes`, `endnotes`, `comments`, `text box`, … */
  kind: string;
  /** How many of the hits are places of the term (`places` of the service). */
  expected: number;
  /** How often the string stands there at all, in other words and longer terms too (`hits` of the service). */
  hits: number;
  /** The places in the order of the file, as far as the analysis told them. */
  places: ExpectedPlace[];
}

/** A place as a search meets it. */
export interface ExpectedPlace {
  /** Its ordinal among all places of its suggestion, in the order of the file. */
  at?: number;
  block: number;
  start: number;
  end: number;
  /** Its ordinal among the `hits` of its story; null where the analysis does not say. */
  hit: number | null;
  /** What the analysis says stands in the way: `field`, `note`, `deletion`, `break`, `too_long`, `locked`, … */
  obstacles: string[];
}

/** A header or footer that the file has; no other is ever asked for, because asking makes it (#1904). */
export interface Margin {
  /** `word/header1.xml`. */
  part: string;
  kind: "header" | "footer";
  /** The ordinal of the section that names it. */
  section: number;
  type: "Primary" | "FirstPage" | "EvenPages";
}

/** Why some places of a term cannot be reached in the open document. */
export type UnreachableReason =
  | "text_box" // this Word does not reach text boxes (WordApiDesktop 1.2)
  | "not_reachable" // a kind of story that no Word reaches: second copies, deleted text, embedded files
  | "obstacle" // the analysis told what stands inside the term
  | "changed" // other counts than in the analysis: the document changed, or Word reads it otherwise
  | "ambiguous" // found, but it cannot be told which of the hits are the term's
  | "no_search" // a search for it failed in this story
  | "locked"; // found; it may be marked nowhere and replaced nowhere

/** Places that were expected and are not held, told and never dropped. */
export interface UnreachablePlaces {
  story: string;
  kind: string;
  text: string;
  count: number;
  reason: UnreachableReason;
  /** The obstacles of the analysis, where they are the reason. */
  obstacles: string[];
}

/** What became of one term. `found` of `expected` places can be gone to; their occurrences are 0 … found−1. */
export interface LocateResult {
  term: string;
  expected: number;
  found: number;
  /** For each occurrence which of the suggestion's places it is; null where Word does not tell. */
  places: (number | null)[];
  unreachable: UnreachablePlaces[];
}

/** How far long work has come. */
export type Progress = (done: number, total: number) => void;

/** How a term looks in the document: yellow, or yellow with a dotted underline; null is as it was. */
export type Mark = "suggested" | "accepted" | null;

/** Why an occurrence carries no mark. */
export type UnmarkedReason =
  | "mixed" // it has several highlights or underlines, which no Word could bring back
  | "unrestorable" // Word on the web loses the colour that it has (#3950)
  | "comment" // comments cannot be highlighted
  | "gone" // its text is not there any more
  | "refused"; // Word refused: locked, protected

/** What `paint` could not mark. */
export interface PaintResult {
  marked: number;
  unmarked: { term: string; occurrence: number; reason: UnmarkedReason }[];
}

/** Where marks stand in a story: block, start and end of each, one after the other. */
export interface StoryMarks {
  readonly part: string;
  readonly kind: string;
  readonly places: number[];
}

/** What a term shall become: everywhere, or in the occurrences given alone. */
export interface Replacement {
  term: string;
  text: string;
  occurrences?: number[];
}

/** One occurrence that was to be replaced and still stands, or may. */
export interface UnreplacedOccurrence {
  term: string;
  occurrence: number;
  problem: WordErrorCode;
}

/** What `replace` did; what is not in `done` is in `left`. `done` counts what Word confirmed. */
export interface ReplaceResult {
  done: { term: string; occurrences: number[] }[];
  left: UnreplacedOccurrence[];
  cancelled: boolean;
  /** Whether the tracking of changes is as it was before. */
  trackingRestored: boolean;
}

/** Text of a story that was read in Word itself: what `POST /v1/analyses` takes as `stories`. */
export interface Story {
  part: string;
  kind: string;
  blocks: { ordinal: number; text: string }[];
}

/** A whole file; or, where this Word gives none, the stories that can be read: never all that a file holds. */
export type Reading =
  | { kind: "file"; bytes: Uint8Array }
  | {
      kind: "stories";
      stories: Story[];
      partial: true;
      /** Kinds of stories that were not read. */
      missing: string[];
    };

/** The open document. Every method rejects with a `WordProblem` alone; after a cancel its code is `cancelled`. */
export interface WordDocument {
  readonly capabilities: Capabilities;

  /** The file as it would be saved now. */
  read(signal: AbortSignal, progress: Progress): Promise<Reading>;

  /**
   * Find the terms, by one search for each story and spelling, and hold what was found until the next `locate`.
   *
   * Call it again after anything changed. `margins` are those of the analysis (`obstacles.margins`).
   */
  locate(terms: Term[], margins: Margin[], signal: AbortSignal, progress: Progress): Promise<LocateResult[]>;

  /** Make the marks of the held terms what `marks` says; a term that is not in it has none. Never while tracking is on. */
  paint(marks: ReadonlyMap<string, Mark>, signal: AbortSignal, progress: Progress): Promise<PaintResult>;

  /** Take all marks away: highlights and underlines are what they were. */
  clear(): Promise<void>;

  /** Whether marks stand in the document: they cannot be taken away where it was protected after they were made. */
  hasMarks(): boolean;

  /**
   * How many marks an earlier pane left behind, by its own count; 0 when there are none.
   *
   * They are taken as ours by the next `locate`, and go with the next `paint` or `clear`.
   */
  leftoverMarkCount(): number;

  /** Where those stand, in offsets of the analysis; what stands there only the document says. */
  leftoverMarks(): readonly StoryMarks[];

  /** Select an occurrence and scroll to it; ordinals run round at both ends. */
  goTo(term: string, occurrence: number): Promise<{ occurrence: number; of: number }>;

  /** Replace with tracking off, from the end backwards, and confirm; failures are a part of the answer. */
  replace(replacements: Replacement[], signal: AbortSignal, progress: Progress): Promise<ReplaceResult>;

  /**
   * Switch the tracking of changes on again where a pane that ended in the middle of `replace` had left it off.
   *
   * `back`: it was off and is on again; `lost`: it is off and does not let itself be switched on.
   */
  restoreTracking(signal: AbortSignal): Promise<"as it was" | "back" | "lost">;

  /** What is selected; null where nothing is. */
  selection(): Promise<{ text: string; story: string } | null>;

  /** Keep a random id in the document, never text; null forgets it. */
  remember(key: "review", value: string | null): Promise<void>;
  recall(key: "review"): string | null;

  /** Open a file as a new document; `download` where this Word cannot. */
  openCopy(bytes: Uint8Array): Promise<"opened" | "download">;

  /** Told when somebody changes the document beside us; returns how to stop. */
  onChanged(listener: () => void): () => void;
}
