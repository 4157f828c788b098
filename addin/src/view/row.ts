/** One line of the list: the term, why it is there, and what is decided of it. */

import { REASONS, type Decision } from "../review/decisions";
import type { Entry } from "../review/list";
import { replacement } from "../review/selectors";
import { open } from "../review/reduce";
import type { Session } from "../review/session";
import { counted, inDigits } from "../review/words";
import { choicesFor, needsReason, reasonsFor } from "./choices";
import { detailsOf, edit, type Details, type Lines } from "./details";
import { button, changes, make, say, set, type Item } from "./dom";
import { icon } from "./icons";
import { openMenu, type Anchor } from "./menu";

/** What a line shows. */
export interface Line {
  readonly entry: Entry;
  readonly session: Session;
  readonly index: number;
  /** Tab stops at one line of the list alone. */
  readonly stop: boolean;
}

const RIGHT = 2;

/** A line of the list, as an item of a keyed one. */
export function row(lines: Lines, { entry }: Line): Item<Line> {
  const { store } = lines;
  const { id } = entry;
  const term = button(entry.term, () => choose(), { class: "term" });
  const count = make("span", { class: "quiet" }, `${inDigits(entry.count)}×`);
  const state = make("span", { class: "state" });
  const why = make("div", { role: "gridcell", class: "why" }, shortly(entry.why));
  const words = make("div", { role: "gridcell", class: "words" }, term, " ", count, " ", state);
  const accept = button(icon("accept"), () => decide("accept"), { class: "act accept", title: "Accept (A)" });
  const reject = button(icon("reject"), () => decide("reject"), { class: "act reject", title: "Reject (R)" });
  const more = button(icon("more"), () => menu(more), {
    ...{ class: "act more", "aria-haspopup": "menu", "aria-expanded": "false", title: "More (Shift+F10)" },
    "aria-label": `More for ${entry.term}`,
  });
  const acts = [accept, reject, more];
  for (const each of acts) set(each, { tabindex: "-1" }); // arrows reach them from the term
  const cells = acts.map(each => make("div", { role: "gridcell" }, each));
  const element = make("div", { role: "row", class: "entry", "data-id": id }, words, ...cells, why);
  let details: Details | null = null;
  const fresh = changes();

  const choose = (): void => store.dispatch({ type: "select", id });
  const menu = (anchor: Anchor): void => {
    choose();
    openMenu(
      entry.term,
      anchor,
      choicesFor(store, entry, () => edit(lines, id)),
    );
  };
  const decide = (type: "accept" | "reject"): void => {
    const { session } = store;
    const verdict = type === "accept" ? "accepted" : "rejected";
    if (session.decisions.get(id)?.verdict === verdict) store.dispatch({ type: "reopen", ids: [id] });
    else if (type === "accept") store.dispatch({ type, ids: [id] });
    else if (needsReason(session)) openMenu(`Why ${entry.term} stays`, reject, reasonsFor(store, id));
    else store.dispatch({ type, ids: [id], scope: "document" });
  };

  element.addEventListener("contextmenu", event => {
    event.preventDefault();
    menu(event.button === RIGHT ? { x: event.clientX, y: event.clientY } : more); // the menu key has no place
  });

  function tell(session: Session, current: boolean): void {
    const decision = session.decisions.get(id);
    const applied = session.applied.has(id);
    const verdict = applied ? "redacted" : (decision?.verdict ?? null);
    set(element, { "data-verdict": verdict, "aria-selected": String(current) });
    press(accept, `Accept ${entry.term}`, verdict === "accepted", applied || !open(session));
    press(reject, `Reject ${entry.term}`, verdict === "rejected", applied || !open(session));
    say(state, stateOf(session, id, decision, applied));
    say(why, current ? inFull(entry.why) : shortly(entry.why));
  }

  return {
    element,
    update({ session, stop, index }) {
      const current = session.current === id;
      set(element, { "aria-rowindex": index + 1 });
      set(term, { tabindex: stop ? null : "-1" });
      if (fresh(session.decisions.get(id), session.applied.has(id), open(session), current)) tell(session, current);
      if (!current) {
        details?.element.remove();
        return;
      }
      details ??= detailsOf(lines, entry);
      if (!details.element.isConnected) element.append(details.element);
      details.update(session);
    },
  };
}

function press(control: HTMLButtonElement, name: string, pressed: boolean, disabled: boolean): void {
  set(control, { "aria-label": name, "aria-pressed": String(pressed) });
  control.disabled = disabled;
}

function stateOf(session: Session, id: string, decision: Decision | undefined, applied: boolean): string {
  const where = whereAlone(decision);
  if (applied) return `redacted${where}`;
  if (!decision) return "";
  if (decision.verdict === "rejected")
    return decision.reason ? `stays: ${reasonOf(decision.reason)}` : STAYS[decision.scope];
  return decision.replacement === undefined && !where
    ? "accepted"
    : `becomes “${replacement(session, id)}”${where}`;
}

/** In how many places alone it goes; empty where it goes everywhere. */
function whereAlone(decision: Decision | undefined): string {
  return decision?.scope === "here" ? ` in ${counted(decision.occurrences?.length ?? 0, "place")}` : "";
}

const STAYS: Readonly<Record<Decision["scope"], string>> = {
  ...{ here: "stays here", document: "stays" },
  ...{ client: "stays; proposed for this client", everyone: "stays; proposed for everyone" },
};

function reasonOf(code: string): string {
  return REASONS.find(([each]) => each === code)?.[1] ?? code;
}

/** The reason in few words, without what follows from it. */
function shortly(why: string): string {
  return inFull(why.split(";")[0] ?? why).replace(
    " times likelier for this client than for ",
    "× likelier than for ",
  );
}

function inFull(why: string): string {
  return why.charAt(0).toUpperCase() + why.slice(1);
}
