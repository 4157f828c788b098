/** The occurrences that are to be replaced, and what became of them. */

import type { Left, ReplaceResult } from "./document";
import type { Problem } from "./errors";
import type { Held } from "./holding";

/** An occurrence that is to go, and what stands there then. */
export interface Target {
  readonly held: Held;
  readonly occurrence: number;
  readonly text: string;
  /** Word failed at it once. */
  readonly again?: boolean;
}

/** What was done and what was not. */
export class Outcome {
  readonly left: Left[] = [];
  private readonly done = new Map<string, number[]>();

  did(targets: readonly Target[]): void {
    for (const { held, occurrence } of targets) {
      held.gone = true;
      held.mark = null;
      this.done.set(held.term, [...(this.done.get(held.term) ?? []), occurrence]);
    }
  }

  leave(targets: readonly Target[], problem: Problem): void {
    for (const { held, occurrence } of targets) this.left.push({ term: held.term, occurrence, problem });
  }

  result(rest: Pick<ReplaceResult, "cancelled" | "trackingRestored">): ReplaceResult {
    const done = [...this.done].map(([term, occurrences]) => ({
      term,
      occurrences: occurrences.sort((a, b) => a - b),
    }));
    return { done, left: this.left, ...rest };
  }
}
