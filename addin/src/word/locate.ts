/** Find terms with one search for each story and spelling, and compare the hits with the analysis. */

import type { Capabilities } from "./capabilities";
import { findInComments } from "./comments";
import type {
  Expected,
  LocateResult,
  Margin,
  Progress,
  UnreachableReason,
  Spelling,
  Term,
  UnreachablePlaces,
} from "./document";
import { isFatal, wordErrorOf } from "./errors";
import { HeldOccurrences, type HeldOccurrence, type Appearance } from "./held_occurrences";
import { findHits, type SearchHit, type SearchQuery } from "./search_hits";
import { chooseHits, matchInContext, type ChosenHit, type MatchContext } from "./search_text";
import { storyKey, accessTo, type StoryName } from "./stories";
import { runInWord, BatchSizer, type CancelOptions, type WordRun } from "./word_run";

/** One search, for all terms with this spelling in this story. */
interface SearchJob extends SearchQuery {
  readonly story: StoryName;
  readonly expectedHits: number;
  readonly wanted: WantedTerm[];
}

interface WantedTerm {
  readonly term: string;
  readonly spelling: Spelling;
  readonly expected: Expected;
}

/** What is known besides the terms. */
export interface LocateOptions {
  readonly margins: readonly Margin[];
  readonly can: Capabilities;
}

/** Return how a place looked before an earlier pane marked it. */
export type OriginalOf = (
  story: StoryName,
  place: HeldOccurrence["place"],
  now: Appearance,
) => Pick<HeldOccurrence, "original" | "mark">;

/** The results for all terms, and the held occurrences. */
export interface Located {
  readonly found: LocateResult[];
  readonly holding: HeldOccurrences;
}

const MOST_SEARCHES = 40; // between two reports of progress

/** Find terms and hold their occurrences. */
export async function locate(
  terms: readonly Term[],
  options: LocateOptions,
  originalOf: OriginalOf,
  stop: CancelOptions,
  progress: Progress,
): Promise<Located> {
  const jobs = searchJobs(terms, options);
  const holding = new HeldOccurrences();
  const report = new LocateReport(terms);
  const longer = longerSpellings(terms);
  try {
    await runInWord(stop, async run => {
      const sizer = new BatchSizer();
      let done = 0;
      for (const batch of batches(jobs, sizer)) {
        // One batch after the other; each is as large as Word allows.
        // eslint-disable-next-line no-await-in-loop
        await sizer.measure(() => runJobs(run, batch, { holding, report, longer, originalOf }));
        progress((done += batch.length), jobs.length);
      }
    });
  } catch (thrown) {
    await holding.release({ signal: new AbortController().signal, timeout: stop.timeout });
    throw wordErrorOf(thrown);
  }
  return { found: report.results(holding), holding };
}

interface LocateState {
  readonly holding: HeldOccurrences;
  readonly report: LocateReport;
  readonly longer: (text: string) => string[];
  readonly originalOf: OriginalOf;
}

function searchJobs(terms: readonly Term[], options: LocateOptions): SearchJob[] {
  const jobs = new Map<string, SearchJob>();
  for (const term of terms) {
    for (const spelling of term.spellings) {
      for (const expected of spelling.stories) {
        const story = { part: expected.story, kind: expected.kind };
        const { text, caseSensitive } = spelling;
        const key = `${storyKey(story)}\0${caseSensitive ? text : `\0${text.toLowerCase()}`}`;
        const access = accessTo(story, options.margins, options.can);
        const job = jobs.get(key) ?? {
          story,
          access,
          text,
          caseSensitive,
          expectedHits: expected.hits,
          wanted: [],
        };
        job.wanted.push({ term: term.id, spelling, expected });
        jobs.set(key, job);
      }
    }
  }
  // Search text boxes last: a search in a shape can hang Word (#5806), and then the rest is known.
  return [...jobs.values()].sort((a, b) => Number(a.access.kind === "shapes") - Number(b.access.kind === "shapes"));
}

/** Group searches so that their expected hits fit into one batch. */
function* batches(jobs: readonly SearchJob[], sizer: BatchSizer): Generator<SearchJob[]> {
  let batch: SearchJob[] = [];
  let hits = 0;
  for (const job of jobs) {
    if (batch.length > 0 && (hits + job.expectedHits > sizer.size || batch.length >= MOST_SEARCHES)) {
      yield batch;
      [batch, hits] = [[], 0];
    }
    batch.push(job);
    hits += job.expectedHits;
  }
  if (batch.length > 0) yield batch;
}

async function runJobs(run: WordRun, batch: readonly SearchJob[], state: LocateState): Promise<void> {
  const inRanges = batch.filter(job => job.access.kind === "body" || job.access.kind === "shapes");
  for (const job of batch) {
    if (job.access.kind === "none") state.report.notSearched(job, job.access.reason);
  }
  await searchComments(
    run,
    batch.filter(job => job.access.kind === "comments"),
    state,
  );
  await searchTexts(run, inRanges, state);
}

async function searchTexts(run: WordRun, jobs: readonly SearchJob[], state: LocateState): Promise<void> {
  if (jobs.length === 0) return;
  let all: SearchHit[][];
  try {
    all = await findHits(run, jobs, state.holding);
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    if (jobs.length > 1) {
      // The first error ends a batch. Repeat the searches one by one, so that only the failing one is lost.
      for (const job of jobs) {
        // eslint-disable-next-line no-await-in-loop
        await searchTexts(run, [job], state);
      }
    } else if (jobs[0] !== undefined) state.report.notSearched(jobs[0], "no_search");
    return;
  }
  const unclear: { job: SearchJob; wanted: WantedTerm; hits: SearchHit[] }[] = [];
  jobs.forEach((job, at) => {
    const hits = all[at] ?? [];
    for (const wanted of job.wanted) {
      const which = chooseHits(hits.length, wanted.expected);
      if (which === null) unclear.push({ job, wanted, hits });
      else holdHits(job, wanted, hits, which, state);
    }
  });
  if (unclear.length > 0) await decideByContext(run, unclear, state);
}

/** Decide by the surrounding paragraphs, where counts do not tell which hits belong to the term. */
async function decideByContext(
  run: WordRun,
  unclear: readonly { job: SearchJob; wanted: WantedTerm; hits: SearchHit[] }[],
  state: LocateState,
): Promise<void> {
  const firstParagraphs = unclear.map(({ hits }) => hits.map(hit => hit.range.paragraphs.getFirst()));
  for (const paragraph of firstParagraphs.flat()) paragraph.load("text");
  await run.sync();
  unclear.forEach(({ job, wanted, hits }, at) => {
    const context: MatchContext = {
      wholeWord: wanted.spelling.wholeWord,
      longer: state.longer(job.text),
    };
    const answers = matchInContext(
      (firstParagraphs[at] ?? []).map(each => each.text),
      job.text,
      context,
    );
    const which = answers.flatMap((answer, hit) => (answer === true ? [{ hit, place: null }] : []));
    state.report.ambiguous(job, wanted, answers.filter(answer => answer === null).length);
    holdHits(job, wanted, hits, which, state);
  });
}

function holdHits(
  job: SearchJob,
  wanted: WantedTerm,
  hits: readonly SearchHit[],
  which: readonly ChosenHit[],
  state: LocateState,
): void {
  const { story, text, caseSensitive } = job;
  for (const { hit, place } of which) {
    const found = hits[hit];
    if (found === undefined) continue;
    const was = state.originalOf(story, place, found.appearance);
    const target = { range: found.range };
    state.holding.add({
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
  state.report.held(job, wanted, which.length);
}

async function searchComments(run: WordRun, jobs: readonly SearchJob[], state: LocateState): Promise<void> {
  if (jobs.length === 0) return;
  const contextOf = (job: SearchJob): MatchContext => ({
    wholeWord: job.wanted.some(each => each.spelling.wholeWord),
    longer: state.longer(job.text),
  });
  const found = await findInComments(
    run,
    jobs.map(job => [job.text, contextOf(job)] as const),
    state.holding,
  );
  jobs.forEach((job, at) => {
    const { story, text, caseSensitive } = job;
    const original: Appearance = { highlight: null, underline: "None" };
    for (const wanted of job.wanted) {
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
        state.holding.add({ ...held, original, mark: null, gone: false });
      }
      state.report.held(job, wanted, (found[at] ?? []).length);
    }
  });
}

/** Return a function that lists the longer spellings that contain a string. */
function longerSpellings(terms: readonly Term[]): (text: string) => string[] {
  const every = [...new Set(terms.flatMap(term => term.spellings.map(spelling => spelling.text)))];
  return text => every.filter(other => other.length > text.length && other.includes(text));
}

/** The results of the search. */
class LocateReport {
  private readonly byTerm = new Map<string, LocateResult>();

  constructor(terms: readonly Term[]) {
    for (const { id } of terms) this.of(id);
  }

  results(holding: HeldOccurrences): LocateResult[] {
    const placesOf = (term: string): (number | null)[] =>
      holding.ofTerm(term).map(({ place }) => place?.at ?? null);
    return [...this.byTerm.values()].map(each => ({ ...each, places: placesOf(each.term) }));
  }

  /** Record a story that was not searched. */
  notSearched(job: SearchJob, reason: UnreachableReason): void {
    for (const wanted of job.wanted) {
      const found = this.of(wanted.term);
      // The same text in another reading goes with the place that is found.
      const same = wanted.expected.places.filter(place => place.obstacles.includes("same_text")).length;
      const count = wanted.expected.expected - same;
      found.expected += count;
      const all = wanted.expected.places.flatMap(place => place.obstacles);
      const obstacles = [...new Set(all)].filter(each => each !== "same_text");
      this.missing(found, job, { count, reason, obstacles });
    }
  }

  /** Record hits that may belong to the term or to something else. */
  ambiguous(job: SearchJob, wanted: WantedTerm, count: number): void {
    this.missing(this.of(wanted.term), job, { count, reason: "ambiguous", obstacles: [] });
  }

  /** Record how many places are held. */
  held(job: SearchJob, wanted: WantedTerm, count: number): void {
    const found = this.of(wanted.term);
    const { expected, places } = wanted.expected;
    found.expected += expected;
    found.found += count;
    const hindered = places.filter(place => place.obstacles.length > 0);
    const lost = Math.max(0, expected - count);
    const obstacles = [...new Set(hindered.flatMap(place => place.obstacles))];
    const explained = Math.min(lost, hindered.length);
    this.missing(found, job, { count: explained, reason: "obstacle", obstacles });
    this.missing(found, job, { count: lost - explained, reason: "changed", obstacles: [] });
  }

  private of(term: string): LocateResult {
    const found = this.byTerm.get(term) ?? { term, expected: 0, found: 0, places: [], unreachable: [] };
    this.byTerm.set(term, found);
    return found;
  }

  private missing(
    found: LocateResult,
    job: SearchJob,
    what: Pick<UnreachablePlaces, "count" | "reason" | "obstacles">,
  ): void {
    const { part: story, kind } = job.story;
    if (what.count > 0) found.unreachable.push({ story, kind, text: job.text, ...what });
  }
}
