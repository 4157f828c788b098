/** Create and change elements. An unchanged value changes nothing, so that focus, scroll and caret stay. */

import type { Claims, Statement } from "../state/claims";
import type { Session } from "../state/session";

/** A part of the pane. It is created once and updated with the session. */
export interface Region {
  readonly element: HTMLElement;
  update(session: Session): void;
}

type Value = string | number | boolean | null | undefined;
type Child = Node | string | null;

/** Attributes by name; null and false remove one, true sets it without a value. */
export type Attributes = Readonly<Record<string, Value>>;

/** Create an element with attributes and children. Text is text, never markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter(child => child !== null));
  return element;
}

/** Create a button. */
export function button(
  label: string | Node,
  act: (event: MouseEvent) => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = make("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", act);
  return element;
}

/** Set the attributes that differ. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== written(value)) element.setAttribute(name, written(value));
  }
}

function written(value: string | number | true): string {
  return value === true ? "" : String(value);
}

/** Set the text if it differs, so that live regions announce only changes. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Say what an element claims, for the script that recomputes each claim. */
export function setClaims(element: Element, claims: Claims): void {
  setAttributes(element, { "data-claims": JSON.stringify(claims) });
}

/** Set a sentence with its claims. */
export function setStatement(element: Element, { text, claims }: Statement): void {
  setText(element, text);
  setClaims(element, claims);
}

/** Show or hide an element. */
export function setVisible(element: HTMLElement, shown: boolean): void {
  if (element.hidden === shown) element.toggleAttribute("hidden", !shown);
}

/** Create text for screen readers only. */
export function screenReaderText(text: string): HTMLSpanElement {
  return make("span", { class: "unseen" }, text);
}

/** Create a function that tells whether its arguments differ from the last call. */
export function changeDetector(): (...now: readonly unknown[]) => boolean {
  let last: readonly unknown[] | null = null;
  return (...now) => {
    const same = last !== null && now.every((each, index) => Object.is(each, last?.[index]));
    last = now;
    return !same;
  };
}

/** A child of a keyed list. */
export interface Item<Given> {
  readonly element: HTMLElement;
  update(value: Given): void;
}

/**
 * Keep the children of an element in step with a list. Elements are created, moved and removed, but never recreated.
 */
export function keyedList<Given>(
  parent: HTMLElement,
  keyOf: (value: Given) => string,
  create: (value: Given) => Item<Given>,
): (list: readonly Given[]) => void {
  const items = new Map<string, Item<Given>>();
  return list => {
    const wanted = new Set(list.map(keyOf));
    for (const [key, item] of items) {
      if (wanted.has(key)) continue;
      item.element.remove();
      items.delete(key);
    }
    let place = parent.firstElementChild;
    for (const value of list) {
      const key = keyOf(value);
      let item = items.get(key);
      if (!item) items.set(key, (item = create(value)));
      item.update(value);
      if (item.element === place) place = place.nextElementSibling;
      else parent.insertBefore(item.element, place);
    }
  };
}
