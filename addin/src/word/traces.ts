/**
 * What tells our marks from those of a person after a pane died: how many we made, and where one was before.
 *
 * It stands in the document's settings as positions and colours, so that it gives nothing away. A mark that stands at a
 * found term and is in no row here is ours alone, and goes with the next `paint` or `clear`.
 */

import type { ExpectedPlace, Marked } from "./document";
import type { Held, Look } from "./holding";
import type { Settings } from "./settings";
import type { StoryName } from "./stories";
import type { Stop } from "./turn";

const TRACES = "marks";

/** Part, kind, block, start, end, highlight, underline. */
type Row = [string, string, number, number, number, string | null, string];

/** The marks in the document, and what some of them hide. */
export interface Traces {
  readonly count: number;
  readonly marked: readonly Marked[];
  readonly earlier: ReadonlyMap<string, Look>;
}

interface Written {
  readonly count: number;
  readonly earlier: Row[];
  /** Missing in what an older pane wrote. */
  readonly marked?: Marked[];
}

const NOTHING: Look = { highlight: null, underline: "None" };

/** What an earlier pane wrote down; null where it left nothing, or what nobody can read. */
export function tracesIn(settings: Settings): Traces | null {
  const written = settings.get(TRACES);
  if (written === null) return null;
  try {
    const { count, earlier, marked = [] } = JSON.parse(written) as Written;
    const rows = earlier.map(([part, kind, block, start, end, highlight, underline]) => {
      return [position({ part, kind }, { block, start, end }), { highlight, underline }] as const;
    });
    return { count, marked, earlier: new Map(rows) };
  } catch {
    return { count: 0, marked: [], earlier: new Map() };
  }
}

/** How a place that now looks marked looked before an earlier pane marked it. */
export function earlierLook(traces: Traces, story: StoryName, place: Held["place"], now: Look): Look {
  const written = place === null ? undefined : traces.earlier.get(position(story, place));
  return written ?? { highlight: null, underline: now.underline === "Dotted" ? NOTHING.underline : now.underline };
}

/** Write down what is about to be marked: before it happens, because nothing can be written afterwards. */
export async function write(settings: Settings, marked: readonly Held[], stop: Stop): Promise<void> {
  const rows = marked.flatMap(({ story, place, earlier }): Row[] => {
    if (place === null || (earlier.highlight === null && earlier.underline === NOTHING.underline)) return [];
    return [[story.part, story.kind, place.block, place.start, place.end, earlier.highlight, earlier.underline]];
  });
  const value = marked.length === 0 ? null : JSON.stringify(written(marked, rows));
  await settings.set(TRACES, value, stop);
}

function written(marked: readonly Held[], earlier: Row[]): Written {
  const stories = new Map<string, Marked>();
  for (const { story, place } of marked) {
    if (place === null) continue;
    const key = `${story.part}\0${story.kind}`;
    const there = stories.get(key) ?? { part: story.part, kind: story.kind, places: [] };
    there.places.push(place.block, place.start, place.end);
    stories.set(key, there);
  }
  return { count: marked.length, earlier, marked: [...stories.values()] };
}

function position(story: StoryName, place: Pick<ExpectedPlace, "block" | "start" | "end">): string {
  return [story.part, story.kind, place.block, place.start, place.end].join("\0");
}
