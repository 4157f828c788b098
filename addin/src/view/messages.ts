/** What stands in the way, and what has to be known: each in its own words, with one thing to do. */

import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { ERROR_MESSAGES } from "../state/error_messages";
import { button, changeDetector, keyedList, make, setText, setVisible, type Region } from "./dom";
import { icon } from "./icons";

/** The trouble, if there is one; where people sign in with a token, the field for it. */
export function errorCard(store: Store): Region {
  const title = make("h2", {});
  const sentence = make("p", {});
  const detail = make("p", { class: "quiet" });
  const token = make("input", { type: "password", id: "token", autocomplete: "off", spellcheck: "false" });
  const form = make(
    "form",
    { class: "sign-in" },
    make("label", { for: "token" }, "Token"),
    token,
    make("p", { class: "hint" }, "The service prints it when it starts. It is held in memory alone."),
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
  let given = false;

  form.addEventListener("submit", event => {
    event.preventDefault();
    const written = token.value.trim();
    token.value = "";
    given = true;
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
      setText(detail, toSentence(now.detail ?? ""));
      setVisible(detail, detail.textContent !== "");
      setVisible(form, now.kind === "signed_out" && now.signInWith === "token");
      element.scrollIntoView({ block: "nearest" }); // it stands at the top, and the list may be long
      // Whoever has given a token that is not taken has the field for another one.
      if (given && !form.hidden) token.focus();
      given = false;
    },
  };
}

/** The three sentences for whoever is here for the first time. */
export function welcomeCard(store: Store): Region {
  const element = make(
    "section",
    { class: "card welcome", "aria-label": "Welcome" },
    make(
      "ol",
      {},
      make("li", {}, "Say whose document this is."),
      make("li", {}, "Move the slider until nobody could tell."),
      make("li", {}, "Look at what is yellow, accept what shall go, and redact."),
    ),
    button("Got it", () => store.dispatch({ type: "welcome", open: false }), { class: "small" }),
  );
  return { element, update: ({ welcome: open }) => setVisible(element, open) };
}

/** Things to know that stop nobody. */
export function notes(): Region {
  const list = make("ul", { class: "notes" });
  const element = make("section", { class: "notes-region", "aria-label": "Notes" }, list);
  const draw = keyedList<string>(list, String, text => ({
    element: make("li", {}, icon("note"), make("span", {}, text)),
    update: () => undefined,
  }));
  return {
    element,
    update(session) {
      const all = notesOf(session);
      draw(all);
      setVisible(element, all.length > 0);
    },
  };
}

const BLOCKED = {
  protected: "This document is protected: words cannot be replaced here.",
  tracking_locked: "Tracking is locked here: what is replaced would stay as a tracked deletion.",
} as const;

const COPY_POSSIBLE = "The clean copy is open to you.";
const COPY_IMPOSSIBLE =
  "This Word gives no file to make a clean copy of either: unlock it first, or open it in Word on a desktop.";
const MARKS_REMAIN = "What is marked in it stays marked until that ends; then the pane takes the marks away.";

/** What cannot be done with this document, and what can. */
function accessNotes({ blockedBy, textOnly, stillMarked }: Session["access"]): string[] {
  return [
    ...(blockedBy === null ? [] : [`${BLOCKED[blockedBy]} ${textOnly ? COPY_IMPOSSIBLE : COPY_POSSIBLE}`]),
    ...(stillMarked === true ? [MARKS_REMAIN] : []),
    ...(textOnly
      ? ["This Word gives only the text that it shows. The rest of the file cannot be checked here."]
      : []),
  ];
}

function notesOf({
  documentChanged,
  access,
  trackingLost,
  trackingBack,
  analysis,
  error: now,
}: Session): readonly string[] {
  if (now?.kind === "signed_out") return [];
  return [
    ...(documentChanged ? ["The document has changed since. Look again before anything is redacted."] : []),
    ...accessNotes(access),
    ...(trackingBack
      ? ["Track changes was left off when the pane ended in the middle of its work. It is on again."]
      : []),
    ...(trackingLost ? ["Track changes was on and is off now. Turn it on again under Review."] : []),
    ...(analysis?.warnings ?? []).map(toSentence),
  ];
}

/** A warning or a detail as a sentence; what it says of the options of the command line helps nobody here. */
function toSentence(warning: string): string {
  const said = warning.replace(/; --[a-z].*$/u, "");
  if (said === "") return "";
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
