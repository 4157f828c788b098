/** Add terms: typed, pasted as a list, or as patterns. */

import { canDecide } from "../state/reducer";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { isPattern } from "../state/term_patterns";
import { button, make, setAttributes, setVisible, type Region } from "./dom";

const LONGEST = 20_000;

/** The form, and the button that opens it. */
export interface AddForm extends Region {
  readonly opener: HTMLElement;
}

/** The form to add terms. */
export function addForm(store: Store): AddForm {
  const field = make("textarea", { id: "terms", rows: 3, maxlength: LONGEST, "aria-describedby": "terms-hint" });
  const patterns = make("input", { type: "checkbox" });
  const element = make(
    "form",
    { class: "add card", hidden: true },
    make("label", { for: "terms" }, "Terms to redact, one on each line"),
    field,
    make("label", { class: "check" }, patterns, "Patterns: # is a digit, * is letters and digits"),
    make("p", { id: "terms-hint", class: "hint" }, "For example Project Gull, or as a pattern AB-####."),
    make(
      "div",
      { class: "row" },
      make("button", { type: "submit" }, "Add"),
      button("Close", () => close()),
    ),
  );
  const opener = button("Add terms", () => (element.hidden ? open() : close()), {
    ...{ class: "small", "aria-expanded": "false", title: "Type or paste terms, or a pattern" },
  });

  function open(): void {
    show(true);
    field.focus();
  }

  function close(): void {
    show(false);
    opener.focus();
  }

  function show(shown: boolean): void {
    setVisible(element, shown);
    setAttributes(opener, { "aria-expanded": String(shown) });
  }

  element.addEventListener("submit", event => {
    event.preventDefault();
    const lines = field.value.split(/[\n\r]+/).filter(each => each.trim() !== "");
    const bad = patterns.checked && lines.some(each => !isPattern(each));
    if (bad)
      store.dispatch({
        type: "message",
        sentence: "Use # in a pattern, or * together with a letter or a digit.",
      });
    if (lines.length === 0 || bad) return;
    if (patterns.checked) for (const pattern of lines) store.dispatch({ type: "add-pattern", pattern });
    else store.dispatch({ type: "add-terms", terms: lines });
    field.value = "";
    close();
  });
  element.addEventListener("keydown", event => {
    event.stopPropagation();
    if (event.key === "Escape") close();
  });

  return {
    element,
    opener,
    update(session: Session) {
      const free = canDecide(session);
      setAttributes(opener, { disabled: !free });
      if (!free && !element.hidden) show(false);
    },
  };
}
