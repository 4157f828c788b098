/** Keyboard shortcuts: letters for frequent actions, arrows within the list. They are off while the person types. */

import { generalisations } from "../state/replacement_text";
import type { Store } from "../state/store";
import { batch } from "../state/batch";
import { needsReason, reasonChoices, rejectAll } from "./row_menu";
import type { SuggestionList } from "./suggestion_list";
import { openMenu, type MenuChoice } from "./menu";

type Command = () => void;

/** Listen to the keys of the pane; returns a function that stops it. */
export function listenToKeys(root: HTMLElement, store: Store, list: SuggestionList): () => void {
  const letters = letterKeys(root, store, list);
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    const act = commandFor(event, letters, store, list);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

function commandFor(
  event: KeyboardEvent,
  letters: Readonly<Record<string, Command>>,
  store: Store,
  list: SuggestionList,
): Command | null {
  const { key } = event;
  if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) return () => openRowMenu(event.target, store);
  if (event.ctrlKey || event.metaKey || event.altKey || inDialog()) return null;
  return letters[key.toLowerCase()] ?? arrowKey(event, list, store);
}

/** Tell whether a dialog is open. It handles its own keys. */
function inDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Undo the last decision; where none was made since the redaction, the redaction. */
export function undoLast(store: Store): void {
  store.dispatch(store.session.history.length > 0 ? { type: "undo" } : { type: "restore", ids: null });
}

function letterKeys(root: HTMLElement, store: Store, list: SuggestionList): Readonly<Record<string, Command>> {
  const step = (by: 1 | -1): void => {
    store.dispatch({ type: "step-suggestion", by });
    list.focusCurrent();
  };
  return {
    j: () => step(1),
    k: () => step(-1),
    a: () => accept(store, list),
    r: () => reject(root, store, list),
    x: () => pickCurrent(store),
    escape: () => store.dispatch({ type: "pick-none" }),
    e: () => list.editCurrent(),
    g: () => generalise(root, store),
    z: () => undoLast(store),
    "/": () => list.focusFilter(),
    "?": () => store.dispatch({ type: "help", open: true }),
  };
}

function pickCurrent(store: Store): void {
  const { selected } = store.session;
  if (selected !== null) store.dispatch({ type: "pick", id: selected });
}

/** Pick the current row too, and not take it back. */
function pickAlso(store: Store): void {
  const { selected, picked } = store.session;
  if (selected !== null && !picked.has(selected)) pickCurrent(store);
}

function accept(store: Store, list: SuggestionList): void {
  if (store.session.picked.size > 0) store.dispatch({ type: "accept", ids: batch(store.session)?.toAccept ?? [] });
  else decideAndNext(store, list, id => store.dispatch({ type: "accept", ids: [id] }));
}

/** Decide on the selected row, then go to the next. */
function decideAndNext(store: Store, list: SuggestionList, decide: (id: string) => void): void {
  const { selected, decisions } = store.session;
  if (selected === null) return;
  decide(selected);
  if (store.session.decisions === decisions) return;
  store.dispatch({ type: "step-suggestion", by: 1 });
  list.focusCurrent();
}

function reject(root: HTMLElement, store: Store, list: SuggestionList): void {
  const { selected, picked } = store.session;
  const line = currentRow(root);
  if (picked.size > 0 && line) rejectAll(store, batch(store.session)?.toReject ?? [], line);
  else if (selected !== null && needsReason(store.session)) {
    openChoices(root, "Why reject it?", reasonChoices(store, [selected]));
  } else {
    decideAndNext(store, list, id => store.dispatch({ type: "reject", ids: [id], scope: "document" }));
  }
}

function generalise(root: HTMLElement, store: Store): void {
  const { selected } = store.session;
  const words = selected === null ? [] : generalisations(store.session, selected);
  if (selected === null || words.length === 0) {
    store.dispatch({ type: "message", sentence: "Unsaid knows no word that is more general than this term." });
    return;
  }
  const act = (replacement: string) => () => store.dispatch({ type: "replace-by", id: selected, replacement });
  openChoices(
    root,
    "Replace with",
    words.map(word => ({ label: word, act: act(word) })),
  );
}

function currentRow(root: HTMLElement): Element | null {
  return root.querySelector('[role="row"][data-current] .more') ?? root.querySelector(".bulk button");
}

function openChoices(root: HTMLElement, name: string, choices: readonly MenuChoice[]): void {
  const line = currentRow(root);
  if (line) openMenu(name, line, choices);
}

/** Open the menu of the focused row, as a click on ⋯ does. */
function openRowMenu(target: EventTarget | null, store: Store): void {
  const line = (target as Element | null)?.closest('[role="row"]');
  const more = line?.querySelector<HTMLElement>(".more");
  if (more && store.session.analysis) more.click();
}

/** Tell whether the person types in a field. */
function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (!element || element.isContentEditable) return element !== null;
  if (element.tagName === "TEXTAREA" || element.tagName === "SELECT") return true;
  return (
    element.tagName === "INPUT" && !["checkbox", "range", "button"].includes((element as HTMLInputElement).type)
  );
}

/** Move by arrow from row to row, or within a row. Elsewhere arrows keep their meaning. */
function arrowKey({ key, target, shiftKey }: KeyboardEvent, list: SuggestionList, store: Store): Command | null {
  const line = (target as Element | null)?.closest<HTMLElement>('[role="row"]');
  if (!line) return null;
  if (key === "ArrowDown" || key === "ArrowUp") {
    return () => {
      if (shiftKey) pickAlso(store);
      store.dispatch({ type: "step-suggestion", by: key === "ArrowDown" ? 1 : -1 });
      if (shiftKey) pickAlso(store);
      list.focusCurrent();
    };
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const controls = [...line.querySelectorAll<HTMLElement>("button:not([disabled]), input")];
  const at = controls.indexOf(target as HTMLElement);
  const to = controls[at + (key === "ArrowRight" ? 1 : -1)];
  return () => to?.focus();
}
