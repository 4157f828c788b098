/** Track Changes: while it is on, replaced text stays in the file as a deletion (#5178, #5188, #334). */

import { nameOfTracking } from "./mark_names";
import { isFatal, wordErrorOf, WordError } from "./errors";
import type { DocumentSettings } from "./document_settings";
import { runInWord, type CancelOptions, type WordRun } from "./word_run";

export type TrackingMode = "Off" | "TrackAll" | "TrackMineOnly";

/** Turn Track Changes off and verify it; returns the previous mode. `begin` is awaited before the mode changes. */
export async function turnTrackingOff(
  run: WordRun,
  begin: (was: TrackingMode) => Promise<void>,
): Promise<TrackingMode> {
  run.context.document.load("changeTrackingMode");
  await run.sync();
  const was = loadedMode(run);
  if (was === "Off") return was;
  await begin(was);
  await nameTracking(run, was);
  const now = await setMode(run, "Off");
  // It cannot be turned off where a password locks it (docs-ref#1999). The error code for that is not documented.
  if (now !== "Off") throw new WordError("tracking_locked");
  return was;
}

/** Say in the document itself which mode was on, because a co-author can empty the settings. */
async function nameTracking(run: WordRun, was: TrackingMode): Promise<void> {
  if (!("insertBookmark" in Word.Range.prototype)) return;
  try {
    run.context.document.body.getRange("Start").insertBookmark(nameOfTracking(was));
    await run.sync();
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem; // elsewhere the settings say it
  }
}

async function unnameTracking(run: WordRun, was: TrackingMode): Promise<void> {
  if (!("insertBookmark" in Word.Range.prototype)) return;
  run.context.document.deleteBookmark(nameOfTracking(was));
  await run.sync().catch(() => undefined);
}

// In the document's settings while the pane keeps Track Changes off, for the next pane if this one stops.
const SETTING = "tracking";
const MODES: readonly (string | null)[] = ["TrackAll", "TrackMineOnly"];

/** Save the mode before it changes, because a pane that stops can no longer save it. */
export async function saveTrackingMode(
  settings: DocumentSettings,
  was: TrackingMode,
  stop: CancelOptions,
): Promise<void> {
  // If the document stores no settings, redact anyway.
  if (was !== "Off") await settings.set(SETTING, was, stop).catch(() => undefined);
}

/** Forget the saved mode after it was restored. */
export async function forgetTrackingMode(settings: DocumentSettings, stop: CancelOptions): Promise<void> {
  await settings.set(SETTING, null, stop).catch(() => undefined);
}

/** Restore the mode that an earlier pane saved: in the settings, or else `named`, by a bookmark or with the review. */
export async function restoreSavedTracking(
  settings: DocumentSettings,
  named: string | null,
  stop: CancelOptions,
): Promise<"as it was" | "back" | "lost"> {
  const was = settings.get(SETTING) ?? named;
  if (!MODES.includes(was)) return "as it was";
  const is = await runInWord(stop, async run => {
    run.context.document.load("changeTrackingMode");
    await run.sync();
    if (loadedMode(run) !== "Off") {
      await unnameTracking(run, was as TrackingMode);
      return "as it was"; // somebody turned it on
    }
    return (await restoreTracking(run, was as TrackingMode)) ? "back" : "lost";
  });
  if (is !== "lost") await forgetTrackingMode(settings, stop);
  return is;
}

/** Set the mode, and read the result. */
async function setMode(run: WordRun, mode: TrackingMode): Promise<TrackingMode> {
  const { document } = run.context;
  try {
    document.changeTrackingMode = mode;
    document.load("changeTrackingMode");
    await run.sync();
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    // Word may report a failure although it succeeded (#6760).
    document.load("changeTrackingMode");
    await run.sync();
  }
  return loadedMode(run);
}

/** Queue that tracking stays off, whatever others changed in the meantime, and load the mode. */
export function queueTrackingOff(run: WordRun): void {
  run.context.document.changeTrackingMode = "Off";
  run.context.document.load("changeTrackingMode");
}

/** Throw where tracking was on after the last sync: some builds ignore the setting (#6450). */
export function checkTrackingOff(run: WordRun): void {
  if (loadedMode(run) !== "Off") throw new WordError("tracking_locked");
}

/** Restore the mode; tells whether that worked. Setting it twice does no harm. */
export async function restoreTracking(run: WordRun, was: TrackingMode): Promise<boolean> {
  if (was === "Off") return true;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      // eslint-disable-next-line no-await-in-loop
      if ((await setMode(run, was)) === was) {
        // eslint-disable-next-line no-await-in-loop
        await unnameTracking(run, was);
        return true;
      }
    } catch {
      // Try once more.
    }
  }
  return false;
}

/** Return the loaded mode. */
export function loadedMode({ context }: WordRun): TrackingMode {
  return context.document.changeTrackingMode;
}
