/** The tracking of changes: with it on, what is replaced stays in the file as a deletion (#5178, #5188, #334). */

import { endsAll, problemOf, WordProblem } from "./errors";
import type { Settings } from "./settings";
import { inWord, type Stop, type Turn } from "./turn";

export type Mode = "Off" | "TrackAll" | "TrackMineOnly";

/** Switch tracking off and see that it is; returns how it was. `begin` is waited for before it may be another. */
export async function switchOff(turn: Turn, begin: (was: Mode) => Promise<void>): Promise<Mode> {
  turn.context.document.load("changeTrackingMode");
  await turn.sync();
  const was = modeOf(turn);
  if (was === "Off") return was;
  await begin(was);
  const now = await set(turn, "Off");
  // Locked by a password it cannot be switched off (docs-ref#1999); which code says so is not documented.
  if (now !== "Off") throw new WordProblem("tracking_locked");
  return was;
}

// Stands in the document for as long as tracking is off by our doing, for the pane that comes after one that dies.
const WAS = "tracking";
const MODES: readonly (string | null)[] = ["TrackAll", "TrackMineOnly"];

/** Write down how tracking was: before it is switched off, because a pane that dies writes nothing more. */
export async function promise(settings: Settings, was: Mode, stop: Stop): Promise<void> {
  // Where a document keeps no settings, words are replaced all the same.
  if (was !== "Off") await settings.set(WAS, was, stop).catch(() => undefined);
}

/** It is as it was, and nobody has to see to it any more. */
export async function kept(settings: Settings, stop: Stop): Promise<void> {
  await settings.set(WAS, null, stop).catch(() => undefined);
}

/** Keep what an earlier pane has promised. */
export async function keepPromise(settings: Settings, stop: Stop): Promise<"as it was" | "back" | "lost"> {
  const was = settings.get(WAS);
  if (!MODES.includes(was)) return "as it was";
  const is = await inWord(stop, async turn => {
    turn.context.document.load("changeTrackingMode");
    await turn.sync();
    if (modeOf(turn) !== "Off") return "as it was"; // somebody has switched it on
    return (await restore(turn, was as Mode)) ? "back" : "lost";
  });
  if (is !== "lost") await kept(settings, stop);
  return is;
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
