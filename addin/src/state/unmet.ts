/** Describes requirements that are not met. */

import type { Unmet } from "../api/schemas";
import type { Statement } from "./claims";
import { isKnownEntity, KIND_NAMES, kindOf } from "./kinds";
import { partialTerms } from "./partial_terms";
import { orLowerLevel } from "./policy";
import { currentLevel } from "./risk";
import { pending, rejected } from "./selectors";
import type { Session } from "./session";
import { standingGuess } from "./standing";
import { plural } from "./number_format";
import { isAnythingWritten } from "./written_replacements";

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  left: "terms that must be redacted are still in the file",
  changed: "the file has changed since it was checked",
  not_examined: "a part of the file was not examined",
  decisions: "some accepted terms were not found; analyse again",
  blind_review: "the policy requires a blind sample and an approval; submit the review",
  k: "the client is easier to guess than the level allows",
  client_name: "a name of the client is still in the file",
  always_term: "a term that must always be redacted is still in the file",
  names_not_checked: "the service did not search for names",
  kinds_not_checked: "the policy requires kinds of data that the service cannot find; tell your administrator",
  objective: "the policy requires another way to select words",
  placeholder: "the file contains other text in place of the placeholders that the policy requires",
  revisions: "tracked changes are still in the file",
  comments: "comments, or the names of their authors, are still in the file",
  hidden_text: "hidden text is still in the file",
  traces: "editing traces are still in the file",
  images: "pictures are still in the file",
  CUSTOM: "personal data of a custom kind are still in the file",
};

const ALLOWED_BY: Readonly<Record<string, string>> = {
  user: "allowed by a decision or an option of a user",
  reviewer: "allowed by the approval",
  admin: "allowed by a list or a setting",
};

/**
 * Requirements of which the service counts no places, but terms, parts of the file or kinds of data.
 *
 * Of a term that is left it counts each spelling at each location; the list beside it counts places.
 */
const NOT_OF_PLACES: ReadonlySet<string> = new Set([
  ...["left", "not_examined", "decisions", "blind_review", "kinds_not_checked", "images"],
]);

/** Describe one requirement: what it is, how often, what helps, and who allowed it as an exception. */
export function describeUnmet(
  { kind, count, role }: Unmet & { readonly role?: string },
  session?: Session,
): string {
  if (kind === "k" && session) return `${DESCRIPTIONS[kind]}; ${levelHelp(session)}`;
  const what = DESCRIPTIONS[kind] ?? `personal data are still in the file (${entityName(kind)})`;
  const often = count > 1 && !NOT_OF_PLACES.has(kind) ? `: ${plural(count, "place")}` : "";
  return `${what}${often}${role === undefined ? "" : ` (${ALLOWED_BY[role] ?? role})`}`;
}

/** Say what helps against a level that is not reached: nobody can accept more terms where all are accepted. */
function levelHelp(session: Session): string {
  const all = [...pending(session), ...rejected(session), ...partialTerms(session)].length === 0;
  const { stage, standing, k } = session;
  const own = isAnythingWritten(session);
  const inText = all && !own ? currentLevel(session)?.k_held : standing?.k === k && standingGuess(session)?.k_held;
  // The text hides the client, so that deleted text, properties or places that Word does not reach name it.
  if (stage.is === "checked" && inText === true) return "make a clean copy, which redacts what Word cannot reach";
  return waysToReach(session, all, own);
}

function waysToReach(session: Session, all: boolean, own: boolean): string {
  // Beside decisions to keep text, nobody knows whether the words that were written point to the client.
  const instead = own ? ["use placeholders instead of the words that were written"] : [];
  const decided = [...(all ? [] : ["accept more terms"]), ...instead].join(" and ");
  const isEnough = decided !== "" && currentLevel(session)?.k_held !== false;
  const added = isEnough ? [] : ["add terms of your own"];
  return [...(decided === "" ? [] : [decided]), ...added].join(", ") + orLowerLevel(session);
}

/** Name an entity as the list names its kind; of numbers and codes people want to know which. */
function entityName(entity: string): string {
  const kind = kindOf(entity);
  return kind === "numbers" || !isKnownEntity(entity)
    ? entity.toLowerCase().replaceAll("_", " ")
    : KIND_NAMES[kind].toLowerCase();
}

/**
 * Describe the outcome, requirements without an exception first.
 *
 * An approved exception is valid only for the approved document, and so for the clean copy made from it. The open
 * document was changed since, and nobody can tell whether it is the same.
 */
export function describeOutcome(session: Session): readonly Statement[] {
  const { outcome, review, stage } = session;
  if (outcome === null) return [];
  const allowed = stage.is === "checked" && review?.state === "approved" ? review.allowed : [];
  const inCopy = ({ kind, count }: Unmet): boolean =>
    allowed.some(each => each.kind === kind && each.count >= count);
  const unmet = outcome.unmet.map(each =>
    unmetStatement(each, `${describeUnmet(each, session)}${inCopy(each) ? ONLY_IN_COPY : ""}`),
  );
  return [...unmet, ...outcome.exceptions.map(each => unmetStatement(each, describeUnmet(each)))];
}

/** Say one requirement with its claim. */
export function unmetStatement({ kind, count }: Unmet, text: string): Statement {
  return { text, claims: { "check.unmet": { kind, count } } };
}

const ONLY_IN_COPY = " (the approval allows this only in the clean copy)";
