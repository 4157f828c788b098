/** Who may speak to Word now: one long work at a time, and marks are painted between. */

/** Why a turn ended before its work did. */
export const STOPPED = "stopped by the person";
export const SUPERSEDED = "something newer is asked for";

/**
 * Long work: the next one stops the one before, and begins when that has let go.
 *
 * What a person stopped before it began is begun all the same, with a signal that says so: it has to tell that it ends.
 */
export class Turns {
  private turn: AbortController | null = null;
  private last: Promise<void> = Promise.resolve();

  take(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.turn?.abort(SUPERSEDED);
    const turn = new AbortController();
    this.turn = turn;
    this.last = this.last.then(async () => {
      if (turn.signal.reason === SUPERSEDED) return;
      try {
        await work(turn.signal);
      } finally {
        if (this.turn === turn) this.turn = null;
      }
    });
    return this.last;
  }

  get busy(): boolean {
    return this.turn !== null;
  }

  stop(): void {
    this.turn?.abort(STOPPED);
  }
}

/** Small work that is done again and again, each time for what is wanted then; the newest wish counts. */
export class Latest {
  private wish: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> = Promise.resolve();
  private resting = 0;
  private wanted = false;

  constructor(
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly delay: number,
  ) {}

  /** What is wanted has changed: soon, once. */
  soon(): void {
    this.wanted = true;
    if (this.resting > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), this.delay);
  }

  /** Stop and wait until it has let go; nothing begins before `resume`. */
  async rest(): Promise<void> {
    this.resting += 1;
    clearTimeout(this.timer);
    if (this.wish !== null) this.wanted = true;
    this.wish?.abort(SUPERSEDED);
    await this.running;
  }

  resume(): void {
    this.resting -= 1;
    if (this.wanted) this.soon();
  }

  private now(): void {
    this.wanted = false;
    this.wish?.abort(SUPERSEDED);
    const wish = new AbortController();
    this.wish = wish;
    this.running = this.running.then(async () => {
      if (wish.signal.aborted) return;
      await this.work(wish.signal);
      if (this.wish === wish) this.wish = null;
    });
  }
}
