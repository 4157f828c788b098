/**
 * What tells our marks from those of a person after a pane died: how many we made, and where one was before.
 *
 * It stands in the document's settings as positions and colours, so that it gives nothing away. A mark that stands at a
 * found term and is in no row here is ours alone, and goes with the next `paint` or `clear`.
 */

import type { ExpectedPlace, StoryMarks } from "./document";
import type { HeldOccurrence, Appearance } from "./held_occurrences";
import type { DocumentSettings } from "./document_settings";
import type { StoryName } from "./stories";
import type { CancelOptions } from "./word_run";

const SETTING = "marks";

/** Part, kind, block, start, end, highlight, underline. */
type Row = [string, string, number, number, number, string | null, string];

/** The marks in the document, and what some of them hide. */
export interface SavedMarks {
  readonly count: number;
  readonly places: readonly StoryMarks[];
  readonly originals: ReadonlyMap<string, Appearance>;
}

interface StoredMarks {
  readonly count: number;
  readonly earlier: Row[];
  /** Missing in what an older pane wrote. */
  readonly marked?: StoryMarks[];
}

const NOTHING: Appearance = { highlight: null, underline: "None" };

/** What an earlier pane wrote down; null where it left nothing, or what nobody can read. */
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

/** How a place that now looks marked looked before an earlier pane marked it. */
export function originalAppearance(
  saved: SavedMarks,
  story: StoryName,
  place: HeldOccurrence["place"],
  now: Appearance,
): Appearance {
  const written = place === null ? undefined : saved.originals.get(positionKey(story, place));
  return written ?? { highlight: null, underline: now.underline === "Dotted" ? NOTHING.underline : now.underline };
}

/** Write down what is about to be marked: before it happens, because nothing can be written afterwards. */
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
