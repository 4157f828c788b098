/** The one thing to do next, and the sentence that says where things stand. */

import { accepted, highestLevel, located, occurrences, pending, rejected, visible } from "./selectors";
import type { Action, Review, ReviewStep, Session } from "./session";
import { ADVICE } from "./troubles";
import { counted, inDigits } from "./words";

/** The primary button. */
export interface Next {
  readonly label: string;
  readonly action: Action;
}

const LOOK_AGAIN: Next = { label: "Look again", action: { type: "analyse" } };
const SEE_HOW_FAR: Next = { label: "See how far it is", action: { type: "analyse" } };
const SIGN_IN: Action = { type: "sign-in", token: null };

/** What the primary button does; null while the pane works, or where there is nothing to do. */
export function next(session: Session): Next | null {
  if (busy(session)) return null;
  if (session.trouble) return outOfTrouble(session.trouble);
  // Whoever has stopped the first look can begin it again.
  if (session.stage.is === "opening") return session.said === null ? null : LOOK_AGAIN;
  if (session.changed || (session.analysis !== null && !located(session))) return LOOK_AGAIN;
  return reviewing(session) ?? afterDeciding(session) ?? deciding(session);
}

/** Whether the pane works and can be stopped. */
export function busy(session: Session): boolean {
  return ["analysing", "redacting", "checking", "copying"].includes(session.stage.is);
}

function outOfTrouble(trouble: NonNullable<Session["trouble"]>): Next | null {
  const { label, does } = ADVICE[trouble.name];
  if (does === "sign-in") return trouble.by === "token" ? null : { label, action: SIGN_IN };
  return { label, action: { type: does } };
}

function reviewing(session: Session): Next | null {
  const { review } = session;
  if (!review || review.state === "approved") return null;
  if (!review.mine) return step(review, "claim", "Take this review") ?? SEE_HOW_FAR;
  if (review.state === "second") return step(review, "approve", "Approve");
  if (pending(session).length > 0) return null;
  return step(review, "submit", "Submit for review") ?? step(review, "approve", "Approve");
}

function step({ steps }: Review, move: ReviewStep, label: string): Next | null {
  return steps.includes(move) ? { label, action: { type: "move-review", move } } : null;
}

/** Whether somebody may ask another person to look at it, where nothing demands that. */
export function submittable(session: Session): boolean {
  const { analysis, review, stage, changed, trouble, applied } = session;
  const settled = stage.is === "deciding" && !changed && trouble === null;
  if (analysis === null || review !== null || !settled || applied.size > 0) return false;
  return pending(session).length === 0 && accepted(session).length > 0;
}

function afterDeciding({ stage, reach, verification, left }: Session): Next | null {
  const copy: Next = { label: "Clean copy", action: { type: "copy" } };
  switch (stage.is) {
    case "redacted":
      // Where a place said something else by then, what is there now was never looked at.
      return left.some(each => each.why === "rewritten")
        ? LOOK_AGAIN
        : { label: "Check the file", action: { type: "check" } };
    case "checked":
      return reach.partial ? { label: "Look again", action: { type: "analyse" } } : copy;
    case "copied":
      if (verification?.status === "left") return LOOK_AGAIN;
      return { label: "Save the clean copy", action: { type: "download" } };
    default:
      return null;
  }
}

function deciding(session: Session): Next | null {
  const taken = accepted(session).length;
  const open = pending(session);
  if (session.review && !session.review.mine && session.review.state !== "approved") return null;
  if (taken > 0 && (session.review === null || session.review.state === "approved")) {
    return redacting(session, taken);
  }
  if (open.length > 0) {
    return {
      label: open.length === 1 ? "Accept it" : `Accept all ${inDigits(open.length)}`,
      action: { type: "accept", ids: open.map(each => each.id) },
    };
  }
  return { label: "Check the file", action: { type: "check" } };
}

function redacting({ reach }: Session, taken: number): Next {
  if (reach.inPlace) return { label: `Redact ${inDigits(taken)} accepted`, action: { type: "redact" } };
  // A copy is made of the file; where Word gives none, it may give one the next time.
  return reach.partial ? LOOK_AGAIN : { label: "Clean copy", action: { type: "copy" } };
}

/** Where things stand, for the status line. */
export function status(session: Session): string {
  return session.said ?? STATUS[session.stage.is](session);
}

const STATUS: Readonly<Record<Session["stage"]["is"], (session: Session) => string>> = {
  opening: ({ trouble }) => (trouble ? "" : "Opening the document …"),
  analysing: session => `Looking for what gives it away${steps(session)} …`,
  deciding: inDeciding,
  redacting: session => `Redacting${steps(session)}. Stopping leaves a list of what is left.`,
  redacted: ({ left }) =>
    left.length === 0 ? "Redacted. Now check the file." : `Redacted but for ${counted(left.length, "place")}.`,
  checking: () => "Checking every part of the file …",
  checked: session => {
    const status = session.verification?.status ?? "not_examined";
    return status === "clean" ? cleanBut(session) : VERDICT[status];
  },
  copying: () => "Making the clean copy and checking it …",
  copied: ({ stage, verification, outcome }) => {
    if (verification?.status === "left") return "The clean copy is not clean: something is left.";
    if (outcome?.outcome === "not_met") return "The clean copy is not what was asked for. See what does not hold.";
    const where = stage.is === "copied" && stage.opened ? "is open beside this document" : "is ready";
    return `The clean copy ${where}.${caution(verification)}`;
  },
};

function cleanBut(session: Session): string {
  const kept = rejected(session).length;
  switch (session.outcome?.outcome) {
    case "met":
      return "Checked: clean.";
    case "met_with_exceptions":
      return kept === 0
        ? "Checked: it holds, with exceptions."
        : `Checked: it holds but for ${counted(kept, "term")} that ${kept === 1 ? "stays" : "stay"}.`;
    case "not_met":
      return "Checked: not what was asked for. See what does not hold.";
    default:
      return "Checked: nothing accepted is left.";
  }
}

/** What whoever hears only this line would not know. */
function caution(verification: Session["verification"]): string {
  if (verification?.status === "not_examined") return " Not all of it could be checked.";
  const again = verification?.new.length ?? 0;
  return again === 0 ? "" : ` Look at ${counted(again, "place")} in it.`;
}

const VERDICT = {
  left: "Checked: something is left.",
  not_examined: "Checked, but not all of it could be.",
} as const;

function steps({ stage }: Session): string {
  if (stage.is !== "analysing" && stage.is !== "redacting") return "";
  return stage.total > 0 ? `: ${inDigits(stage.done)} of ${inDigits(stage.total)}` : "";
}

function inDeciding(session: Session): string {
  if (session.trouble) return "";
  if (session.changed) return "The document is not what you looked at any more.";
  if (visible(session).length === 0) return "Nothing is suggested at this level.";
  const done =
    session.applied.size > 0
      ? `${counted(session.applied.size, "term")} redacted.`
      : "Nothing goes until you redact.";
  const taken = accepted(session).length;
  const kept = rejected(session).length;
  const parts = [
    ...(taken > 0 ? [`${inDigits(taken)} accepted (${counted(occurrences(session), "place")})`] : []),
    ...(kept > 0 ? [`${inDigits(kept)} ${kept === 1 ? "stays" : "stay"}`] : []),
  ];
  return parts.length > 0 ? `${parts.join(", ")}. ${done}` : done;
}

/** What is said where there is no list: nothing found, or only a client is missing. */
export function nothing(session: Session): string | null {
  const { analysis } = session;
  if (!analysis || analysis.suggestions.length > 0) return null;
  if (session.client === null) return "No personal data were found. Choose a client to see what points to it.";
  return highestLevel(analysis) > 1
    ? "Nothing was found that gives the client or anybody away."
    : "No personal data were found, and nothing points to the client.";
}
