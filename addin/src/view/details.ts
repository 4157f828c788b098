/** What the line that is looked at shows beside: its places, and what stands there instead. */

import type { Entry } from "../review/list";
import { objection } from "../review/replacing";
import { replacement } from "../review/selectors";
import type { Session } from "../review/session";
import type { Store } from "../review/store";
import { counted, inDigits } from "../review/words";
import { button, make, say, set, show } from "./dom";
import { icon } from "./icons";

/** The details of one line. */
export interface Details {
  readonly element: HTMLElement;
  update(session: Session): void;
}

/** What the lines of a list have in common. */
export interface Lines {
  readonly store: Store;
  /** The line whose replacement is being written. */
  editing: string | null;
  redraw(): void;
}

/** Write another replacement for a line. */
export function edit(lines: Lines, id: string): void {
  lines.editing = id;
  lines.store.dispatch({ type: "select", id });
  lines.redraw();
}

/** The details of a line. */
export function detailsOf(lines: Lines, { id, term, places, suggestion }: Entry): Details {
  const { store } = lines;
  const where = make("span", { class: "where" });
  const previous = button(icon("previous"), () => store.dispatch({ type: "go", id, by: -1 }), {
    ...{ class: "act", "aria-label": `Previous place of ${term}`, title: "Previous place" },
  });
  const next = button(icon("next"), () => store.dispatch({ type: "go", id, by: 1 }), {
    ...{ class: "act", "aria-label": `Next place of ${term}`, title: "Next place" },
  });
  const becomes = make("span", { class: "becomes" });
  const change = button(icon("edit"), () => edit(lines, id), {
    ...{ class: "act", "aria-label": `Change what stands instead of ${term}`, title: "Change (E)" },
  });
  const elsewhere = make("p", { class: "hint" });
  const replaced = make("p", { class: "line" }, becomes, change);
  const element = make(
    "div",
    { role: "gridcell", class: "details" },
    make("p", { class: "line" }, where, previous, next),
    replaced,
    elsewhere,
  );
  let form: HTMLFormElement | null = null;

  return {
    element,
    update(session) {
      say(where, whereOf(session, id, places.length));
      say(becomes, `becomes ${replacement(session, id)}`);
      const editing = lines.editing === id;
      show(replaced, suggestion !== null && !session.applied.has(id) && !editing);
      say(elsewhere, elsewhereOf(session, id, places.length, suggestion !== null));
      show(elsewhere, elsewhere.textContent !== "");
      if (editing === (form !== null)) return;
      form?.remove();
      form = editing ? editor(lines, id, term, replacement(session, id)) : null;
      if (form) begin(element, form);
    },
  };
}

function begin(details: HTMLElement, form: HTMLFormElement): void {
  details.append(form);
  const field = form.querySelector("input");
  field?.focus();
  field?.select();
  form.scrollIntoView({ block: "nearest" });
}

function whereOf(session: Session, id: string, places: number): string {
  const { at } = session;
  return at?.id === id ? `place ${inDigits(at.occurrence + 1)} of ${inDigits(at.of)}` : counted(places, "place");
}

function elsewhereOf(session: Session, id: string, places: number, goes: boolean): string {
  const found = session.found.get(id);
  if (found === undefined || found >= places) return "";
  const beyond = `${counted(places - found, "place")} out of Word’s reach`;
  return goes ? `${beyond}: handled in the clean copy.` : `${beyond}.`;
}

function editor(lines: Lines, id: string, term: string, now: string): HTMLFormElement {
  const input = make("input", {
    ...{ type: "text", value: now, maxlength: 200, "aria-label": `Instead of ${term}` },
    "aria-describedby": "objection",
  });
  const why = make("p", { id: "objection", class: "hint care", role: "alert", hidden: true });
  const close = (): void => {
    lines.editing = null;
    lines.redraw();
    document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] .term`)?.focus();
  };
  const form = make(
    "form",
    { class: "editor" },
    input,
    make("button", { type: "submit" }, "Save"),
    button("Cancel", close),
    why,
  );
  form.addEventListener("submit", event => {
    event.preventDefault();
    const written = input.value.trim();
    say(why, objection(lines.store.session, id, written));
    show(why, why.textContent !== "");
    set(input, { "aria-invalid": why.hidden ? null : "true" });
    if (!why.hidden) return;
    close();
    lines.store.dispatch({ type: "replace-by", id, replacement: written });
  });
  form.addEventListener("keydown", event => {
    event.stopPropagation();
    if (event.key === "Escape") close();
  });
  return form;
}
