/** Errors of Word, as codes. Word's own messages are in the language of its user interface. */

/** What went wrong; the pane has a sentence for each. */
export type WordErrorCode =
  | "cancelled" // the person cancelled it
  | "no_answer" // Word did not answer in time; it may still do what was asked
  | "tracking_on" // Track Changes is on, and a mark would be a tracked change
  | "tracking_locked" // Track Changes cannot be turned off: only a clean copy is possible
  | "protected" // the document must not be edited
  | "read_only" // Word refuses every change, as where the document is open for viewing
  | "browser" // Word in a browser does not support it
  | "locked" // a content control does not let its content change
  | "gone" // the text is no longer there
  | "rewritten" // somebody changed the text since it was found
  | "beside_changed" // it was replaced, and the text beside it changed as well
  | "still_there" // Word reported success, but the text is still there
  | "search_open" // Word's own search is open and blocks ours
  | "too_long" // too long for Word's search
  | "too_large" // a request or an answer exceeds Word's limit
  | "unsupported" // this version of Word does not support it
  | "offline" // Word on the web has lost its connection
  | "uncertain" // Word reported a failure, and the result could not be read
  | "unknown"; // anything else; `detail` has Word's own code

/** The only error of this folder. It never holds text of the document. */
export class WordError extends Error {
  constructor(
    readonly code: WordErrorCode,
    /** Word's own code for reports; never a message. */
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

/** Convert anything that was thrown. */
export function wordErrorOf(thrown: unknown): WordError {
  if (thrown instanceof WordError) return thrown;
  const code = codeOf(thrown);
  // On the web, NotAllowed means that Word in a browser does not support it (office-js-docs#981, docs-pr#5877).
  if (code === "NotAllowed" && isInBrowser()) return new WordError("browser", code);
  return new WordError(CODES[code ?? ""] ?? "unknown", code);
}

function isInBrowser(): boolean {
  return typeof Office !== "undefined" && Office.context.platform === Office.PlatformType.OfficeOnline;
}

function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return null;
  return typeof thrown.code === "string" ? thrown.code : null;
}

/** The codes with which Word refuses a whole document. Trying again would not help before the person changes something. */
export const BLOCKING = ["protected", "tracking_locked", "read_only", "browser"] as const;

/** Tell whether a code is one of `BLOCKING`. */
export function isBlocking(code: WordErrorCode): code is (typeof BLOCKING)[number] {
  return (BLOCKING as readonly WordErrorCode[]).includes(code);
}

/** Tell whether Word cannot do anything more for now. */
export function isFatal(problem: WordError): boolean {
  return ["cancelled", "no_answer", "offline", "search_open", "tracking_on", "tracking_locked"].includes(
    problem.code,
  );
}
