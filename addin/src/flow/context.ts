/** The context that every task gets. */

import type { Certificate, Redacted } from "../api/schemas";
import type { Connections } from "./connections";
import type { StoredReview } from "./stored_review";
import type { AnalysisStep } from "../state/session";
import type { Progress, Reading, UnreachablePlaces } from "../word/document";

export interface FlowContext extends Connections {
  readonly cache: FlowCache;
  readonly storedReview: StoredReview;
}

/** What is kept in memory between two tasks. It is never stored. */
export interface FlowCache {
  /** The document as it was analysed, without our marks. */
  reading: Reading | null;
  /** The reading whose client was guessed last. */
  guessedReading?: Reading | null;
  /** The reading has our marks, because the document was locked after they were made. */
  stillMarked?: boolean;
  /** How many changes there were when the document was read, and how many until now. */
  changesWhenRead: number;
  changes: number;
  /** The places that Word cannot reach, by suggestion. */
  unreachable: ReadonlyMap<string, readonly UnreachablePlaces[]>;
  copy: CleanCopy | null;
}

/** A clean copy, its certificate (for programs and as a page for people), and the private report. */
export interface CleanCopy {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly certificate: Certificate;
  readonly certificatePage: Uint8Array;
  readonly report: {
    readonly version: string;
    readonly model: string | null;
    readonly files: readonly Redacted["report"][];
    readonly others: readonly string[];
  };
}

/** A long task. It can be cancelled between any two of its steps. */
export type Task = (context: FlowContext, signal: AbortSignal) => Promise<void>;

/** Report the progress of a task, and the step of an analysis. */
export const reportProgress =
  ({ dispatch }: FlowContext, step?: AnalysisStep): Progress =>
  (done, total) =>
    dispatch({ type: "progress", done, total, ...(step === undefined ? {} : { step }) });
