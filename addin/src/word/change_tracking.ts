/** The tracking of changes: with it on, what is replaced stays in the file as a deletion (#5178, #5188, #334). */

import { isFatal, wordErrorOf, WordError } from "./errors";
import type { DocumentSettings } from "./document_settings";
import { runInWord, type CancelOptions, type WordRun } from "./word_run";

export type TrackingMode = "Off" | "TrackAll" | "TrackMineOnly";

/** Switch tracking off and see that it is; returns how it was. `begin` is waited for before it may be another. */
export async function turnTrackingOff(
  run: WordRun,
  begin: (was: TrackingMode) => Promise<void>,
): Promise<TrackingMode> {
  run.context.document.load("changeTrackingMode");
  await run.sync();
  const was = loadedMode(run);
  if (was === "Off") return was;
  await begin(was);
  const now = await setMode(run, "Off");
  // Locked by a password it cannot be switched off (docs-ref#1999); which code says so is not documented.
  if (now !== "Off") throw new WordError("tracking_locked");
  return was;
}

// Stands in the document for as long as tracking is off by our doing, for the pane that comes after one that dies.
const SETTING = "tracking";
const MODES: readonly (string | null)[] = ["TrackAll", "TrackMineOnly"];

/** Write down how tracking was: before it is switched off, because a pane that dies writes nothing more. */
export async function saveTrackingMode(
  settings: DocumentSettings,
  was: TrackingMode,
  stop: CancelOptions,
): Promise<void> {
  // Where a document keeps no settings, words are replaced all the same.
  if (was !== "Off") await settings.set(SETTING, was, stop).catch(() => undefined);
}

/** It is as it was, and nobody has to see to it any more. */
export async function forgetTrackingMode(settings: DocumentSettings, stop: CancelOptions): Promise<void> {
  await settings.set(SETTING, null, stop).catch(() => undefined);
}

/** Keep what an earlier pane has promised. */
export async function restoreSavedTracking(
  settings: DocumentSettings,
  stop: CancelOptions,
): Promise<"as it was" | "back" | "lost"> {
  const was = settings.get(SETTING);
  if (!MODES.includes(was)) return "as it was";
  const is = await runInWord(stop, async run => {
    run.context.document.load("changeTrackingMode");
    await run.sync();
    if (loadedMode(run) !== "Off") return "as it was"; // somebody has switched it on
    return (await restoreTracking(run, was as TrackingMode)) ? "back" : "lost";
  });
  if (is !== "lost") await forgetTrackingMode(settings, stop);
  return is;
}

/** Set the mode, and read what it is then. */
async function setMode(run: WordRun, mode: TrackingMode): Promise<TrackingMode> {
  const { document } = run.context;
  try {
    document.changeTrackingMode = mode;
    document.load("changeTrackingMode");
    await run.sync();
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    // Word may fail and have done it (#6760).
    document.load("changeTrackingMode");
    await run.sync();
  }
  return loadedMode(run);
}

/** Queue that it stays off, whatever a person or another add-in switched meanwhile, and that it is told. */
export function queueTrackingOff(run: WordRun): void {
  run.context.document.changeTrackingMode = "Off";
  run.context.document.load("changeTrackingMode");
}

/** Fails where tracking was on after the last sync: some builds ignore what is set (#6450). */
export function checkTrackingOff(run: WordRun): void {
  if (loadedMode(run) !== "Off") throw new WordError("tracking_locked");
}

/** Make it what it was; tells whether it is. To set it twice does no harm. */
export async function restoreTracking(run: WordRun, was: TrackingMode): Promise<boolean> {
  if (was === "Off") return true;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      // eslint-disable-next-line no-await-in-loop
      if ((await setMode(run, was)) === was) return true;
    } catch {
      // Once more.
    }
  }
  return false;
}

/** The mode that was loaded. */
export function loadedMode({ context }: WordRun): TrackingMode {
  return context.document.changeTrackingMode;
}
