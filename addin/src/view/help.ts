/** What the pane does and which keys there are. */

import type { Store } from "../state/store";
import { button, make, type Region } from "./dom";

const KEYS: readonly (readonly [string, string])[] = [
  ["J  K", "next, previous suggestion"],
  ["A", "accept, and go on"],
  ["R", "reject, and go on"],
  ["E", "change what stands there instead"],
  ["G", "say something more general"],
  ["Z", "undo"],
  ["← → ↑ ↓", "move within the list or the slider"],
  ["Shift F10", "everything that can be done with a term"],
  ["/", "filter"],
  ["?", "this page"],
];

/** The page of help. */
export function help(store: Store): Region {
  const close = button("Close", () => store.dispatch({ type: "help", open: false }), { class: "primary" });
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
    make(
      "p",
      {},
      "Unsaid hides whose document this is, and all personal data in it, and proves that nothing is left.",
    ),
    make(
      "p",
      {},
      make("mark", { class: "suggested" }, "Yellow"),
      " is suggested, ",
      make("mark", { class: "accepted" }, "yellow with dots"),
      " is accepted. Nothing goes until you redact.",
    ),
    make("dl", { class: "keys" }, ...keys),
    make(
      "p",
      { class: "quiet" },
      "The clean copy also takes out comments, tracked changes and what Word keeps of its making.",
    ),
    close,
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
