/** The keys: letters for what is done all the time, arrows within the list. None of them is taken while one types. */

import { generalisations } from "../review/replacing";
import type { Store } from "../review/store";
import { needsReason, reasonsFor } from "./choices";
import type { List } from "./list";
import { openMenu, type Choice } from "./menu";

type Key = () => void;

/** Listen to the keys of the pane; returns how to stop. */
export function keyboard(root: HTMLElement, store: Store, list: List): () => void {
  const letters = lettersOf(root, store, list);
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || typing(event.target)) return;
    const act = actOf(event, letters, store, list);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

function actOf(event: KeyboardEvent, letters: Readonly<Record<string, Key>>, store: Store, list: List): Key | null {
  const { key } = event;
  if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) return () => menuOf(event.target, store);
  if (event.ctrlKey || event.metaKey || event.altKey || inDialog()) return null;
  return letters[key.toLowerCase()] ?? arrow(event, list, store);
}

/** Whether a dialog is open: its keys are its own. */
function inDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function lettersOf(root: HTMLElement, store: Store, list: List): Readonly<Record<string, Key>> {
  const step = (by: 1 | -1): void => {
    store.dispatch({ type: "step", by });
    list.focusCurrent();
  };
  return {
    j: () => step(1),
    k: () => step(-1),
    a: () => decided(store, list, id => store.dispatch({ type: "accept", ids: [id] })),
    r: () => reject(root, store, list),
    e: () => list.editCurrent(),
    g: () => generalise(root, store),
    z: () => store.dispatch({ type: "undo" }),
    "/": () => list.focusFilter(),
    "?": () => store.dispatch({ type: "help", open: true }),
  };
}

/** Decide on the line that is looked at, and go on to the next. */
function decided(store: Store, list: List, decide: (id: string) => void): void {
  const { current, decisions } = store.session;
  if (current === null) return;
  decide(current);
  if (store.session.decisions === decisions) return;
  store.dispatch({ type: "step", by: 1 });
  list.focusCurrent();
}

function reject(root: HTMLElement, store: Store, list: List): void {
  const { current } = store.session;
  if (current !== null && needsReason(store.session)) {
    ask(root, "Why it stays", reasonsFor(store, current));
  } else {
    decided(store, list, id => store.dispatch({ type: "reject", ids: [id], scope: "document" }));
  }
}

function generalise(root: HTMLElement, store: Store): void {
  const { current } = store.session;
  const words = current === null ? [] : generalisations(store.session, current);
  if (current === null || words.length === 0) {
    store.dispatch({ type: "said", sentence: "No more general word is known for this term." });
    return;
  }
  const act = (replacement: string) => () => store.dispatch({ type: "replace-by", id: current, replacement });
  ask(
    root,
    "Say instead",
    words.map(word => ({ label: word, act: act(word) })),
  );
}

function ask(root: HTMLElement, name: string, choices: readonly Choice[]): void {
  const line = root.querySelector('[role="row"][aria-selected="true"] .more');
  if (line) openMenu(name, line, choices);
}

/** The menu key opens the menu of the line that has the focus, as a click on its ⋯ does. */
function menuOf(target: EventTarget | null, store: Store): void {
  const line = (target as Element | null)?.closest('[role="row"]');
  const more = line?.querySelector<HTMLElement>(".more");
  if (more && store.session.analysis) more.click();
}

/** Whether somebody writes: then letters are letters. */
function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (!element || element.isContentEditable) return element !== null;
  if (element.tagName === "TEXTAREA" || element.tagName === "SELECT") return true;
  return (
    element.tagName === "INPUT" && !["checkbox", "range", "button"].includes((element as HTMLInputElement).type)
  );
}

/** Arrows move from line to line and within a line; whatever else they are for stays as it is. */
function arrow({ key, target }: KeyboardEvent, list: List, store: Store): Key | null {
  const line = (target as Element | null)?.closest<HTMLElement>('[role="row"]');
  if (!line) return null;
  if (key === "ArrowDown" || key === "ArrowUp") {
    return () => {
      store.dispatch({ type: "step", by: key === "ArrowDown" ? 1 : -1 });
      list.focusCurrent();
    };
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const controls = [...line.querySelectorAll<HTMLElement>("button:not([disabled]), input")];
  const at = controls.indexOf(target as HTMLElement);
  const to = controls[at + (key === "ArrowRight" ? 1 : -1)];
  return () => to?.focus();
}
