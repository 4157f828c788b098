/** How each action changes the session. An action that does not fit where the session stands changes nothing. */

import { lookedFor, shortly, takenBack } from "./adding";
import type { Analysis, Suggestion } from "./analysis";
import { before, withDecisions, type Change, type Decision, type Scope } from "./decisions";
import { carriedOver } from "./here";
import { byId, nearMiss } from "./list";
import { decisionsRenamed, pastRenamed, renamed } from "./naming";
import { always, entry, inOrder, located, mostLevels, occurrences } from "./selectors";
import type { Action, Review, Session, Stage } from "./session";
import { counted } from "./words";

type Changes = {
  readonly [Type in Action["type"]]: (session: Session, action: Extract<Action, { type: Type }>) => Session;
};

const BEGIN = { done: 0, total: 0 };
const same = (session: Session): Session => session;
const at = (session: Session, stage: Stage): Session => ({ ...session, stage, said: null });

/** Whether decisions can be made now: not while words are being replaced or checked, nor when it is another's turn. */
export function open(session: Session): boolean {
  return idle(session) && (session.review === null || mayDecide(session.review));
}

/** Whether what is accepted can be replaced now; where somebody else was asked, not before they approve. */
function redactable(session: Session): boolean {
  const approved = session.review === null || session.review.state === "approved";
  const ready = session.stage.is !== "analysing" && located(session) && !session.changed;
  return idle(session) && approved && ready && occurrences(session) > 0;
}

/** An analysis is there, and nothing is done with it. */
function idle(session: Session): boolean {
  return session.analysis !== null && !["opening", "redacting", "checking", "copying"].includes(session.stage.is);
}

/** Whether decisions are this person's to make: while it is nobody's yet, or theirs alone. */
export function mayDecide({ mine, state }: Review): boolean {
  return mine && ["draft", "returned", "claimed"].includes(state);
}

/** Whatever other words go makes what was checked, copied and guessed a thing of the past. */
function other(session: Session): Session {
  const done = ["redacted", "checked", "copied"].includes(session.stage.is);
  return {
    ...session,
    stage: done ? { is: "deciding" } : session.stage,
    revision: session.revision + 1,
    verification: null,
    outcome: null,
    copy: null,
  };
}

function decided(session: Session, what: string, changes: readonly Change[], added = session.added): Session {
  const fitting = changes.filter(([id]) => !session.applied.has(id));
  if (!open(session) || (fitting.length === 0 && added === session.added)) return session;
  return other({
    ...session,
    decisions: withDecisions(session.decisions, fitting),
    added,
    past: [...session.past, { what, decisions: before(session.decisions, fitting), added: session.added }],
    said: `${what}.`,
  });
}

function all(session: Session, ids: readonly string[], verb: string, decision: Decision): Session {
  const [only] = ids;
  const name = ids.length === 1 && only ? `“${entry(session, only)?.term ?? nearMiss(only) ?? ""}”` : null;
  return decided(
    session,
    `${name ?? counted(ids.length, "term")} ${verb}`,
    ids.map(id => [id, decision]),
  );
}

function acceptedHere(session: Session, id: string, occurrence: number): Session {
  const place = session.places.get(id)?.[occurrence] ?? null;
  if (place === null) return { ...session, said: CANNOT_TELL };
  const given = session.decisions.get(id);
  const sofar = given?.verdict === "accepted" && given.scope === "here" ? (given.occurrences ?? []) : [];
  const here = [...new Set([...sofar, place])].sort((one, next) => one - next);
  return all(session, [id], "accepted here only", {
    ...{ verdict: "accepted", scope: "here", occurrences: here },
    ...(given?.replacement === undefined ? {} : { replacement: given.replacement }),
  });
}

/** What is said for other documents is a proposal: whoever looks after the lists decides on it. */
const STAYS: Readonly<Record<Scope, string>> = {
  ...{ here: "stays", document: "stays" },
  client: "stays here; that it always stays for this client is proposed",
  everyone: "stays here; that it always stays for everyone is proposed",
};

const CANNOT_TELL = "Word does not tell this place from the others. Accept the term everywhere, or leave it.";

function undone(session: Session): Session {
  const last = session.past.at(-1);
  if (!last || !open(session)) return session;
  const decisions = withDecisions(session.decisions, last.decisions);
  return other({
    ...session,
    decisions: withDecisions(decisions, ofTermsLost(session, { ...session, decisions, added: last.added })),
    added: last.added,
    past: session.past.slice(0, -1),
    said: `Undone: ${last.what}.`,
  });
}

/** What was accepted because somebody had added it goes with it when they take that back. */
function ofTermsLost(before: Session, now: Session): Change[] {
  const left = new Set(always(now));
  const lost = always(before).filter(term => !left.has(term));
  return byHand(before, lost).map(each => [each.id, undefined]);
}

/** The suggestions that are there because somebody has added one of these terms. */
function byHand({ analysis }: Pick<Session, "analysis">, terms: readonly string[]): readonly Suggestion[] {
  const wanted = new Set(terms.map(term => term.toLocaleLowerCase()));
  return (analysis?.suggestions ?? []).filter(
    each =>
      each.kind === "always" && [each.term, ...each.spellings].some(text => wanted.has(text.toLocaleLowerCase())),
  );
}

function added(session: Session, term: string): Session {
  const text = term.trim();
  if (text === "") return session;
  if (session.added.includes(text)) return { ...session, said: `“${shortly(text)}” is added already.` };
  const now = decided(session, `“${shortly(text)}” added`, [], [...session.added, text]);
  return now === session ? session : { ...now, open: new Set([...now.open, "added"]) };
}

function analysed(session: Session, analysis: Analysis, changed: boolean): Session {
  const known = session.analysis === null ? null : byId(session.analysis);
  // What was there before and is left open was left so by somebody.
  const fresh = byHand({ analysis }, always(session)).filter(
    ({ id }) => !session.decisions.has(id) && known?.has(id) !== true,
  );
  const accepted: Decision = { verdict: "accepted", scope: "document" };
  const names = renamed(session, analysis);
  return other({
    ...session,
    analysis,
    k: Math.min(session.k, mostLevels({ ...session, analysis })),
    decisions: withDecisions(session.decisions, [
      ...carriedOver(session, analysis),
      ...decisionsRenamed(session, names),
      ...fresh.map((each): Change => [each.id, accepted]),
    ]),
    past: pastRenamed(session.past, names),
    // The work goes on until Word has found the terms: what is not found there cannot be replaced.
    stage: session.stage.is === "analysing" ? { is: "analysing", ...BEGIN } : { is: "deciding" },
    ...{ trouble: null, changed, said: null, left: [] },
    ...{ applied: new Set<string>(), found: new Map<string, number>(), places: new Map(), look: null },
    at: null,
    current: session.current !== null && byId(analysis).has(session.current) ? session.current : null,
  });
}

/** Terms that were added, each of them once however it is written. */
function together(now: readonly string[], before: readonly string[]): readonly string[] {
  const known = new Set(now.map(term => term.toLocaleLowerCase()));
  const more = before.filter(term => !known.has(term.toLocaleLowerCase()));
  return more.length === 0 ? now : [...now, ...more];
}

function stepped(session: Session, by: 1 | -1): Session {
  const ids = inOrder(session);
  if (ids.length === 0) return session;
  const now = session.current === null ? -1 : ids.indexOf(session.current);
  const next = now < 0 ? (by > 0 ? 0 : ids.length - 1) : (now + by + ids.length) % ids.length;
  return selected(session, ids[next] ?? "");
}

function selected(session: Session, id: string): Session {
  const chosen = entry(session, id);
  if (!chosen || session.current === id) return session;
  const opened = session.open.has(chosen.group) ? session.open : new Set([...session.open, chosen.group]);
  return { ...session, current: id, open: opened, at: null };
}

function levelled(session: Session, k: number): Session {
  const level = Math.max(1, Math.min(Math.round(k), mostLevels(session)));
  return level === session.k || !notWorking(session) ? session : other({ ...session, k: level, said: null });
}

function notWorking(session: Session): boolean {
  return !["redacting", "checking", "copying"].includes(session.stage.is);
}

/** Where the work stops when it is cancelled or fails: where people can go on. What was done before stays done. */
function resting({ stage, analysis }: Session): Stage {
  if (!["analysing", "redacting", "checking", "copying"].includes(stage.is)) return stage;
  return analysis ? { is: "deciding" } : { is: "opening" };
}

function proceeded(session: Session, done: number, total: number): Session {
  const { stage } = session;
  if (stage.is !== "analysing" && stage.is !== "redacting") return session;
  return { ...session, stage: { ...stage, done, total } };
}

const CHANGES: Changes = {
  opened: (session, { reach }) => ({ ...session, reach, trouble: null }),
  clients: (session, { clients, others }) => ({ ...session, clients, others }),
  "looks-like": (session, { client }) =>
    session.client === null && client !== null ? { ...session, client, filledIn: true } : session,
  analysing: session => ({ ...at(session, { is: "analysing", ...BEGIN }), trouble: null }),
  progress: (session, { done, total }) => proceeded(session, done, total),
  analysed: (session, { analysis, asked, changed = false }) => {
    const now = lookedFor(session, { ...analysed(session, analysis, changed), asked }, analysis);
    const lost = session.added.filter(term => !now.added.includes(term));
    // To ask without what stands nowhere would be answered the same.
    return { ...now, asked: { ...asked, always: asked.always.filter(term => !lost.includes(term)) } };
  },
  "not-added": session => takenBack(at(session, resting(session))),
  before: (session, { look }) => ({ ...session, before: look }),
  located: (session, { found, places = new Map() }) => ({
    ...session,
    ...{ found, places },
    stage: session.stage.is === "analysing" ? { is: "deciding" } : session.stage,
  }),
  tracking: (session, { is }) => ({ ...session, trackingLost: is === "lost", trackingBack: is === "back" }),
  looked: (session, { revision, look }) =>
    revision === session.revision ? { ...session, look: { revision, look } } : session,
  at: (session, { id, occurrence, of }) => ({ ...session, at: { id, occurrence, of } }),
  changed: session =>
    session.analysis && !session.changed ? { ...other(session), changed: true, said: null } : session,
  redacted: (session, { applied, left, trackingLost }) => ({
    ...at(session, { is: "redacted" }),
    applied: new Set([...session.applied, ...applied]),
    ...{ left, trackingLost, trackingBack: false, past: [] },
  }),
  checked: (session, { verification, outcome = null }) =>
    session.changed
      ? { ...at(session, { is: "deciding" }), said: "It was changed while it was checked." }
      : { ...at(session, { is: "checked" }), verification, outcome },
  copied: (session, { opened, copy, verification, outcome = null }) => ({
    ...at(session, { is: "copied", opened }),
    ...{ copy, verification, outcome },
  }),
  reviewed: (session, { review }) => ({ ...session, review, unmet: [] }),
  "not-met": (session, { unmet }) => ({
    ...session,
    unmet,
    said: unmet.length > 0 ? "Not approved: something does not hold." : session.said,
  }),
  recalled: (session, { decisions, added: before }) =>
    other({ ...session, decisions, added: together(session.added, before), past: [] }),
  cancelled: session => ({ ...at(session, resting(session)), said: "Cancelled." }),
  trouble: (session, { trouble }) => ({ ...at(session, resting(session)), trouble }),
  said: (session, { sentence }) => ({ ...session, said: sentence }),

  "choose-client": (session, { client }) =>
    client === session.client
      ? { ...session, filledIn: false }
      : { ...session, client, filledIn: false, before: null },
  "keep-industry": (session, { keep }) => ({ ...session, keepIndustry: keep }),
  level: (session, { k }) => levelled(session, k),
  accept: (session, { ids }) => all(session, ids, "accepted", { verdict: "accepted", scope: "document" }),
  "accept-here": (session, { id, occurrence }) => acceptedHere(session, id, occurrence),
  reject: (session, { ids, scope, reason }) =>
    all(session, ids, STAYS[scope], { verdict: "rejected", scope, ...(reason === undefined ? {} : { reason }) }),
  "replace-by": (session, { id, replacement }) =>
    all(session, [id], `becomes “${shortly(replacement)}”`, {
      verdict: "accepted",
      scope: "document",
      replacement,
    }),
  alias: (session, { id }) =>
    all(session, [id], "accepted as a name of the client", { verdict: "accepted", scope: "document", alias: true }),
  reopen: (session, { ids }) =>
    decided(
      session,
      `${counted(ids.length, "term")} open again`,
      ids.filter(id => session.decisions.has(id)).map(id => [id, undefined]),
    ),
  undo: undone,
  add: (session, { term }) => added(session, term),
  "add-selection": same,
  select: (session, { id }) => selected(session, id),
  step: (session, { by }) => stepped(session, by),
  go: (session, { id }) => selected(session, id),
  "go-to": (session, { id }) => selected(session, id),
  filter: (session, { filter }) => ({ ...session, filter: { ...session.filter, ...filter } }),
  sort: (session, { sort }) => ({ ...session, sort }),
  unfold: (session, { group, open: unfolded }) => ({
    ...session,
    open: new Set(unfolded ? [...session.open, group] : [...session.open].filter(each => each !== group)),
  }),
  analyse: session => ({ ...at(session, { is: "analysing", ...BEGIN }), trouble: null }),
  redact: session => (redactable(session) ? at(session, { is: "redacting", ...BEGIN }) : session),
  check: session => (notWorking(session) ? at(session, { is: "checking" }) : session),
  copy: session => (notWorking(session) ? at(session, { is: "copying" }) : session),
  download: same,
  certificate: same,
  cancel: same,
  "sign-in": session => ({ ...session, trouble: null }),
  retry: session => ({ ...session, trouble: null }),
  reload: same,
  "move-review": same,
  dismiss: session => ({ ...session, trouble: null }),
  help: (session, { open: shown }) => ({ ...session, help: shown }),
  welcome: (session, { open: shown }) => ({ ...session, welcome: shown }),
};

/** The session after an action; the same value when the action changes nothing. */
export function reduce(session: Session, action: Action): Session {
  const change = CHANGES[action.type] as (session: Session, action: Action) => Session;
  return change(session, action);
}
