/** Who may speak to Word now: one long work at a time, and marks are painted between. */

/** Why a turn ended before its work did. */
export const CANCELLED = "stopped by the person";
export const SUPERSEDED = "something newer is asked for";

/**
 * Long work: the next one stops the one before, and begins when that has let go.
 *
 * What a person stopped before it began is begun all the same, with a signal that says so: it has to tell that it ends.
 */
export class TaskQueue {
  private running: AbortController | null = null;
  private tail: Promise<void> = Promise.resolve();

  run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.running?.abort(SUPERSEDED);
    const turn = new AbortController();
    this.running = turn;
    this.tail = this.tail.then(async () => {
      if (turn.signal.reason === SUPERSEDED) return;
      try {
        await work(turn.signal);
      } finally {
        if (this.running === turn) this.running = null;
      }
    });
    return this.tail;
  }

  get busy(): boolean {
    return this.running !== null;
  }

  cancel(): void {
    this.running?.abort(CANCELLED);
  }
}

/** Small work that is done again and again, each time for what is wanted then; the newest wish counts. */
export class DebouncedTask {
  private running: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private finished: Promise<void> = Promise.resolve();
  private pauses = 0;
  private pending = false;

  constructor(
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly delay: number,
  ) {}

  /** What is wanted has changed: soon, once. */
  schedule(): void {
    this.pending = true;
    if (this.pauses > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), this.delay);
  }

  /** Stop and wait until it has let go; nothing begins before `resume`. */
  async pause(): Promise<void> {
    this.pauses += 1;
    clearTimeout(this.timer);
    if (this.running !== null) this.pending = true;
    this.running?.abort(SUPERSEDED);
    await this.finished;
  }

  resume(): void {
    this.pauses -= 1;
    if (this.pending) this.schedule();
  }

  private start(): void {
    this.pending = false;
    this.running?.abort(SUPERSEDED);
    const wish = new AbortController();
    this.running = wish;
    this.finished = this.finished.then(async () => {
      if (wish.signal.aborted) return;
      await this.work(wish.signal);
      if (this.running === wish) this.running = null;
    });
  }
}
