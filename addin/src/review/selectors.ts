/** What the rest of the pane reads out of a session; each answer is made once for what it is made from. */

import type { Analysis, Place, Suggestion } from "./analysis";
import type { Decision, Decisions } from "./decisions";
import { byId, entries, groupsOf, nearMiss, needed, type Entry, type Group } from "./list";
import { remembered } from "./memory";
import type { Question, Session } from "./session";

/** The highest level that the analysis tells; 1 where it tells none. */
export function highestLevel(analysis: Analysis): number {
  return analysis.levels.reduce((most, level) => Math.max(most, level.k), 1);
}

const inView = remembered((analysis: Analysis, k: number): readonly Entry[] =>
  entries(analysis).filter(each => each.suggestion !== null && needed(each, k)),
);

/** The suggestions of the level that is set, in the order of the document, decided or not. */
export function visible(session: Session): readonly Entry[] {
  return session.analysis ? inView(session.analysis, session.k) : [];
}

/** The groups as they are listed. */
export function groups(session: Session): readonly Group[] {
  const { analysis, decisions, filter, sort } = session;
  return analysis ? groupsOf(analysis, session.k, decisions, filter, sort) : [];
}

/** The ids of all lines in the order of the list; near misses only where their group is open. */
export function inOrder(session: Session): readonly string[] {
  return groups(session)
    .filter(group => group.name !== "near" || session.open.has("near"))
    .flatMap(group => group.entries.map(each => each.id));
}

/** The line of an id, whatever the level. */
export function entry(session: Session, id: string): Entry | null {
  return (session.analysis && byId(session.analysis).get(id)) ?? null;
}

/** Whether Word was searched for the terms of the analysis; what nobody has searched for can be replaced nowhere. */
export function located({ analysis, found }: Session): boolean {
  return analysis !== null && (analysis.suggestions.length === 0 || found.size > 0);
}

/** Where each suggestion in view stands. */
interface Sides {
  readonly undecided: readonly Entry[];
  readonly accepted: readonly Entry[];
  readonly rejected: readonly Entry[];
}

const sides = remembered((shown: readonly Entry[], decisions: Decisions): Sides => {
  const by = { undecided: [] as Entry[], accepted: [] as Entry[], rejected: [] as Entry[] };
  for (const each of shown) by[decisions.get(each.id)?.verdict ?? "undecided"].push(each);
  return by;
});

/** What is to be decided yet. */
export function pending(session: Session): readonly Entry[] {
  return sides(visible(session), session.decisions).undecided;
}

/** What is accepted and not replaced yet. */
export function accepted(session: Session): readonly Entry[] {
  return waiting(sides(visible(session), session.decisions).accepted, session.applied);
}

const waiting = remembered((all: readonly Entry[], applied: ReadonlySet<string>): readonly Entry[] =>
  all.filter(each => !applied.has(each.id)),
);

/** What stays by somebody's decision. */
export function rejected(session: Session): readonly Entry[] {
  return sides(visible(session), session.decisions).rejected;
}

/** How many places of the document are to be replaced. */
export function occurrences(session: Session): number {
  return accepted(session).reduce((sum, each) => sum + places(each, session.decisions.get(each.id)), 0);
}

function places(each: Entry, decision: Decision | undefined): number {
  return decision?.occurrences?.length ?? each.places.length;
}

/** How each suggestion is to look in the document; one that is not named is not marked. */
export type Marks = ReadonlyMap<string, "suggested" | "accepted">;

/** The marks of the level that is set: yellow for what is suggested, another pattern for what is accepted. */
export function marks(session: Session): Marks {
  return marked(visible(session), session.decisions, session.applied);
}

const marked = remembered((shown: readonly Entry[], decisions: Decisions, applied: ReadonlySet<string>): Marks => {
  const made = new Map<string, "suggested" | "accepted">();
  for (const { id } of shown) {
    const verdict = decisions.get(id)?.verdict;
    if (verdict !== "rejected" && !applied.has(id)) made.set(id, verdict ?? "suggested");
  }
  return made;
});

type Words = Readonly<Record<string, number>>;

/** The words that would go: of everything that is suggested at this level and that nobody has decided to keep. */
export function goneWords(session: Session): readonly Words[] {
  return gone(visible(session), session.decisions);
}

const gone = remembered((shown: readonly Entry[], decisions: Decisions): readonly Words[] => {
  const words: Words[] = [];
  for (const { id, suggestion } of shown) {
    const decision = decisions.get(id);
    if (suggestion && decision?.verdict !== "rejected")
      words.push(partly(suggestion.words, suggestion.count, decision));
  }
  return words;
});

/** The words of a term that goes in some of its places alone. */
function partly(words: Words, count: number, decision: Decision | undefined): Words {
  const here = decision?.occurrences?.length;
  if (here === undefined || here >= count) return words;
  return Object.fromEntries(
    Object.entries(words).map(([word, often]) => [word, Math.floor((often * here) / count)]),
  );
}

/** The words that go while no client term does, for the look at level 1. */
export function personalWords(session: Session): readonly Words[] {
  return session.analysis ? gone(inView(session.analysis, 1), session.decisions) : [];
}

/** The terms that go because somebody said so: added by hand, or near misses that were accepted. */
export function always(session: Session): readonly string[] {
  return alwaysOf(session.added, session.decisions);
}

const alwaysOf = remembered((added: readonly string[], decisions: Decisions): readonly string[] => {
  const near = [...decisions].filter(([, decision]) => decision.verdict === "accepted").map(([id]) => nearMiss(id));
  return [...new Set([...added, ...near.filter(term => term !== null)])];
});

const MOST_LEVELS = 20;
/** As many as are shown where nobody knows how many clients there are. */
const USUAL_LEVELS = 10;

/** What the service has to be asked for what the person wants now. */
export function question(session: Session): Question {
  return asked(session.client, session.keepIndustry, levels(session) ?? USUAL_LEVELS, always(session));
}

const asked = remembered(
  (client: string | null, keep: boolean, most: number, terms: readonly string[]): Question => ({
    client,
    levels: client === null ? null : most,
    objective: keep || client === null ? null : "uniform",
    always: terms,
  }),
);

/** How many levels there can be: no more than the model knows clients; null where nobody knows how many. */
function levels(session: Session): number | null {
  const known = session.clients.filter(each => each.documents !== null).length;
  return known === 0 || session.others > 0 ? null : Math.min(MOST_LEVELS, known);
}

/** The highest level that the slider offers. */
export function mostLevels(session: Session): number {
  const { analysis } = session;
  if (analysis) return highestLevel(analysis);
  return Math.max(levels(session) ?? USUAL_LEVELS, session.k);
}

/** Whether the person wants something else than was analysed. */
export function due(session: Session): boolean {
  return session.analysis !== null && JSON.stringify(question(session)) !== JSON.stringify(session.asked);
}

/** A decision as a redaction of the file takes it. */
export interface Sent {
  readonly id: string;
  readonly verdict: "accepted" | "edited" | "rejected";
  readonly replacement?: string;
  /** Where it goes from some places alone. */
  readonly places?: { story: Place["story"]; block: number; start: number }[];
}

/** The decisions as a redaction of the file takes them, with the placeholders that stand in the open document. */
export function toSend(session: Session): readonly Sent[] {
  return visible(session).flatMap(({ id, places: all }): Sent[] => {
    const decision = session.decisions.get(id);
    if (!decision) return [];
    if (decision.verdict === "rejected") return [{ id, verdict: "rejected" }];
    const sent = { id, verdict: "edited", replacement: replacement(session, id) } as const;
    if (decision.occurrences === undefined) return [sent];
    const here = decision.occurrences.flatMap(at => all[at] ?? []);
    return [{ ...sent, places: here.map(({ story, block, start }) => ({ story, block, start })) }];
  });
}

/** What is to be replaced in the open document, as Word's side takes it. */
export function replacements(session: Session): readonly { term: string; text: string; occurrences?: number[] }[] {
  return accepted(session).map(({ id }) => {
    const here = session.decisions.get(id)?.occurrences;
    const at = here?.map(place => occurrenceOf(session, id, place)).filter(each => each !== null);
    return { term: id, text: replacement(session, id), ...(at ? { occurrences: at } : {}) };
  });
}

/** Which occurrence in Word a place of a suggestion is; null where Word does not hold it. */
export function occurrenceOf({ places }: Session, id: string, place: number): number | null {
  const occurrence = places.get(id)?.indexOf(place) ?? -1;
  return occurrence < 0 ? null : occurrence;
}

/** What stands instead of a suggestion: what somebody wrote, or its placeholder. */
export function replacement(session: Session, id: string): string {
  const written = session.decisions.get(id)?.replacement;
  return written ?? entry(session, id)?.suggestion?.placeholder ?? "[REDACTED]";
}

/** What goes: what is accepted, and everything that was replaced already, whatever the level is now. */
export function going(session: Session): ReadonlySet<string> {
  return goes(session.applied, sides(visible(session), session.decisions).accepted);
}

const goes = remembered(
  (applied: ReadonlySet<string>, taken: readonly Entry[]): ReadonlySet<string> =>
    new Set([...applied, ...taken.map(each => each.id)]),
);

/** What must not be found any more, wherever it stands: everything that goes from the whole document. */
export function mustBeGone(session: Session): readonly Gone[] {
  return suggested(session).flatMap(({ id, suggestion }) =>
    goesEverywhere(session, id)
      ? [
          {
            id,
            spellings: suggestion.spellings,
            placeholder: replacement(session, id),
            ...{ entity: suggestion.entity, case_sensitive: suggestion.case_sensitive },
          },
        ]
      : [],
  );
}

/** A term that went, with all its spellings. */
export interface Gone {
  readonly id: string;
  readonly spellings: string[];
  readonly placeholder: string;
  readonly entity: string;
  readonly case_sensitive: boolean;
}

/** Every spelling of what stays somewhere: what nobody has accepted, and what goes from some places alone. */
export function spared(session: Session): readonly string[] {
  const staying = suggested(session).filter(each => !goesEverywhere(session, each.id));
  return [...new Set(staying.flatMap(each => each.suggestion.spellings))];
}

/** Every spelling of what somebody has decided to leave, everywhere or but for some places. */
export function leftOnPurpose(session: Session): readonly string[] {
  const left = suggested(session).filter(({ id }) => {
    const decision = session.decisions.get(id);
    return decision !== undefined && (decision.verdict === "rejected" || decision.scope === "here");
  });
  return [...new Set(left.flatMap(each => each.suggestion.spellings))];
}

function goesEverywhere(session: Session, id: string): boolean {
  return going(session).has(id) && session.decisions.get(id)?.scope !== "here";
}

function suggested({ analysis }: Session): readonly (Entry & { suggestion: Suggestion })[] {
  return (analysis ? entries(analysis) : []).filter(
    (each): each is Entry & { suggestion: Suggestion } => each.suggestion !== null,
  );
}
