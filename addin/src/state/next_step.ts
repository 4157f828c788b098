/** The one thing to do next, and the status sentence. */

import { highestLevel } from "./levels";
import { accepted, isLocated, countAccepted, pending, redactedTitle, rejected, visible } from "./selectors";
import type { ReviewStep } from "../api/schemas";
import type { ReviewStatus } from "./review_status";
import type { Action, Session } from "./session";
import { kindsOff } from "./options";
import { ERROR_MESSAGES } from "./error_messages";
import { countNew } from "./leftovers";
import { joined, plain, type Claims, type Statement } from "./claims";
import { plural, formatNumber } from "./number_format";

/** The primary button. */
export interface NextStep {
  readonly label: string;
  readonly action: Action;
  readonly claims?: Claims;
}

const ANALYSE_AGAIN: NextStep = { label: "Analyse again", action: { type: "analyse" } };
const REFRESH_REVIEW: NextStep = { label: "Refresh the review", action: { type: "analyse" } };
const CHECK: NextStep = { label: "Check the file", action: { type: "check" } };
const CONSENT: NextStep = { label: "Analyse this document", action: { type: "consent" } };
const SIGN_IN: Action = { type: "sign-in", token: null };

/** Return what the primary button does; null while the pane works, or where there is nothing to do. */
export function nextStep(session: Session): NextStep | null {
  if (isBusy(session)) return null;
  if (session.error) return afterError(session.error);
  if (session.stage.is === "opening") return whileOpening(session);
  if (session.documentChanged || (session.analysis !== null && !isLocated(session))) return ANALYSE_AGAIN;
  return inReview(session) ?? afterRedacting(session) ?? whileDeciding(session);
}

function whileOpening({ consent, message }: Session): NextStep | null {
  if (consent !== null) return CONSENT;
  // After a cancelled first analysis, the person can start it again.
  return message === null ? null : ANALYSE_AGAIN;
}

/** Tell whether the pane works and can be cancelled. */
export function isBusy(session: Session): boolean {
  return ["analysing", "redacting", "restoring", "checking", "copying"].includes(session.stage.is);
}

function afterError(trouble: NonNullable<Session["error"]>): NextStep | null {
  const { label, action } = ERROR_MESSAGES[trouble.kind];
  if (action === "sign-in") return trouble.signInWith === "token" ? null : { label, action: SIGN_IN };
  return { label, action: { type: action } };
}

function inReview(session: Session): NextStep | null {
  const { review } = session;
  if (!review || review.state === "approved") return null;
  if (!review.mine) return reviewStep(review, "claim", "Claim the review") ?? REFRESH_REVIEW;
  if (review.state === "second") return reviewStep(review, "approve", "Approve");
  if (pending(session).length > 0) return null;
  return reviewStep(review, "submit", "Submit for review") ?? reviewStep(review, "approve", "Approve");
}

function reviewStep({ steps }: ReviewStatus, move: ReviewStep, label: string): NextStep | null {
  return steps.includes(move) ? { label, action: { type: "step-review", move } } : null;
}

/** Tell whether the person may ask for a review that no policy requires. */
export function canSubmit(session: Session): boolean {
  const { analysis, review, stage, documentChanged, error, redactedIds } = session;
  const settled = stage.is === "deciding" && !documentChanged && error === null;
  if (analysis === null || review !== null || !settled || redactedIds.size > 0) return false;
  return pending(session).length === 0 && accepted(session).length > 0;
}

function afterRedacting({ stage, access, verification, leftPlaces }: Session): NextStep | null {
  const copy: NextStep = { label: "Make a clean copy", action: { type: "copy" } };
  switch (stage.is) {
    case "redacted":
      // The new text of a place that somebody changed was never analysed.
      return leftPlaces.some(each => each.why === "rewritten") ? ANALYSE_AGAIN : CHECK;
    case "checked":
      return access.textOnly ? ANALYSE_AGAIN : copy;
    case "copied":
      if (verification?.status === "left") return ANALYSE_AGAIN;
      return { label: "Save the clean copy", action: { type: "download" } };
    default:
      return null;
  }
}

function whileDeciding(session: Session): NextStep | null {
  if (session.review && !session.review.mine && session.review.state !== "approved") return null;
  if (isForTheCopy(session)) return CHECK;
  return acceptedStep(session) ?? pendingStep(session) ?? CHECK;
}

function acceptedStep(session: Session): NextStep | null {
  const taken = accepted(session).length;
  if (taken === 0 || (session.review !== null && session.review.state !== "approved")) return null;
  // Where Word reaches no accepted term, to redact them again would do nothing.
  if (pending(session).length > 0 && isAcceptedForTheCopy(session)) return null;
  return redactStep(session, taken);
}

function pendingStep(session: Session): NextStep | null {
  const open = pending(session);
  if (open.length === 0) return null;
  return {
    label: open.length === 1 ? "Accept the last suggestion" : `Accept all ${formatNumber(open.length)}`,
    action: { type: "accept", ids: open.map(each => each.id) },
    claims: { "decisions.undecided": open.length },
  };
}

/** Tell whether all that is suggested and not rejected in a redacted document is where Word does not reach. */
function isForTheCopy(session: Session): boolean {
  return isAcceptedForTheCopy(session) && !pending(session).some(isReached(session));
}

/** Tell whether all that is accepted in a redacted document is where Word does not reach. */
function isAcceptedForTheCopy(session: Session): boolean {
  const { access, analysis, redactedIds } = session;
  const isRedacted = redactedIds.size > 0 || (analysis?.placeholders ?? 0) > 0;
  return access.inPlace && isRedacted && !accepted(session).some(isReached(session));
}

const isReached =
  ({ foundCounts }: Session) =>
  ({ id }: { readonly id: string }): boolean =>
    (foundCounts.get(id) ?? 0) > 0;

function redactStep({ access }: Session, taken: number): NextStep {
  if (access.inPlace) {
    const label = `Redact ${plural(taken, "term")}`;
    return { label, action: { type: "redact" }, claims: { "decisions.accepted": taken } };
  }
  // A clean copy needs the file. If Word did not provide it, it may next time.
  return access.textOnly ? ANALYSE_AGAIN : { label: "Make a clean copy", action: { type: "copy" } };
}

/** Say what the pane does or did, for the status line. */
export function status(session: Session): Statement {
  const { message } = session;
  return message === null
    ? STATUS[session.stage.is](session)
    : { text: message, claims: { "event.text": message } };
}

const STATUS: Readonly<Record<Session["stage"]["is"], (session: Session) => Statement>> = {
  opening: ({ error, consent }) => {
    if (error) return plain("");
    if (consent === null) return plain("Opening the document …");
    return {
      text: "The pane sends nothing of this document before you agree.",
      claims: { "document.sent": false },
    };
  },
  analysing: session => progressOf(session, analysisStep(session), " …"),
  deciding: decidingStatus,
  redacting: session => progressOf(session, "Redacting", ". If you cancel, the pane lists what is left."),
  restoring: session => progressOf(session, "Restoring the text", " …"),
  redacted: redactedStatus,
  checking: () => plain("Checking every part of the file …"),
  checked: checkedStatus,
  copying: () => plain("Making the clean copy and checking it …"),
  copied: copiedStatus,
};

function checkedStatus(session: Session): Statement {
  const status = session.verification?.status ?? "not_examined";
  const damaged = session.verification?.damaged?.length ?? 0;
  const claims: Claims = { "check.status": status };
  if (damaged > 0 && status !== "left") {
    const text = `Checked: the words beside ${plural(damaged, "placeholder")} have changed since the analysis.`;
    return { text, claims: { ...claims, "check.damaged": damaged } };
  }
  return status === "clean" ? cleanStatus(session, claims) : { text: CHECK_STATUS[status], claims };
}

function cleanStatus(session: Session, checked: Claims): Statement {
  const rejections = rejected(session).length;
  const outcome = session.outcome?.outcome ?? null;
  const claims: Claims = { ...checked, ...(outcome === null ? {} : { "check.outcome": outcome }) };
  switch (outcome) {
    case "met":
      return { text: "Checked: requirements met.", claims };
    case "met_with_exceptions":
      if (rejections === 0) return { text: "Checked: requirements met, with exceptions.", claims };
      return {
        text: `Checked: requirements met, with exceptions. ${plural(rejections, "term")} rejected.`,
        claims: { ...claims, "decisions.rejected": rejections },
      };
    case "not_met":
      return { text: "Checked: not all requirements are met. See the list above.", claims };
    default:
      return { text: "Checked: all accepted terms are redacted.", claims };
  }
}

function copiedStatus({ stage, verification, outcome }: Session): Statement {
  const claims: Claims = { "check.status": verification?.status ?? "not_examined" };
  if (verification?.status === "left")
    return { text: "The clean copy still contains terms that must be redacted.", claims };
  if (outcome?.outcome === "not_met") {
    const text = "The clean copy does not meet all requirements. See the list above.";
    return { text, claims: { ...claims, "check.outcome": outcome.outcome } };
  }
  const where = stage.is === "copied" && stage.opened ? "is open beside this document" : "is ready";
  return joined({ text: `The clean copy ${where}.`, claims }, copyCaution(verification));
}

/** Say what people who hear only the status line would miss. */
function copyCaution(verification: Session["verification"]): Statement {
  if (verification?.status === "not_examined") return plain("The service could not examine some parts.");
  const again = verification === null ? 0 : countNew(verification);
  if (again === 0) return plain("");
  return { text: `Check ${plural(again, "place")} in the copy.`, claims: { "check.new": again } };
}

function redactedStatus(session: Session): Statement {
  const { documentChanged, leftPlaces } = session;
  const { length } = leftPlaces;
  if (length === 0 && documentChanged) return DOCUMENT_CHANGED;
  return {
    text: `${redactedTitle(session)}${length === 0 ? ". Now check the file." : `, except for ${plural(length, "place")}.`}`,
    claims: { "left.places": length },
  };
}

const DOCUMENT_CHANGED: Statement = {
  text: "The document has changed since the analysis.",
  claims: { "document.changed": true },
};

const CHECK_STATUS = {
  left: "Checked: terms that must be redacted are still in the file.",
  not_examined: "Checked. Some parts could not be fully examined.",
} as const;

const STEPS = {
  reading: "Reading the document",
  searching: "Analysing the document",
  finding: "Finding the terms in Word",
} as const;

function analysisStep({ stage }: Session): string {
  return STEPS[(stage.is === "analysing" ? stage.step : undefined) ?? "searching"];
}

function progressOf({ stage }: Session, before: string, after: string): Statement {
  if (!("done" in stage) || stage.total === 0) return plain(before + after);
  const { done, total } = stage;
  const text = `${before}: ${formatNumber(done)} of ${formatNumber(total)}${after}`;
  return { text, claims: { progress: [done, total] } };
}

function decidingStatus(session: Session): Statement {
  if (session.error) return plain("");
  if (session.documentChanged) return DOCUMENT_CHANGED;
  const done = redactedSoFar(session);
  if (visible(session).length === 0) return joined(plain("There are no suggestions at this level."), done);
  const taken = accepted(session).length;
  const rejections = rejected(session).length;
  const places = countAccepted(session);
  const parts = [
    ...(taken > 0 ? [`${formatNumber(taken)} accepted (${acceptedPlaces(taken, places)})`] : []),
    ...(rejections > 0 ? [`${formatNumber(rejections)} rejected`] : []),
  ];
  const claims: Claims = {
    ...(taken > 0 ? { "decisions.accepted": taken, "decisions.accepted-places": places } : {}),
    ...(rejections > 0 ? { "decisions.rejected": rejections } : {}),
  };
  return joined({ text: parts.length > 0 ? `${parts.join(", ")}.` : "", claims }, done);
}

const acceptedPlaces = (terms: number, places: number): string =>
  places === 0 ? `only the clean copy can redact ${terms === 1 ? "it" : "them"}` : plural(places, "place");

/** Say what is redacted in the open document: by this pane since the analysis, or before it. */
function redactedSoFar({ redactedIds, analysis, restorable }: Session): Statement {
  const terms = redactedIds.size;
  if (terms > 0) return { text: `${plural(terms, "term")} redacted.`, claims: { "decisions.redacted": terms } };
  const places = analysis?.placeholders ?? 0;
  const claims: Claims = { "document.placeholders": places };
  if (places > 0) return { text: `The text has ${plural(places, "placeholder")}.`, claims };
  // Of what people wrote instead of placeholders, a document that was opened again tells nothing.
  const isUntouched = restorable.places.size === 0 && analysis?.review === undefined;
  return { text: isUntouched ? "Nothing is redacted yet." : "The text has no placeholder.", claims };
}

/** Say why there is no list: nothing was found, or no client was chosen. */
export function emptyMessage(session: Session): string | null {
  const { analysis } = session;
  if (!analysis || analysis.suggestions.length > 0) return null;
  const personal = `No personal data ${kindsOff(session).size > 0 ? "of the chosen kinds " : ""}were found`;
  if (session.client === null) return `${personal}. Choose a client to see which terms point to that client.`;
  return highestLevel(analysis) > 1 && kindsOff(session).size === 0
    ? "Nothing was found that identifies the client or a person."
    : `${personal}, and nothing points to the client.`;
}
