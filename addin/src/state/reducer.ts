/** How each action changes the session. An action that does not fit the current stage changes nothing. */

import {
  afterSearch,
  alreadyAdded,
  foundFor,
  mergeTerms,
  newAmong,
  truncated,
  withoutUnsearchable,
} from "./custom_terms";
import type { Analysis, Suggestion } from "../api/schemas";
import { withClient, withLikeness, withUnknownClient } from "./client_choice";
import { previous, withDecisions, type Change, type Decision, type Scope } from "./decisions";
import { withCustomEntities } from "./kinds";
import { carryOver, notFoundAgain } from "./partial_terms";
import { byId, nearMissTerm } from "./suggestion_list";
import { rejectedAgain } from "./rejected_again";
import { renameDecisions, renameHistory, renamedIds } from "./renamed_aliases";
import { highestLevel, maxLevel } from "./levels";
import { alwaysTerms, entry, isLocated, countAccepted } from "./selectors";
import type { ReviewStatus } from "./review_status";
import { START, type Action, type Session, type Stage } from "./session";
import { afterRestoring } from "./restored";
import { stageAfterStop, withProgress } from "./stages";
import { plural } from "./number_format";
import { pick, pickRange, select, stepSelection, withFilter } from "./picking";
import { panelOf } from "./panel";
import { minLevel, minLevelSentence } from "./policy";

type Reducers = {
  readonly [Type in Action["type"]]: (session: Session, action: Extract<Action, { type: Type }>) => Session;
};

const NO_PROGRESS = { done: 0, total: 0 };
const unchanged = (session: Session): Session => session;
const withMember = <Member>(all: ReadonlySet<Member>, one: Member, isIn: boolean): ReadonlySet<Member> =>
  new Set(isIn ? [...all, one] : [...all].filter(each => each !== one));
const atStage = (session: Session, stage: Stage): Session => ({ ...session, stage, message: null });

/** Tell whether the person can decide now: not during redaction or a check, and not in another person's turn. */
export function canDecide(session: Session): boolean {
  return isIdle(session) && !session.otherDocument && (session.review === null || mayDecide(session.review));
}

/** Tell whether accepted terms can be replaced now. A review must be approved first. */
export function canRedact(session: Session): boolean {
  const approved = session.review === null || session.review.state === "approved";
  const located = isLocated(session) && isLevelAnalysed(session) && !session.documentChanged;
  const ready = session.stage.is !== "analysing" && located;
  return isIdle(session) && approved && ready && countAccepted(session) > 0;
}

/** Tell whether the analysis has the chosen level. Levels above the first ones take another request. */
function isLevelAnalysed({ analysis, client, k }: Session): boolean {
  return analysis === null || client === null || k <= highestLevel(analysis);
}

/** Tell whether there is an analysis and no task uses it. */
function isIdle(session: Session): boolean {
  return (
    session.analysis !== null &&
    !["opening", "redacting", "restoring", "checking", "copying"].includes(session.stage.is)
  );
}

/** Tell whether redacted text can be put back now. */
export function canRestore(session: Session): boolean {
  return isIdle(session) && session.stage.is !== "analysing" && session.restorable.places.size > 0;
}

/** Tell whether this person may decide in a review. */
export function mayDecide({ mine, state }: ReviewStatus): boolean {
  return mine && ["draft", "returned", "claimed"].includes(state);
}

/** Drop the check, the copy and the guess, because other words are redacted now. */
function invalidated(session: Session): Session {
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

function decide(
  session: Session,
  label: string,
  changes: readonly Change[],
  customTerms = session.customTerms,
): Session {
  const fitting = changes.filter(([id]) => !session.redactedIds.has(id));
  if (!canDecide(session) || (fitting.length === 0 && customTerms === session.customTerms)) return session;
  return invalidated({
    ...session,
    decisions: withDecisions(session.decisions, fitting),
    customTerms,
    history: [
      ...session.history,
      { label, decisions: previous(session.decisions, fitting), customTerms: session.customTerms },
    ],
    picked: new Set(),
    message: `${label}.`,
  });
}

function decideAll(session: Session, ids: readonly string[], verb: string, decision: Decision): Session {
  const [only] = ids;
  const name = ids.length === 1 && only ? `“${entry(session, only)?.term ?? nearMissTerm(only) ?? ""}”` : null;
  return decide(
    session,
    `${name ?? plural(ids.length, "term")} ${verb}`,
    ids.map(id => [id, decision]),
  );
}

function acceptHere(session: Session, id: string, occurrence: number): Session {
  const place = session.occurrencePlaces.get(id)?.[occurrence] ?? null;
  if (place === null) return { ...session, message: CANNOT_LOCATE };
  const given = session.decisions.get(id);
  const sofar = given?.verdict === "accepted" && given.scope === "here" ? (given.occurrences ?? []) : [];
  const here = [...new Set([...sofar, place])].sort((one, next) => one - next);
  return decideAll(session, [id], `accepted in ${plural(here.length, "place")} only`, {
    ...{ verdict: "accepted", scope: "here", occurrences: here },
    ...(given?.replacement === undefined ? {} : { replacement: given.replacement }),
  });
}

/** A decision for other documents is a proposal: an administrator confirms it. */
const REJECTED_LABELS: Readonly<Record<Scope, string>> = {
  ...{ here: "rejected", document: "rejected" },
  client: "rejected; proposed: never redact it for this client",
  everyone: "rejected; proposed: never redact it for any client",
};

const NOT_APPROVED = "Not approved: not all requirements are met.";
const CANNOT_LOCATE = "Word cannot tell this place from the others. Accept the term everywhere, or reject it.";

function undo(session: Session): Session {
  const last = session.history.at(-1);
  if (!last || !canDecide(session)) return session;
  const decisions = withDecisions(session.decisions, last.decisions);
  return invalidated({
    ...session,
    decisions: withDecisions(
      decisions,
      removedTermChanges(session, { ...session, decisions, customTerms: last.customTerms }),
    ),
    customTerms: last.customTerms,
    history: session.history.slice(0, -1),
    message: `Undone: ${last.label}.`,
  });
}

/** Remove the acceptance of custom terms that an undo removes. */
function removedTermChanges(before: Session, now: Session): Change[] {
  const left = new Set(alwaysTerms(now));
  const lost = alwaysTerms(before).filter(term => !left.has(term));
  return customSuggestions(before, lost).map(each => [each.id, undefined]);
}

/** Find the suggestions of custom terms. */
function customSuggestions(
  { analysis }: Pick<Session, "analysis">,
  terms: readonly string[],
): readonly Suggestion[] {
  if (analysis === null) return [];
  const found = new Set(terms.flatMap(term => foundFor(analysis, term).suggestions));
  return [...found].filter(({ kind }) => kind === "always");
}

function addTerms(session: Session, given: readonly string[]): Session {
  const terms = newAmong(session, given);
  const [only = ""] = terms.length === 0 ? given.map(each => each.trim()) : terms;
  if (only === "") return session;
  if (terms.length === 0) return { ...session, message: alreadyAdded(only, given.length) };
  const name = terms.length === 1 ? `“${truncated(only)}”` : plural(terms.length, "term");
  const now = decide(session, `${name} added`, [], [...session.customTerms, ...terms]);
  return now === session ? session : { ...now, openGroups: new Set([...now.openGroups, "added"]) };
}

function applyAnalysis(session: Session, analysis: Analysis, documentChanged: boolean): Session {
  const known = session.analysis === null ? null : byId(session.analysis);
  // A custom term that was there before and is undecided was left undecided on purpose.
  const fresh = customSuggestions({ analysis }, alwaysTerms(session)).filter(
    ({ id }) => !session.decisions.has(id) && known?.has(id) !== true,
  );
  const accepted: Decision = { verdict: "accepted", scope: "document" };
  const names = renamedIds(session, analysis);
  const carried = carryOver(session, analysis);
  return invalidated({
    ...session,
    analysis,
    k: Math.min(Math.max(session.chosenLevel, minLevel(session)), maxLevel({ ...session, analysis })),
    decisions: withDecisions(session.decisions, [
      ...carried,
      ...rejectedAgain(session, analysis),
      ...renameDecisions(session, names),
      ...fresh.map((each): Change => [each.id, accepted]),
    ]),
    history: renameHistory(session.history, names),
    // The task ends when Word has found the terms: only found terms can be replaced.
    stage: session.stage.is === "analysing" ? { is: "analysing", ...NO_PROGRESS } : { is: "deciding" },
    ...{ error: null, documentChanged, message: notFoundAgain(session, carried), leftPlaces: [] },
    ...{
      redactedIds: new Set<string>(),
      foundCounts: new Map<string, number>(),
      occurrencePlaces: new Map(),
      guess: null,
      presentWords: documentChanged ? null : analysis.words,
      panelNow: documentChanged ? null : panelOf(analysis.panel),
    },
    ...{ shown: null, picked: new Set<string>() },
    customEntities: withCustomEntities(session.customEntities, analysis.suggestions),
    selected: session.selected !== null && byId(analysis).has(session.selected) ? session.selected : null,
  });
}

function setLevel(session: Session, k: number): Session {
  if (!canChangeLevel(session)) return session;
  const least = minLevel(session);
  const level = Math.max(least, Math.min(Math.round(k), maxLevel(session)));
  const message = k < least ? minLevelSentence(session) : null;
  if (level === session.k) return message === null ? session : { ...session, message };
  return invalidated({ ...session, k: level, chosenLevel: level, message });
}

function canChangeLevel(session: Session): boolean {
  return !["redacting", "restoring", "checking", "copying"].includes(session.stage.is);
}

const REDUCERS: Reducers = {
  "access-changed": (session, { access }) => ({ ...session, access, error: null }),
  "clients-loaded": (session, { clients, hiddenClients }) => ({ ...session, clients, hiddenClients }),
  "level-loaded": (session, { k, keepIndustry }) => ({ ...session, k, chosenLevel: k, keepIndustry }),
  "client-guessed": (session, { looksLike }) => withLikeness(session, looksLike),
  "policy-loaded": (session, { client, policy }) => (client === session.client ? { ...session, policy } : session),
  analysing: session => ({ ...atStage(session, { is: "analysing", ...NO_PROGRESS }), error: null }),
  progress: (session, { done, total, step }) => withProgress(session, done, total, step),
  analysed: (session, { analysis, answered, documentChanged = false }) => {
    const applied = applyAnalysis({ ...session, answered }, analysis, documentChanged);
    const now = afterSearch(session, applied, analysis);
    const lost = session.customTerms.filter(term => !now.customTerms.includes(term));
    // The same question without the missing term would get the same answer.
    return { ...now, answered: { ...answered, always: answered.always.filter(term => !lost.includes(term)) } };
  },
  "term-not-searchable": session => withoutUnsearchable(atStage(session, stageAfterStop(session))),
  "level-one-guessed": (session, { guess }) => ({ ...session, guessAtLevelOne: guess }),
  "words-counted": (session, { words }) =>
    session.documentChanged
      ? session
      : { ...session, presentWords: words, standing: null, revision: session.revision + 1 },
  "standing-guessed": (session, { standing }) =>
    standing.words === session.presentWords ? { ...session, standing } : session,
  "terms-located": (session, { foundCounts, occurrencePlaces = new Map() }) => ({
    ...session,
    ...{ foundCounts, occurrencePlaces },
    stage: session.stage.is === "analysing" ? { is: "deciding" } : session.stage,
  }),
  "tracking-checked": (session, { is }) => ({
    ...session,
    trackingLost: is === "lost",
    trackingBack: is === "back",
  }),
  guessed: (session, { revision, guess }) =>
    revision === session.revision ? { ...session, guess: { revision, result: guess } } : session,
  "place-shown": (session, { id, occurrence, of }) => ({ ...session, shown: { id, occurrence, of } }),
  "document-changed": (session, { keepMessage = false }) =>
    session.analysis && !session.documentChanged
      ? {
          ...invalidated(session),
          documentChanged: true,
          ...{ presentWords: null, panelNow: null },
          message: keepMessage ? session.message : null,
        }
      : session,
  redacted: (session, { redactedIds, leftPlaces, trackingLost, restorable = session.restorable }) => ({
    ...atStage(session, { is: "redacted" }),
    ...{ restorable, notRestored: [] },
    redactedIds: new Set([...session.redactedIds, ...redactedIds]),
    ...{ leftPlaces, trackingLost, trackingBack: false, history: [], presentWords: null, panelNow: null },
  }),
  restored: (session, action) => afterRestoring(invalidated({ ...session, stage: { is: "deciding" } }), action),
  checked: (session, { verification, outcome = null }) =>
    session.documentChanged
      ? { ...atStage(session, { is: "deciding" }), message: "The document changed during the check." }
      : {
          ...atStage(session, { is: "checked" }),
          ...{ verification, outcome, panelNow: panelOf(verification.panel) ?? session.panelNow },
          // Then the words are not those that were counted.
          presentWords: (verification.damaged ?? []).length > 0 ? null : session.presentWords,
        },
  copied: (session, { opened, copy, verification, outcome = null }) => ({
    ...atStage(session, { is: "copied", opened }),
    ...{ copy, verification, outcome },
  }),
  "other-document": (session, { asked }) => ({ ...session, otherDocument: asked }),
  "use-review": unchanged,
  "new-review": unchanged,
  "review-changed": (session, { review }) => ({
    ...session,
    review,
    unmet: [],
    message: session.unmet.length > 0 ? null : session.message, // it said "Not approved"
  }),
  "not-approved": (session, { unmet }) => ({ ...session, unmet, message: NOT_APPROVED }),
  "decisions-loaded": (session, { decisions, customTerms: before }) =>
    invalidated({ ...session, decisions, customTerms: mergeTerms(session.customTerms, before), history: [] }),
  "places-named": (session, { analysis }) => ({ ...session, analysis }),
  cancelled: session => ({ ...atStage(session, stageAfterStop(session)), message: "Cancelled." }),
  failed: (session, { error }) => ({ ...atStage(session, stageAfterStop(session)), error }),
  message: (session, { sentence }) => ({ ...session, message: sentence }),

  "choose-client": (session, { client }) => withClient(session, client),
  "choose-unknown-client": (session, { names }) => withUnknownClient(session, names),
  "keep-client": session => ({ ...session, keptClient: session.client ?? session.unknownNames.join("; ") }),
  "keep-industry": (session, { keep }) => ({ ...session, keepIndustry: keep }),
  "set-level": (session, { k }) => setLevel(session, k),
  accept: (session, { ids }) => decideAll(session, ids, "accepted", { verdict: "accepted", scope: "document" }),
  "accept-here": (session, { id, occurrence }) => acceptHere(session, id, occurrence),
  reject: (session, { ids, scope, reason }) =>
    decideAll(session, ids, REJECTED_LABELS[scope], {
      verdict: "rejected",
      scope,
      ...(reason === undefined ? {} : { reason }),
    }),
  "replace-by": (session, { id, replacement }) =>
    decideAll(session, [id], `becomes “${truncated(replacement)}”`, {
      verdict: "accepted",
      scope: "document",
      replacement,
    }),
  "add-alias": (session, { id }) =>
    decideAll(session, [id], "accepted as a name of the client", {
      verdict: "accepted",
      scope: "document",
      alias: true,
    }),
  reopen: (session, { ids }) =>
    decide(
      session,
      `${plural(ids.length, "term")} undecided again`,
      ids.filter(id => session.decisions.has(id)).map(id => [id, undefined]),
    ),
  undo: undo,
  add: (session, { term }) => addTerms(session, [term]),
  "add-terms": (session, { terms }) => addTerms(session, terms),
  "add-pattern": unchanged,
  "switch-kind": (session, { kind, on }) => ({ ...session, kindsOff: withMember(session.kindsOff, kind, !on) }),
  clean: (session, { change }) => ({ ...session, cleaning: { ...session.cleaning, ...change } }),
  "add-to-index": (session, { on }) => ({ ...session, addToIndex: on }),
  "add-selection": unchanged,
  select: (session, { id }) => select(session, id),
  "step-suggestion": (session, { by }) => stepSelection(session, by),
  "step-place": (session, { id }) => select(session, id),
  "show-paragraph": unchanged,
  "go-to": (session, { id }) => select(session, id),
  pick: (session, { id, to }) => (to === "range" ? pickRange(session, id) : pick(session, id)),
  "pick-none": session => (session.picked.size === 0 ? session : { ...session, picked: new Set() }),
  filter: (session, { filter }) => withFilter(session, { ...session.filter, ...filter }),
  sort: (session, { sort }) => ({ ...session, sort }),
  unfold: (session, { group, open: unfolded }) => ({
    ...session,
    openGroups: withMember(session.openGroups, group, unfolded),
  }),
  analyse: session => ({ ...atStage(session, { is: "analysing", ...NO_PROGRESS }), error: null }),
  redact: session => (canRedact(session) ? atStage(session, { is: "redacting", ...NO_PROGRESS }) : session),
  restore: session => (canRestore(session) ? atStage(session, { is: "restoring", ...NO_PROGRESS }) : session),
  check: session => (canChangeLevel(session) ? atStage(session, { is: "checking" }) : session),
  copy: session => (canChangeLevel(session) ? atStage(session, { is: "copying" }) : session),
  download: unchanged,
  "download-certificate": unchanged,
  "save-in-browser": unchanged,
  "compare-word": unchanged,
  "find-released": unchanged,
  cancel: unchanged,
  "sign-in": session => ({ ...session, error: null }),
  retry: session => ({ ...session, error: null }),
  reload: unchanged,
  "step-review": unchanged,
  "judge-sample": unchanged,
  dismiss: session => ({ ...session, error: null }),
  help: (session, { open: shown }) => ({ ...session, help: shown }),
  "ask-consent": (session, { address }) => ({ ...session, consent: address }),
  consent: session => ({ ...session, consent: null }),
  "sign-out": session => ({ ...session, message: "Signing out …" }),
  "signed-out": () => START,
  welcome: (session, { open: shown }) => ({ ...session, welcome: shown }),
};

/** Return the session after an action; the same object where nothing changes. */
export function reduce(session: Session, action: Action): Session {
  const change = REDUCERS[action.type] as (session: Session, action: Action) => Session;
  return change(session, action);
}
