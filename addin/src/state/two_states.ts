/** Two states to tell apart: the document now, and the document if all other terms are redacted too. */

import type { Guess } from "../api/schemas";
import { plain, type Claims, type Statement } from "./claims";
import { atMost, likelihood, ordinal } from "./number_format";
import { hasPanel, named, plannedNamed, standingNamed } from "./panel";
import { currentRisk, hidesClients } from "./risk";
import { pending, rejected } from "./selectors";
import { isAnythingToGo, standingGuess } from "./standing";
import type { Session } from "./session";

/** One of the states, with its sentence. */
export interface StateRow extends Statement {
  readonly key: "standing" | "planned" | "copy";
  readonly title: string;
  /** How many held-out attackers name the client. */
  readonly panel: Statement;
}

/** List the states: the document now, what is planned where terms are left to redact, and the clean copy where there is one. */
export function stateRows(session: Session): readonly StateRow[] {
  return [standingRow(session), ...plannedRow(session), ...copyRow(session)];
}

const NOT_KNOWN = "not known: the document has changed";

function standingRow(session: Session): StateRow {
  const now = standingGuess(session);
  const row = { key: "standing", title: "Now", panel: standingNamed(session) } as const;
  if (now !== null)
    return {
      ...row,
      ...identified(session, "standing", { ...now, reached: now.k_reached, held: heldNow(session) }),
    };
  const text = session.documentChanged ? NOT_KNOWN : "not known yet";
  return { ...row, text, claims: { "standing.known": false } };
}

function heldNow({ standing, k }: Session): boolean | null {
  return standing?.k === k ? standing.result.k_held : null;
}

function plannedRow(session: Session): StateRow[] {
  const risk = currentRisk(session);
  if (risk === null || !isAnythingToGo(session)) return [];
  const row = { key: "planned", title: plannedTitle(session), panel: plannedNamed(session) } as const;
  if (session.documentChanged) return [{ ...row, text: NOT_KNOWN, claims: { "planned.known": false } }];
  return [{ ...row, ...identified(session, "planned", risk) }];
}

/** Undecided terms count as accepted, and only rejected ones stay. */
function plannedTitle(session: Session): string {
  if (pending(session).length === 0) return "Once redacted";
  return rejected(session).length === 0 ? "If all accepted" : "If rest accepted";
}

function copyRow(session: Session): StateRow[] {
  const copy = session.stage.is === "copied" ? session.copy : null;
  if (!copy?.risk) return [];
  const { guess, k_reached: reached, k_held: held } = copy.risk;
  const panel = copy.panel && hasPanel(session) ? named("copy", copy.panel) : plain("");
  const row = { key: "copy", title: "Clean copy", panel } as const;
  return [{ ...row, ...identified(session, "copy", { guess, reached, held }) }];
}

interface Looked {
  readonly guess: readonly Guess[];
  readonly reached: number | null;
  readonly held: boolean | null;
}

/** Say how well the client is hidden: the rank and the probability, or only the level where clients are hidden. */
function identified(session: Session, of: StateRow["key"], looked: Looked): Statement {
  const { reached, held } = looked;
  if (hidesClients(session) || reached === null) return levelOnly(session, of, held);
  const rank = ranked(session, of, looked, reached);
  // Once all is redacted, a level that is not reached has to be told beside the rank, which may look good.
  const isPlan = of !== "standing" || !isAnythingToGo(session);
  if (!isPlan || held !== false) return rank;
  const level = levelOnly(session, of, held);
  return { text: `${rank.text}; ${level.text}`, claims: { ...rank.claims, ...level.claims } };
}

function ranked(session: Session, of: StateRow["key"], { guess }: Looked, reached: number): Statement {
  const own = guess.find(each => each.client === session.client);
  const last = guess.at(-1)?.probability ?? 0;
  const probability = own?.probability ?? last;
  const all = session.clients.filter(each => each.documents !== null).length;
  const claims: Claims = {
    [`${of}.rank`]: reached,
    [`${of}.clients`]: all,
    [own === undefined ? `${of}.probability-below` : `${of}.probability`]: probability,
  };
  const share = own === undefined ? atMost(probability) : likelihood(probability);
  return { text: rankSentence(reached, all, isAlone(guess, session.client), share), claims };
}

function levelOnly({ k }: Session, of: StateRow["key"], held: boolean | null): Statement {
  if (k === 1) return { text: "level 1 does not hide the client", claims: { "level.chosen": k } };
  // The service was not asked about this level yet.
  if (held === null) return { text: "not known yet", claims: {} };
  return {
    text: `level ${k} is ${held ? "" : "not "}reached`,
    claims: { "level.chosen": k, [`${of}.held`]: held },
  };
}

/** Tell whether the client is likelier than all others. */
function isAlone(guess: readonly Guess[], client: string | null): boolean {
  const [first, second] = guess.map(each => each.probability);
  return guess[0]?.client === client && (first ?? 0) > (second ?? 0);
}

/** Say where the client stands among all clients, and how likely it is, on one line of the narrowest pane. */
export function rankSentence(rank: number, all: number, alone: boolean, share: string): string {
  const place = rank > 1 ? `${ordinal(rank)} ` : alone ? "" : "ties for ";
  return `${place}likeliest of ${all}: ${share}`;
}
