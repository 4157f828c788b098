/** Decisions of the person, and how to undo them. */

/** How far a decision applies: one place, this document, all documents of the client, all documents. */
export type Scope = "here" | "document" | "client" | "everyone";

/** A decision on a suggestion. An undecided suggestion has none. */
export interface Decision {
  readonly verdict: "accepted" | "rejected";
  readonly scope: Scope;
  /** With scope `here`: the indices of the suggestion's places in the analysis. */
  readonly occurrences?: readonly number[];
  /** The text that replaces the term, instead of its placeholder. */
  readonly replacement?: string;
  /** Why it is kept; required from reviewers. */
  readonly reason?: string;
  /** The term is another name of the client. */
  readonly alias?: true;
}

export type Decisions = ReadonlyMap<string, Decision>;
export type Change = readonly [id: string, decision: Decision | undefined];

/** What an undo restores, and the label of the undone action. */
export interface UndoStep {
  readonly label: string;
  readonly decisions: readonly Change[];
  readonly customTerms: readonly string[];
}

/** Reasons to keep a term, by the codes that reviews store. */
export const REASONS = [
  ["public", "public information"],
  ["not_personal", "not about a person"],
  ["everyday_word", "an everyday word"],
  ["needed", "needed to understand the text"],
  ["wrong_kind", "the suggested kind is wrong"],
  ["other", "another reason"],
] as const;

/** Return the decisions with changes applied; `undefined` removes one. */
export function withDecisions(decisions: Decisions, changes: Iterable<Change>): Decisions {
  const changed = new Map(decisions);
  for (const [id, decision] of changes) {
    if (decision) changed.set(id, decision);
    else changed.delete(id);
  }
  return changed;
}

/** Return the changes that restore the current decisions of these ids. */
export function previous(decisions: Decisions, changes: readonly Change[]): readonly Change[] {
  return changes.map(([id]) => [id, decisions.get(id)]);
}
