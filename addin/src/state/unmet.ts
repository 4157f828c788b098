/** What stands against what was asked for, or against the policy, as people say it. */

import type { Unmet } from "../api/schemas";
import type { Session } from "./session";
import { plural } from "./number_format";

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  left: "something accepted is still in the file",
  changed: "the file is not the one that was checked",
  not_examined: "a part of the file was not searched",
  decisions: "accepted terms were not found; look again",
  k: "the client is easier to guess than k allows; accept more, or lower k",
  client_name: "a name of the client still stands",
  always_term: "a term that always goes still stands",
  names_not_checked: "names were not looked for",
  objective: "another objective was followed than the policy asks for",
  placeholder: "words of your own stand where the policy wants placeholders",
  revisions: "tracked changes are still in the file",
  comments: "comments are still in the file, or who wrote them",
  hidden_text: "hidden text is still in the file",
  traces: "traces of editing are still in the file",
  images: "pictures are still in the file",
  CUSTOM: "personal data of a kind of your own",
};

const ALLOWED_BY: Readonly<Record<string, string>> = {
  user: "left by decision",
  reviewer: "allowed by the approval",
  admin: "left by a list or a setting",
};

/** One line: what it is, how often, and who has named it as an exception. */
export function describeUnmet({ kind, count, role }: Unmet & { readonly role?: string }): string {
  const what = DESCRIPTIONS[kind] ?? `${kind.toLowerCase().replaceAll("_", " ")} still stands`;
  const often = count > 1 ? `: ${plural(count, "place")}` : "";
  return `${what}${often}${role === undefined ? "" : ` (${ALLOWED_BY[role] ?? role})`}`;
}

/**
 * The lines of the outcome of the session, first what nobody has allowed.
 *
 * What a reviewer has allowed counts for the document that was approved alone, and so for the clean copy that is made
 * from it. Nobody can tell of the open document, which was changed since, that it is the same.
 */
export function describeOutcome({ outcome, review, stage }: CheckedSession): readonly string[] {
  if (outcome === null) return [];
  const allowed = stage.is === "checked" && review?.state === "approved" ? review.allowed : [];
  const inCopy = ({ kind, count }: Unmet): boolean =>
    allowed.some(each => each.kind === kind && each.count >= count);
  const unmet = outcome.unmet.map(each => `${describeUnmet(each)}${inCopy(each) ? ONLY_IN_COPY : ""}`);
  return [...unmet, ...outcome.exceptions.map(describeUnmet)];
}

type CheckedSession = Pick<Session, "outcome" | "review" | "stage">;

const ONLY_IN_COPY = " (allowed by the approval, but only in the clean copy, which is made from what was approved)";
