/** The notes: what is not possible with this document, and the warnings of the analysis. */

import type { Claims, Statement } from "../state/claims";
import type { Session } from "../state/session";
import { warningInWords } from "../state/warnings";
import { plural } from "../state/number_format";
import { keyedList, make, setClaims, setStatement, setVisible, type Region } from "./dom";
import { disclosure } from "./folds";
import { icon } from "./icons";

/** Notes that do not block the work. Several notes of the service fold, so that the list stays in sight. */
export function notes(): Region {
  const first = noteList();
  const analysed = noteList();
  const count = make("span", {});
  const folded = noteList();
  const fold = disclosure("notes", 0, count, folded.element);
  const element = make(
    "section",
    { class: "notes-region", "aria-label": "Notes" },
    ...[first.element, analysed.element, fold.element],
  );
  return {
    element,
    update(session) {
      const own = session.error?.kind === "signed_out" ? [] : notesOf(session);
      const warnings = session.error?.kind === "signed_out" ? [] : messagesOf(session);
      first.draw(own);
      analysed.draw(warnings.length === 1 ? warnings : []);
      folded.draw(warnings.length > 1 ? warnings : []);
      setStatement(count, {
        text: `${plural(warnings.length, "note")} on this analysis`,
        claims: { warnings: warnings.length },
      });
      setVisible(fold.element, warnings.length > 1);
      if (warnings.length > 1) fold.seen();
      setVisible(element, own.length + warnings.length > 0);
    },
  };
}

function noteList(): { element: HTMLElement; draw(list: readonly Statement[]): void } {
  const list = make("ul", { class: "notes" });
  const drawAll = keyedList<Statement>(
    list,
    each => each.text,
    first => {
      const words = make("span", {});
      setStatement(words, first);
      return { element: make("li", {}, icon("note"), words), update: each => setClaims(words, each.claims) };
    },
  );
  return {
    element: list,
    draw(all) {
      drawAll(all);
      setVisible(list, all.length > 0);
    },
  };
}

function messagesOf({ analysis }: Session): readonly Statement[] {
  return (analysis?.messages ?? []).map(each => ({
    text: warningInWords(each),
    claims: { warning: { code: each.code, params: each.params } },
  }));
}

const BLOCKED = {
  protected: "This document is protected, so Word cannot replace words in it.",
  tracking_locked: "Track Changes is locked, so replaced words would stay in the file as tracked deletions.",
  read_only:
    "Word refuses every change to this document. It may be open for viewing: choose Editing in Word, then analyse again.",
  browser: "Word in a browser does not support changing this document. The desktop app may.",
} as const;

const COPY_POSSIBLE = "You can still make a clean copy.";
const COPY_IMPOSSIBLE =
  "Word did not provide the file, so you cannot make a clean copy either. If the document is protected, remove the protection. Otherwise open it in the Word desktop app.";
const MARKS_REMAIN = "The marks stay until Word allows changes. Then the pane removes them.";

/** Say what is not possible with this document, and what is. */
function accessNotes({ blockedBy, textOnly, stillMarked }: Session["access"]): Statement[] {
  const access = [blockedBy, textOnly ? "text only" : null, stillMarked === true ? "marked" : null].filter(Boolean);
  const claims: Claims = { "document.access": access.join(", ") };
  return accessSentences(blockedBy, textOnly, stillMarked === true).map(text => ({ text, claims }));
}

function accessSentences(
  blockedBy: Session["access"]["blockedBy"],
  textOnly: boolean,
  stillMarked: boolean,
): string[] {
  return [
    ...(blockedBy === null ? [] : [`${BLOCKED[blockedBy]} ${textOnly ? COPY_IMPOSSIBLE : COPY_POSSIBLE}`]),
    ...(stillMarked ? [MARKS_REMAIN] : []),
    ...(textOnly ? ["Word provided only the visible text. The pane cannot check the rest of the file."] : []),
  ];
}

function notesOf({ documentChanged, access, trackingLost, trackingBack }: Session): readonly Statement[] {
  return [
    ...(documentChanged ? [CHANGED] : []),
    ...accessNotes(access),
    ...(trackingBack ? [{ text: TRACKING_BACK, claims: { "document.tracking": true } }] : []),
    ...(trackingLost ? [{ text: TRACKING_LOST, claims: { "document.tracking": false } }] : []),
  ];
}

const CHANGED: Statement = {
  text: "The document has changed since the analysis. Analyse again before you redact.",
  claims: { "document.changed": true },
};
const TRACKING_BACK =
  "The pane stopped while it was working, and left Track Changes off. Track Changes is on again now.";
const TRACKING_LOST = "Track Changes was on and is now off. Turn Track Changes on again under Review.";
