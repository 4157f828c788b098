/** Sections that unfold: open at the first use, folded from the second on, or as the person left them. */

import { make } from "./dom";

/* eslint no-restricted-globals: off -- whether a section is folded is nothing of a document, and no token */

const FOLDED = "unsaid.folded.";
/** The height of a pane that has room for pictures beside the list. */
export const ROOMY = 700;

/** A section that unfolds. */
export interface Disclosure {
  readonly element: HTMLDetailsElement;
  /** Note that the person has seen it. It is folded at the next opening, unless the person opens it by hand. */
  seen(): void;
}

/** Create a section that unfolds: the words first, the rest behind. A pane of less `height` has it folded from the beginning. */
export function disclosure(name: string, height: number, summary: Node, ...rest: readonly Node[]): Disclosure {
  const stored = read(name);
  const head = make("summary", {}, summary);
  const element = make("details", { class: "disclosure", open: isOpen(stored, height) }, head, ...rest);
  let known = stored !== null;
  const remember = (open: boolean): void => {
    known = true;
    write(name, open);
  };
  head.addEventListener("click", () => remember(!element.open)); // the browser opens it after this event
  return {
    element,
    seen: () => {
      if (!known) remember(false);
    },
  };
}

function isOpen(stored: string | null, height: number): boolean {
  return stored === null ? innerHeight >= height : stored === "open";
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(FOLDED + name);
  } catch {
    return null; // an embedded page may have no access to its storage
  }
}

function write(name: string, open: boolean): void {
  try {
    localStorage.setItem(FOLDED + name, open ? "open" : "folded");
  } catch {
    // Then every time is the first.
  }
}
