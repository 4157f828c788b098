/** A row of the list: the term, the reason, and the decision. */

import type { Claims } from "../state/claims";
import { REASONS, type Decision } from "../state/decisions";
import { whereApart, type Entry } from "../state/suggestion_list";
import { leftReason } from "../state/error_messages";
import { fullReason, shortReason } from "../state/reasons";
import { replacement } from "../state/selectors";
import { canDecide } from "../state/reducer";
import type { Session } from "../state/session";
import { plural, formatNumber } from "../state/number_format";
import { menuChoices, needsReason, reasonChoices } from "./row_menu";
import { rowDetails, startEditing, type RowDetails, type RowContext } from "./row_details";
import { button, changeDetector, make, setClaims, setStatement, setText, setAttributes, type Item } from "./dom";
import { icon } from "./icons";
import { openMenu, type Anchor } from "./menu";

/** What a row shows. */
export interface RowState {
  readonly entry: Entry;
  readonly session: Session;
  readonly index: number;
  /** Tab stops at one row of the list only. */
  readonly stop: boolean;
}

const RIGHT = 2;

/** Create a row of the list. */
export function suggestionRow(lines: RowContext, first: RowState): Item<RowState> {
  const { store } = lines;
  // Another analysis may have another reason and another count for the same term.
  let { entry } = first;
  const { id } = entry;
  const term = button(entry.term, () => choose(), { class: "term", "data-quote": "term" });
  const count = make("span", { class: "quiet" });
  const state = make("span", { class: "state" });
  const why = make("div", { role: "gridcell", class: "why" });
  const words = make("div", { role: "gridcell", class: "words" }, term, " ", count, " ", state);
  const accept = button(icon("accept"), () => decide("accept"), { class: "act accept", title: "Accept (A)" });
  const reject = button(icon("reject"), () => decide("reject"), { class: "act reject", title: "Reject (R)" });
  const more = button(icon("more"), () => menu(more), {
    ...{ class: "act more", "aria-haspopup": "menu", "aria-expanded": "false", title: "More (Shift+F10)" },
    "aria-label": `More for ${entry.term}`,
  });
  const acts = [accept, reject, more];
  for (const each of acts) setAttributes(each, { tabindex: "-1" }); // arrows reach them from the term
  const cells = acts.map(each => make("div", { role: "gridcell" }, each));
  const element = make("div", { role: "row", class: "entry", "data-id": id }, words, ...cells, why);
  let details: RowDetails | null = null;
  const fresh = changeDetector();

  const choose = (): void => store.dispatch({ type: "select", id });
  const menu = (anchor: Anchor): void => {
    choose();
    openMenu(
      entry.term,
      anchor,
      menuChoices(store, entry, () => startEditing(lines, id)),
    );
  };
  const decide = (type: "accept" | "reject"): void => {
    const { session } = store;
    const verdict = type === "accept" ? "accepted" : "rejected";
    if (session.decisions.get(id)?.verdict === verdict) store.dispatch({ type: "reopen", ids: [id] });
    else if (type === "accept") store.dispatch({ type, ids: [id] });
    else if (needsReason(session)) openMenu(`Why reject ${entry.term}?`, reject, reasonChoices(store, [id]));
    else store.dispatch({ type, ids: [id], scope: "document" });
  };

  // With Ctrl, ⌘ or Shift a click picks the row, wherever it is clicked.
  element.addEventListener(
    "click",
    event => {
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      store.dispatch(event.shiftKey ? { type: "pick", id, to: "range" } : { type: "pick", id });
    },
    true,
  );
  element.addEventListener("mousedown", event => event.shiftKey && event.preventDefault()); // selects no text
  element.addEventListener("contextmenu", event => {
    event.preventDefault();
    menu(event.button === RIGHT ? { x: event.clientX, y: event.clientY } : more); // the menu key has no position
  });

  function tell(session: Session, current: boolean): void {
    const decision = session.decisions.get(id);
    const applied = session.redactedIds.has(id);
    const verdict = applied ? "redacted" : (decision?.verdict ?? null);
    const chosen = session.picked.size > 0 ? session.picked.has(id) : current;
    setAttributes(element, { "data-verdict": verdict, "aria-selected": String(chosen), "data-current": current });
    setPressed(accept, `Accept ${entry.term}`, verdict === "accepted", applied || !canDecide(session));
    setPressed(reject, `Reject ${entry.term}`, verdict === "rejected", applied || !canDecide(session));
    setStatement(state, {
      text: decisionText(session, id, decision, applied),
      claims: stateClaims(entry, verdict, decision),
    });
    setStatement(count, {
      text: countText(entry, decision),
      claims: { "term.count": { term: entry.term, places: entry.count }, ...elsewhereClaims(entry) },
    });
    setText(why, current ? fullReason(entry.reason, session.k) : shortReason(entry.reason));
    setClaims(why, {
      ...{ "term.reason": { term: entry.term, reason: entry.reason } },
      ...(current ? { "level.chosen": session.k } : {}),
    });
  }

  function take(now: Entry): void {
    entry = now;
    details?.element.remove();
    details = null;
  }

  return {
    element,
    update({ entry: now, session, stop, index }) {
      if (now !== entry) take(now);
      const current = session.selected === id;
      setAttributes(element, { "aria-rowindex": index + 1 });
      setAttributes(term, { tabindex: stop ? null : "-1" });
      const picked = session.picked.size > 0 && session.picked.has(id);
      const level = current ? session.k : 0; // only the full reason names it
      const decided = session.decisions.get(id);
      if (
        fresh(
          entry,
          decided,
          session.redactedIds.has(id),
          canDecide(session),
          current,
          picked,
          session.picked.size > 0,
          level,
        )
      )
        tell(session, current);
      if (!current) {
        details?.element.remove();
        return;
      }
      details ??= rowDetails(lines, entry);
      if (!details.element.isConnected) element.append(details.element);
      details.update(session);
    },
  };
}

function stateClaims({ term }: Entry, verdict: string | null, decision: Decision | undefined): Claims {
  const places = decision?.occurrences?.length ?? null;
  return { "term.state": { term, verdict: verdict ?? "undecided", places } };
}

function setPressed(control: HTMLButtonElement, name: string, pressed: boolean, disabled: boolean): void {
  setAttributes(control, { "aria-label": name, "aria-pressed": String(pressed) });
  control.disabled = disabled;
}

function decisionText(session: Session, id: string, decision: Decision | undefined, applied: boolean): string {
  const where = partialText(decision);
  if (applied) return `redacted${where}`;
  if (!decision) return "";
  if (decision.verdict === "rejected")
    return decision.reason ? `rejected: ${reasonText(decision.reason)}` : REJECTED_LABELS[decision.scope];
  return decision.replacement === undefined && !where
    ? "accepted"
    : `becomes “${replacement(session, id)}”${where}`;
}

/** Say how often the term is suggested, or where only an earlier or a second text has it; of how many places the decision is where it is not of all; and how often its words stand elsewhere. */
function countText(entry: Entry, decision: Decision | undefined): string {
  const { count, suggestion } = entry;
  if (count === 0) return leftReason(whereApart(entry));
  const here = decision?.occurrences?.length;
  const places = here === undefined ? `${formatNumber(count)}×` : `${formatNumber(here)} of ${formatNumber(count)}`;
  const elsewhere = suggestion?.elsewhere ?? 0;
  return elsewhere === 0 ? places : `${places} (${formatNumber(elsewhere)} more not suggested)`;
}

function elsewhereClaims({ term, suggestion }: Entry): Claims {
  const places = suggestion?.elsewhere ?? 0;
  return places === 0 ? {} : { "term.elsewhere": { term, places } };
}

/** Say in how many places it is redacted; empty where in all. */
function partialText(decision: Decision | undefined): string {
  return decision?.scope === "here" ? ` in ${plural(decision.occurrences?.length ?? 0, "place")}` : "";
}

const REJECTED_LABELS: Readonly<Record<Decision["scope"], string>> = {
  ...{ here: "rejected here", document: "rejected" },
  ...{
    client: "rejected; proposed: never redact it for this client",
    everyone: "rejected; proposed: never redact it for any client",
  },
};

function reasonText(code: string): string {
  return REASONS.find(([each]) => each === code)?.[1] ?? code;
}
