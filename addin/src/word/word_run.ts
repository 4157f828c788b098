/** One turn with Word: a `Word.run` whose every sync can be stopped, is timed, and fails with our own errors. */

import { wordErrorOf, WordError } from "./errors";

/** When to stop: the person's signal, and how many milliseconds Word may be silent. */
export interface CancelOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

/** Word for the length of a turn. */
export interface WordRun {
  readonly context: Word.RequestContext;
  /** Send what is queued. Rejects with a `WordProblem`. */
  sync(): Promise<void>;
}

/** Work that nobody may stop half-way asks between its steps itself. */
export function withoutSignal(stop: CancelOptions): CancelOptions {
  return { signal: new AbortController().signal, timeout: stop.timeout };
}

/** Rejects as `cancelled` once the person has stopped the work. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new WordError("cancelled");
}

/**
 * Take a turn. Objects that an earlier turn held belong to its context (#68, #4678): with one of them in `held` the
 * turn is in the same.
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

/** Some batches are never answered (#4653, #5772, #6514), and no try catches a hang. */
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

/** How much is asked at once: about 200, fewer where Word is slow, because it stops a pane after five seconds. */
export class BatchSizer {
  size: number;

  constructor(private readonly max = 200) {
    this.size = max;
  }

  /** Look at how long something took, and at what it was. */
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
