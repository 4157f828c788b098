/** Asking what gives the document away, and finding it in Word. */

import type { Analysis, AnalysisOptions, Guess, StoryText } from "../api/schemas";
import { ApiError } from "../api/error";
import { newTerms } from "../state/custom_terms";
import { personalDataWords, currentQuestion } from "../state/selectors";
import type { Question, DocumentAccess } from "../state/session";
import { WordError, type WordErrorCode, type Reading, type WordDocument } from "../word/document";
import { reportProgress, type FlowContext } from "./context";
import { isUnknownReview } from "./stored_review";
import { searchTerms } from "./search_terms";

/** Ask what gives the document away, and find it in Word. */
export async function analyse(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { word, session, dispatch } = context;
  dispatch({ type: "analysing" });
  await restoreTracking(context, signal);
  const reading = await readDocument(context, signal);
  if (session().answered === null && session().client === null) await guessClient(context, reading, signal);
  const question = currentQuestion(session());
  const analysis = await analyseWithReview(
    context,
    reading,
    { ...requestOptions(question), ...levelOptions(question), ...leftoverMarks(word) },
    signal,
  ).catch((refused: unknown) => {
    if (!isInvalidRequest(refused) || newTerms(session()).length === 0) throw refused;
    return null;
  });
  if (analysis === null) {
    dispatch({ type: "term-not-searchable" });
    return;
  }
  dispatch({
    type: "analysed",
    analysis,
    answered: question,
    documentChanged: context.cache.changesWhenRead !== context.cache.changes,
  });
  await context.storedReview.applyAnalysis(analysis, signal);
  dispatch({ type: "access-changed", access: accessOf(analysis, reading, word) });
  await locate(context, analysis, signal);
  if (context.cache.stillMarked === true)
    dispatch({ type: "access-changed", access: { ...session().access, stillMarked: word.hasMarks() } });
  await guessAtLevelOne(context, analysis, signal);
}

/** The document as it is now, read once until it is changed, by us too. Our own marks are no part of it. */
async function readDocument(context: FlowContext, signal: AbortSignal): Promise<Reading> {
  const { word, cache, session } = context;
  // Where Word gave its text alone, it may give the file the next time.
  const whole = cache.reading?.kind === "file" ? cache.reading : null;
  if (whole !== null && cache.changesWhenRead === cache.changes && session().redactedIds.size === 0) return whole;
  cache.stillMarked = !(await clearMarks(word));
  const { changes } = cache;
  cache.reading = await word.read(signal, reportProgress(context));
  cache.changesWhenRead = changes;
  cache.copy = null;
  return cache.reading;
}

/** Take the marks away; false where the document is locked since they were made, and they stay. */
async function clearMarks(word: WordDocument): Promise<boolean> {
  try {
    await word.clear();
    return true;
  } catch (thrown) {
    if (thrown instanceof WordError && LOCKED.includes(thrown.code)) return false;
    throw thrown;
  }
}

const LOCKED: readonly WordErrorCode[] = ["protected", "tracking_locked"];

/** Track changes again where a pane that ended in the middle had switched that off. */
export async function restoreTracking(
  { word, session, dispatch }: FlowContext,
  signal: AbortSignal,
): Promise<void> {
  const is = await word.restoreTracking(signal);
  if (is !== "as it was" || session().trackingLost) dispatch({ type: "tracking-checked", is });
}

/** The analysis, with what was decided before. */
async function analyseWithReview(
  context: FlowContext,
  reading: Reading,
  asked: AnalysisOptions,
  signal: AbortSignal,
): Promise<Analysis> {
  const { review } = context.storedReview;
  if (review === null) return requestAnalysis(context, reading, asked, signal);
  try {
    return await requestAnalysis(context, reading, { ...asked, review }, signal);
  } catch (refused) {
    if (!isUnknownReview(refused)) throw refused;
    context.storedReview.forget();
    return requestAnalysis(context, reading, asked, signal);
  }
}

/** Whether the service says that nobody can ask so, whatever the document. */
function isInvalidRequest(refused: unknown): boolean {
  return refused instanceof ApiError && (refused.code === "invalid_request" || refused.code === "does_not_fit");
}

/** Marks of a pane that was closed: they go, also where nothing is suggested now. */
function leftoverMarks(word: WordDocument): Pick<AnalysisOptions, "marked"> {
  const marked = word.leftoverMarks();
  type Kind = NonNullable<AnalysisOptions["marked"]>[number]["kind"];
  return marked.length === 0 ? {} : { marked: marked.map(each => ({ ...each, kind: each.kind as Kind })) };
}

/** What a question is to the service, whatever it is asked to do. */
export function requestOptions({ client, objective, always }: Question): Options {
  const chosen = objective === null ? {} : { objective };
  return { always: [...always], ...(client === null ? {} : { client, ...chosen }) };
}

type Options = Pick<AnalysisOptions, "always" | "client" | "objective">;

/** What a clean copy takes out: all that Word keeps of the document's making. */
export const REMOVE_ALL = {
  revisions: "accept",
  comments: "remove",
  hidden_text: "remove",
  traces: "remove",
} as const;

/** The levels that an analysis is asked to show; each is to hold on the clean copy too. */
function levelOptions({ levels }: Question): Pick<AnalysisOptions, "levels" | "copy"> {
  return levels === null ? {} : { levels, copy: REMOVE_ALL };
}

function requestAnalysis(
  context: FlowContext,
  reading: Reading,
  asked: AnalysisOptions,
  signal: AbortSignal,
): Promise<Analysis> {
  return reading.kind === "file"
    ? context.api.analyse(reading.bytes, asked, signal)
    : context.api.analyseStories(reading.stories as StoryText[], asked, signal);
}

/** Whose document it looks like, by its words alone: the quickest of all questions. */
async function guessClient(context: FlowContext, reading: Reading, signal: AbortSignal): Promise<void> {
  const { api, session, dispatch } = context;
  if (session().clients.length === 0) return;
  const { words } = await requestAnalysis(context, reading, { pii: [] }, signal).catch((refused: unknown) => {
    // Where a policy asks for personal data, they are looked for with the words.
    if (!(refused instanceof ApiError) || refused.code !== "policy_not_met") throw refused;
    return requestAnalysis(context, reading, {}, signal);
  });
  const { guess } = await api.guess({ words, gone: [] }, signal);
  const name = likeliest(guess);
  const known = session().clients.find(each => each.name === name);
  dispatch({ type: "client-guessed", client: known?.name ?? null });
}

/** Who is likelier than all others; nobody where a text tells nothing. */
export function likeliest([first, second]: readonly Guess[]): string | null {
  return first !== undefined && first.probability > (second?.probability ?? 0) ? first.client : null;
}

function accessOf(analysis: Analysis, reading: Reading, word: WordDocument): DocumentAccess {
  const { protection } = analysis.obstacles;
  return {
    inPlace: protection === null || protection === "trackedChanges",
    blockedBy: protection === null ? null : protection === "trackedChanges" ? null : "protected",
    textOnly: reading.kind === "stories",
    textBoxes: word.capabilities.textBoxes,
  };
}

async function locate(context: FlowContext, analysis: Analysis, signal: AbortSignal): Promise<void> {
  const leftOver = context.word.leftoverMarkCount() > 0;
  const found = await context.word.locate(
    searchTerms(analysis),
    analysis.obstacles.margins,
    signal,
    reportProgress(context),
  );
  // Marks of a pane that was closed are known as ours only now; the document as it is has none.
  if (leftOver) context.cache.reading = await readWithoutMarks(context, signal);
  context.cache.unreachable = new Map(found.map(each => [each.term, each.unreachable]));
  context.dispatch({
    ...{ type: "terms-located", foundCounts: new Map(found.map(each => [each.term, each.found])) },
    occurrencePlaces: new Map(found.map(each => [each.term, each.places])),
  });
}

async function readWithoutMarks({ word, cache }: FlowContext, signal: AbortSignal): Promise<Reading> {
  cache.stillMarked = !(await clearMarks(word));
  const { changes } = cache;
  const reading = await word.read(signal, () => undefined);
  cache.changesWhenRead = changes;
  return reading;
}

async function guessAtLevelOne(
  { api, session, dispatch }: FlowContext,
  analysis: Analysis,
  signal: AbortSignal,
): Promise<void> {
  if (analysis.client === null) return;
  const gone = personalDataWords(session()).map(each => ({ ...each }));
  dispatch({
    type: "level-one-guessed",
    guess: await api.guess({ words: analysis.words, gone, client: analysis.client }, signal),
  });
}
