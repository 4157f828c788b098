/** The outcome of redacting, checking and copying: clean, something left, or something not examined. */

import type { Covered, Verification } from "../api/schemas";
import { kindOf, KIND_NAMES } from "../state/kinds";
import { locationName } from "../state/location_names";
import type { Claims, Statement } from "../state/claims";
import { nextStep } from "../state/next_step";
import { outcomeText, type OutcomeText, type Tone } from "../state/outcome_text";
import { fullReason } from "../state/reasons";
import type { CertificateForm, Session } from "../state/session";
import { keptTerms, type KeptTerm, type Leftover, type Remedy } from "../state/leftovers";
import { describeOutcome } from "../state/unmet";
import type { Store } from "../state/store";
import { leftReason } from "../state/error_messages";
import { plural, formatNumber } from "../state/number_format";
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
import { icon, type IconName } from "./icons";
import { PAGE_SIZE, moreLabel } from "./list_window";

/** The outcome of the last step. */
export function outcomeCard(store: Store): Region {
  const sign = make("span", { class: "sign" });
  const title = make("h2", {});
  const sentence = make("div", {});
  const again = button("Redact the rest", () => store.dispatch({ type: "redact" }), { class: "small" });
  const left = pagedList("Left");
  const held = make("ul", { class: "left", "aria-label": "Requirements" });
  const unread = make("ul", { class: "left", "aria-label": "Not examined" });
  const found = pagedList("Looks like personal data");
  const look = button("", () => store.dispatch({ type: "analyse" }), { class: "small" });
  const damaged = pagedList("Changed since the analysis");
  const stays = foldedList("Someone decided not to redact", "left");
  const map = coverage();
  const certificate = certificateButtons(store);
  const element = make(
    "section",
    { class: "card outcome", "aria-label": "Outcome" },
    ...[
      make("div", { class: "card-head" }, sign, title),
      sentence,
      again,
      held,
      left.element,
      damaged.element,
      unread,
      found.element,
      look,
    ],
    ...[stays.element, map.element, certificate],
  );
  const fresh = changeDetector();

  return {
    element,
    update(session) {
      const { stage, verification, copy, outcome: comes } = session;
      if (!fresh(stage.is, session.leftPlaces, verification, copy, comes, session.documentChanged)) return;
      const text = outcomeText(session);
      setVisible(element, text !== null);
      if (!text) return;
      setAttributes(element, { "data-tone": text.tone });
      sign.replaceChildren(icon(SIGNS[text.tone]));
      setStatement(title, text.title);
      sentence.replaceChildren(...text.sentences.map(paragraph));
      setVisible(
        again,
        text.left.some(each => each.remedy === "stopped"),
      );
      const lines = stage.is === "redacted" ? [] : describeOutcome(session);
      fill(
        held,
        lines.map(each => claiming(make("li", {}, each.text), each.claims)),
      );
      left.fill(text.left.map(each => () => leftoverItem(store, each)));
      damaged.fill(stage.is === "redacted" ? [] : damagedItems(verification));
      fill(unread, unexaminedItems(verification));
      found.fill(newFindingItems(store, session));
      setText(look, canLook(session) ? "Analyse again to redact them" : "Analyse again");
      setVisible(look, canLook(session) || isToAnalyse(session, text));
      stays.fill(verification === null ? [] : keptTerms(session, verification).map(each => keptItem(store, each)));
      map.update(copy?.coverage ?? [], verification);
      setVisible(certificate, copy !== null);
      element.scrollIntoView({ block: "nearest" });
    },
  };
}

/**
 * The certificate of the clean copy: a page for people, and JSON for `unsaid verify --certificate`.
 *
 * The private report proves what the certificate commits to. It stays with the person who made the copy.
 */
function certificateButtons(store: Store): HTMLElement {
  const save = (label: string, form: CertificateForm): HTMLElement =>
    button(label, () => store.dispatch({ type: "download-certificate", form }), { class: "small" });
  return make(
    "div",
    { class: "row" },
    save("Save the certificate", "page"),
    save("Save the certificate as JSON", "json"),
    save("Save the private report", "report"),
    button("Nothing was saved?", () => store.dispatch({ type: "save-in-browser" }), {
      ...{ class: "link", title: "Save the last file in the browser" },
    }),
    make("p", { class: "quiet" }, REPORT_HINT),
  );
}

const REPORT_HINT =
  "Keep the private report and do not share it: it contains the redacted terms. You need it to show later " +
  "which document and policy the certificate is for.";

const SIGNS: Readonly<Record<Tone, IconName>> = { good: "clean", care: "care", plain: "note" };

function claiming<Made extends HTMLElement>(element: Made, claims: Claims): Made {
  setClaims(element, claims);
  return element;
}

function paragraph({ text, claims }: Statement): HTMLElement {
  return claiming(make("p", {}, text), claims);
}

function fill(list: HTMLElement, lines: readonly HTMLElement[]): void {
  list.replaceChildren(...lines);
  setVisible(list, lines.length > 0);
}

/** Create a list that shows its first items, and more on request. */
function pagedList(name: string): { element: HTMLElement; fill(lines: readonly (() => HTMLElement)[]): void } {
  const list = make("ul", { class: "left", "aria-label": name });
  const more = button("", () => grow(), { class: "further", "data-quote": "page" });
  let waiting: readonly (() => HTMLElement)[] = [];
  const grow = (): void => {
    list.append(...waiting.slice(0, PAGE_SIZE).map(each => each()));
    waiting = waiting.slice(PAGE_SIZE);
    setText(more, moreLabel(waiting.length, "more"));
    setVisible(more, waiting.length > 0);
  };
  return {
    element: make("div", {}, list, more),
    fill(lines) {
      waiting = lines;
      list.replaceChildren();
      grow();
      setVisible(list, lines.length > 0);
    },
  };
}

const MOST_LINES = 50;

/** Create a list that unfolds; it shows the first items of a very long list. */
function foldedList(
  name: string,
  className: string,
): { element: HTMLElement; fill(lines: readonly HTMLElement[]): void } {
  const summary = make("summary", {});
  const list = make("ul", { class: className });
  const element = make("details", { class: "coverage" }, summary, list);
  return {
    element,
    fill(lines) {
      setStatement(summary, {
        text: `${name}: ${plural(lines.length, "term")}`,
        claims: { "check.kept-terms": lines.length },
      });
      const more = lines.length - MOST_LINES;
      const rest = more > 0 ? [make("li", {}, `and ${formatNumber(more)} more`)] : [];
      list.replaceChildren(...lines.slice(0, MOST_LINES), ...rest);
      setVisible(element, lines.length > 0);
    },
  };
}

function termLink(store: Store, term: string, visit: Leftover["visit"]): HTMLElement {
  return visit === null
    ? make("strong", { "data-quote": "term" }, term)
    : button(term, () => store.dispatch({ type: "go-to", ...visit }), { class: "link", "data-quote": "term" });
}

function leftoverItem(store: Store, { name, count, where, why, visit, remedy }: Leftover): HTMLElement {
  const text = [...(count > 1 ? [`${formatNumber(count)}×`] : []), ...(why === null ? [] : [leftReason(why)])].join(
    " ",
  );
  const at = where === null ? [] : [" ", make("code", { "data-quote": "part" }, where)];
  const item = make("li", {}, termLink(store, name, visit), text === "" ? "" : ` ${text}`, ...at);
  return claiming(item, { "left.term": { term: name, places: count, why, where, remedy } });
}

function keptItem(store: Store, { term, count, partial, visit }: KeptTerm): HTMLElement {
  const item = make(
    "li",
    {},
    termLink(store, term, visit),
    ` ${formatNumber(count)}×${partial ? ", redacted elsewhere" : ""}`,
  );
  return claiming(item, { "check.kept": { term, places: count } });
}

function unexaminedItems(verification: Verification | null): HTMLElement[] {
  const parts = verification?.parts.filter(each => !each.examined) ?? [];
  return parts.map(({ part, why, reason, accepted }) => {
    const text = reason === undefined ? why : fullReason(reason);
    return make(
      "li",
      {},
      make("code", { "data-quote": "part" }, part),
      text && ` ${text}`,
      accepted ? " (allowed by the option “Pictures: keep, I checked them”)" : "",
    );
  });
}

function damagedItems(verification: Verification | null): (() => HTMLElement)[] {
  return (verification?.damaged ?? []).map(
    ({ part, found_in, placeholder }) =>
      () =>
        make(
          "li",
          {},
          ...["The words beside ", make("strong", { "data-quote": "placeholder" }, placeholder), " in "],
          make("code", { "data-quote": "part" }, locationName({ part, found_in })),
          " differ from the original.",
        ),
  );
}

function canLook({ stage, verification }: Session): boolean {
  return stage.is === "checked" && verification !== null && verification.new.length > 0;
}

/** Tell whether the card advises to analyse again, and the button at the bottom does something else. */
function isToAnalyse(session: Session, { left }: OutcomeText): boolean {
  const isAdvised = left.some(each => ANALYSED_AGAIN.includes(each.remedy));
  return isAdvised && nextStep(session)?.action.type !== "analyse" && session.stage.is !== "copied";
}

const ANALYSED_AGAIN: readonly Remedy[] = ["new", "found", "unreadable"];

function newFindingItems(store: Store, { verification, stage }: Session): (() => HTMLElement)[] {
  return (verification?.new ?? []).map(({ part, found_in: found, entity, count }) => () => {
    const { story, number } = found;
    const kind = KIND_NAMES[kindOf(entity)];
    const where = make("code", { "data-quote": "part" }, locationName({ part, found_in: found }));
    // What is in the clean copy cannot be shown in this document.
    const visit =
      stage.is !== "checked" || story === null || number === null
        ? null
        : button(
            "Go there",
            () => store.dispatch({ type: "show-paragraph", part, kind: story, number: number - 1 }),
            {
              class: "link",
            },
          );
    const often = count > 1 ? ` (${plural(count, "place")})` : "";
    const claims: Claims = { "check.new-in": { part, number, entity, count } };
    const what = claiming(make("span", {}, `${kind}${often}`), claims);
    return make("li", {}, what, ", ", where, ...(visit === null ? [] : [" ", visit]));
  });
}

/** The table of what was done with each kind of text, or of the parts that were examined. */
function coverage(): {
  element: HTMLElement;
  update(covered: readonly Covered[], verification: Verification | null): void;
} {
  const summary = make("summary", {});
  const body = make("tbody", {});
  const head = make("tr", {});
  const caption = make("caption", { class: "unseen" });
  const table = make("table", {}, caption, make("thead", {}, head), body);
  const element = make("details", { class: "coverage" }, summary, table);
  return {
    element,
    update(covered, verification) {
      const isCopy = covered.length > 0;
      const lines = isCopy ? copyRows(covered) : checkRows(verification);
      for (const title of [summary, caption]) setText(title, isCopy ? "What was done" : "What was examined");
      const columns = isCopy ? ["Kind", "Treatment", "Count"] : ["Part", "Result"];
      head.replaceChildren(...columns.map(text => make("th", { scope: "col" }, text)));
      body.replaceChildren(...lines);
      setVisible(element, lines.length > 0);
    },
  };
}

function copyRows(covered: readonly Covered[]): HTMLElement[] {
  const sums = new Map<string, number>();
  for (const { kind, treatment, count } of covered) {
    const key = `${kind}\n${treatment}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return [...sums].flatMap(([key, count]) => {
    const [kind = "", treatment = ""] = key.split("\n");
    if (count === 0 && treatment !== "not examined") return [];
    // Of what nobody read, nothing was counted.
    return claiming(tableRow(kind, treatment, treatment === "not examined" ? "–" : formatNumber(count)), {
      "check.coverage": [kind, treatment, count],
    });
  });
}

function checkRows(verification: Verification | null): HTMLElement[] {
  return (verification?.parts ?? []).map(({ part, examined }) =>
    claiming(tableRow(part, examined ? "examined" : "not examined"), {
      "check.part": { part, examined },
    }),
  );
}

function tableRow(...texts: readonly string[]): HTMLElement {
  return make("tr", {}, ...texts.map(text => make("td", {}, text)));
}
