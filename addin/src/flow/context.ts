/** What every procedure works with. */

import type { Certificate, Redacted } from "../api/schemas";
import type { Connections } from "./connections";
import type { StoredReview } from "./stored_review";
import type { Progress, Reading, UnreachablePlaces } from "../word/document";

export interface FlowContext extends Connections {
  readonly cache: FlowCache;
  readonly storedReview: StoredReview;
}

/** What is held in memory between two procedures; nothing of it is ever written down. */
export interface FlowCache {
  /** The document as it was analysed, without any mark of ours. */
  reading: Reading | null;
  /** It has marks of ours all the same: the document is locked since they were made. */
  stillMarked?: boolean;
  /** How often somebody had changed the document when it was read, and how often until now. */
  changesWhenRead: number;
  changes: number;
  /** By suggestion, the places that Word does not reach. */
  unreachable: ReadonlyMap<string, readonly UnreachablePlaces[]>;
  copy: CleanCopy | null;
}

/** A clean copy, the certificate of it for programs and as a page for people, and the report, which stays private. */
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

/** One step of long work; it can be stopped at any of its own steps. */
export type Task = (context: FlowContext, signal: AbortSignal) => Promise<void>;

export const reportProgress =
  ({ dispatch }: FlowContext): Progress =>
  (done, total) =>
    dispatch({ type: "progress", done, total });
