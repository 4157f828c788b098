/** The pane: its regions from top to bottom, each of them following the session. */

import type { Store } from "../review/store";
import { bar } from "./bar";
import { client } from "./client";
import { make, type Region } from "./dom";
import { help } from "./help";
import { keyboard } from "./keyboard";
import { level } from "./level";
import { list } from "./list";
import { notes, trouble, welcome } from "./message";
import { outcome } from "./outcome";
import { guesses } from "./outlook";
import { reviewing } from "./reviewing";

/** Show the pane in an element; what is returned takes it away again. */
export function mount(root: HTMLElement, store: Store): () => void {
  const suggestions = list(store);
  const above: readonly Region[] = [trouble(store), welcome(store), outcome(store), reviewing(store), notes()];
  const regions: readonly Region[] = [...above, client(store), level(store), guesses(), suggestions];
  const bottom = bar(store);
  const page = help(store);
  const main = make("main", { class: "scroll" }, make("h1", { class: "unseen" }, "Unsaid"), ...elements(regions));
  root.classList.add("pane");
  root.replaceChildren(main, bottom.element, page.element);

  const all = [...regions, bottom, page];
  const draw = (): void => {
    for (const region of all) region.update(store.session);
  };
  draw();
  const listenNoMore = keyboard(root, store, suggestions);
  const leave = store.subscribe((session, _action, before) => {
    if (session !== before) draw();
  });
  return () => {
    leave();
    listenNoMore();
    root.replaceChildren();
  };
}

function elements(regions: readonly Region[]): HTMLElement[] {
  return regions.map(region => region.element);
}
