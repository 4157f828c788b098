/** The help dialog: what the pane does, and its keys. */

import type { Store } from "../state/store";
import { button, make, type Region } from "./dom";

const KEYS: readonly (readonly [string, string])[] = [
  ["J  K", "go to the next or the previous suggestion"],
  ["A", "accept, then go to the next suggestion"],
  ["R", "reject, then go to the next suggestion"],
  ["E", "change the replacement"],
  ["G", "replace with a more general word"],
  ["X  Shift ↑ ↓", "select several terms: A and R decide on all of them; Esc clears the selection"],
  ["Z", "undo"],
  ["← → ↑ ↓", "move within the list or the slider"],
  ["Shift F10", "show all actions for a term"],
  ["/", "go to the filter"],
  ["?", "show this help"],
];

/** The help dialog. */
export function help(store: Store): Region {
  const close = button("Close", () => store.dispatch({ type: "help", open: false }), { class: "primary" });
  const signOut = button("Sign out", () => {
    store.dispatch({ type: "help", open: false });
    store.dispatch({ type: "sign-out" });
  });
  const keys = KEYS.map(([key, does]) =>
    make(
      "div",
      {},
      make("dt", {}, ...key.split("  ").flatMap(each => [make("kbd", {}, each), " "])),
      make("dd", {}, does),
    ),
  );
  const element = make(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    make("h2", { id: "help-title", tabindex: "-1", autofocus: true }, "Help"),
    make("p", {}, "Unsaid hides the client, redacts personal data, and checks that no redacted term is left."),
    make(
      "p",
      {},
      make("mark", { class: "suggested" }, "Yellow"),
      " marks suggested terms, ",
      make("mark", { class: "accepted" }, "yellow with dots"),
      " marks accepted terms. Unsaid redacts nothing until you press Redact.",
    ),
    make("dl", { class: "keys" }, ...keys),
    make(
      "p",
      { class: "quiet" },
      "By default, the clean copy has no tracked changes, comments, hidden text or editing traces.",
    ),
    make("div", { class: "row" }, close, signOut),
    button(
      "Find released documents",
      () => {
        store.dispatch({ type: "help", open: false });
        store.dispatch({ type: "find-released" });
      },
      { class: "link" },
    ),
    button(
      "Test this version of Word (for developers)",
      () => {
        store.dispatch({ type: "help", open: false });
        store.dispatch({ type: "compare-word" });
      },
      { class: "link" },
    ),
  );
  element.addEventListener("close", () => store.session.help && store.dispatch({ type: "help", open: false }));
  return {
    element,
    update({ help: open }) {
      if (open === element.open) return;
      if (open) element.showModal();
      else element.close();
    },
  };
}
