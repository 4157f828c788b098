/** Choose the client in a field with search, because there may be hundreds. */

import type { ListedClient } from "../api/schemas";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { plural } from "../state/number_format";
import { clientRequiredSentence, prescribedIndustry } from "../state/policy";
import { changeDetector, make, setText, setAttributes, setVisible, type Region } from "./dom";

const MOST_SHOWN = 50;
const NO_CLIENT = "No client: only personal data";

/** An option of the list: a client, or null for none. */
type Choice = ListedClient | null;

/** The client field, with the checkbox for the industry. */
export function clientPicker(store: Store): Region {
  const input = make("input", {
    ...{ id: "client", type: "text", role: "combobox", autocomplete: "off", spellcheck: "false" },
    ...{ "aria-expanded": "false", "aria-controls": "clients", "aria-autocomplete": "list" },
    ...{ "aria-describedby": "client-hint", placeholder: "Choose or search" },
  });
  const options = make("ul", {
    id: "clients",
    role: "listbox",
    "aria-label": "Clients",
    class: "options",
    hidden: true,
  });
  const more = make("p", { class: "options-more" });
  const popup = make("div", { class: "popup", hidden: true }, options, more);
  const hint = make("span", { id: "client-hint", class: "hint" });
  const industry = make("input", { type: "checkbox", id: "industry", "aria-describedby": "industry-locked" });
  const locked = make("p", { id: "industry-locked", class: "hint", hidden: true });
  const required = make("p", { class: "hint care", hidden: true });
  const element = make(
    "section",
    { class: "client", "aria-label": "Client" },
    make("div", { class: "head" }, make("label", { for: "client", class: "title" }, "Client"), hint),
    make("div", { class: "combobox" }, input, popup),
    make("label", { class: "check" }, industry, "Keep the industry recognisable"),
    locked,
    required,
  );

  let session: Session = store.session;
  let choices: readonly Choice[] = [];
  let active = -1;
  const fresh = changeDetector();

  const isOpen = (): boolean => !popup.hidden;

  function offer(text: string): void {
    const found = searchClients(session.clients, text);
    const first: readonly Choice[] = text === "" ? [null] : [];
    choices = [...first, ...found.slice(0, MOST_SHOWN)];
    active = choices.findIndex(each => each?.name === session.client);
    options.replaceChildren(...choices.map((each, index) => option(each, index, session.client)));
    setText(more, moreText(found.length, session.hiddenClients));
    setVisible(options, choices.length > 0);
    setVisible(more, more.textContent !== "");
    setVisible(popup, true);
    point(active);
  }

  /** Show all options. Typing then starts a new search. */
  function open(): void {
    offer("");
    input.select();
  }

  function point(index: number): void {
    active = index;
    options.querySelectorAll("[role=option]").forEach((each, at) => each.classList.toggle("active", at === index));
    const chosen = options.children.item(index);
    if (index >= 0) chosen?.scrollIntoView({ block: "nearest" });
    setAttributes(input, {
      "aria-expanded": isOpen(),
      "aria-activedescendant": index >= 0 ? `client-${index}` : null,
    });
    input.setAttribute("aria-expanded", String(isOpen()));
  }

  function close(): void {
    setVisible(popup, false);
    point(-1);
    input.value = session.client ?? "";
  }

  function choose(index: number): void {
    const choice = choices[index];
    if (choice === undefined) return;
    store.dispatch({ type: "choose-client", client: choice?.name ?? null });
    close();
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isOpen() ? point(Math.min(active + 1, choices.length - 1)) : open()),
    ArrowUp: () => (isOpen() ? point(Math.max(active - 1, 0)) : open()),
    Enter: () => (isOpen() ? choose(active < 0 ? 0 : active) : open()),
    Escape: close,
  };
  input.addEventListener("keydown", event => {
    const act = keys[event.key];
    if (!act || (event.key === "Escape" && !isOpen())) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  input.addEventListener("input", () => offer(input.value.trim()));
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => !isOpen() && open());
  input.addEventListener("blur", close);
  // Keep the focus in the field while an option is pressed; otherwise the list would close first.
  popup.addEventListener("pointerdown", event => event.preventDefault());
  options.addEventListener("click", event => {
    const at = (event.target as Element).closest("[role=option]");
    if (at) choose([...options.children].indexOf(at));
  });
  industry.addEventListener("change", () => store.dispatch({ type: "keep-industry", keep: industry.checked }));

  /** The policy may prescribe it; then the checkbox is locked, and says by whom. */
  function showIndustry(now: Session, working: boolean): void {
    const prescribed = prescribedIndustry(now);
    industry.checked = prescribed?.keep ?? now.keepIndustry;
    industry.disabled = working || now.client === null || prescribed !== null;
    setText(locked, prescribed?.sentence ?? "");
    setVisible(locked, prescribed !== null);
  }

  return {
    element,
    update(now) {
      session = now;
      const { client: chosen, clients, hiddenClients, clientGuessed, keepIndustry, stage, analysis, review } = now;
      const prescribed = [keepIndustry, now.policy];
      if (!fresh(chosen, clients, hiddenClients, clientGuessed, ...prescribed, stage.is, analysis, review)) return;
      if (!isOpen()) input.value = chosen ?? "";
      setVisible(element, clients.length > 0 || analysis !== null);
      const working = ["redacting", "checking", "copying"].includes(stage.is);
      // The client is fixed when a review is submitted; another client needs another review.
      input.disabled = working || (review !== null && !canChooseClient(review));
      showIndustry(now, working);
      setText(required, clientRequiredSentence(now));
      setVisible(required, required.textContent !== "");
      setText(hint, hintText(now));
      setVisible(hint, hint.textContent !== "");
    },
  };
}

function canChooseClient({ state }: NonNullable<Session["review"]>): boolean {
  return state === "draft" || state === "returned";
}

function hintText({ client: chosen, clientGuessed, analysis }: Session): string {
  if (clientGuessed && chosen !== null) return `looks like ${chosen}`;
  return chosen === null && analysis ? "Unsaid searches for personal data only" : "";
}

function option(each: Choice, index: number, chosen: string | null): HTMLElement {
  const selected = (each?.name ?? null) === chosen;
  return make(
    "li",
    { role: "option", id: `client-${index}`, "aria-selected": String(selected) },
    make("span", {}, each?.name ?? NO_CLIENT),
    each?.utility ? make("span", { class: "quiet" }, each.utility) : null,
  );
}

/** Search clients by a part of their name; names that begin with it come first. */
export function searchClients(clients: readonly ListedClient[], text: string): readonly ListedClient[] {
  const sought = text.toLocaleLowerCase();
  if (sought === "") return clients;
  const found = clients.filter(each => each.name.toLocaleLowerCase().includes(sought));
  const begins = (each: ListedClient): number => (each.name.toLocaleLowerCase().startsWith(sought) ? 0 : 1);
  return [...found].sort((one, other) => begins(one) - begins(other));
}

function moreText(found: number, others: number): string {
  const hidden = found - MOST_SHOWN;
  const sentences = [
    ...(found === 0 ? ["No client has this name."] : []),
    ...(hidden > 0 ? [`${plural(hidden, "more client")}. Type to find them.`] : []),
    ...(others > 0
      ? [`${plural(others, "client")} outside your groups ${others === 1 ? "is" : "are"} not shown.`]
      : []),
  ];
  return sentences.join(" ");
}
