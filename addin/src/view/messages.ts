/** The error card, the welcome card and the notes. */

import type { Claims, Statement } from "../state/claims";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { ERROR_MESSAGES } from "../state/error_messages";
import { warningInWords } from "../state/warnings";
import {
  button,
  changeDetector,
  keyedList,
  make,
  setClaims,
  setStatement,
  setText,
  setVisible,
  type Region,
} from "./dom";
import { plural } from "../state/number_format";
import { disclosure } from "./folds";
import { icon } from "./icons";

/** The error card, with a field for the token where people sign in with one. */
export function errorCard(store: Store): Region {
  const title = make("h2", {});
  const sentence = make("p", {});
  const detail = make("p", { class: "quiet", "data-quote": "detail" });
  const token = make("input", { type: "password", id: "token", autocomplete: "off", spellcheck: "false" });
  const form = make(
    "form",
    { class: "sign-in" },
    make("label", { for: "token" }, "Token"),
    token,
    make("p", { class: "hint" }, "The service prints the token when it starts. The pane keeps it in memory only."),
    make("button", { type: "submit", class: "primary" }, "Sign in"),
  );
  const element = make(
    "section",
    { class: "card error", role: "alert" },
    make("div", { class: "card-head" }, icon("care"), title),
    sentence,
    detail,
    form,
  );
  const fresh = changeDetector();
  let wasSubmitted = false;

  form.addEventListener("submit", event => {
    event.preventDefault();
    const written = token.value.trim();
    token.value = "";
    wasSubmitted = true;
    if (written !== "") store.dispatch({ type: "sign-in", token: written });
  });

  return {
    element,
    update({ error: now }) {
      if (!fresh(now)) return;
      setVisible(element, now !== null);
      if (!now) return;
      const advice = ERROR_MESSAGES[now.kind];
      setText(title, advice.title);
      setText(sentence, advice.sentence);
      setText(detail, now.detail ?? "");
      setVisible(detail, detail.textContent !== "");
      setVisible(form, now.kind === "signed_out" && now.signInWith === "token");
      element.scrollIntoView({ block: "nearest" }); // the card is at the top, and the list may be long
      // Someone whose token was rejected can type another at once.
      if (wasSubmitted && !form.hidden) token.focus();
      wasSubmitted = false;
    },
  };
}

/** The first card: where the document goes, before anything of it is sent. */
export function consentCard(): Region {
  const where = make("strong", {});
  const element = make(
    "section",
    { class: "card welcome", "aria-label": "Where the document goes" },
    make("p", {}, "To analyse, check and redact this document, Unsaid sends it to ", where, "."),
    make("p", {}, "The service stores your decisions. It does not store the document."),
  );
  return {
    element,
    update({ consent }) {
      setVisible(element, consent !== null);
      setText(where, consent ?? "");
      setClaims(where, { "document.sent": false });
    },
  };
}

/** The welcome card: three sentences for the first time. */
export function welcomeCard(store: Store): Region {
  const element = make(
    "section",
    { class: "card welcome", "aria-label": "Welcome" },
    make(
      "ol",
      {},
      make("li", {}, "Choose the client."),
      make("li", {}, "Choose with the slider how hard it is to guess the client."),
      make("li", {}, "Check the yellow terms. Accept those that you want to redact. Then redact."),
    ),
    button("Got it", () => store.dispatch({ type: "welcome", open: false }), { class: "small" }),
  );
  return { element, update: ({ welcome: open, consent }) => setVisible(element, open && consent === null) };
}

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
  "Word did not provide the file, so you cannot make a clean copy either. Remove its protection, if it has one, or open it in the Word desktop app.";
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
