/** What the policy of the chosen client requires, and whose policy it is. */

import type { EffectivePolicy } from "../api/schemas";
import { plain, type Statement } from "./claims";
import type { Session } from "./session";

type WithPolicy = Pick<Session, "policy" | "client">;

const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Return the lowest level that the policy allows; 1 where it requires none, or no client is chosen. */
export function minLevel({ policy, client }: WithPolicy): number {
  return client === null ? 1 : (policy?.rules.least_k ?? 1);
}

/** Offer a lower level beside other remedies, where the policy allows one. */
export function orLowerLevel(session: Session): string {
  return session.k > minLevel(session) ? ", or choose a lower level" : "";
}

/** Say whose policy it is and when it was set: "the policy of Carrefour (3 Nov 2026)". */
export function policyName({ policy, client }: WithPolicy): string {
  if (policy === null) return "the policy";
  const whose = policy.of_client && client !== null ? `the policy of ${client}` : "the default policy";
  return policy.since === null ? whose : `${whose} (${DATE.format(new Date(policy.since))})`;
}

/** Claim what a sentence says of the policy. */
export function ofPolicy({ policy }: Pick<Session, "policy">, text: string): Statement {
  return policy === null ? plain(text) : { text, claims: { "policy.since": policy.since } };
}

/** Say which level is the lowest and who requires it; empty where none is required. */
export function minLevelSentence(session: WithPolicy): string {
  const least = minLevel(session);
  return least === 1 ? "" : `Level ${least} is the lowest. Set by ${policyName(session)}.`;
}

/** Say that no client may be left out; empty where the policy does not require a level, or a client is chosen. */
export function clientRequiredSentence({ policy, client }: WithPolicy): string {
  const least = policy?.rules.least_k ?? 1;
  if (client !== null || least === 1) return "";
  return `Choose a client before you redact: ${policyName({ policy, client })} requires level ${least} or higher.`;
}

/** How words are selected, where the policy prescribes it: people cannot change it then. */
export interface PrescribedIndustry {
  readonly keep: boolean;
  readonly sentence: string;
}

/** Say that amounts of a table column are redacted together; empty where the policy does not require it. */
export function amountsSentence(session: WithPolicy): string {
  if (session.policy?.rules.amounts_together !== true) return "";
  return `Redact all amounts of a table column, or none. Set by ${policyName(session)}.`;
}

/** Say that clean copies are added to the index; empty where the policy does not ask for all of them. */
export function indexSentence(session: WithPolicy): string {
  if (session.policy?.rules.index !== "always") return "";
  return `Unsaid adds clean copies that meet all requirements to the index of released documents. Set by ${policyName(session)}.`;
}

/** Return what the policy prescribes for the industry; null where people choose. */
export function prescribedIndustry(session: WithPolicy): PrescribedIndustry | null {
  const objective = session.policy?.rules.objective ?? null;
  if (objective === null || session.client === null) return null;
  return { keep: objective === "floor", sentence: `Set by ${policyName(session)}.` };
}

/** Return the kinds of personal data that the policy requires; "ALL" stands for every kind. */
export function requiredKinds({ policy }: Pick<Session, "policy">): readonly string[] {
  return policy?.rules.personal ?? [];
}

/** What the policy requires of a clean copy. */
export function requiredCleaning({ policy }: Pick<Session, "policy">): EffectivePolicy["rules"]["clean"] | null {
  return policy?.rules.clean ?? null;
}
