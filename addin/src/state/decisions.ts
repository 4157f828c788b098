/** What a person has decided, and how each decision is taken back. */

/** How far a decision reaches: one occurrence, this document, every document of the client, every document. */
export type Scope = "here" | "document" | "client" | "everyone";

/** A word on one suggestion; what nobody has decided has no entry. */
export interface Decision {
  readonly verdict: "accepted" | "rejected";
  readonly scope: Scope;
  /** With scope `here`: which of the suggestion's places, by their order in the analysis. */
  readonly occurrences?: readonly number[];
  /** What stands there instead of its placeholder. */
  readonly replacement?: string;
  /** Why it stays, as a reviewer has to say. */
  readonly reason?: string;
  /** It is another name of the client. */
  readonly alias?: true;
}

export type Decisions = ReadonlyMap<string, Decision>;
export type Change = readonly [id: string, decision: Decision | undefined];

/** What has to be put back, and what it was that was done. */
export interface UndoStep {
  readonly label: string;
  readonly decisions: readonly Change[];
  readonly customTerms: readonly string[];
}

/** Why something may stay, by the codes that reviews are kept with. */
export const REASONS = [
  ["public", "public information"],
  ["not_personal", "not about a person"],
  ["everyday_word", "an everyday word"],
  ["needed", "needed to understand the text"],
  ["wrong_kind", "not what was suggested"],
  ["other", "another reason"],
] as const;

/** The decisions with some of them made anew; `undefined` takes one away. */
export function withDecisions(decisions: Decisions, changes: Iterable<Change>): Decisions {
  const changed = new Map(decisions);
  for (const [id, decision] of changes) {
    if (decision) changed.set(id, decision);
    else changed.delete(id);
  }
  return changed;
}

/** What the same ids are now: the changes that bring it back. */
export function previous(decisions: Decisions, changes: readonly Change[]): readonly Change[] {
  return changes.map(([id]) => [id, decisions.get(id)]);
}
