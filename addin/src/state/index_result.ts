/** Whether the clean copy goes to the index of released documents, and what became of that. */

import type { Redacted } from "../api/schemas";
import { plain, type Statement } from "./claims";
import type { Session } from "./session";

type IndexResult = Redacted["report"]["index"];
type Refusal = NonNullable<NonNullable<IndexResult>["reason"]>;

/** Tell whether the person may choose that the clean copy goes to the index. */
export function mayAskForIndex({ policy }: Pick<Session, "policy">): boolean {
  return policy?.rules.index === "on_request";
}

/** Tell whether the clean copy is to go to the index because the person chose that. */
export function asksForIndex(session: Pick<Session, "policy" | "addToIndex">): boolean {
  return session.addToIndex && mayAskForIndex(session);
}

const REASONS: Readonly<Record<Refusal, string>> = {
  policy: "the policy does not allow it",
  original: "no term was redacted in it",
  outcome: "it does not meet all requirements without exceptions",
  k: "the policy requires a higher level than the index has",
  no_index: "there is no index",
  no_words: "none of its words is in the English dictionary of the index",
  index_unusable: "the index cannot be changed",
  interrupted: "the service was interrupted",
};

/** Say whether the clean copy is in the index; empty where it was not to go there. */
export function indexStatement({ stage, copy }: Pick<Session, "stage" | "copy">): Statement {
  const result = stage.is === "copied" ? copy?.index : null;
  if (!result) return plain("");
  const { indexed, reason } = result as NonNullable<IndexResult> & { readonly reason: Refusal | null };
  const text =
    reason === null
      ? "The clean copy is in the index of released documents."
      : `The clean copy is not in the index of released documents: ${REASONS[reason]}.`;
  return { text, claims: { "copy.indexed": indexed } };
}
