/** Re-identification risk: which client the model would guess, and what each level costs. */

import type { Analysis, Guess, Level, GuessResult, Panel } from "../api/schemas";
import { joined, plain, type Claims, type Statement } from "./claims";
import { memoizeLast } from "./memoize";
import { decidedNamed, followsLevel, hasPanel, panelOf } from "./panel";
import type { Session } from "./session";
import { chance, numberInWords, percent } from "./number_format";
import { isAnythingToGo, standingGuess } from "./standing";
import { isAnythingWritten } from "./written_replacements";

/** What the model would guess now; `settled` is false until the service has answered. */
export interface Risk {
  readonly guess: readonly Guess[];
  readonly industry: string | null;
  readonly kept: number;
  /** The rank among all clients; null where the service was not asked: a level may count only those of the industry. */
  readonly reached: number | null;
  /** Whether the level is reached; null where the service was not asked. */
  readonly held: boolean | null;
  readonly settled: boolean;
}

/** Return the risk at the current level with the current decisions; null before an analysis. */
export function currentRisk(session: Session): Risk | null {
  const { guess } = session;
  if (guess?.revision === session.revision) return riskOfGuess(guess.result, true);
  // The analysis knows placeholders only.
  const isPromised = !isAnythingWritten(session) && (!guess || followsLevel(session));
  const promised = isPromised ? promisedRisk(session) : null;
  return promised ?? (guess && riskOfGuess(guess.result, false));
}

/** Return what the analysis says about the level, without a request. */
function promisedRisk(session: Session): Risk | null {
  const { guess, guessAtLevelOne, k } = session;
  if (k === 1) return guessAtLevelOne && riskOfGuess(guessAtLevelOne, false);
  const level = currentLevel(session);
  return level && riskOfLevel(level, (guess?.result ?? guessAtLevelOne)?.utility ?? null);
}

function riskOfGuess(look: GuessResult, settled: boolean): Risk {
  const { guess, utility: industry, kept_share: kept, k_reached: reached, k_held: held } = look;
  return { guess, industry, kept, reached, held, settled };
}

function riskOfLevel(level: Level, industry: string | null): Risk {
  const { guess, kept_share: kept, k_held: held } = level;
  return { guess, industry, kept, reached: null, held, settled: false };
}

export function currentLevel(session: Session): Level | null {
  return session.analysis?.levels.find(level => level.k === session.k) ?? null;
}

/** A bar: a client and its probability. */
export interface Bar {
  /** Unique, also where several clients are called "another client, Retail". */
  readonly key: string;
  readonly name: string;
  readonly probability: number;
  readonly own: boolean;
  /** The client is not among the likeliest, so this is an upper bound. */
  readonly atMost: boolean;
  readonly claims: Claims;
}

/** The service names the five likeliest. With this client they show the four others that k = 5 promises, and one more. */
const MAX_BARS = 6;

/** Tell whether the service hides clients from this person. Then it gives no ranks. */
export function hidesClients({ analysis, guessAtLevelOne }: Session): boolean {
  return [...(analysis?.levels ?? []), ...(guessAtLevelOne ? [guessAtLevelOne] : [])].some(
    each => each.k_reached === null,
  );
}

/** Tell which state the bars show: what is planned, or the document as it stands where nothing more is to go. */
export function barsAre(session: Session): "planned" | "standing" {
  return isAnythingToGo(session) ? "planned" : "standing";
}

/** Return the guess that the bars show; null where it is not known. */
function guessShown(session: Session): Pick<Risk, "guess" | "industry"> | null {
  if (isAnythingToGo(session)) return currentRisk(session);
  const now = standingGuess(session);
  return now && { guess: now.guess, industry: now.utility };
}

/** Return the likeliest clients and always the true one. */
export function bars(session: Session): readonly Bar[] {
  const now = guessShown(session);
  return now ? barsOf(now.guess, session.client, barsAre(session)) : [];
}

type BarsAre = ReturnType<typeof barsAre>;

const barsOf = memoizeLast((guess: readonly Guess[], client: string | null, of: BarsAre): readonly Bar[] => {
  const all = guess.map((each, index) => bar(each, index, guess, client, of));
  const first = all.slice(0, MAX_BARS);
  if (client === null || first.some(each => each.own)) return first;
  const probability = lowestProbability(guess);
  const claims = { [`${of}.probability-below`]: probability };
  const absent: Bar = { key: client, name: client, own: true, atMost: true, probability, claims };
  return [...first.slice(0, MAX_BARS - 1), all.find(each => each.own) ?? absent];
});

function bar(
  { client: name, probability }: Guess,
  index: number,
  all: readonly Guess[],
  client: string | null,
  of: BarsAre,
): Bar {
  const namesakes = all.slice(0, index).filter(each => each.client === name).length;
  const key = namesakes === 0 ? name : `${name} ${namesakes + 1}`;
  const claims = { [`${of}.guess`]: { client: name, probability } };
  return { key, name, probability, own: name === client, atMost: false, claims };
}

function lowestProbability(guess: readonly Guess[]): number {
  return guess.at(-1)?.probability ?? 0;
}

function ownProbability(guess: readonly Guess[], client: string | null): number {
  return guess.find(each => each.client === client)?.probability ?? lowestProbability(guess);
}

/** Mark a figure of the text that was analysed, where someone has changed the text since. */
export function ifOld({ documentChanged }: Session, between: string): string {
  return documentChanged ? `${between}before the change` : "";
}

/** Name the bars: what they are of. */
export function barsName(session: Session): string {
  return `Who would be guessed${ifOld(session, ", ")}`;
}

/** Name the likeliest client, and the next one where the true client is likeliest. */
export function rivalSentence(session: Session): Statement {
  const guess = guessShown(session)?.guess ?? [];
  const [first] = guess;
  if (!first) return plain("");
  const claims: Claims = { [`${barsAre(session)}.guess`]: first };
  const title = `Likeliest ${barsAre(session) === "planned" ? "then" : "now"}${ifOld(session, ", ")}`;
  if (hidesClients(session)) return { text: `${title}, among the clients you can see: ${first.client}.`, claims };
  const next = guess.find(each => each.client !== session.client);
  if (first.client !== session.client) return { text: `${title}: ${first.client}.`, claims };
  const text = `${title}: still ${first.client}.${next ? ` Next: ${next.client}.` : ""}`;
  return { text, claims };
}

/** Say which industry the model would guess; empty where the model has no industries. */
export function industryStatement(session: Session): Statement {
  const now = guessShown(session)?.industry;
  const true_ = session.clients.find(each => each.name === session.client)?.utility;
  if (!now) return plain("");
  const claims: Claims = { [`${barsAre(session)}.industry`]: now };
  const still = now === true_ ? "still " : "";
  const not = !true_ || now === true_ ? "" : `, not ${true_}`;
  return { text: `Industry${ifOld(session, " ")}: the model would ${still}guess ${now}${not}`, claims };
}

/** A point of the curve; `guessed` is the share of the attackers, or else the probability that the model gives. */
export interface CurvePoint {
  readonly k: number;
  readonly kept: number;
  readonly guessed: number | null;
}

/** Return the cost and the risk of each level, from the lowest to the highest. */
export function curve(session: Session): readonly CurvePoint[] {
  return session.analysis ? points(session.analysis, session.client, session.guessAtLevelOne) : [];
}

const points = memoizeLast(
  (analysis: Analysis, client: string | null, before: GuessResult | null): readonly CurvePoint[] => {
    const { levels } = analysis;
    const measured = panelOf(analysis.panel) !== null;
    const guessed = (guess: readonly Guess[], panel?: Level["panel"]): number | null =>
      measured ? share(panelOf(panel)) : ownProbability(guess, client);
    const first = before ? [{ k: 1, kept: before.kept_share, guessed: guessed(before.guess) }] : [];
    return [
      ...first,
      ...levels.map(({ k, kept_share: kept, guess, panel }) => ({ k, kept, guessed: guessed(guess, panel) })),
    ];
  },
);

function share(panel: Panel | null): number | null {
  return panel && panel.content_words.named_by.length / panel.content_words.attackers;
}

/** Return the numbers beside the curve for the current decisions; no probability where clients are hidden. */
export function costs(session: Session): { readonly kept: Statement; readonly guessed: Statement | null } | null {
  const now = currentRisk(session);
  if (now === null) return null;
  const old = ifOld(session, " ");
  const kept = keptStatement(session, now, old);
  if (hidesClients(session)) return { kept, guessed: null };
  if (hasPanel(session)) return { kept, guessed: decidedNamed(session) };
  const own = now.guess.find(each => each.client === session.client);
  const probability = ownProbability(now.guess, session.client);
  const claims = { [own ? "planned.probability" : "planned.probability-below"]: probability };
  return { kept, guessed: { text: `client is guessed: ${chance(probability)}${old}`, claims } };
}

/** Say how many words stay. Where terms are rejected, the figure of the level is not that of the decisions. */
function keptStatement(session: Session, { kept, settled }: Risk, old: string): Statement {
  if (!settled && !followsLevel(session)) return plain("words kept …");
  return { text: `words kept ${percent(kept)}${old}`, claims: { "planned.kept": kept } };
}

/** Say that there are no held-out attackers; nothing to people who may not see all clients. */
export function missingPanel(session: Session): Statement {
  const { analysis, client, hiddenClients } = session;
  const isComplete = analysis?.client === client && client !== null && analysis.levels.length > 0;
  if (!isComplete || hasPanel(session) || hiddenClients > 0 || hidesClients(session)) return plain("");
  const text =
    "This model version has no held-out attackers for this client. Ask your administrator to train the model again.";
  return { text, claims: { "panel.missing": true } };
}

/** Describe the curve for screen readers. */
export function curveDescription(session: Session): Statement {
  const [first, ...rest] = curve(session);
  const last = rest.at(-1);
  if (!first || !last) return plain("");
  const hides = hidesClients(session) || hasPanel(session);
  const ends = [first, last].map(({ k, kept, guessed }) => [k, kept, hides ? null : guessed] as const);
  const kept = `From level ${first.k} to ${last.k}, with every suggested term redacted, the share of words kept changes from ${percent(first.kept)} to ${percent(last.kept)}`;
  const risk = `, and the chance that the client is guessed from ${chance(first.guessed ?? 0)} to ${chance(last.guessed ?? 0)}`;
  return joined({ text: `${kept}${hides ? "" : risk}.`, claims: { "level.curve": ends } }, namedAtLevels(session));
}

/** List how many held-out attackers name the client at each level. */
function namedAtLevels(session: Session): Statement {
  const all = (session.analysis?.levels ?? []).flatMap(({ k, panel: given }) => {
    const panel = panelOf(given);
    return panel ? [[k, panel.content_words.named_by.length, panel.content_words.attackers] as const] : [];
  });
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || !hasPanel(session)) return plain("");
  const text = `How many of the ${first[2]} attackers name the client at levels ${first[0]} to ${last[0]}:`;
  return { text: `${text} ${all.map(each => each[1]).join(", ")}.`, claims: { "level.panels": all } };
}

/** Say what a level is for, whether it is reached or not: "5: hide among five clients". */
export function levelMeaning(k: number): string {
  return k === 1 ? "1: do not hide the client" : `${k}: hide among ${numberInWords(k)} clients`;
}

/** Say whether the level is reached, for people who get no probability. */
export function levelHeld(session: Session): Statement {
  const held = currentRisk(session)?.held ?? null;
  if (session.k === 1 || held === null) return plain("");
  return {
    text: `level ${session.k} is ${held ? "" : "not "}reached${ifOld(session, " ")}`,
    claims: { "level.chosen": session.k, "planned.held": held },
  };
}
