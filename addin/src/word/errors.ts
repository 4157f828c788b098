/** What goes wrong in Word, as a small family of our own. Told by codes alone: Word's messages are in its language. */

/** What happened, in a word that the pane has a sentence for. */
export type WordErrorCode =
  | "cancelled" // the person stopped it
  | "no_answer" // Word did not answer in time; what was asked may still be done
  | "tracking_on" // changes are tracked, and a mark would be one of them
  | "tracking_locked" // tracked changes cannot be switched off: the clean copy alone is open
  | "protected" // the document may not be edited
  | "locked" // a content control does not let its content change
  | "gone" // the text is not there any more
  | "rewritten" // somebody has written something else there since it was found
  | "still_there" // Word said that it was replaced, and it still stands
  | "search_open" // Word's own search is open and keeps ours from working
  | "too_long" // Word does not search for so much
  | "too_large" // a request or an answer is over Word's limit
  | "unsupported" // this Word does not know what was asked
  | "offline" // Word on the web has lost its connection
  | "uncertain" // Word said that it failed, and what it did could not be read
  | "unknown"; // anything else; `detail` has Word's own code

/** The one error of this folder. It never holds text of the document. */
export class WordError extends Error {
  constructor(
    readonly code: WordErrorCode,
    /** Word's own code, for a report; never a message. */
    readonly detail: string | null = null,
  ) {
    super(code);
    this.name = "WordError";
  }
}

// docs-pr: docs/testing/application-specific-api-error-handling.md; the client codes are those of the typings.
const CODES: Readonly<Record<string, WordErrorCode>> = {
  AccessDenied: "protected",
  ApiNotFound: "unsupported",
  ConnectionFailure: "offline",
  InvalidObjectPath: "gone",
  ItemNotFound: "gone",
  NotAllowed: "locked",
  NotImplemented: "unsupported",
  RequestPayloadSizeLimitExceeded: "too_large",
  ResponsePayloadSizeLimitExceeded: "too_large",
  SearchDialogIsOpen: "search_open",
  SearchStringInvalidOrTooLong: "too_long",
};

/** Whatever was thrown, as one of ours. */
export function wordErrorOf(thrown: unknown): WordError {
  if (thrown instanceof WordError) return thrown;
  const code = codeOf(thrown);
  return new WordError(CODES[code ?? ""] ?? "unknown", code);
}

function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return null;
  return typeof thrown.code === "string" ? thrown.code : null;
}

/** Whether nothing more can be asked of Word for now, whatever it is about. */
export function isFatal(problem: WordError): boolean {
  return ["cancelled", "no_answer", "offline", "search_open", "tracking_on", "tracking_locked"].includes(
    problem.code,
  );
}
