/** The list of suggestions: groups that fold, and rows that stay where they are while others change. */

import {
  GROUP_TITLES,
  type Group,
  type GroupName,
  type DecisionFilter,
  type SortOrder,
} from "../state/suggestion_list";
import { emptyMessage } from "../state/next_step";
import { canDecide as mayAct } from "../state/reducer";
import { groups, pending } from "../state/selectors";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { plural, formatNumber } from "../state/number_format";
import { startEditing, type RowContext } from "./row_details";
import {
  button,
  changeDetector,
  keyedList,
  make,
  setStatement,
  setText,
  setAttributes,
  setVisible,
  type Item,
  type Region,
} from "./dom";
import { icon } from "./icons";
import { addForm } from "./add_form";
import { bulkBar } from "./bulk_bar";
import { rejectAll } from "./row_menu";
import { suggestionRow, type RowState } from "./suggestion_row";
import { windowAround, previousPage, FIRST_PAGE, nextPage, moreLabel, type ListWindow } from "./list_window";

const DECISION_FILTERS: readonly (readonly [DecisionFilter, string])[] = [
  ["all", "All"],
  ["to-decide", "To decide"],
  ["accepted", "Accepted"],
  ["rejected", "Rejected"],
];

const SORT_ORDERS: readonly (readonly [SortOrder, string])[] = [
  ["telling", "By risk"],
  ["document", "By position"],
  ["frequent", "By frequency"],
  ["alphabet", "A to Z"],
];

/** The list, and what the keyboard can do with it. */
export interface SuggestionList extends Region {
  /** Focus the selected row. */
  focusCurrent(): void;
  focusFilter(): void;
  /** Edit the replacement of the selected row. */
  editCurrent(): void;
}

/** The list with its filter. */
export function suggestionList(store: Store): SuggestionList {
  const heading = make("h2", { class: "title" });
  const add = button("Add selection", () => store.dispatch({ type: "add-selection" }), {
    ...{ class: "small", title: "Also redact the text that is selected in the document" },
  });
  const filter = make("input", {
    type: "search",
    "aria-label": "Filter",
    placeholder: "Filter",
    title: "Filter (/)",
  });
  const decisionFilter = select("Show", DECISION_FILTERS, value =>
    store.dispatch({ type: "filter", filter: { show: value } }),
  );
  const sort = select("Order", SORT_ORDERS, value => store.dispatch({ type: "sort", sort: value }));
  const empty = make("p", { class: "empty" });
  const body = make("div", { class: "groups" });
  const tools = make("div", { class: "tools" }, filter, decisionFilter, sort);
  const bulk = bulkBar(store);
  const typed = addForm(store);
  const element = make(
    "section",
    { class: "list", "aria-label": "Suggestions" },
    make(
      "div",
      { class: "list-top" },
      make("div", { class: "list-head" }, heading, make("span", { class: "both" }, add, typed.opener)),
      tools,
      bulk.element,
    ),
    ...[typed.element, empty, body],
  );
  const lines: RowContext = { store, editing: null, redraw: () => draw(store.session, true) };
  const windows = new ListWindows();
  const drawGroups = keyedList<GroupState>(
    body,
    each => each.group.name,
    each => groupSection(lines, windows, each),
  );
  const fresh = changeDetector();

  filter.addEventListener("input", () => store.dispatch({ type: "filter", filter: { text: filter.value } }));

  function draw(session: Session, anyway = false): void {
    const { analysis, decisions, redactedIds, selected, shown, foundCounts, review, openGroups } = session;
    setVisible(element, analysis !== null);
    add.disabled = !mayAct(session);
    bulk.update(session);
    typed.update(session);
    const all = groups(session);
    if (
      !fresh(
        all,
        decisions,
        redactedIds,
        selected,
        shown,
        foundCounts,
        review,
        openGroups,
        session.filter,
        session.sort,
        session.picked,
        session.k,
      ) &&
      !anyway
    )
      return;
    const left = pending(session).length;
    setStatement(heading, {
      text: left > 0 ? `${formatNumber(left)} to decide` : "Everything is decided",
      claims: { "decisions.undecided": left },
    });
    const none = emptyMessage(session);
    setVisible(heading, none === null);
    setVisible(tools, none === null || all.length > 0);
    if (filter.value !== session.filter.text) filter.value = session.filter.text;
    decisionFilter.value = session.filter.show;
    sort.value = session.sort;
    const passed = all.some(each => each.entries.length > 0);
    setText(empty, none ?? (passed || all.length === 0 ? "" : "Nothing matches the filter."));
    setVisible(empty, empty.textContent !== "");
    const stop = tabStop(session);
    const focused = focusedRow(body);
    drawGroups(all.map(group => ({ group, session, stop })));
    restoreFocus(body, focused);
  }

  return {
    element,
    update: draw,
    focusFilter: () => filter.focus(),
    editCurrent() {
      const { selected, redactedIds } = store.session;
      if (selected !== null && !redactedIds.has(selected)) startEditing(lines, selected);
    },
    focusCurrent() {
      const line = body.querySelector<HTMLElement>('[role="row"][data-current]');
      line?.querySelector<HTMLElement>(".term")?.focus({ preventScroll: true });
      line?.scrollIntoView({ block: "nearest" });
    },
  };
}

function select<Value extends string>(
  name: string,
  values: readonly (readonly [Value, string])[],
  choose: (value: Value) => void,
): HTMLSelectElement {
  const options = values.map(([value, label]) => make("option", { value }, label));
  const element = make("select", { "aria-label": name }, ...options);
  element.addEventListener("change", () => choose(element.value as Value));
  return element;
}

interface GroupState {
  readonly group: Group;
  readonly session: Session;
  readonly stop: string | null;
}

/** Return the row that Tab stops at: the selected one, otherwise the first visible one. */
function tabStop(session: Session): string | null {
  const unfolded = groups(session).filter(each => session.openGroups.has(each.name));
  const there = unfolded.some(each => each.entries.some(entry => entry.id === session.selected));
  return there ? session.selected : (unfolded.find(each => each.entries.length > 0)?.entries[0]?.id ?? null);
}

function groupSection(lines: RowContext, windows: ListWindows, { group: { name } }: GroupState): Item<GroupState> {
  const { store } = lines;
  const count = make("span", { class: "quiet" });
  const title = make("span", {}, GROUP_TITLES[name]);
  const fold = button(icon("fold"), () => toggle(), { class: "fold", "aria-controls": `group-${name}` });
  fold.append(title, " ", count);
  const accept = button("Accept all", () => acceptAll(), { class: "small" });
  const reject = button("Reject all", () => rejectAll(store, last?.group.undecided ?? [], reject), {
    class: "small",
  });
  const grid = make("div", {
    role: "grid",
    "aria-multiselectable": "true",
    id: `group-${name}`,
    "aria-label": GROUP_TITLES[name],
  });
  const above = button("", () => move(previousPage), { class: "further", "data-quote": "page" });
  const below = button("", () => move(nextPage), { class: "further", "data-quote": "page" });
  const note = make(
    "p",
    { class: "hint" },
    "These terms are not suggested, but they may point to the client. Accept those that you want to redact.",
  );
  const element = make(
    "section",
    { class: "group" },
    make("div", { class: "group-head" }, make("h3", {}, fold), make("span", { class: "both" }, accept, reject)),
  );
  if (name === "near") element.append(note);
  element.append(above, grid, below);
  const draw = keyedList<RowState>(
    grid,
    line => line.entry.id,
    line => suggestionRow(lines, line),
  );
  let last: GroupState | null = null;

  const toggle = (): void =>
    store.dispatch({ type: "unfold", group: name, open: !store.session.openGroups.has(name) });
  const acceptAll = (): void => store.dispatch({ type: "accept", ids: last?.group.undecided ?? [] });
  const move = (to: (window: ListWindow) => ListWindow): void => {
    windows.move(name, to);
    lines.redraw();
  };

  return {
    element,
    update(now) {
      last = now;
      const { group, session, stop } = now;
      const unfolded = session.openGroups.has(name);
      setAttributes(fold, { "aria-expanded": String(unfolded) });
      setStatement(count, {
        text: groupCount(group),
        claims: { "group.terms": { group: name, shown: group.entries.length, total: group.total } },
      });
      setVisible(accept, name !== "near" && group.undecided.length > 1);
      setAttributes(accept, {
        "aria-label": `Accept all ${plural(group.undecided.length, "undecided term")} of ${GROUP_TITLES[name]}`,
      });
      setVisible(reject, !accept.hidden);
      setAttributes(reject, {
        "aria-label": `Reject all ${plural(group.undecided.length, "undecided term")} of ${GROUP_TITLES[name]}`,
      });
      for (const each of [accept, reject]) each.disabled = !mayAct(session);
      setVisible(grid, unfolded && group.entries.length > 0);
      setVisible(note, unfolded);
      const { from, to } = windows.windowOf(now);
      const few = unfolded ? group.entries.slice(from, to) : [];
      setAttributes(grid, { "aria-rowcount": group.entries.length });
      // If the row for Tab is not drawn, Tab stops at the first row of its group.
      const stopped = few.some(each => each.id === stop) ? stop : tabStopIn(group, stop, few);
      draw(few.map((entry, at) => ({ entry, session, index: from + at, stop: entry.id === stopped })));
      setText(above, unfolded ? moreLabel(from, "earlier") : "");
      setText(below, unfolded ? moreLabel(group.entries.length - from - few.length, "more") : "");
      for (const each of [above, below]) setVisible(each, each.textContent !== "");
    },
  };
}

function tabStopIn(group: Group, stop: string | null, few: readonly Group["entries"][number][]): string | null {
  return group.entries.some(each => each.id === stop) ? (few[0]?.id ?? null) : null;
}

/** The drawn rows of each group: the first ones, until the person asks for more or for another list. */
class ListWindows {
  private readonly byGroup = new Map<GroupName, ListWindow>();
  private readonly fresh = changeDetector();

  move(name: GroupName, to: (window: ListWindow) => ListWindow): void {
    this.byGroup.set(name, to(this.byGroup.get(name) ?? FIRST_PAGE));
  }

  /** Return the window of a group; it always contains the selected row. */
  windowOf({ group: { name, entries }, session: { selected, filter, sort } }: GroupState): ListWindow {
    if (this.fresh(filter, sort)) this.byGroup.clear();
    const at = selected === null ? -1 : entries.findIndex(each => each.id === selected);
    const last = this.byGroup.get(name) ?? FIRST_PAGE;
    const window = windowAround(last.from < entries.length ? last : FIRST_PAGE, at);
    this.byGroup.set(name, window);
    return window;
  }
}

function groupCount({ entries, total }: Group): string {
  return entries.length === total
    ? formatNumber(total)
    : `${formatNumber(entries.length)} of ${formatNumber(total)}`;
}

interface FocusedRow {
  readonly index: number;
  readonly control: number;
  readonly element: Element;
}

/** Return which row has the focus, and which of its controls. */
function focusedRow(body: HTMLElement): FocusedRow | null {
  const element = document.activeElement;
  const line = element?.closest('[role="row"]');
  if (!element || !line || !body.contains(line)) return null;
  const lines_ = [...body.querySelectorAll('[role="row"]')];
  return {
    index: lines_.indexOf(line),
    control: [...line.querySelectorAll("button")].indexOf(element as HTMLButtonElement),
    element,
  };
}

/** If the focused row is gone, focus the next one. */
function restoreFocus(body: HTMLElement, focused: FocusedRow | null): void {
  if (!focused || focused.element.isConnected) return;
  const all = body.querySelectorAll('[role="row"]');
  const line = all[Math.min(focused.index, all.length - 1)];
  const controls = line?.querySelectorAll("button");
  (controls?.[Math.max(focused.control, 0)] ?? controls?.[0])?.focus();
}
