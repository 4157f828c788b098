/** Details of the selected row: its places and its replacement. */

import type { Claims } from "../state/claims";
import { whereApart, type Entry } from "../state/suggestion_list";
import { leftReason } from "../state/error_messages";
import { replacementError } from "../state/replacement_text";
import { replacement } from "../state/selectors";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { beyondReach } from "../state/leftovers";
import { formatNumber, plural } from "../state/number_format";
import { button, make, setClaims, setText, setAttributes, setVisible } from "./dom";
import { icon } from "./icons";

/** The details of a row. */
export interface RowDetails {
  readonly element: HTMLElement;
  update(session: Session): void;
}

/** What all rows of a list share. */
export interface RowContext {
  readonly store: Store;
  /** The row whose replacement is being edited. */
  editing: string | null;
  redraw(): void;
}

/** Edit the replacement of a row. */
export function startEditing(lines: RowContext, id: string): void {
  lines.editing = id;
  lines.store.dispatch({ type: "select", id });
  lines.redraw();
}

/** The details of a row. */
export function rowDetails(lines: RowContext, { id, term, count, places, suggestion }: Entry): RowDetails {
  const apart = places.filter(each => !each.obstacles.includes("same_text")).length;
  const { store } = lines;
  const where = make("span", { class: "where" });
  const previous = button(icon("previous"), () => store.dispatch({ type: "step-place", id, by: -1 }), {
    ...{ class: "act", "aria-label": `Previous place of ${term}`, title: "Previous place" },
  });
  const next = button(icon("next"), () => store.dispatch({ type: "step-place", id, by: 1 }), {
    ...{ class: "act", "aria-label": `Next place of ${term}`, title: "Next place" },
  });
  const becomes = make("span", { class: "becomes", "data-quote": "replacement" });
  const change = button(icon("edit"), () => startEditing(lines, id), {
    ...{ class: "act", "aria-label": `Change the replacement of ${term}`, title: "Change (E)" },
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
      setText(where, count === 0 ? leftReason(whereApart({ places })) : placeText(session, id, count));
      setClaims(where, placeClaims(session, id, term, count));
      setText(becomes, `becomes ${replacement(session, id)}`);
      const editing = lines.editing === id;
      setVisible(replaced, suggestion !== null && !session.redactedIds.has(id) && !editing);
      const unreachable = apart - (session.foundCounts.get(id) ?? apart);
      setText(elsewhere, unreachableText(session, id, apart, suggestion !== null));
      setClaims(elsewhere, { "term.unreachable": { term, places: Math.max(unreachable, 0) } });
      setVisible(elsewhere, elsewhere.textContent !== "");
      if (editing === (form !== null)) return;
      form?.remove();
      form = editing ? replacementEditor(lines, id, term, replacement(session, id)) : null;
      if (form) focusEditor(element, form);
    },
  };
}

function focusEditor(details: HTMLElement, form: HTMLFormElement): void {
  details.append(form);
  const field = form.querySelector("input");
  field?.focus();
  field?.select();
  form.scrollIntoView({ block: "nearest" });
}

function placeText(session: Session, id: string, places: number): string {
  const { shown } = session;
  return shown?.id === id
    ? `place ${formatNumber(shown.occurrence + 1)} of ${formatNumber(shown.of)}`
    : plural(places, "place");
}

function placeClaims({ shown }: Session, id: string, term: string, places: number): Claims {
  if (shown?.id !== id) return { "term.count": { term, places } };
  return { "term.place": { term, place: shown.occurrence + 1, of: shown.of } };
}

function unreachableText(session: Session, id: string, places: number, goes: boolean): string {
  const found = session.foundCounts.get(id);
  if (found === undefined || found >= places) return "";
  return goes ? beyondReach(places - found) : `The pane cannot reach ${plural(places - found, "place")}.`;
}

function replacementEditor(lines: RowContext, id: string, term: string, now: string): HTMLFormElement {
  const input = make("input", {
    ...{ type: "text", value: now, maxlength: 200, "aria-label": `Replacement of ${term}` },
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
    setText(why, replacementError(lines.store.session, id, written));
    setVisible(why, why.textContent !== "");
    setAttributes(input, { "aria-invalid": why.hidden ? null : "true" });
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
