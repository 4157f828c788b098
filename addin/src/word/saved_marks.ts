/**
 * Tells our marks from highlights of the person after a pane stopped: how many we made, and what they covered.
 *
 * Stored in the document's settings as positions and colours, never text. A mark at a found term that has no row here
 * is ours alone, and the next `paint` or `clear` removes it.
 */

import type { ExpectedPlace, StoryMarks } from "./document";
import type { HeldOccurrence, Appearance } from "./held_occurrences";
import type { DocumentSettings } from "./document_settings";
import type { StoryName } from "./stories";
import type { CancelOptions } from "./word_run";

const SETTING = "marks";

/** Part, kind, block, start, end, highlight, underline. */
type Row = [string, string, number, number, number, string | null, string];

/** The saved marks, and the look that some of them cover. */
export interface SavedMarks {
  readonly count: number;
  readonly places: readonly StoryMarks[];
  readonly originals: ReadonlyMap<string, Appearance>;
}

interface StoredMarks {
  readonly count: number;
  readonly earlier: Row[];
  /** Missing where an older pane wrote it. */
  readonly marked?: StoryMarks[];
}

const NOTHING: Appearance = { highlight: null, underline: "None" };

/** Read what an earlier pane saved; null where there is nothing. */
export function readSavedMarks(settings: DocumentSettings): SavedMarks | null {
  const written = settings.get(SETTING);
  if (written === null) return null;
  try {
    const { count, earlier, marked = [] } = JSON.parse(written) as StoredMarks;
    const rows = earlier.map(([part, kind, block, start, end, highlight, underline]) => {
      return [positionKey({ part, kind }, { block, start, end }), { highlight, underline }] as const;
    });
    return { count, places: marked, originals: new Map(rows) };
  } catch {
    return { count: 0, places: [], originals: new Map() };
  }
}

/** Return how a marked place looked before an earlier pane marked it. */
export function originalAppearance(
  saved: SavedMarks,
  story: StoryName,
  place: HeldOccurrence["place"],
  now: Appearance,
): Appearance {
  const written = place === null ? undefined : saved.originals.get(positionKey(story, place));
  return written ?? { highlight: null, underline: now.underline === "Dotted" ? NOTHING.underline : now.underline };
}

/** Save the marks before they are made, because nothing can be saved if the pane stops. */
export async function saveMarks(
  settings: DocumentSettings,
  marked: readonly HeldOccurrence[],
  stop: CancelOptions,
): Promise<void> {
  const rows = marked.flatMap(({ story, place, original }): Row[] => {
    if (place === null || (original.highlight === null && original.underline === NOTHING.underline)) return [];
    return [[story.part, story.kind, place.block, place.start, place.end, original.highlight, original.underline]];
  });
  const value = marked.length === 0 ? null : JSON.stringify(toStored(marked, rows));
  await settings.set(SETTING, value, stop);
}

/** Forget marks that are removed. */
export async function dropMarks(settings: DocumentSettings, stop: CancelOptions): Promise<void> {
  await settings.set(SETTING, null, stop).catch(() => undefined);
}

function toStored(marked: readonly HeldOccurrence[], earlier: Row[]): StoredMarks {
  const stories = new Map<string, StoryMarks>();
  for (const { story, place } of marked) {
    if (place === null) continue;
    const key = `${story.part}\0${story.kind}`;
    const there = stories.get(key) ?? { part: story.part, kind: story.kind, places: [] };
    there.places.push(place.block, place.start, place.end);
    stories.set(key, there);
  }
  return { count: marked.length, earlier, marked: [...stories.values()] };
}

function positionKey(story: StoryName, place: Pick<ExpectedPlace, "block" | "start" | "end">): string {
  return [story.part, story.kind, place.block, place.start, place.end].join("\0");
}
