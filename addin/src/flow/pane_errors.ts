/** Maps error codes of the service and of Word to the pane's error messages. */

import { ApiError } from "../api/error";
import type { ErrorKind, PaneError } from "../state/error_messages";
import { plural } from "../state/number_format";
import { WordError } from "../word/document";

const BY_SERVICE_CODE: Readonly<Record<string, ErrorKind>> = {
  offline: "offline",
  no_service: "offline",
  slow: "slow",
  took_too_long: "slow",
  busy: "busy",
  too_many_requests: "busy",
  too_many_questions: "limit",
  not_signed_in: "signed_out",
  sign_in_expired: "signed_out",
  sign_in_refused: "signed_out",
  pane_too_old: "other_version",
  server_too_old: "other_version",
  no_model: "no_model",
  document_encrypted: "encrypted",
  document_unreadable: "unreadable",
  document_unsafe: "unreadable",
  not_a_word_document: "unreadable",
  document_too_large: "too_large",
  request_too_large: "too_large",
  suggestions_changed: "suggestions_changed",
  stale_version: "changed_meanwhile",
  illegal_move: "changed_meanwhile",
  forbidden: "not_permitted",
  policy_not_met: "policy",
  policy_does_not_fit: "policy_too_high",
  outcome_not_met: "not_met",
  approval_does_not_fit: "approved_otherwise",
  needs_another: "not_permitted",
  sample_not_judged: "sample_not_judged",
};

const BY_WORD_CODE: Readonly<Record<string, ErrorKind>> = {
  no_answer: "slow",
  offline: "word_offline",
  search_open: "search_open",
  too_large: "too_large",
  gone: "text_changed",
};

/**
 * Return the pane's error for a thrown error. Details come from the service or Word, never from an unexpected
 * exception.
 */
export function paneErrorOf(error: unknown): PaneError {
  if (error instanceof ApiError) return serviceError(error);
  if (error instanceof WordError) {
    return { kind: BY_WORD_CODE[error.code] ?? "failed", detail: `Word: ${error.detail ?? error.code}` };
  }
  return { kind: "failed" };
}

function serviceError(problem: ApiError): PaneError {
  const kind = BY_SERVICE_CODE[problem.code] ?? kindOfStatus(problem.status);
  // Somebody who has not signed in yet needs no explanation.
  if (problem.code === "not_signed_in") return { kind };
  return { kind, detail: kind === "busy" ? retryHint(problem) : withRetryHint(problem) };
}

/** For a code without a row of its own: say only what its status tells. The detail gives the reason. */
function kindOfStatus(status: number): ErrorKind {
  if (status === 401) return "signed_out";
  if (status === 403) return "not_permitted";
  if (status === 429) return "limit";
  if (status === 503) return "unavailable";
  return status >= 400 && status < 500 ? "refused" : "failed";
}

/** The reason, and when a new attempt makes sense. */
function withRetryHint(problem: ApiError): string {
  return problem.retryAfter === null ? problem.detail : `${problem.detail} ${retryHint(problem)}`;
}

function retryHint({ retryAfter, detail }: ApiError): string {
  if (retryAfter === null) return detail;
  const time = retryAfter < 90 ? plural(retryAfter, "second") : plural(Math.ceil(retryAfter / 60), "minute");
  return `Try again in ${time}.`;
}
