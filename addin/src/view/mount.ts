/** The pane: its regions from top to bottom. */

import type { Store } from "../state/store";
import { actionBar } from "./action_bar";
import { clientPicker } from "./client_picker";
import { make, type Region } from "./dom";
import { listenToKeys } from "./keyboard";
import { isAfterDeciding, later } from "./later";
import { levelSlider } from "./level_slider";
import { suggestionList } from "./suggestion_list";
import { consentCard, errorCard, welcomeCard } from "./messages";
import { optionsCard } from "./options_card";
import { guessBars } from "./guess_bars";
import { otherDocumentCard } from "./other_document";

/** Show the pane in an element; returns a function that removes it. */
export function mount(root: HTMLElement, store: Store): () => void {
  const suggestions = suggestionList(store);
  const above: readonly Region[] = [
    errorCard(store),
    consentCard(),
    welcomeCard(store),
    later(async () => (await import("./outcome_card")).outcomeCard(store), isAfterDeciding),
    otherDocumentCard(store),
    later(async () => (await import("./restore_card")).restoreCard(store), isAfterDeciding),
    later(
      async () => (await import("./review_card")).reviewCard(store),
      ({ review }) => review !== null,
    ),
    // Loaded during the first analysis, so that the list does not move later.
    later(
      async () => (await import("./notes")).notes(),
      ({ stage }) => stage.is !== "opening",
    ),
  ];
  const regions: readonly Region[] = [
    ...above,
    clientPicker(store),
    levelSlider(store),
    guessBars(),
    optionsCard(store),
    suggestions,
    // Behind the list, whose rows need the space.
    later(
      async () => (await import("./privacy_fold")).privacyFold(),
      ({ analysis }) => !!analysis?.privacy,
    ),
  ];
  const bottom = actionBar(store);
  const page = later(
    async () => (await import("./help")).help(store),
    ({ help }) => help,
  );
  const main = make("main", { class: "scroll" }, make("h1", { class: "unseen" }, "Unsaid"), ...elements(regions));
  root.classList.add("pane");
  root.replaceChildren(main, bottom.element, page.element);

  const all = [...regions, bottom, page];
  const draw = (): void => {
    for (const region of all) region.update(store.session);
  };
  draw();
  const listenNoMore = listenToKeys(root, store, suggestions);
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
