/** The error card, the consent card and the welcome card. */

import type { Store } from "../state/store";
import { ERROR_MESSAGES } from "../state/error_messages";
import { button, changeDetector, make, setClaims, setText, setVisible, type Region } from "./dom";
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
