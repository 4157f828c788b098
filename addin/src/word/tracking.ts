/** The tracking of changes: with it on, what is replaced stays in the file as a deletion (#5178, #5188, #334). */

import { endsAll, problemOf, WordProblem } from "./errors";
import type { Turn } from "./turn";

type Mode = "Off" | "TrackAll" | "TrackMineOnly";

/** Switch tracking off and see that it is; returns how it was. `begun` is called when it may be another from then on. */
export async function switchOff(turn: Turn, begun: () => void): Promise<Mode> {
  turn.context.document.load("changeTrackingMode");
  await turn.sync();
  const was = modeOf(turn);
  if (was === "Off") return was;
  begun();
  const now = await set(turn, "Off");
  // Locked by a password it cannot be switched off (docs-ref#1999); which code says so is not documented.
  if (now !== "Off") throw new WordProblem("tracking_locked");
  return was;
}

/** Set the mode, and read what it is then. */
async function set(turn: Turn, mode: Mode): Promise<Mode> {
  const { document } = turn.context;
  try {
    document.changeTrackingMode = mode;
    document.load("changeTrackingMode");
    await turn.sync();
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (endsAll(problem)) throw problem;
    // Word may fail and have done it (#6760).
    document.load("changeTrackingMode");
    await turn.sync();
  }
  return modeOf(turn);
}

/** Queue that it stays off, whatever a person or another add-in switched meanwhile, and that it is told. */
export function keepOff(turn: Turn): void {
  turn.context.document.changeTrackingMode = "Off";
  turn.context.document.load("changeTrackingMode");
}

/** Fails where tracking was on after the last sync: some builds ignore what is set (#6450). */
export function confirmOff(turn: Turn): void {
  if (modeOf(turn) !== "Off") throw new WordProblem("tracking_locked");
}

/** Make it what it was; tells whether it is. To set it twice does no harm. */
export async function restore(turn: Turn, was: Mode): Promise<boolean> {
  if (was === "Off") return true;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      // eslint-disable-next-line no-await-in-loop
      if ((await set(turn, was)) === was) return true;
    } catch {
      // Once more.
    }
  }
  return false;
}

/** The mode that was loaded. */
export function modeOf({ context }: Turn): Mode {
  return context.document.changeTrackingMode;
}
