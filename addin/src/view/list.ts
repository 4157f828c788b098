/** The list of what is suggested: groups that fold, lines that stay where they are while others come and go. */

import type { Group, GroupName, Show, Sort } from "../review/list";
import { nothing } from "../review/next";
import { open as mayAct } from "../review/reduce";
import { groups, pending } from "../review/selectors";
import type { Session } from "../review/session";
import type { Store } from "../review/store";
import { counted, inDigits } from "../review/words";
import { edit, type Lines } from "./details";
import { button, changes, keyed, make, say, set, show, type Item, type Region } from "./dom";
import { icon } from "./icons";
import { row, type Line } from "./row";
import { around, earlier, FIRST, further, showing, type Window } from "./window";

const TITLES: Readonly<Record<GroupName, string>> = {
  ...{ added: "Added by you", client: "Client", people: "People", places: "Places" },
  ...{ organisations: "Organisations", numbers: "Numbers and dates", near: "Near misses" },
};

const SHOWN: readonly (readonly [Show, string])[] = [
  ["all", "All"],
  ["to-decide", "To decide"],
  ["accepted", "Accepted"],
  ["rejected", "Rejected"],
];

const SORTS: readonly (readonly [Sort, string])[] = [
  ["telling", "Most telling"],
  ["document", "As written"],
  ["frequent", "Most frequent"],
  ["alphabet", "A to Z"],
];

/** The list, and how the keyboard reaches into it. */
export interface List extends Region {
  /** Put the focus on the line that is looked at. */
  focusCurrent(): void;
  focusFilter(): void;
  /** Write another replacement for the line that is looked at. */
  editCurrent(): void;
}

/** The list with its filter. */
export function list(store: Store): List {
  const heading = make("h2", { class: "title" });
  const add = button("Add selection", () => store.dispatch({ type: "add-selection" }), {
    ...{ class: "small", title: "Redact what is selected in the document too" },
  });
  const filter = make("input", {
    type: "search",
    "aria-label": "Filter",
    placeholder: "Filter",
    title: "Filter (/)",
  });
  const shown = select("Show", SHOWN, value => store.dispatch({ type: "filter", filter: { show: value } }));
  const sort = select("Order", SORTS, value => store.dispatch({ type: "sort", sort: value }));
  const empty = make("p", { class: "empty" });
  const body = make("div", { class: "groups" });
  const tools = make("div", { class: "tools" }, filter, shown, sort);
  const element = make(
    "section",
    { class: "list", "aria-label": "Suggestions" },
    make("div", { class: "list-head" }, heading, add),
    ...[tools, empty, body],
  );
  const lines: Lines = { store, editing: null, redraw: () => draw(store.session, true) };
  const windows = new Windows();
  const drawGroups = keyed<Drawn>(
    body,
    each => each.group.name,
    each => groupOf(lines, windows, each),
  );
  const fresh = changes();

  filter.addEventListener("input", () => store.dispatch({ type: "filter", filter: { text: filter.value } }));

  function draw(session: Session, anyway = false): void {
    const { analysis, decisions, applied, current, at, found, review, open } = session;
    show(element, analysis !== null);
    add.disabled = !mayAct(session);
    const all = groups(session);
    if (!fresh(all, decisions, applied, current, at, found, review, open, session.filter, session.sort) && !anyway)
      return;
    const left = pending(session).length;
    say(heading, left > 0 ? `${inDigits(left)} to decide` : "Everything is decided");
    const none = nothing(session);
    show(heading, none === null);
    show(tools, none === null || all.length > 0);
    if (filter.value !== session.filter.text) filter.value = session.filter.text;
    shown.value = session.filter.show;
    sort.value = session.sort;
    const passed = all.some(each => each.entries.length > 0);
    say(empty, none ?? (passed || all.length === 0 ? "" : "Nothing passes the filter."));
    show(empty, empty.textContent !== "");
    const stop = stopOf(session);
    const focused = focusedLine(body);
    drawGroups(all.map(group => ({ group, session, stop })));
    refocus(body, focused);
  }

  return {
    element,
    update: draw,
    focusFilter: () => filter.focus(),
    editCurrent() {
      const { current, applied } = store.session;
      if (current !== null && !applied.has(current)) edit(lines, current);
    },
    focusCurrent() {
      const line = body.querySelector<HTMLElement>('[role="row"][aria-selected="true"]');
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

interface Drawn {
  readonly group: Group;
  readonly session: Session;
  readonly stop: string | null;
}

/** The line that Tab stops at: the one that is looked at, else the first that is unfolded. */
function stopOf(session: Session): string | null {
  const unfolded = groups(session).filter(each => session.open.has(each.name));
  const there = unfolded.some(each => each.entries.some(entry => entry.id === session.current));
  return there ? session.current : (unfolded.find(each => each.entries.length > 0)?.entries[0]?.id ?? null);
}

function groupOf(lines: Lines, windows: Windows, { group: { name } }: Drawn): Item<Drawn> {
  const { store } = lines;
  const count = make("span", { class: "quiet" });
  const title = make("span", {}, TITLES[name]);
  const fold = button(icon("fold"), () => toggle(), { class: "fold", "aria-controls": `group-${name}` });
  fold.append(title, " ", count);
  const accept = button("Accept all", () => acceptAll(), { class: "small" });
  const grid = make("div", { role: "grid", id: `group-${name}`, "aria-label": TITLES[name] });
  const above = button("", () => move(earlier), { class: "further" });
  const below = button("", () => move(further), { class: "further" });
  const note = make("p", { class: "hint" }, "These stay, and may give the client away. Add those that shall go.");
  const element = make(
    "section",
    { class: "group" },
    make("div", { class: "group-head" }, make("h3", {}, fold), accept),
  );
  if (name === "near") element.append(note);
  element.append(above, grid, below);
  const draw = keyed<Line>(
    grid,
    line => line.entry.id,
    line => row(lines, line),
  );
  let last: Drawn | null = null;

  const toggle = (): void => store.dispatch({ type: "unfold", group: name, open: !store.session.open.has(name) });
  const acceptAll = (): void => store.dispatch({ type: "accept", ids: last?.group.undecided ?? [] });
  const move = (to: (window: Window) => Window): void => {
    windows.move(name, to);
    lines.redraw();
  };

  return {
    element,
    update(now) {
      last = now;
      const { group, session, stop } = now;
      const unfolded = session.open.has(name);
      set(fold, { "aria-expanded": String(unfolded) });
      say(count, countOf(group));
      show(accept, name !== "near" && group.undecided.length > 1);
      set(accept, {
        "aria-label": `Accept all ${counted(group.undecided.length, "open term")} of ${TITLES[name]}`,
      });
      show(grid, unfolded && group.entries.length > 0);
      show(note, unfolded);
      const { from, to } = windows.of(now);
      const few = unfolded ? group.entries.slice(from, to) : [];
      set(grid, { "aria-rowcount": group.entries.length });
      // Where the line that Tab stops at is not drawn, the first one of its group is.
      const stopped = few.some(each => each.id === stop) ? stop : stopIn(group, stop, few);
      draw(few.map((entry, at) => ({ entry, session, index: from + at, stop: entry.id === stopped })));
      say(above, unfolded ? showing(from, "before") : "");
      say(below, unfolded ? showing(group.entries.length - from - few.length, "more") : "");
      for (const each of [above, below]) show(each, each.textContent !== "");
    },
  };
}

function stopIn(group: Group, stop: string | null, few: readonly Group["entries"][number][]): string | null {
  return group.entries.some(each => each.id === stop) ? (few[0]?.id ?? null) : null;
}

/** Which lines of each group are drawn: from the first on, until somebody goes further or asks for another list. */
class Windows {
  private readonly byGroup = new Map<GroupName, Window>();
  private readonly fresh = changes();

  move(name: GroupName, to: (window: Window) => Window): void {
    this.byGroup.set(name, to(this.byGroup.get(name) ?? FIRST));
  }

  /** The window of a group, in which the line that is looked at always is. */
  of({ group: { name, entries }, session: { current, filter, sort } }: Drawn): Window {
    if (this.fresh(filter, sort)) this.byGroup.clear();
    const at = current === null ? -1 : entries.findIndex(each => each.id === current);
    const last = this.byGroup.get(name) ?? FIRST;
    const window = around(last.from < entries.length ? last : FIRST, at);
    this.byGroup.set(name, window);
    return window;
  }
}

function countOf({ entries, total }: Group): string {
  return entries.length === total ? inDigits(total) : `${inDigits(entries.length)} of ${inDigits(total)}`;
}

interface Focused {
  readonly index: number;
  readonly control: number;
  readonly element: Element;
}

/** Which line has the focus, and which of its controls. */
function focusedLine(body: HTMLElement): Focused | null {
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

/** Where the focused line went away, its successor has the focus: it is never lost. */
function refocus(body: HTMLElement, focused: Focused | null): void {
  if (!focused || focused.element.isConnected) return;
  const all = body.querySelectorAll('[role="row"]');
  const line = all[Math.min(focused.index, all.length - 1)];
  const controls = line?.querySelectorAll("button");
  (controls?.[Math.max(focused.control, 0)] ?? controls?.[0])?.focus();
}
