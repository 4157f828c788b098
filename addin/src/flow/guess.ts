/** Guess the document as it stands, and as it would be if everything suggested goes. */

import { goneToSend } from "../state/gone_words";
import { prescribedIndustry } from "../state/policy";
import { keptShare } from "../state/remaining";
import type { Session } from "../state/session";
import { writtenReplacements } from "../state/written_replacements";
import { presentWordsOf } from "./analyse";
import type { FlowContext } from "./context";

/** Guess both states with the current decisions. */
export async function guess(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { api, session, dispatch } = context;
  const { analysis, revision, k, presentWords } = session();
  const client = analysis?.client ?? null;
  if (analysis === null || client === null) return;
  await guessStanding(context, client, signal);
  const words = { ...(presentWords ?? analysis.words) };
  const replacements = writtenReplacements(session()).map(each => ({ ...each }));
  const asked = { words, ...goneToSend(session()), client, k, ...objectiveOf(session()) };
  const result = await api.guess(replacements.length === 0 ? asked : { ...asked, replacements }, signal);
  const kept_share = keptShare(result, words, analysis.words);
  dispatch({ type: "guessed", revision, guess: { ...result, kept_share } });
}

/** Guess the document as it stands, once for its words and the level. */
async function guessStanding(
  { api, session, dispatch }: FlowContext,
  client: string,
  signal: AbortSignal,
): Promise<void> {
  const { presentWords: words, standing, k } = session();
  if (words === null || (standing?.words === words && standing.k === k)) return;
  const result = await api.guess({ words: { ...words }, gone: [], client, k, ...objectiveOf(session()) }, signal);
  dispatch({ type: "standing-guessed", standing: { words, k, result } });
}

/** The objective of the redaction: without a recognisable industry, all clients count for the level. */
function objectiveOf(session: Session): { readonly objective?: "uniform" } {
  const keeps = prescribedIndustry(session)?.keep ?? session.keepIndustry;
  return keeps ? {} : { objective: "uniform" };
}

/** Tell whether the words of the document as it stands are not known, and can be counted. */
export function needsCount({ analysis, presentWords, documentChanged }: Session): boolean {
  return analysis !== null && analysis.client !== null && presentWords === null && !documentChanged;
}

/** Count the words of the document as it stands, from its real text, where a redaction has changed it. */
export async function countWords(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { session, dispatch } = context;
  if (needsCount(session())) dispatch({ type: "words-counted", words: await presentWordsOf(context, signal) });
}
