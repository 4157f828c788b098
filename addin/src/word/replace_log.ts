/** The targets of a replacement, and what became of them. */

import type { UnreplacedOccurrence, ReplaceResult } from "./document";
import type { WordErrorCode } from "./errors";
import type { HeldOccurrence } from "./held_occurrences";

/** An occurrence to replace, and its new text. */
export interface ReplaceTarget {
  readonly held: HeldOccurrence;
  readonly occurrence: number;
  readonly text: string;
  /** Its range may not hold its text any more, so it is searched again first. */
  readonly again?: boolean;
  /** Word failed at it once. */
  readonly failed?: boolean;
}

/** What was replaced and what was not. */
export class ReplaceLog {
  readonly left: UnreplacedOccurrence[] = [];
  /** Replaced, but the text beside them differs from before. */
  private readonly besides: UnreplacedOccurrence[] = [];
  private readonly done = new Map<string, number[]>();

  replaced(targets: readonly ReplaceTarget[]): void {
    for (const { held, occurrence } of targets) {
      held.gone = true;
      held.mark = null;
      this.done.set(held.term, [...(this.done.get(held.term) ?? []), occurrence]);
    }
  }

  leave(targets: readonly ReplaceTarget[], problem: WordErrorCode): void {
    for (const { held, occurrence } of targets) this.left.push({ term: held.term, occurrence, problem });
  }

  damage(targets: readonly ReplaceTarget[]): void {
    for (const { held, occurrence } of targets)
      this.besides.push({ term: held.term, occurrence, problem: "beside_changed" });
  }

  result(rest: Pick<ReplaceResult, "cancelled" | "trackingRestored">): ReplaceResult {
    const done = [...this.done].map(([term, occurrences]) => ({
      term,
      occurrences: occurrences.sort((a, b) => a - b),
    }));
    return { done, left: this.left, damaged: this.besides, ...rest };
  }
}
