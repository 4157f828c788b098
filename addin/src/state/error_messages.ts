/** What can stand in the way: each has its own sentence, what is safe, and one thing to do. */

export type ErrorKind =
  | "offline"
  | "word_offline"
  | "slow"
  | "signed_out"
  | "other_version"
  | "no_model"
  | "unreadable"
  | "search_open"
  | "no_clients_seen"
  | "busy"
  | "too_large"
  | "suggestions_changed"
  | "changed_meanwhile"
  | "not_permitted"
  | "policy"
  | "approved_otherwise"
  | "failed";

/** `detail` is what the service or Word says of it, where that helps; never text of the document. */
export interface PaneError {
  readonly kind: ErrorKind;
  readonly detail?: string;
  /** With `signed_out`: whether people sign in with the token that the service tells, or with an account. */
  readonly signInWith?: "token" | "account";
}

/** What is said of a trouble, and the one thing to do about it. */
export interface ErrorMessage {
  readonly title: string;
  readonly sentence: string;
  readonly label: string;
  readonly action: "retry" | "reload" | "analyse" | "sign-in" | "dismiss";
}

const UNCHANGED = "Your document and your decisions are as they were.";

export const ERROR_MESSAGES: Readonly<Record<ErrorKind, ErrorMessage>> = {
  offline: {
    ...{
      title: "The service does not answer",
      sentence: `${UNCHANGED} See that you are connected, then try again.`,
    },
    ...{ label: "Try again", action: "retry" },
  },
  word_offline: {
    title: "Word has lost its connection",
    sentence: `${UNCHANGED} Wait until Word is connected again, then try again.`,
    ...{ label: "Try again", action: "retry" },
  },
  slow: {
    ...{ title: "This takes longer than it should", sentence: `${UNCHANGED} Try again, or wait a little first.` },
    ...{ label: "Try again", action: "retry" },
  },
  signed_out: {
    ...{ title: "Please sign in", sentence: `${UNCHANGED} You go on where you were.` },
    ...{ label: "Sign in", action: "sign-in" },
  },
  other_version: {
    ...{ title: "The service has been updated", sentence: "The pane has to be loaded again to work with it." },
    ...{ label: "Load the pane again", action: "reload" },
  },
  no_model: {
    title: "No client can be told apart yet",
    sentence: "Nobody has trained a model of your clients. Personal data are found all the same.",
    ...{ label: "Look for personal data", action: "analyse" },
  },
  unreadable: {
    title: "This document cannot be read",
    sentence: "Nothing was changed. Save it as a Word document (.docx) without a password, then try again.",
    ...{ label: "Try again", action: "retry" },
  },
  search_open: {
    title: "Word’s own search is open",
    sentence: "Close the search in Word; two searches at a time are one too many for it.",
    ...{ label: "Try again", action: "retry" },
  },
  no_clients_seen: {
    title: "You may not see any client",
    sentence: "Ask whoever looks after Unsaid to add you to a group. Personal data are found all the same.",
    ...{ label: "Look for personal data", action: "analyse" },
  },
  busy: {
    ...{ title: "The service is busy", sentence: UNCHANGED },
    ...{ label: "Try again", action: "retry" },
  },
  too_large: {
    title: "This document is too large",
    sentence: "Nothing was changed. Split it, or compress its pictures, then try again.",
    ...{ label: "Try again", action: "retry" },
  },
  suggestions_changed: {
    title: "The suggestions have changed",
    sentence: "The document or the models are not what you decided on. Your decisions are kept; look again.",
    ...{ label: "Look again", action: "analyse" },
  },
  changed_meanwhile: {
    title: "Somebody was quicker",
    sentence: "It was changed meanwhile, so nothing of yours was written over theirs. Look again, then decide.",
    ...{ label: "Look again", action: "analyse" },
  },
  not_permitted: {
    title: "You are not permitted to do this",
    sentence: `${UNCHANGED} Ask whoever looks after Unsaid.`,
    ...{ label: "Go on", action: "dismiss" },
  },
  policy: {
    title: "The policy asks for more",
    sentence: `${UNCHANGED} Choose the client, raise k or accept more, then try again.`,
    ...{ label: "Go on", action: "dismiss" },
  },
  approved_otherwise: {
    title: "This is not what was approved",
    sentence: `${UNCHANGED} Open the document that was approved, or decide anew and submit it again.`,
    ...{ label: "Go on", action: "dismiss" },
  },
  failed: {
    title: "This did not work",
    sentence: `${UNCHANGED} Try again; if it stays so, tell whoever looks after Unsaid.`,
    ...{ label: "Try again", action: "retry" },
  },
};

const LEFT_REASONS: Readonly<Record<string, string>> = {
  text_box: "in a text box, where Word does not reach",
  not_reachable: "where Word does not reach",
  second_copy: "in a copy that Word keeps",
  deleted: "in deleted text",
  embedded: "in an embedded file",
  field: "in a field, which Word may make anew",
  note: "a footnote stands in it",
  deletion: "a tracked deletion stands in it",
  break: "a tab or a break stands in it",
  too_long: "too long for Word’s search",
  locked: "in a locked part of the document",
  gone: "not there any more: somebody changed it",
  rewritten: "somebody changed it meanwhile",
  still_there: "Word did not replace it",
  no_answer: "Word did not answer",
  offline: "Word had lost its connection",
  changed: "where Word does not find it",
  ambiguous: "which Word’s search cannot tell apart",
  no_search: "where Word’s search fails",
  protected: "the document is protected",
  tracking_locked: "tracking is locked",
  search_open: "Word’s own search is open",
  cancelled: "you stopped before it",
  uncertain: "Word does not say whether it was replaced",
};

/** Why a place is left, as people say it. */
export function leftReason(code: string): string {
  return LEFT_REASONS[code] ?? "Word would not replace it";
}
