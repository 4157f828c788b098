/** The menu of a term. It opens by ⋯, by right click or by the menu key. */

import { button, make, setAttributes } from "./dom";

/** A menu item; null draws a separator. */
export type MenuChoice = { readonly label: string; readonly act: () => void } | null;

/** Where a menu opens: beside a control, or at the pointer. */
export type Anchor = Element | { readonly x: number; readonly y: number };

let closeLast: (() => void) | null = null;

/** Open a menu. When it closes, the focus returns to where it was. */
export function openMenu(name: string, anchor: Anchor, choices: readonly MenuChoice[]): void {
  closeLast?.();
  const back = document.activeElement as HTMLElement | null;
  const opener = anchor instanceof HTMLElement && anchor.ariaHasPopup ? anchor : null;
  const menu = make("div", { role: "menu", class: "menu", "aria-label": name });
  const items: HTMLButtonElement[] = [];

  function close(): void {
    if (!menu.isConnected) return;
    closeLast = null;
    document.removeEventListener("pointerdown", outside, true);
    if (opener) setAttributes(opener, { "aria-expanded": "false" });
    const had = menu.contains(document.activeElement);
    menu.remove();
    if (had) back?.focus({ preventScroll: true });
  }

  function outside(event: Event): void {
    if (!menu.contains(event.target as Node)) close();
  }

  for (const choice of choices) {
    if (!choice) {
      menu.append(make("div", { role: "separator" }));
      continue;
    }
    const act = (): void => {
      close();
      choice.act();
    };
    const item = button(choice.label, act, { role: "menuitem", tabindex: "-1" });
    items.push(item);
    menu.append(item);
  }

  menu.addEventListener("keydown", event => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      close();
    } else if (moveFocus(items, event.key)) {
      event.preventDefault();
    }
  });

  menu.addEventListener("contextmenu", event => event.preventDefault()); // follows the menu key that opened it
  (document.querySelector("main") ?? document.body).append(menu); // inside a landmark, so that screen readers find it
  position(menu, anchor);
  if (opener) setAttributes(opener, { "aria-expanded": "true" });
  document.addEventListener("pointerdown", outside, true);
  closeLast = close;
  items[0]?.focus();
}

/** Move the focus among the items; tells whether the key moved it. */
function moveFocus(items: readonly HTMLElement[], key: string): boolean {
  const at = items.findIndex(each => each === document.activeElement);
  const to = targetIndex(items, at, key);
  if (to === null) return false;
  items[to]?.focus();
  return true;
}

function targetIndex(items: readonly HTMLElement[], at: number, key: string): number | null {
  const most = items.length - 1;
  if (key === "ArrowDown") return at === most ? 0 : at + 1;
  if (key === "ArrowUp") return at <= 0 ? most : at - 1;
  if (key === "Home") return 0;
  if (key === "End") return most;
  return key.length === 1 ? nextStartingWith(items, at, key) : null;
}

/** Return the next item that begins with a letter. */
function nextStartingWith(items: readonly HTMLElement[], at: number, key: string): number | null {
  const begins = (each: HTMLElement): boolean =>
    (each.textContent || "").toLowerCase().startsWith(key.toLowerCase());
  const after = items.findIndex((each, index) => index > at && begins(each));
  const found = after >= 0 ? after : items.findIndex(begins);
  return found >= 0 ? found : null;
}

const GAP = 4;

function position(menu: HTMLElement, anchor: Anchor): void {
  const { x, y } = anchor instanceof Element ? anchorPoint(anchor) : anchor;
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(x, innerWidth - width - GAP));
  const above = anchor instanceof Element ? anchor.getBoundingClientRect().top - height - GAP : y - height;
  const top = y + height + GAP <= innerHeight ? y : Math.max(GAP, above);
  menu.style.left = `${left}px`;
  menu.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`;
}

function anchorPoint(element: Element): { x: number; y: number } {
  const { right, bottom } = element.getBoundingClientRect();
  return { x: right, y: bottom + GAP };
}
