/** Error messages: for each kind a title, what is safe, and one action. */

export type ErrorKind =
  | "offline"
  | "word_offline"
  | "slow"
  | "signed_out"
  | "other_version"
  | "no_model"
  | "unreadable"
  | "encrypted"
  | "refused"
  | "unavailable"
  | "limit"
  | "search_open"
  | "no_clients_seen"
  | "busy"
  | "too_large"
  | "suggestions_changed"
  | "changed_meanwhile"
  | "text_changed"
  | "not_permitted"
  | "policy"
  | "policy_too_high"
  | "not_met"
  | "approved_otherwise"
  | "sample_not_judged"
  | "failed";

/** `detail` is a hint from the service or Word, never text of the document. */
export interface PaneError {
  readonly kind: ErrorKind;
  readonly detail?: string;
  /** With `signed_out`: whether people sign in with the start-up token or with an account. */
  readonly signInWith?: "token" | "account";
}

/** What the pane says about an error, and the one action it offers. */
export interface ErrorMessage {
  readonly title: string;
  readonly sentence: string;
  readonly label: string;
  readonly action: "retry" | "reload" | "analyse" | "sign-in" | "dismiss";
}

const UNCHANGED = "Your document and your decisions are unchanged.";

export const ERROR_MESSAGES: Readonly<Record<ErrorKind, ErrorMessage>> = {
  offline: {
    ...{
      title: "The service does not answer",
      sentence: `${UNCHANGED} Check your connection, then try again.`,
    },
    ...{ label: "Try again", action: "retry" },
  },
  word_offline: {
    title: "Word has lost its connection",
    sentence: `${UNCHANGED} Wait until Word is connected again, then try again.`,
    ...{ label: "Try again", action: "retry" },
  },
  slow: {
    ...{ title: "This is taking too long", sentence: `${UNCHANGED} Wait a moment, then try again.` },
    ...{ label: "Try again", action: "retry" },
  },
  signed_out: {
    ...{ title: "Please sign in", sentence: `${UNCHANGED} After you sign in, you continue where you stopped.` },
    ...{ label: "Sign in", action: "sign-in" },
  },
  other_version: {
    ...{
      title: "The versions of the pane and the service differ",
      sentence: "Reload the pane. If this fails again, tell your administrator.",
    },
    ...{ label: "Reload the pane", action: "reload" },
  },
  no_model: {
    title: "There is no client model yet",
    sentence:
      "Ask your administrator to train a model of your clients. You can still let Unsaid search for personal data.",
    ...{ label: "Find personal data", action: "analyse" },
  },
  unreadable: {
    title: "The service cannot read this document",
    sentence: `${UNCHANGED} Save the document as a new Word document (.docx), then try again.`,
    ...{ label: "Try again", action: "retry" },
  },
  encrypted: {
    title: "This document has a password",
    sentence: `${UNCHANGED} Remove the password in Word, then try again.`,
    ...{ label: "Try again", action: "retry" },
  },
  refused: {
    title: "The service refused this",
    sentence: `${UNCHANGED} Read the reason below. If this fails again, tell your administrator.`,
    ...{ label: "Try again", action: "retry" },
  },
  unavailable: {
    title: "The service cannot do this now",
    sentence: `${UNCHANGED} Wait a moment, then try again. If this fails again, tell your administrator.`,
    ...{ label: "Try again", action: "retry" },
  },
  limit: {
    ...{ title: "You have reached a limit of the service", sentence: `${UNCHANGED} Wait, then try again.` },
    ...{ label: "Try again", action: "retry" },
  },
  search_open: {
    title: "Word’s own search is open",
    sentence: "Close the search in Word, then try again. Word cannot run two searches at once.",
    ...{ label: "Try again", action: "retry" },
  },
  no_clients_seen: {
    title: "You have no access to any client",
    sentence: "Ask your administrator to add you to a group. You can still let Unsaid search for personal data.",
    ...{ label: "Find personal data", action: "analyse" },
  },
  busy: {
    ...{ title: "The service is busy", sentence: UNCHANGED },
    ...{ label: "Try again", action: "retry" },
  },
  too_large: {
    title: "This document is too large",
    sentence: "Nothing was changed. Split the document, or compress its pictures, then try again.",
    ...{ label: "Try again", action: "retry" },
  },
  suggestions_changed: {
    title: "The suggestions have changed",
    sentence: "The document or the models have changed since you decided. Your decisions are kept. Analyse again.",
    ...{ label: "Analyse again", action: "analyse" },
  },
  changed_meanwhile: {
    title: "Someone else changed this first",
    sentence: "Your change was not saved: it would have overwritten the other change. Analyse again, then decide.",
    ...{ label: "Analyse again", action: "analyse" },
  },
  text_changed: {
    title: "The text in Word has changed",
    sentence:
      "A place that the pane searched for is no longer in the document. Your decisions are kept. Analyse again.",
    ...{ label: "Analyse again", action: "analyse" },
  },
  not_permitted: {
    title: "You do not have permission",
    sentence: `${UNCHANGED} Ask your administrator.`,
    ...{ label: "Close", action: "dismiss" },
  },
  policy: {
    title: "The policy requires more",
    sentence: `${UNCHANGED} Analyse again: the pane then starts from the policy that applies now.`,
    ...{ label: "Analyse again", action: "analyse" },
  },
  policy_too_high: {
    title: "No level reaches what the policy requires",
    sentence: `${UNCHANGED} An administrator has to lower the policy’s level, or train a model of more clients.`,
    ...{ label: "Close", action: "dismiss" },
  },
  not_met: {
    title: "Not all requirements are met",
    sentence: `${UNCHANGED} Accept more terms or choose a lower level that the policy allows, then try again.`,
    ...{ label: "Close", action: "dismiss" },
  },
  approved_otherwise: {
    title: "This is not the approved document",
    sentence: `${UNCHANGED} Open the approved document, or have this one approved: the reason below says how.`,
    ...{ label: "Close", action: "dismiss" },
  },
  sample_not_judged: {
    title: "The sample is not judged yet",
    sentence: `${UNCHANGED} If it is your sample, judge the rest of it, also at higher levels. Otherwise wait until its reviewer has judged it.`,
    ...{ label: "Close", action: "dismiss" },
  },
  failed: {
    title: "This did not work",
    sentence: `${UNCHANGED} Try again. If this fails again, tell your administrator.`,
    ...{ label: "Try again", action: "retry" },
  },
};

const LEFT_REASONS: Readonly<Record<string, string>> = {
  text_box: "in a text box, which the pane cannot reach",
  not_reachable: "in a part that the pane cannot reach",
  second_copy: "in the second copy of a text box, which the pane cannot reach",
  deleted: "in deleted text",
  embedded: "in an embedded file",
  field: "in a field, which Word may update",
  note: "contains a footnote mark",
  deletion: "contains a tracked deletion",
  break: "contains a tab or a line break",
  too_long: "too long for Word’s search",
  locked: "in a locked part of the document",
  gone: "no longer there: someone changed or removed it",
  rewritten: "someone changed its text",
  beside_changed: "was replaced, but the text beside it changed. Compare that text with the original",
  still_there: "Word did not replace it",
  no_answer: "Word did not answer",
  offline: "Word lost its connection",
  changed: "Word did not find it",
  ambiguous: "Word’s search cannot tell this place from others",
  no_search: "Word’s search failed here",
  protected: "the document is protected",
  read_only: "Word refused every change, as in a document that is open for viewing",
  browser: "Word in a browser does not support this",
  tracking_locked: "Track Changes is locked",
  search_open: "Word’s own search is open",
  cancelled: "you cancelled before it was replaced",
  uncertain: "Word did not say whether it was replaced",
};

/** Say why a place is left. */
export function leftReason(code: string): string {
  return LEFT_REASONS[code] ?? "Word did not replace it";
}
