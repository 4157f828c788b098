/** Find terms: one search for each story and spelling, held against what the analysis of the file expects. */

import type { Capabilities } from "./capabilities";
import { occurrencesInComments } from "./comments";
import type { Expected, Found, Margin, Progress, Reason, Spelling, Term, Unreachable } from "./document";
import { endsAll, problemOf } from "./errors";
import { Holding, type Held, type Look } from "./holding";
import { hitsOf, type Hit, type Sought } from "./hits";
import { chosen, inContext, type Chosen, type Neighbours } from "./search";
import { keyOf, wayTo, type StoryName } from "./stories";
import { inWord, Pace, type Stop, type Turn } from "./turn";

/** What is searched once, for all terms that are written so in this story. */
interface Hunt extends Sought {
  readonly story: StoryName;
  readonly hits: number;
  readonly wanted: Wanted[];
}

interface Wanted {
  readonly term: string;
  readonly spelling: Spelling;
  readonly expected: Expected;
}

/** What is known beside the terms. */
export interface Ground {
  readonly margins: readonly Margin[];
  readonly can: Capabilities;
}

/** What an earlier pane left behind tells how a place looked before. */
export type Before = (story: StoryName, place: Held["place"], now: Look) => Pick<Held, "earlier" | "mark">;

/** What was found of all terms, and what of it is held. */
export interface Located {
  readonly found: Found[];
  readonly holding: Holding;
}

const MOST_SEARCHES = 40; // a search through 300 pages takes some milliseconds, and Word wants answers within seconds

/** Find terms and hold them. */
export async function locate(
  terms: readonly Term[],
  ground: Ground,
  before: Before,
  stop: Stop,
  progress: Progress,
): Promise<Located> {
  const hunts = huntsOf(terms, ground);
  const holding = new Holding();
  const report = new Report(terms);
  const longer = longerSpellings(terms);
  try {
    await inWord(stop, async turn => {
      const pace = new Pace();
      let done = 0;
      for (const batch of batches(hunts, pace)) {
        // One batch after the other: each is as large as Word bears.
        // eslint-disable-next-line no-await-in-loop
        await pace.watch(() => hunted(turn, batch, { holding, report, longer, before }));
        progress((done += batch.length), hunts.length);
      }
    });
  } catch (thrown) {
    await holding.release({ signal: new AbortController().signal, patience: stop.patience });
    throw problemOf(thrown);
  }
  return { found: report.found(holding), holding };
}

interface Hunting {
  readonly holding: Holding;
  readonly report: Report;
  readonly longer: (text: string) => string[];
  readonly before: Before;
}

function huntsOf(terms: readonly Term[], ground: Ground): Hunt[] {
  const hunts = new Map<string, Hunt & { hits: number }>();
  for (const term of terms) {
    for (const spelling of term.spellings) {
      for (const expected of spelling.stories) {
        const story = { part: expected.story, kind: expected.kind };
        const { text, caseSensitive } = spelling;
        const key = `${keyOf(story)}\0${caseSensitive ? text : `\0${text.toLowerCase()}`}`;
        const way = wayTo(story, ground.margins, ground.can);
        const hunt = hunts.get(key) ?? { story, way, text, caseSensitive, hits: expected.hits, wanted: [] };
        hunt.wanted.push({ term: term.id, spelling, expected });
        hunts.set(key, hunt);
      }
    }
  }
  // Text boxes come last: a search in a shape can hang Word (#5806), and then the rest is known.
  return [...hunts.values()].sort((a, b) => Number(a.way.kind === "shapes") - Number(b.way.kind === "shapes"));
}

/** Hunts that together are expected to bring no more hits than the pace allows. */
function* batches(hunts: readonly Hunt[], pace: Pace): Generator<Hunt[]> {
  let batch: Hunt[] = [];
  let hits = 0;
  for (const hunt of hunts) {
    if (batch.length > 0 && (hits + hunt.hits > pace.size || batch.length >= MOST_SEARCHES)) {
      yield batch;
      [batch, hits] = [[], 0];
    }
    batch.push(hunt);
    hits += hunt.hits;
  }
  if (batch.length > 0) yield batch;
}

async function hunted(turn: Turn, batch: readonly Hunt[], hunting: Hunting): Promise<void> {
  const inRanges = batch.filter(hunt => hunt.way.kind === "body" || hunt.way.kind === "shapes");
  for (const hunt of batch) {
    if (hunt.way.kind === "none") hunting.report.none(hunt, hunt.way.reason);
  }
  await inComments(
    turn,
    batch.filter(hunt => hunt.way.kind === "comments"),
    hunting,
  );
  await inTexts(turn, inRanges, hunting);
}

async function inTexts(turn: Turn, hunts: readonly Hunt[], hunting: Hunting): Promise<void> {
  if (hunts.length === 0) return;
  let all: Hit[][];
  try {
    all = await hitsOf(turn, hunts, hunting.holding);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (endsAll(problem)) throw problem;
    if (hunts.length > 1) {
      // The first error ends a batch, and a search may be asked again: one by one, only the bad one fails.
      for (const hunt of hunts) {
        // eslint-disable-next-line no-await-in-loop
        await inTexts(turn, [hunt], hunting);
      }
    } else if (hunts[0] !== undefined) hunting.report.none(hunts[0], "no_search");
    return;
  }
  const unclear: { hunt: Hunt; wanted: Wanted; hits: Hit[] }[] = [];
  hunts.forEach((hunt, at) => {
    const hits = all[at] ?? [];
    for (const wanted of hunt.wanted) {
      const which = chosen(hits.length, wanted.expected);
      if (which === null) unclear.push({ hunt, wanted, hits });
      else hold(hunt, wanted, hits, which, hunting);
    }
  });
  if (unclear.length > 0) await judged(turn, unclear, hunting);
}

/** Where counts do not tell which hits are the term's, the paragraphs around them do. */
async function judged(
  turn: Turn,
  unclear: readonly { hunt: Hunt; wanted: Wanted; hits: Hit[] }[],
  hunting: Hunting,
): Promise<void> {
  const around = unclear.map(({ hits }) => hits.map(hit => hit.range.paragraphs.getFirst()));
  for (const paragraph of around.flat()) paragraph.load("text");
  await turn.sync();
  unclear.forEach(({ hunt, wanted, hits }, at) => {
    const neighbours: Neighbours = {
      wholeWord: wanted.spelling.wholeWord,
      longer: hunting.longer(hunt.text),
    };
    const answers = inContext(
      (around[at] ?? []).map(each => each.text),
      hunt.text,
      neighbours,
    );
    const which = answers.flatMap((answer, hit) => (answer === true ? [{ hit, place: null }] : []));
    hunting.report.unclear(hunt, wanted, answers.filter(answer => answer === null).length);
    hold(hunt, wanted, hits, which, hunting);
  });
}

function hold(hunt: Hunt, wanted: Wanted, hits: readonly Hit[], which: readonly Chosen[], hunting: Hunting): void {
  const { story, text, caseSensitive } = hunt;
  for (const { hit, place } of which) {
    const found = hits[hit];
    if (found === undefined) continue;
    const was = hunting.before(story, place, found.look);
    const target = { range: found.range };
    hunting.holding.add({
      term: wanted.term,
      text,
      caseSensitive,
      story,
      place,
      hit,
      hits: hits.length,
      target,
      gone: false,
      ...was,
    });
  }
  hunting.report.found_(hunt, wanted, which.length);
}

async function inComments(turn: Turn, hunts: readonly Hunt[], hunting: Hunting): Promise<void> {
  if (hunts.length === 0) return;
  const neighboursOf = (hunt: Hunt): Neighbours => ({
    wholeWord: hunt.wanted.some(each => each.spelling.wholeWord),
    longer: hunting.longer(hunt.text),
  });
  const found = await occurrencesInComments(
    turn,
    hunts.map(hunt => [hunt.text, neighboursOf(hunt)] as const),
    hunting.holding,
  );
  hunts.forEach((hunt, at) => {
    const { story, text, caseSensitive } = hunt;
    const earlier: Look = { highlight: null, underline: "None" };
    for (const wanted of hunt.wanted) {
      for (const { comment, hit } of found[at] ?? []) {
        const held = {
          term: wanted.term,
          text,
          caseSensitive,
          story,
          place: null,
          hit,
          hits: 0,
          target: { comment },
        };
        hunting.holding.add({ ...held, earlier, mark: null, gone: false });
      }
      hunting.report.found_(hunt, wanted, (found[at] ?? []).length);
    }
  });
}

/** For a string, the longer spellings that have it in them. */
function longerSpellings(terms: readonly Term[]): (text: string) => string[] {
  const every = [...new Set(terms.flatMap(term => term.spellings.map(spelling => spelling.text)))];
  return text => every.filter(other => other.length > text.length && other.includes(text));
}

/** What is told of each term. */
class Report {
  private readonly byTerm = new Map<string, Found>();

  constructor(terms: readonly Term[]) {
    for (const { id } of terms) this.of(id);
  }

  found(holding: Holding): Found[] {
    const placesOf = (term: string): (number | null)[] => holding.of(term).map(({ place }) => place?.at ?? null);
    return [...this.byTerm.values()].map(each => ({ ...each, places: placesOf(each.term) }));
  }

  /** A story that was not searched. */
  none(hunt: Hunt, reason: Reason): void {
    for (const wanted of hunt.wanted) {
      const found = this.of(wanted.term);
      found.expected += wanted.expected.expected;
      const obstacles = [...new Set(wanted.expected.places.flatMap(place => place.obstacles))];
      this.missing(found, hunt, { count: wanted.expected.expected, reason, obstacles });
    }
  }

  /** Hits that are the term's, or part of something else: nobody can tell. */
  unclear(hunt: Hunt, wanted: Wanted, count: number): void {
    this.missing(this.of(wanted.term), hunt, { count, reason: "ambiguous", obstacles: [] });
  }

  /** So many places are held. */
  found_(hunt: Hunt, wanted: Wanted, count: number): void {
    const found = this.of(wanted.term);
    const { expected, places } = wanted.expected;
    found.expected += expected;
    found.found += count;
    const hindered = places.filter(place => place.obstacles.length > 0);
    const lost = Math.max(0, expected - count);
    const obstacles = [...new Set(hindered.flatMap(place => place.obstacles))];
    const explained = Math.min(lost, hindered.length);
    this.missing(found, hunt, { count: explained, reason: "obstacle", obstacles });
    this.missing(found, hunt, { count: lost - explained, reason: "changed", obstacles: [] });
  }

  private of(term: string): Found {
    const found = this.byTerm.get(term) ?? { term, expected: 0, found: 0, places: [], unreachable: [] };
    this.byTerm.set(term, found);
    return found;
  }

  private missing(found: Found, hunt: Hunt, what: Pick<Unreachable, "count" | "reason" | "obstacles">): void {
    const { part: story, kind } = hunt.story;
    if (what.count > 0) found.unreachable.push({ story, kind, text: hunt.text, ...what });
  }
}
