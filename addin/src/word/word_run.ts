/** A `Word.run` with a timeout, a cancel signal and our own errors. */

import { wordErrorOf, WordError } from "./errors";

/** When to stop: the cancel signal, and how many milliseconds Word may take for an answer. */
export interface CancelOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

/** Word during a run. */
export interface WordRun {
  readonly context: Word.RequestContext;
  /** Send what is queued. Rejects with a `WordError`. */
  sync(): Promise<void>;
}

/** Options for work that must not be interrupted; it checks the signal between its steps itself. */
export function withoutSignal(stop: CancelOptions): CancelOptions {
  return { signal: new AbortController().signal, timeout: stop.timeout };
}

/** Throw `cancelled` after the person cancelled. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new WordError("cancelled");
}

/**
 * Run work in Word. Objects of an earlier run belong to its context (#68, #4678): with one of them in `held`, the run
 * uses that context.
 */
export async function runInWord<T>(
  stop: CancelOptions,
  work: (run: WordRun) => Promise<T>,
  held?: OfficeExtension.ClientObject,
): Promise<T> {
  throwIfCancelled(stop.signal);
  const act = (context: Word.RequestContext): Promise<T> =>
    work({ context, sync: () => syncWithTimeout(context, stop) });
  try {
    return await (held === undefined ? Word.run(act) : Word.run(held, act));
  } catch (thrown) {
    throw wordErrorOf(thrown);
  }
}

/** Sync with a timeout: some batches are never answered (#4653, #5772, #6514). */
async function syncWithTimeout(context: Word.RequestContext, stop: CancelOptions): Promise<void> {
  throwIfCancelled(stop.signal);
  const { promise, reject } = rejectable();
  const late = setTimeout(() => reject(new WordError("no_answer")), stop.timeout);
  const stopped = (): void => reject(new WordError("cancelled"));
  stop.signal.addEventListener("abort", stopped);
  try {
    await Promise.race([context.sync(), promise]);
  } catch (thrown) {
    throw wordErrorOf(thrown);
  } finally {
    clearTimeout(late);
    stop.signal.removeEventListener("abort", stopped);
  }
}

function rejectable(): { promise: Promise<never>; reject: (problem: WordError) => void } {
  let reject: (problem: WordError) => void = () => undefined;
  const promise = new Promise<never>((_, rejected) => {
    reject = rejected;
  });
  return { promise, reject };
}

/** Adapts the batch size: about 200, less where Word is slow, because it stops a pane after five seconds. */
export class BatchSizer {
  size: number;

  constructor(private readonly max = 200) {
    this.size = max;
  }

  /** Measure how long a batch takes, and adapt the size. */
  async measure<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await work();
    const took = performance.now() - begun;
    if (took > SLOW_MS) this.size = Math.max(MIN_SIZE, Math.floor(this.size / 2));
    else if (took < FAST_MS) this.size = Math.min(this.max, this.size * 2);
    return answer;
  }
}

const SLOW_MS = 2000;
const FAST_MS = 500;
const MIN_SIZE = 10;
