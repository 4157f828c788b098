/** The outcome of redacting, checking and copying: clean, something left, or something not examined. */

import type { Covered, Verification } from "../api/schemas";
import { locationName } from "../state/location_names";
import { fullReason } from "../state/reasons";
import { pending } from "../state/selectors";
import type { CertificateForm, Session } from "../state/session";
import {
  countPlaces,
  leftAfterCheck,
  leftAfterRedacting,
  keptTerms,
  keptSentence,
  damageSentence,
  adviceFor,
  type Leftover,
  type KeptTerm,
} from "../state/leftovers";
import { describeOutcome } from "../state/unmet";
import type { Store } from "../state/store";
import { leftReason } from "../state/error_messages";
import { plural, formatNumber } from "../state/number_format";
import { button, changeDetector, make, setText, setAttributes, setVisible, type Region } from "./dom";
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
  const unread = make("ul", { class: "left", "aria-label": "Not checked" });
  const found = pagedList("Looks like personal data");
  const damaged = pagedList("Changed since the analysis");
  const stays = foldedList("Not redacted by decision", "left");
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
    ],
    ...[stays.element, map.element, certificate],
  );
  const fresh = changeDetector();

  return {
    element,
    update(session) {
      const { stage, verification, copy, outcome: comes } = session;
      if (!fresh(stage.is, session.leftPlaces, verification, copy, comes)) return;
      const told = outcomeText(session);
      setVisible(element, told !== null);
      if (!told) return;
      setAttributes(element, { "data-tone": told.tone });
      sign.replaceChildren(icon(SIGNS[told.tone]));
      setText(title, told.title);
      sentence.replaceChildren(...told.sentence.split("\n").map(each => make("p", {}, each)));
      setVisible(
        again,
        told.left.some(each => each.remedy === "stopped"),
      );
      const lines = stage.is === "redacted" ? [] : describeOutcome(session);
      fill(
        held,
        lines.map(each => make("li", {}, each)),
      );
      left.fill(told.left.map(each => () => leftoverItem(store, each)));
      damaged.fill(stage.is === "redacted" ? [] : damagedItems(verification));
      fill(unread, unexaminedItems(verification));
      found.fill(newFindingItems(verification));
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
    save("Certificate as JSON", "json"),
    save("Private report", "report"),
    make("p", { class: "quiet" }, REPORT_HINT),
  );
}

const REPORT_HINT =
  "Keep the private report and do not share it: it contains the redacted terms. You need it to show later " +
  "which document and policy the certificate is for.";

type Tone = "good" | "care" | "plain";
const SIGNS: Readonly<Record<Tone, IconName>> = { good: "clean", care: "care", plain: "note" };

interface OutcomeText {
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
  readonly left: readonly Leftover[];
}

function outcomeText(session: Session): OutcomeText | null {
  const { stage, verification } = session;
  if (stage.is === "redacted") return redactedText(leftAfterRedacting(session));
  if (verification === null || (stage.is !== "checked" && stage.is !== "copied")) return null;
  const told = withDamage(checkedText(session, verification), verification.damaged ?? []);
  const stays = verification.status === "left" ? "" : keptSentence(session, verification);
  return { ...told, sentence: `${told.sentence}\n${stays}`.trim() };
}

/** Add that words beside placeholders changed. Such a file is never shown as good. */
function withDamage(told: OutcomeText, { length }: NonNullable<Verification["damaged"]>): OutcomeText {
  if (length === 0) return told;
  const title = told.tone === "care" ? told.title : `Compare ${plural(length, "placeholder")}`;
  return { ...told, tone: "care", title, sentence: `${told.sentence}\n${damageSentence(length)}` };
}

function redactedText(left: readonly Leftover[]): OutcomeText {
  if (left.length === 0) {
    return {
      ...{ tone: "plain", title: "Redacted", left },
      sentence: "All accepted terms are replaced. Check the file to confirm that nothing is left.",
    };
  }
  const still = countPlaces(left.filter(each => each.remedy !== "beside"));
  const title =
    still === 0
      ? `Compare ${plural(countPlaces(left), "place")}`
      : `${plural(still, "place")} ${still === 1 ? "is" : "are"} left`;
  return { tone: "care", title, sentence: adviceFor(left), left };
}

function checkedText(session: Session, verification: Verification): OutcomeText {
  const copied = session.stage.is === "copied";
  if (verification.status === "left") return leftText(leftAfterCheck(session, verification), copied);
  if (verification.status === "not_examined") return notExaminedText(session, verification);
  const sentence = nothingLeftSentence(session, copied ? "clean copy" : "document", verification.parts.length);
  const again = verification.new.length;
  if (again > 0) {
    const look = `${plural(again, "place still looks", "places still look")} like personal data.`;
    return {
      tone: "care",
      title: `Check ${plural(again, "place")}`,
      sentence: `${sentence}\n${look}`,
      left: [],
    };
  }
  return { ...outcomeTitle(session), sentence, left: [] };
}

/** Where requirements are not met, only the accepted terms are known to be gone. */
function nothingLeftSentence(session: Session, what: string, parts: number): string {
  const gone = session.outcome?.outcome === "not_met" ? "No accepted term" : "Nothing that had to be redacted";
  return `${gone} is left in this ${what} (${plural(parts, "part")} checked).`;
}

/** Only a met outcome has the good tone. */
function outcomeTitle(session: Session): Pick<OutcomeText, "tone" | "title"> {
  switch (session.outcome?.outcome) {
    case "met":
      return { tone: "good", title: "Requirements met" };
    case "met_with_exceptions":
      return { tone: "plain", title: "Requirements met, with exceptions" };
    case "not_met":
      return pending(session).length > 0
        ? { tone: "plain", title: "All accepted terms are gone" }
        : { tone: "care", title: "Requirements not met" };
    default:
      return { tone: "plain", title: "All accepted terms are gone" };
  }
}

function leftText(left: readonly Leftover[], copied: boolean): OutcomeText {
  const title = `Left: ${plural(countPlaces(left), "place")}`;
  const sentence = copied
    ? "Do not share this copy yet. These places could not be redacted. Change them in Word, then analyse again."
    : adviceFor(left);
  // Places in the copy cannot be visited in this document.
  return {
    tone: "care",
    title,
    sentence,
    left: copied ? left.map(each => ({ ...each, visit: null, why: null })) : left,
  };
}

function notExaminedText(session: Session, { parts }: Verification): OutcomeText {
  if (parts.every(each => !each.examined)) {
    const sentence = session.access.textOnly
      ? "Word provided only the visible text. Open the document in the Word desktop app to check the whole file."
      : "Word did not provide the file, so the pane cannot check what else is left. The service checks the clean copy without Word.";
    return { tone: "care", title: "Could not check the file", sentence, left: leftAfterRedacting(session) };
  }
  const unread = parts.filter(each => !each.examined);
  const met = session.outcome?.outcome !== "not_met";
  return {
    ...{ tone: unread.every(each => each.accepted) && met ? "good" : "care", left: [] },
    title: `Could not check: ${plural(unread.length, "part")}`,
    sentence: `${met ? "Nothing that had to be redacted" : "No accepted term"} is left in the other parts. Check these parts yourself.`,
  };
}

function fill(list: HTMLElement, lines: readonly HTMLElement[]): void {
  list.replaceChildren(...lines);
  setVisible(list, lines.length > 0);
}

/** Create a list that shows its first items, and more on request. */
function pagedList(name: string): { element: HTMLElement; fill(lines: readonly (() => HTMLElement)[]): void } {
  const list = make("ul", { class: "left", "aria-label": name });
  const more = button("", () => grow(), { class: "further" });
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
      setText(summary, `${name}: ${plural(lines.length, "term")}`);
      const more = lines.length - MOST_LINES;
      const rest = more > 0 ? [make("li", {}, `and ${formatNumber(more)} more`)] : [];
      list.replaceChildren(...lines.slice(0, MOST_LINES), ...rest);
      setVisible(element, lines.length > 0);
    },
  };
}

function termLink(store: Store, term: string, visit: Leftover["visit"]): HTMLElement {
  return visit === null
    ? make("strong", {}, term)
    : button(term, () => store.dispatch({ type: "go-to", ...visit }), { class: "link" });
}

function leftoverItem(store: Store, { name, count, where, why, visit }: Leftover): HTMLElement {
  const told = [...(count > 1 ? [`${formatNumber(count)}×`] : []), ...(why === null ? [] : [leftReason(why)])].join(
    " ",
  );
  const at = where === null ? [] : [" ", make("code", {}, where)];
  return make("li", {}, termLink(store, name, visit), told === "" ? "" : ` ${told}`, ...at);
}

function keptItem(store: Store, { term, count, partial, visit }: KeptTerm): HTMLElement {
  return make(
    "li",
    {},
    termLink(store, term, visit),
    ` ${formatNumber(count)}×${partial ? ", redacted elsewhere" : ""}`,
  );
}

function unexaminedItems(verification: Verification | null): HTMLElement[] {
  const parts = verification?.parts.filter(each => !each.examined) ?? [];
  return parts.map(({ part, why, reason, accepted }) => {
    const told = reason === undefined ? why : fullReason(reason);
    return make("li", {}, make("code", {}, part), told && ` ${told}`, accepted ? " (this was accepted)" : "");
  });
}

function damagedItems(verification: Verification | null): (() => HTMLElement)[] {
  return (verification?.damaged ?? []).map(
    ({ part, found_in, placeholder }) =>
      () =>
        make(
          "li",
          {},
          ...["The words beside ", make("strong", {}, placeholder), " in "],
          make("code", {}, locationName({ part, found_in })),
          " are not those of the original.",
        ),
  );
}

function newFindingItems(verification: Verification | null): (() => HTMLElement)[] {
  return (verification?.new ?? []).map(
    ({ part, found_in, entity }) =>
      () =>
        make(
          "li",
          {},
          `${entity.toLowerCase().replaceAll("_", " ")}, `,
          make("code", {}, locationName({ part, found_in })),
        ),
  );
}

/** The table of what was done with each kind of text. */
function coverage(): {
  element: HTMLElement;
  update(covered: readonly Covered[], verification: Verification | null): void;
} {
  const summary = make("summary", {}, "What was checked");
  const body = make("tbody", {});
  const head = make(
    "tr",
    {},
    ...["Kind", "What was done", "Count"].map(text => make("th", { scope: "col" }, text)),
  );
  const table = make(
    "table",
    {},
    make("caption", { class: "unseen" }, "What was checked"),
    make("thead", {}, head),
    body,
  );
  const element = make("details", { class: "coverage" }, summary, table);
  return {
    element,
    update(covered, verification) {
      const lines = covered.length > 0 ? copyRows(covered) : checkRows(verification);
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
  return [...sums].map(([key, count]) => tableRow(...key.split("\n"), formatNumber(count)));
}

function checkRows(verification: Verification | null): HTMLElement[] {
  return (verification?.parts ?? []).map(({ part, examined }) =>
    tableRow(part, examined ? "examined" : "not examined", "1"),
  );
}

function tableRow(...texts: readonly string[]): HTMLElement {
  return make("tr", {}, ...texts.map(text => make("td", {}, text)));
}
