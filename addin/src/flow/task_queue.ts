/** Decides what may use Word now: one long task at a time, and marks in between. */

/** Why a task was cancelled before it finished. */
export const CANCELLED = "stopped by the person";
export const SUPERSEDED = "something newer is asked for";

/**
 * Long tasks: a new one cancels the running one, and starts when that has stopped.
 *
 * A task that the person cancels before its start is started with a cancelled signal, so that it can report its end.
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

/** A short task that is repeated; only the newest request counts. */
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

  /** Run soon, once. */
  schedule(): void {
    this.pending = true;
    if (this.pauses > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), this.delay);
  }

  /** Cancel and wait until it has stopped. Nothing starts before `resume`. */
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
