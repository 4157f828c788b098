/** Choose the client in a field with search, because there may be hundreds. */

import type { ListedClient } from "../api/schemas";
import { clientQuestion, typedNames, unprotectedStatement } from "../state/client_choice";
import { plain, type Statement } from "../state/claims";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { percent, plural } from "../state/number_format";
import { clientRequiredSentence, ofPolicy, prescribedIndustry } from "../state/policy";
import {
  button,
  changeDetector,
  make,
  setClaims,
  setStatement,
  setText,
  setAttributes,
  setVisible,
  type Region,
} from "./dom";

const MOST_SHOWN = 50;
const NO_CLIENT = "No client: redact only personal data";

/** An option of the list: a client, a client that the model does not know, by its typed names, or null for none. */
type Choice = ListedClient | Unlisted | null;

interface Unlisted {
  readonly names: readonly string[];
}

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
  const question = clientQuestionCard(store);
  const unprotected = make("p", { class: "hint", hidden: true });
  const required = make("p", { class: "hint care", hidden: true });
  const element = make(
    "section",
    { class: "client", "aria-label": "Client" },
    make("div", { class: "head" }, make("label", { for: "client", class: "title" }, "Client"), hint),
    make("div", { class: "combobox" }, input, popup),
    make("label", { class: "check" }, industry, "Keep the industry recognisable"),
    locked,
    required,
    question.element,
    unprotected,
  );

  let session: Session = store.session;
  let choices: readonly Choice[] = [];
  let active = -1;
  const fresh = changeDetector();

  const isOpen = (): boolean => !popup.hidden;

  function offer(text: string): void {
    const found = searchClients(session.clients, text);
    const first: readonly Choice[] = text === "" ? [null] : [];
    choices = [...first, ...found.slice(0, MOST_SHOWN), ...unlisted(session.clients, text)];
    active = choices.findIndex(each => isChosen(each, session));
    options.replaceChildren(...choices.map((each, index) => option(each, index, session)));
    setText(more, moreText(found.length, session.hiddenClients));
    setClaims(more, { "clients.hidden": session.hiddenClients, "clients.found": found.length });
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
    input.value = chosenName(session);
  }

  function choose(index: number): void {
    const choice = choices[index];
    if (choice === undefined) return;
    if (choice !== null && isUnknown(choice))
      store.dispatch({ type: "choose-unknown-client", names: namesOf(choice) });
    else store.dispatch({ type: "choose-client", client: choice === null ? null : (namesOf(choice)[0] ?? null) });
    close();
  }

  /** Enter takes the first match. What nobody has listed has to be pointed at, because it may be a typing error. */
  function firstListed(): number {
    return choices.findIndex(each => each === null || "name" in each);
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isOpen() ? point(Math.min(active + 1, choices.length - 1)) : open()),
    ArrowUp: () => (isOpen() ? point(Math.max(active - 1, 0)) : open()),
    Enter: () => (isOpen() ? choose(active < 0 ? firstListed() : active) : open()),
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
    setStatement(locked, ofPolicy(now, prescribed?.sentence ?? ""));
    setVisible(locked, prescribed !== null);
  }

  return {
    element,
    update(now) {
      session = now;
      const { client: chosen, clients, hiddenClients, clientGuessed, keepIndustry, stage, analysis, review } = now;
      const prescribed = [keepIndustry, now.policy, now.looksLike, now.keptClient, now.unknownNames];
      if (!fresh(chosen, clients, hiddenClients, clientGuessed, ...prescribed, stage.is, analysis, review)) return;
      if (!isOpen()) input.value = chosenName(now);
      setVisible(element, clients.length > 0 || analysis !== null);
      const working = ["redacting", "checking", "copying"].includes(stage.is);
      // The client is fixed when a review is submitted; another client needs another review.
      input.disabled = working || (review !== null && !canChooseClient(review));
      showIndustry(now, working);
      question.update(now);
      setStatement(unprotected, unprotectedStatement(now));
      setVisible(unprotected, unprotected.textContent !== "");
      const { text, claims } = ofPolicy(now, clientRequiredSentence(now));
      setStatement(required, { text, claims: { ...claims, "policy.level": now.policy?.rules.least_k ?? 1 } });
      setVisible(required, required.textContent !== "");
      setStatement(hint, hintStatement(now));
      setVisible(hint, hint.textContent !== "");
    },
  };
}

function canChooseClient({ state }: NonNullable<Session["review"]>): boolean {
  return state === "draft" || state === "returned";
}

function hintStatement(session: Session): Statement {
  const { client: chosen, clientGuessed, looksLike, unknownNames, analysis } = session;
  // Where the text looks like another client now, the question about the client says so.
  if (clientGuessed && chosen !== null && looksLike?.client === chosen) {
    const text = `looks like ${chosen} (${percent(looksLike.probability)} certain)`;
    return { text, claims: { "client.looks-like": looksLike } };
  }
  if (unknownNames.length > 0) return plain("not in the model");
  return plain(chosen === null && analysis ? "Unsaid searches for personal data only" : "");
}

function option(each: Choice, index: number, session: Session): HTMLElement {
  return make(
    "li",
    {
      "data-quote": "client",
      role: "option",
      id: `client-${index}`,
      "aria-selected": String(isChosen(each, session)),
    },
    make("span", {}, each === null ? NO_CLIENT : namesOf(each).join("; ")),
    optionNote(each),
  );
}

function optionNote(each: Choice): HTMLElement | null {
  if (each === null) return null;
  const note = isUnknown(each) || "names" in each ? NOT_IN_MODEL : each.utility;
  return note === null ? null : make("span", { class: "quiet" }, note);
}

const NOT_IN_MODEL = "not in the model: only its names are redacted, not other client terms";

/** Tell whether the model knows nothing of a client: it was typed, or only its names are stored. */
function isUnknown(choice: ListedClient | Unlisted): boolean {
  return "names" in choice || choice.documents === null;
}

function namesOf(choice: ListedClient | Unlisted): readonly string[] {
  return "names" in choice ? choice.names : [choice.name, ...(choice.documents === null ? choice.aliases : [])];
}

function isChosen(choice: Choice, { client, unknownNames }: Session): boolean {
  if (choice === null) return client === null && unknownNames.length === 0;
  return isUnknown(choice) ? namesOf(choice).join() === unknownNames.join() : namesOf(choice)[0] === client;
}

function chosenName({ client, unknownNames }: Session): string {
  return client ?? unknownNames.join("; ");
}

/** Offer what was typed as a client of its own, unless a client is called exactly so. */
function unlisted(clients: readonly ListedClient[], text: string): readonly Unlisted[] {
  const names = typedNames(text);
  const known = clients.some(each => each.name.toLocaleLowerCase() === text.toLocaleLowerCase());
  return names.length === 0 || known ? [] : [{ names }];
}

/** A suggestion of the client, or a question about the chosen one. It blocks nothing. */
function clientQuestionCard(store: Store): Region {
  const sentence = make("p", {});
  const take = button("", () => choose(), { class: "small" });
  const keep = button("", () => store.dispatch({ type: "keep-client" }), { class: "small" });
  const row = make("div", { class: "row" }, take, keep);
  const element = make("div", { class: "client-question hint", role: "status", hidden: true }, sentence, row);
  let suggested: string | null = null;
  const choose = (): void => {
    if (suggested !== null) store.dispatch({ type: "choose-client", client: suggested });
  };
  return {
    element,
    update(session) {
      const question = clientQuestion(session);
      suggested = question?.suggested ?? null;
      setVisible(element, question !== null);
      if (question === null) return;
      setStatement(sentence, question);
      setText(take, `Choose ${question.suggested}`);
      setText(keep, `Keep ${chosenName(session)}`);
      setVisible(keep, question.canKeep);
      take.disabled = keep.disabled = ["redacting", "checking", "copying"].includes(session.stage.is);
    },
  };
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
    ...(found === 0 ? ["No client has this name. To redact only the name, choose it above."] : []),
    ...(hidden > 0 ? [`${plural(hidden, "more client")}. Type to find them.`] : []),
    ...(others > 0
      ? [`${plural(others, "client")} outside your groups ${others === 1 ? "is" : "are"} not shown.`]
      : []),
  ];
  return sentences.join(" ");
}
