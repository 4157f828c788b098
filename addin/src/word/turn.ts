/** One turn with Word: a `Word.run` whose every sync can be stopped, is timed, and fails with our own errors. */

import { problemOf, WordProblem } from "./errors";

/** When to stop: the person's signal, and how many milliseconds Word may be silent. */
export interface Stop {
  readonly signal: AbortSignal;
  readonly patience: number;
}

/** Word for the length of a turn. */
export interface Turn {
  readonly context: Word.RequestContext;
  /** Send what is queued. Rejects with a `WordProblem`. */
  sync(): Promise<void>;
}

/** Work that nobody may stop half-way asks between its steps itself. */
export function unstoppable(stop: Stop): Stop {
  return { signal: new AbortController().signal, patience: stop.patience };
}

/** Rejects as `cancelled` once the person has stopped the work. */
export function goOn(signal: AbortSignal): void {
  if (signal.aborted) throw new WordProblem("cancelled");
}

/**
 * Take a turn. Objects that an earlier turn held belong to its context (#68, #4678): with one of them in `held` the
 * turn is in the same.
 */
export async function inWord<T>(
  stop: Stop,
  work: (turn: Turn) => Promise<T>,
  held?: OfficeExtension.ClientObject,
): Promise<T> {
  goOn(stop.signal);
  const act = (context: Word.RequestContext): Promise<T> => work({ context, sync: () => answered(context, stop) });
  try {
    return await (held === undefined ? Word.run(act) : Word.run(held, act));
  } catch (thrown) {
    throw problemOf(thrown);
  }
}

/** Some batches are never answered (#4653, #5772, #6514), and no try catches a hang. */
async function answered(context: Word.RequestContext, stop: Stop): Promise<void> {
  goOn(stop.signal);
  const { promise, reject } = withReject();
  const late = setTimeout(() => reject(new WordProblem("no_answer")), stop.patience);
  const stopped = (): void => reject(new WordProblem("cancelled"));
  stop.signal.addEventListener("abort", stopped);
  try {
    await Promise.race([context.sync(), promise]);
  } catch (thrown) {
    throw problemOf(thrown);
  } finally {
    clearTimeout(late);
    stop.signal.removeEventListener("abort", stopped);
  }
}

function withReject(): { promise: Promise<never>; reject: (problem: WordProblem) => void } {
  let reject: (problem: WordProblem) => void = () => undefined;
  const promise = new Promise<never>((_, rejected) => {
    reject = rejected;
  });
  return { promise, reject };
}

/** How much is asked at once: about 200, fewer where Word is slow, because it stops a pane after five seconds. */
export class Pace {
  size: number;

  constructor(private readonly most = 200) {
    this.size = most;
  }

  /** Look at how long something took, and at what it was. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await work();
    const took = performance.now() - begun;
    if (took > SLOW) this.size = Math.max(LEAST, Math.floor(this.size / 2));
    else if (took < QUICK) this.size = Math.min(this.most, this.size * 2);
    return answer;
  }
}

const SLOW = 2000;
const QUICK = 500;
const LEAST = 10;
