/** Asking what gives the document away, and finding it in Word. */

import type { Analysis, AnalysisOptions, StoryText } from "../api";
import { ApiProblem } from "../api/problem";
import { justAdded } from "../review/adding";
import type { Guess } from "../review/analysis";
import { personalWords, question } from "../review/selectors";
import type { Question, Reach } from "../review/session";
import { WordProblem, type Problem, type Reading, type WordDocument } from "../word/document";
import { progress, type Desk } from "./desk";
import { isUnknown } from "./remembering";
import { termsOf } from "./terms";

/** Ask what gives the document away, and find it in Word. */
export async function analyse(desk: Desk, signal: AbortSignal): Promise<void> {
  const { word, session, tell } = desk;
  tell({ type: "analysing" });
  await trackAgain(desk, signal);
  const reading = await asItIs(desk, signal);
  if (session().asked === null && session().client === null) await guessClient(desk, reading, signal);
  const asked = question(session());
  const analysis = await reviewed(
    desk,
    reading,
    { ...options(asked), ...shown(asked), ...marksLeft(word) },
    signal,
  ).catch((refused: unknown) => {
    if (!isOfTheRequest(refused) || justAdded(session()).length === 0) throw refused;
    return null;
  });
  if (analysis === null) {
    tell({ type: "not-added" });
    return;
  }
  tell({ type: "analysed", analysis, asked, changed: desk.kept.readAt !== desk.kept.changes });
  await desk.remembering.recall(analysis, signal);
  tell({ type: "opened", reach: reachOf(analysis, reading, word) });
  await locate(desk, analysis, signal);
  if (desk.kept.marked === true) tell({ type: "opened", reach: { ...session().reach, marked: word.marksStand() } });
  await lookBefore(desk, analysis, signal);
}

/** The document as it is now, read once until it is changed, by us too. Our own marks are no part of it. */
async function asItIs(desk: Desk, signal: AbortSignal): Promise<Reading> {
  const { word, kept, session } = desk;
  // Where Word gave its text alone, it may give the file the next time.
  const whole = kept.reading?.kind === "file" ? kept.reading : null;
  if (whole !== null && kept.readAt === kept.changes && session().applied.size === 0) return whole;
  kept.marked = !(await cleared(word));
  const { changes } = kept;
  kept.reading = await word.read(signal, progress(desk));
  kept.readAt = changes;
  kept.copy = null;
  return kept.reading;
}

/** Take the marks away; false where the document is locked since they were made, and they stay. */
async function cleared(word: WordDocument): Promise<boolean> {
  try {
    await word.clear();
    return true;
  } catch (thrown) {
    if (thrown instanceof WordProblem && LOCKED.includes(thrown.code)) return false;
    throw thrown;
  }
}

const LOCKED: readonly Problem[] = ["protected", "tracking_locked"];

/** Track changes again where a pane that ended in the middle had switched that off. */
export async function trackAgain({ word, session, tell }: Desk, signal: AbortSignal): Promise<void> {
  const is = await word.trackAgain(signal);
  if (is !== "as it was" || session().trackingLost) tell({ type: "tracking", is });
}

/** The analysis, with what was decided before. */
async function reviewed(
  desk: Desk,
  reading: Reading,
  asked: AnalysisOptions,
  signal: AbortSignal,
): Promise<Analysis> {
  const { review } = desk.remembering;
  if (review === null) return ask(desk, reading, asked, signal);
  try {
    return await ask(desk, reading, { ...asked, review }, signal);
  } catch (refused) {
    if (!isUnknown(refused)) throw refused;
    desk.remembering.forget();
    return ask(desk, reading, asked, signal);
  }
}

/** Whether the service says that nobody can ask so, whatever the document. */
function isOfTheRequest(refused: unknown): boolean {
  return refused instanceof ApiProblem && (refused.code === "invalid_request" || refused.code === "does_not_fit");
}

/** Marks of a pane that was closed: they go, also where nothing is suggested now. */
function marksLeft(word: WordDocument): Pick<AnalysisOptions, "marked"> {
  const marked = word.marksLeft();
  type Kind = NonNullable<AnalysisOptions["marked"]>[number]["kind"];
  return marked.length === 0 ? {} : { marked: marked.map(each => ({ ...each, kind: each.kind as Kind })) };
}

/** What a question is to the service, whatever it is asked to do. */
export function options({ client, objective, always }: Question): Options {
  const chosen = objective === null ? {} : { objective };
  return { always: [...always], ...(client === null ? {} : { client, ...chosen }) };
}

type Options = Pick<AnalysisOptions, "always" | "client" | "objective">;

/** What a clean copy takes out: all that Word keeps of the document's making. */
export const ALL_OF_ITS_MAKING = {
  revisions: "accept",
  comments: "remove",
  hidden_text: "remove",
  traces: "remove",
} as const;

/** The levels that an analysis is asked to show; each is to hold on the clean copy too. */
function shown({ levels }: Question): Pick<AnalysisOptions, "levels" | "copy"> {
  return levels === null ? {} : { levels, copy: ALL_OF_ITS_MAKING };
}

function ask(desk: Desk, reading: Reading, asked: AnalysisOptions, signal: AbortSignal): Promise<Analysis> {
  return reading.kind === "file"
    ? desk.api.analyse(reading.bytes, asked, signal)
    : desk.api.analyseStories(reading.stories as StoryText[], asked, signal);
}

/** Whose document it looks like, by its words alone: the quickest of all questions. */
async function guessClient(desk: Desk, reading: Reading, signal: AbortSignal): Promise<void> {
  const { api, session, tell } = desk;
  if (session().clients.length === 0) return;
  const { words } = await ask(desk, reading, { pii: [] }, signal).catch((refused: unknown) => {
    // Where a policy asks for personal data, they are looked for with the words.
    if (!(refused instanceof ApiProblem) || refused.code !== "policy_not_met") throw refused;
    return ask(desk, reading, {}, signal);
  });
  const { guess } = await api.guess({ words, gone: [] }, signal);
  const name = likeliest(guess);
  const known = session().clients.find(each => each.name === name);
  tell({ type: "looks-like", client: known?.name ?? null });
}

/** Who is likelier than all others; nobody where a text tells nothing. */
export function likeliest([first, second]: readonly Guess[]): string | null {
  return first !== undefined && first.probability > (second?.probability ?? 0) ? first.client : null;
}

function reachOf(analysis: Analysis, reading: Reading, word: WordDocument): Reach {
  const { protection } = analysis.obstacles;
  return {
    inPlace: protection === null || protection === "trackedChanges",
    why: protection === null ? null : protection === "trackedChanges" ? null : "protected",
    partial: reading.kind === "stories",
    textBoxes: word.capabilities.textBoxes,
  };
}

async function locate(desk: Desk, analysis: Analysis, signal: AbortSignal): Promise<void> {
  const leftOver = desk.word.leftOver() > 0;
  const found = await desk.word.locate(termsOf(analysis), analysis.obstacles.margins, signal, progress(desk));
  // Marks of a pane that was closed are known as ours only now; the document as it is has none.
  if (leftOver) desk.kept.reading = await bare(desk, signal);
  desk.kept.unreachable = new Map(found.map(each => [each.term, each.unreachable]));
  desk.tell({
    ...{ type: "located", found: new Map(found.map(each => [each.term, each.found])) },
    places: new Map(found.map(each => [each.term, each.places])),
  });
}

async function bare({ word, kept }: Desk, signal: AbortSignal): Promise<Reading> {
  kept.marked = !(await cleared(word));
  const { changes } = kept;
  const reading = await word.read(signal, () => undefined);
  kept.readAt = changes;
  return reading;
}

async function lookBefore({ api, session, tell }: Desk, analysis: Analysis, signal: AbortSignal): Promise<void> {
  if (analysis.client === null) return;
  const gone = personalWords(session()).map(each => ({ ...each }));
  tell({ type: "before", look: await api.guess({ words: analysis.words, gone, client: analysis.client }, signal) });
}
