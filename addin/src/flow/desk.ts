/** What every procedure works with. */

import type { Certificate, Redacted } from "../api";
import type { Connections } from "./connections";
import type { Remembering } from "./remembering";
import type { Progress, Reading, Unreachable } from "../word/document";

export interface Desk extends Connections {
  readonly kept: Kept;
  readonly remembering: Remembering;
}

/** What is held in memory between two procedures; nothing of it is ever written down. */
export interface Kept {
  /** The document as it was analysed, without any mark of ours. */
  reading: Reading | null;
  /** It has marks of ours all the same: the document is locked since they were made. */
  marked?: boolean;
  /** How often somebody had changed the document when it was read, and how often until now. */
  readAt: number;
  changes: number;
  /** By suggestion, the places that Word does not reach. */
  unreachable: ReadonlyMap<string, readonly Unreachable[]>;
  copy: CopyMade | null;
}

/** A clean copy, the certificate of it for programs and as a page for people, and the report, which stays private. */
export interface CopyMade {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly certificate: Certificate;
  readonly page: Uint8Array;
  readonly report: {
    readonly version: string;
    readonly model: string | null;
    readonly files: readonly Redacted["report"][];
    readonly others: readonly string[];
  };
}

/** One step of long work; it can be stopped at any of its own steps. */
export type Procedure = (desk: Desk, signal: AbortSignal) => Promise<void>;

export const progress =
  ({ tell }: Desk): Progress =>
  (done, total) =>
    tell({ type: "progress", done, total });
