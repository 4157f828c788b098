/** Asks whether stored decisions apply, where they were made on another text. */

import type { Store } from "../state/store";
import { button, make, setVisible, type Region } from "./dom";
import { icon } from "./icons";

const TITLE = "The stored decisions were made on another text";
const SENTENCE = "This document may be a copy, or someone edited it. The pane applies no decision yet.";

/** The card with the question. Until it is answered, nothing can be decided. */
export function otherDocumentCard(store: Store): Region {
  const element = make(
    "section",
    { class: "card", role: "alert", "aria-label": "Decisions of another text", hidden: true },
    make("div", { class: "card-head" }, icon("note"), make("h2", {}, TITLE)),
    make("p", {}, SENTENCE),
    make(
      "div",
      { class: "row" },
      button("Use the decisions", () => store.dispatch({ type: "use-review" }), { class: "small" }),
      button("Start a new review", () => store.dispatch({ type: "new-review" }), { class: "small" }),
    ),
  );
  return {
    element,
    update: ({ otherDocument, stage }) => setVisible(element, otherDocument && stage.is !== "analysing"),
  };
}
