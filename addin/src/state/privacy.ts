/** What the document gives away by its words: the privacy index of each level, and how many other clients the words fit. */

import type { Analysis, Crowd, Level, Redacted, Standing, Verification } from "../api/schemas";
import { joined, plain, type Claims, type CrowdClaim, type Statement } from "./claims";
import { memoizeLast } from "./memoize";
import { percent, plural } from "./number_format";
import { currentLevel, ifOld } from "./risk";
import { visible } from "./selectors";
import type { Session } from "./session";

/** How many terms are named. */
const MOST_TERMS = 3;
/** A smaller gain reads as nothing. */
const LEAST_GAIN = 0.0005;

/** Return figures of a document; null where there are none. OpenAPI allows an empty object for null. */
function standingOf(given: Analysis["privacy"] | undefined): Standing | null {
  return given && isStanding(given) ? given : null;
}

function isStanding(given: NonNullable<Analysis["privacy"]>): given is Standing {
  return "spi" in given;
}

/** Return how many other clients words fit at least as well, and how many others there are; null where that is hidden. */
function crowdOf(given: Standing["crowd"] | undefined): CrowdClaim | null {
  return given && isCrowd(given) ? [given.k - 1, given.clients - 1] : null;
}

function isCrowd(given: NonNullable<Verification["crowd"]>): given is Crowd {
  return "clients" in given;
}

/** A level, with its index in bits and, where clients are not hidden, its other clients. */
export interface LevelPrivacy {
  readonly k: number;
  readonly index: number;
  readonly crowd: CrowdClaim | null;
}

/** List the levels that were measured; none where the service measures no privacy, or for another client. */
export function levelsMeasured({ analysis, client }: Session): readonly LevelPrivacy[] {
  return analysis !== null && client !== null && analysis.client === client ? measured(analysis) : [];
}

const measured = memoizeLast(({ levels, privacy }: Analysis): readonly LevelPrivacy[] =>
  standingOf(privacy) === null ? [] : levels.flatMap(levelMeasured),
);

function levelMeasured({ k, privacy }: Level): LevelPrivacy[] {
  const found = standingOf(privacy);
  return found === null ? [] : [{ k, index: found.spi, crowd: crowdOf(found.crowd) }];
}

/** Name the figures: what they are of. */
export function privacyTitle(session: Session): string {
  return `What the document gives away${ifOld(session, ", ")}`;
}

/** Say the index of the chosen level, and whom its words fit; the second is empty where clients are hidden. */
export function levelFigures(session: Session): { readonly index: Statement; readonly crowd: Statement } {
  const now = levelsMeasured(session).find(each => each.k === session.k);
  if (!now) {
    const why = session.k === 1 ? "not measured at level 1" : "not known yet";
    return { index: { text: why, claims: { "level.chosen": session.k } }, crowd: plain("") };
  }
  const old = ifOld(session, " ");
  const index = { text: `privacy index ${bits(now.index)}${old}`, claims: { "level.index": now.index } };
  if (now.crowd === null) return { index, crowd: plain("") };
  const text = `fits ${outOf(now.crowd)} other clients${old}`;
  return { index, crowd: { text, claims: { "level.crowd": now.crowd } } };
}

/** Describe the curve for screen readers. */
export function privacyDescription(session: Session): Statement {
  const all = levelsMeasured(session);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return plain("");
  const claims: Claims = { "level.indexes": all.map(({ k, index, crowd }) => [k, index, crowd] as const) };
  const between = `${ifOld(session, " ")} at levels ${first.k} to ${last.k}`;
  const indexes = `Privacy index${between}: ${all.map(each => bits(each.index)).join(", ")}.`;
  const crowds = all.flatMap(({ crowd }) => (crowd === null ? [] : outOf(crowd)));
  const fitting = crowds.length === 0 ? "" : ` Other clients that the words fit: ${crowds.join(", ")}.`;
  return { text: `${indexes}${fitting}`, claims };
}

/** A bar: a state of the document, and the share of the other clients that its words fit. */
export interface CrowdBar {
  readonly title: Statement;
  readonly value: Statement;
  readonly share: number;
}

/** List the states of which the other clients are known: none where clients are hidden. */
export function crowdBars(session: Session): readonly CrowdBar[] {
  const { analysis, k } = session;
  if (levelsMeasured(session).length === 0) return [];
  const level = standingOf(currentLevel(session)?.privacy);
  return [
    ...crowdBar("analysed", plain("As analysed"), standingOf(analysis?.privacy)?.crowd),
    ...crowdBar("level", { text: `At level ${k}`, claims: { "level.chosen": k } }, level?.crowd),
    ...crowdBar("checked", plain("As checked"), crowdChecked(session)),
    ...crowdBar("copy", plain("Clean copy"), releaseOfCopy(session)?.after),
  ];
}

/** The check is dropped where the document has changed since. */
function crowdChecked({ stage, verification }: Session): Verification["crowd"] {
  return stage.is === "checked" ? verification?.crowd : undefined;
}

type Of = "analysed" | "level" | "checked" | "copy";

function crowdBar(of: Of, title: Statement, given: Standing["crowd"] | undefined): CrowdBar[] {
  const crowd = crowdOf(given);
  if (crowd === null) return [];
  const [fitting, others] = crowd;
  const value = { text: outOf(crowd), claims: { [`${of}.crowd`]: crowd } };
  return [{ title, value, share: others === 0 ? 0 : fitting / others }];
}

/** Say that the figures of the level are of all that is suggested; empty at level 1. */
export function whatLevelIs({ k }: Session): Statement {
  if (k === 1) return plain("");
  const text = `The figures of level ${k} count every suggested term as redacted, including those that you rejected or changed.`;
  return { text, claims: { "level.chosen": k } };
}

/** Name the suggested terms that add most to the index. */
export function heaviestTerms(session: Session): Statement {
  const gains = visible(session).flatMap(({ term, suggestion }) => {
    const gain = suggestion?.gain;
    return gain && isGain(gain) && gain.spi >= LEAST_GAIN ? [[term, gain.spi] as const] : [];
  });
  const most = gains.sort(([, one], [, other]) => other - one).slice(0, MOST_TERMS);
  if (most.length === 0) return plain("");
  const named = most.map(([term, gain]) => `“${term}” ${bits(gain)}`).join(", ");
  return { text: `Terms that add most to the index if redacted alone: ${named}.`, claims: { "level.gains": most } };
}

type GainGiven = NonNullable<Analysis["suggestions"][number]["gain"]>;

function isGain(given: GainGiven): given is Extract<GainGiven, { readonly spi: number }> {
  return "spi" in given;
}

/** Say what the clean copy gives away; empty before there is one. */
export function copyGivesAway(session: Session): Statement {
  const release = releaseOfCopy(session);
  if (release === null) return plain("");
  const { hidden_share: hidden, after } = release;
  const hides: Statement = {
    text: `${percent(hidden)} of the words are missing from the clean copy.`,
    claims: { "copy.hidden": hidden },
  };
  const crowd = crowdOf(after);
  if (crowd === null) return hides;
  const [fitting, others] = crowd;
  return joined(hides, { text: fitSentence(fitting, others), claims: { "copy.crowd": crowd } });
}

function fitSentence(fitting: number, others: number): string {
  if (others === 0) return "No other client was compared, so the words that are left can only fit this one.";
  if (fitting > 0)
    return `The words that are left fit ${fitting} of ${plural(others, "other client")} at least as well as this client.`;
  const whom = others === 1 ? "the other one" : `any of ${others} others`;
  return `The words that are left fit this client better than ${whom}.`;
}

type Release = Redacted["report"]["privacy"];

function releaseOfCopy({ stage, copy }: Session): Extract<Release, { readonly sentence: string }> | null {
  const given = stage.is === "copied" ? copy?.privacy : null;
  return given && isRelease(given) ? given : null;
}

function isRelease(given: NonNullable<Release>): given is Extract<Release, { readonly sentence: string }> {
  return "spi" in given;
}

function outOf([fitting, others]: CrowdClaim): string {
  return `${fitting} of ${others}`;
}

/** Format bits as the command line does. */
function bits(value: number): string {
  return value.toFixed(3);
}
