/** What people choose besides client and level: the kinds to look for, and what the clean copy keeps. */

import { REMOVE_ALL, type Cleaning } from "./cleaning";
import { entitiesWithout, kindOf, KINDS, type Kind } from "./kinds";
import { memoizeLast } from "./memoize";
import { requiredCleaning, requiredKinds } from "./policy";
import type { Session } from "./session";

/** The choices of each field, from what removes least to what removes most. */
export const CLEANING_CHOICES = {
  comments: ["keep", "anonymise", "remove"],
  revisions: ["keep", "accept"],
  hidden_text: ["keep", "remove"],
  images: ["tell", "keep", "remove"],
} as const;
export type CleaningField = keyof typeof CLEANING_CHOICES;

/** Tell whether the policy requires a kind, so that it cannot be switched off. */
export function isKindRequired(session: Pick<Session, "policy">, kind: Kind): boolean {
  return requiredKinds(session).some(entity => entity === "ALL" || kindOf(entity) === kind);
}

/** Return the kinds that are not looked for. */
export function kindsOff(session: Session): ReadonlySet<Kind> {
  return kindsOffOf(session.kindsOff, session.policy);
}

const kindsOffOf = memoizeLast(
  (off: Session["kindsOff"], policy: Session["policy"]): ReadonlySet<Kind> =>
    new Set([...off].filter(kind => !isKindRequired({ policy }, kind))),
);

/** List the service's names of the kinds to look for; null means all. */
export function entitiesToFind(session: Session): readonly string[] | null {
  return entitiesOf(kindsOff(session), session.customEntities);
}

const entitiesOf = memoizeLast(entitiesWithout);

/** Return the choice of the policy for a field; null where it leaves all of them open. */
function requiredChoice(session: Pick<Session, "policy">, field: CleaningField): string | null {
  const clean = requiredCleaning(session);
  if (clean === null) return null;
  if (field === "hidden_text") return clean.remove_hidden_text ? "remove" : null;
  if (field === "images") return clean.images === "remove" ? "remove" : null;
  return clean[field];
}

/** Tell whether the policy allows a choice for the clean copy: at least as much as it requires is removed. */
export function isCleaningAllowed(session: Pick<Session, "policy">, field: CleaningField, choice: string): boolean {
  const choices: readonly string[] = CLEANING_CHOICES[field];
  const required = requiredChoice(session, field);
  return required === null || choices.indexOf(choice) >= choices.indexOf(required);
}

/** Return what the clean copy removes. */
export function cleaning(session: Session): Cleaning {
  return cleaningOf(session.cleaning, session.policy);
}

const FIELDS = Object.keys(CLEANING_CHOICES) as CleaningField[];

const cleaningOf = memoizeLast((chosen: Cleaning, policy: Session["policy"]): Cleaning => {
  const raised = FIELDS.filter(field => !isCleaningAllowed({ policy }, field, chosen[field]));
  if (raised.length === 0) return chosen;
  return { ...chosen, ...Object.fromEntries(raised.map(field => [field, requiredChoice({ policy }, field)])) };
});

/** Say what is chosen in a few words: "all kinds of personal data". */
export function optionsSummary(session: Session): string {
  const off = kindsOff(session).size;
  const kinds = off === 0 ? "all kinds" : `${KINDS.length - off} of ${KINDS.length} kinds`;
  const now = cleaning(session);
  const kept = FIELDS.filter(field => now[field] !== REMOVE_ALL[field]);
  return `${kinds} of personal data${kept.length === 0 ? "" : "; options of the clean copy changed"}`;
}
