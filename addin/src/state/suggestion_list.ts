/** The list of suggestions: groups, filter and order. */

import type { Analysis, NearMiss, Place, Suggestion } from "../api/schemas";
import type { Decisions } from "./decisions";
import { memoizePerObject, memoizeLast } from "./memoize";
import { KIND_NAMES, kindOf, KINDS } from "./kinds";
import { tellingRank } from "./telling";
import { shortReason, type Reason } from "./reasons";

export const GROUPS = ["added", "client", ...KINDS, "near"] as const;
export type GroupName = (typeof GROUPS)[number];

/** What the list and the menu to restore call each group. */
export const GROUP_TITLES: Readonly<Record<GroupName, string>> = {
  ...{ added: "Added", client: "Client", ...KIND_NAMES, near: "Near misses" },
};

export type DecisionFilter = "all" | "to-decide" | "accepted" | "rejected";
export interface ListFilter {
  readonly show: DecisionFilter;
  readonly text: string;
}

/** Tell whether a filter hides any row. */
export function isFiltering({ show, text }: ListFilter): boolean {
  return show !== "all" || text.trim() !== "";
}

export type SortOrder = "telling" | "document" | "frequent" | "alphabet";

/** A row of the list: a suggestion, or a near miss that the person may add. */
export interface Entry {
  readonly id: string;
  readonly term: string;
  readonly group: GroupName;
  readonly count: number;
  readonly reason: Reason;
  readonly score: number;
  /** How telling it is for a person: 0 is a name, and everyday words come last. */
  readonly rank: number;
  /** The lowest k that needs it; null where every k redacts it. */
  readonly level: number | null;
  readonly order: number;
  readonly generalisations: readonly string[];
  readonly places: readonly Place[];
  /** Null for a near miss. */
  readonly suggestion: Suggestion | null;
}

/** Tell which text alone has a term that is counted nowhere: the text before tracked changes, or a second copy. */
export function whereApart({ places }: Pick<Entry, "places">): "deleted" | "second_copy" {
  return places.every(({ story }) => story.kind === "before deletion") ? "deleted" : "second_copy";
}

/** A group with its filtered rows and its total. */
export interface Group {
  readonly name: GroupName;
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly undecided: readonly string[];
}

const NEAR = "near:";

/** Return the term of a near miss's id; null for the id of a suggestion. */
export function nearMissTerm(id: string): string | null {
  return id.startsWith(NEAR) ? id.slice(NEAR.length) : null;
}

/** Return the id of a near miss's row. */
export function nearMissId({ term }: Pick<NearMiss, "term">): string {
  return NEAR + term;
}

/** List all rows of an analysis in document order. */
export const entries = memoizePerObject((analysis: Analysis): readonly Entry[] => [
  ...analysis.suggestions.map(ofSuggestion),
  ...analysis.near_misses.map((each, index) => ofNearMiss(each, analysis.suggestions.length + index)),
]);

/** Index the rows by id. */
export const byId = memoizePerObject(
  (analysis: Analysis): ReadonlyMap<string, Entry> => new Map(entries(analysis).map(each => [each.id, each])),
);

function ofSuggestion(each: Suggestion, order: number): Entry {
  return {
    ...{ id: each.id, term: each.term, count: each.count, reason: each.reason, score: each.score, order },
    ...{ level: each.from_level, generalisations: each.generalisations, places: each.places },
    group: groupOf(each),
    rank: tellingRank(each),
    suggestion: each,
  };
}

function ofNearMiss(each: NearMiss, order: number): Entry {
  return {
    ...{
      id: nearMissId(each),
      term: each.term,
      count: each.count,
      reason: each.reason,
      score: each.score ?? 0,
      order,
    },
    ...{ level: null, generalisations: [], places: each.places },
    group: "near",
    rank: 0,
    suggestion: null,
  };
}

function groupOf(suggestion: Suggestion): GroupName {
  if (suggestion.kind === "client") return "client";
  if (suggestion.kind === "always") return "added";
  return kindOf(suggestion.entity);
}

const COLLATOR = new Intl.Collator("en", { sensitivity: "base", numeric: true });

const COMPARERS: Readonly<Record<SortOrder, (one: Entry, other: Entry) => number>> = {
  // Names and rare words come first. Then terms that a low level needs reveal most; within a level the score decides.
  telling: (one, other) =>
    one.rank - other.rank ||
    (one.level ?? 0) - (other.level ?? 0) ||
    other.score - one.score ||
    one.order - other.order,
  document: (one, other) => one.order - other.order,
  frequent: (one, other) => other.count - one.count || one.order - other.order,
  alphabet: (one, other) => COLLATOR.compare(one.term, other.term) || one.order - other.order,
};

/** Sort each group, once for an analysis and an order. */
const sorted = memoizeLast((analysis: Analysis, sort: SortOrder): ReadonlyMap<GroupName, readonly Entry[]> => {
  const all = [...entries(analysis)].sort(COMPARERS[sort]);
  return new Map(GROUPS.map(name => [name, all.filter(each => each.group === name)]));
});

/** Tell whether level `limit` redacts a row's term. */
export function isNeeded(entry: Entry, limit: number): boolean {
  return entry.level === null || entry.level <= limit;
}

/** List the groups of a level; empty groups are left out. */
export const groupsOf = memoizeLast(
  (
    analysis: Analysis,
    limit: number,
    decisions: Decisions,
    filter: ListFilter,
    sort: SortOrder,
  ): readonly Group[] => {
    const passes = matcher(filter, decisions);
    const groups: Group[] = [];
    for (const [name, all] of sorted(analysis, sort)) {
      const there = all.filter(each => isNeeded(each, limit));
      if (there.length > 0) groups.push(group(name, there, there.filter(passes), decisions));
    }
    return groups;
  },
);

function group(name: GroupName, there: readonly Entry[], shown: readonly Entry[], decisions: Decisions): Group {
  const undecided = shown.filter(each => !decisions.has(each.id)).map(each => each.id);
  return { name, entries: shown, total: there.length, undecided };
}

function matcher(filter: ListFilter, decisions: Decisions): (entry: Entry) => boolean {
  const text = filter.text.trim().toLocaleLowerCase();
  return entry =>
    (filter.show === "all" || (decisions.get(entry.id)?.verdict ?? "to-decide") === filter.show) &&
    (text === "" ||
      entry.term.toLocaleLowerCase().includes(text) ||
      shortReason(entry.reason).toLocaleLowerCase().includes(text));
}
