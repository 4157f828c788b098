/** Analyse the document and find the terms in Word. */

import type { Analysis, AnalysisOptions, StoryText } from "../api/schemas";
import { ApiError } from "../api/error";
import { REMOVE_ALL } from "../state/cleaning";
import { likenessOf } from "../state/client_choice";
import { newTerms } from "../state/custom_terms";
import { goneToSend } from "../state/gone_words";
import { currentQuestion } from "../state/selectors";
import type { Question, DocumentAccess, Session, WordCounts } from "../state/session";
import { isBlocking, WordError, type Reading, type WordDocument } from "../word/document";
import { reportProgress, type FlowContext } from "./context";
import { isUnknownReview } from "./stored_review";
import { searchTerms } from "./search_terms";

/** Analyse the document and find the terms in Word. */
export async function analyse(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { word, session, dispatch } = context;
  dispatch({ type: "analysing" });
  await restoreTracking(context, signal);
  const reading = await readDocument(context, signal);
  dispatch({ type: "progress", done: 0, total: 0, step: "searching" });
  if (isClientOpen(session())) await guessClient(context, reading, signal);
  await loadPolicy(context, signal);
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
  await guessChosenClient(context, reading, analysis, signal);
}

/** Analyse without the stored review, whose decisions are about another text. */
export async function analyseAnew(context: FlowContext, signal: AbortSignal): Promise<void> {
  context.storedReview.beginAnew();
  await analyse(context, signal);
}

/**
 * Analyse the document as it was read last, for a review: its places have ids then. Nothing of the answer is shown.
 *
 * Returns null where the document has changed since, so that its places are others.
 */
export async function analyseForReview(context: FlowContext, review: string): Promise<Analysis | null> {
  const { reading, changes, changesWhenRead } = context.cache;
  const { answered } = context.session();
  if (reading === null || answered === null || changes !== changesWhenRead) return null;
  const asked = { ...requestOptions(answered), ...levelOptions(answered), review };
  return requestAnalysis(context, reading, asked, new AbortController().signal);
}

/** Tell whether nobody has chosen a client yet. */
function isClientOpen({ answered, client, unknownNames }: Session): boolean {
  return answered === null && client === null && unknownNames.length === 0;
}

/** Load what the policy of the client requires, so that nothing less is asked for. */
async function loadPolicy({ api, session, dispatch }: FlowContext, signal: AbortSignal): Promise<void> {
  const { client } = session();
  dispatch({ type: "policy-loaded", client, policy: await api.policy(client, signal) });
}

/** Read the document without our marks. It is read once, until somebody (also the pane) changes it. */
async function readDocument(context: FlowContext, signal: AbortSignal): Promise<Reading> {
  const { word, cache, session } = context;
  // If Word provided only its text, it may provide the file next time.
  const whole = cache.reading?.kind === "file" ? cache.reading : null;
  if (whole !== null && cache.changesWhenRead === cache.changes && session().redactedIds.size === 0) return whole;
  cache.stillMarked = !(await clearMarks(word));
  const { changes } = cache;
  cache.reading = await word.read(signal, reportProgress(context, "reading"));
  cache.changesWhenRead = changes;
  cache.copy = null;
  return cache.reading;
}

/** Remove the marks; false where the document was locked after they were made, so they remain. */
async function clearMarks(word: WordDocument): Promise<boolean> {
  try {
    await word.clear();
    return true;
  } catch (thrown) {
    if (thrown instanceof WordError && isBlocking(thrown.code)) return false;
    throw thrown;
  }
}

/** Turn Track Changes on again, if a pane that stopped in the middle left it off. */
export async function restoreTracking(
  { word, session, dispatch }: FlowContext,
  signal: AbortSignal,
): Promise<void> {
  const is = await word.restoreTracking(signal);
  if (is !== "as it was" || session().trackingLost) dispatch({ type: "tracking-checked", is });
}

/** Analyse with the stored review, so that earlier decisions come back. */
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

/** Tell whether the service rejects the request itself, whatever the document. */
function isInvalidRequest(refused: unknown): boolean {
  return refused instanceof ApiError && (refused.code === "invalid_request" || refused.code === "does_not_fit");
}

/** Send the marks that an earlier pane left, so that they can be removed although nothing is suggested there. */
function leftoverMarks(word: WordDocument): Pick<AnalysisOptions, "marked"> {
  const marked = word.leftoverMarks();
  type Kind = NonNullable<AnalysisOptions["marked"]>[number]["kind"];
  return marked.length === 0 ? {} : { marked: marked.map(each => ({ ...each, kind: each.kind as Kind })) };
}

/** Translate a question into the options that every request takes. */
export function requestOptions({ client, objective, always, pii }: Question): Options {
  const chosen = objective === null ? {} : { objective };
  const kinds = pii === null ? {} : { pii: [...pii] };
  return { always: [...always], ...kinds, ...(client === null ? {} : { client, ...chosen }) };
}

type Options = Pick<AnalysisOptions, "always" | "client" | "objective" | "pii">;

/** The levels to show; each must also hold on the clean copy. Without a copy, the service cleans what it analyses. */
function levelOptions({ levels, copy }: Question): Pick<AnalysisOptions, "levels" | "copy"> {
  return levels === null ? { copy } : { levels, copy };
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

/** Guess the client from the words alone, which is the fastest request. */
async function guessClient(context: FlowContext, reading: Reading, signal: AbortSignal): Promise<void> {
  const { api, session, dispatch } = context;
  if (session().clients.length === 0) return;
  const words = await wordsOf(context, reading, signal);
  const { guess } = await api.guess({ words: { ...words }, gone: [] }, signal);
  context.cache.guessedReading = reading;
  dispatch({ type: "client-guessed", looksLike: likenessOf(guess) });
}

/** Read the document as it stands, and let the service count its words. */
export async function presentWordsOf(context: FlowContext, signal: AbortSignal): Promise<WordCounts> {
  return wordsOf(context, await context.word.read(signal, () => undefined), signal);
}

async function wordsOf(context: FlowContext, reading: Reading, signal: AbortSignal): Promise<WordCounts> {
  // As for the levels: the words of what a policy removes from the clean copy count too.
  const asked = { copy: REMOVE_ALL };
  const { words } = await requestAnalysis(context, reading, { ...asked, pii: [] }, signal).catch(
    (refused: unknown) => {
      // If the policy requires personal data detection, repeat with it.
      if (!(refused instanceof ApiError) || refused.code !== "policy_not_met") throw refused;
      return requestAnalysis(context, reading, asked, signal);
    },
  );
  return words;
}

/** Guess the client of a text that was not guessed yet, so that a wrong choice can be questioned. */
async function guessChosenClient(
  { api, cache, session, dispatch }: FlowContext,
  reading: Reading,
  { words }: Analysis,
  signal: AbortSignal,
): Promise<void> {
  if (cache.guessedReading === reading || session().clients.length === 0) return;
  const { guess } = await api.guess({ words, gone: [] }, signal);
  cache.guessedReading = reading;
  dispatch({ type: "client-guessed", looksLike: likenessOf(guess) });
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
    reportProgress(context, "finding"),
  );
  // Marks of an earlier pane are recognised only now. Read the document again without them.
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
  const asked = { words: analysis.words, ...goneToSend({ ...session(), k: 1 }), client: analysis.client };
  dispatch({ type: "level-one-guessed", guess: await api.guess(asked, signal) });
}
