/** What redacting, checking and copying came to: clean, something left, or something nobody could check. */

import type { Covered, Verification } from "../review/analysis";
import { pending } from "../review/selectors";
import type { CertificateForm, Session } from "../review/session";
import {
  howMany,
  leftInFile,
  leftInWord,
  staying,
  whatStays,
  whatToDo,
  whereIs,
  type Standing,
  type Staying,
} from "../review/standing";
import { sayOutcome } from "../review/shortfalls";
import type { Store } from "../review/store";
import { whyLeft } from "../review/troubles";
import { counted, inDigits } from "../review/words";
import { button, changes, make, say, set, show, type Region } from "./dom";
import { icon, type IconName } from "./icons";
import { AT_ONCE, showing } from "./window";

/** The outcome of the last step. */
export function outcome(store: Store): Region {
  const sign = make("span", { class: "sign" });
  const title = make("h2", {});
  const sentence = make("div", {});
  const again = button("Redact the rest", () => store.dispatch({ type: "redact" }), { class: "small" });
  const left = growing("Left");
  const held = make("ul", { class: "left", "aria-label": "What was asked for" });
  const unread = make("ul", { class: "left", "aria-label": "Not checked" });
  const found = growing("Looks like personal data");
  const stays = folded("Stays by decision", "left");
  const map = coverage();
  const certificate = certificates(store);
  const element = make(
    "section",
    { class: "card outcome", "aria-label": "Outcome" },
    ...[
      make("div", { class: "card-head" }, sign, title),
      sentence,
      again,
      held,
      left.element,
      unread,
      found.element,
    ],
    ...[stays.element, map.element, certificate],
  );
  const fresh = changes();

  return {
    element,
    update(session) {
      const { stage, verification, copy, outcome: comes } = session;
      if (!fresh(stage.is, session.left, verification, copy, comes)) return;
      const told = tell(session);
      show(element, told !== null);
      if (!told) return;
      set(element, { "data-tone": told.tone });
      sign.replaceChildren(icon(SIGNS[told.tone]));
      say(title, told.title);
      sentence.replaceChildren(...told.sentence.split("\n").map(each => make("p", {}, each)));
      show(
        again,
        told.left.some(each => each.fate === "stopped"),
      );
      const lines = stage.is === "redacted" ? [] : sayOutcome(session);
      fill(
        held,
        lines.map(each => make("li", {}, each)),
      );
      left.fill(told.left.map(each => () => leftLine(store, each)));
      fill(unread, unreadLines(verification));
      found.fill(foundLines(verification));
      stays.fill(verification === null ? [] : staying(session, verification).map(each => stayingLine(store, each)));
      map.update(copy?.coverage ?? [], verification);
      show(certificate, copy !== null);
      element.scrollIntoView({ block: "nearest" });
    },
  };
}

/**
 * The certificate of the clean copy: a page for people, and the same for `unsaid verify --certificate`.
 *
 * The report opens what the certificate only seals, and stays with whoever made the copy.
 */
function certificates(store: Store): HTMLElement {
  const save = (label: string, form: CertificateForm): HTMLElement =>
    button(label, () => store.dispatch({ type: "certificate", form }), { class: "small" });
  return make(
    "div",
    { class: "row" },
    save("Save the certificate", "page"),
    save("Certificate as JSON", "json"),
    save("Private report", "report"),
    make("p", { class: "quiet" }, REPORT),
  );
}

const REPORT =
  "Keep the private report, and send it to nobody: it holds what was redacted, and without it nobody can show later " +
  "which document and policy the certificate is about.";

type Tone = "good" | "care" | "plain";
const SIGNS: Readonly<Record<Tone, IconName>> = { good: "clean", care: "care", plain: "note" };

interface Told {
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
  readonly left: readonly Standing[];
}

function tell(session: Session): Told | null {
  const { stage, verification } = session;
  if (stage.is === "redacted") return ofRedacting(leftInWord(session));
  if (verification === null || (stage.is !== "checked" && stage.is !== "copied")) return null;
  const told = ofChecking(session, verification);
  const stays = verification.status === "left" ? "" : whatStays(session, verification);
  return { ...told, sentence: `${told.sentence}\n${stays}`.trim() };
}

function ofRedacting(left: readonly Standing[]): Told {
  if (left.length === 0) {
    return {
      ...{ tone: "plain", title: "Redacted", left },
      sentence: "Everything accepted is replaced. Whether nothing is left, the check tells.",
    };
  }
  const title = `${counted(howMany(left), "place")} ${howMany(left) === 1 ? "is" : "are"} left`;
  return { tone: "care", title, sentence: whatToDo(left), left };
}

function ofChecking(session: Session, verification: Verification): Told {
  const copied = session.stage.is === "copied";
  if (verification.status === "left") return ofLeft(leftInFile(session, verification), copied);
  if (verification.status === "not_examined") return ofUnread(session, verification);
  const sentence = nothingLeft(session, copied ? "clean copy" : "document", verification.parts.length);
  const again = verification.new.length;
  if (again > 0) {
    const look = `${counted(again, "place")} in it ${again === 1 ? "reads" : "read"} like personal data all the same.`;
    return {
      tone: "care",
      title: `Look at ${counted(again, "place")}`,
      sentence: `${sentence}\n${look}`,
      left: [],
    };
  }
  return { ...ofOutcome(session), sentence, left: [] };
}

/** Where what was asked for does not hold, something else had to go as well: what people accepted is gone. */
function nothingLeft(session: Session, what: string, parts: number): string {
  const where = `in any of its ${counted(parts, "part")}`;
  if (session.outcome?.outcome === "not_met") return `Nothing accepted is left in this ${what}, ${where}.`;
  return `${what === "document" ? "This document" : "The clean copy"} holds nothing that had to go, ${where}.`;
}

/** Only what is met is shown as clean. */
function ofOutcome(session: Session): Pick<Told, "tone" | "title"> {
  switch (session.outcome?.outcome) {
    case "met":
      return { tone: "good", title: "Clean" };
    case "met_with_exceptions":
      return { tone: "plain", title: "Holds, with exceptions" };
    case "not_met":
      return pending(session).length > 0
        ? { tone: "plain", title: "Nothing accepted is left" }
        : { tone: "care", title: "Not what was asked for" };
    default:
      return { tone: "plain", title: "Nothing accepted is left" };
  }
}

function ofLeft(left: readonly Standing[], copied: boolean): Told {
  const title = `Left: ${counted(howMany(left), "place")}`;
  const sentence = copied
    ? "Do not give it away yet: this could not be taken out of the file. Change it in Word, then look again."
    : whatToDo(left);
  // Where the copy holds something, nobody can go there in this document.
  return {
    tone: "care",
    title,
    sentence,
    left: copied ? left.map(each => ({ ...each, visit: null, why: null })) : left,
  };
}

function ofUnread(session: Session, { parts }: Verification): Told {
  if (parts.every(each => !each.examined)) {
    const sentence = session.reach.partial
      ? "This Word gives only its text. Open it in Word on a desktop to be sure."
      : "Word gave no file to look into, so nobody knows what else is left. The clean copy is checked without it.";
    return { tone: "care", title: "Could not check the file", sentence, left: leftInWord(session) };
  }
  const unread = parts.filter(each => !each.examined);
  const met = session.outcome?.outcome !== "not_met";
  return {
    ...{ tone: unread.every(each => each.accepted) && met ? "good" : "care", left: [] },
    title: `Could not check: ${counted(unread.length, "part")}`,
    sentence: `Nothing ${met ? "that had to go" : "accepted"} is left elsewhere. Look at these yourself.`,
  };
}

function fill(list: HTMLElement, lines: readonly HTMLElement[]): void {
  list.replaceChildren(...lines);
  show(list, lines.length > 0);
}

/** A list of which the first lines are shown, and the next ones whenever somebody wants them: none is kept back. */
function growing(name: string): { element: HTMLElement; fill(lines: readonly (() => HTMLElement)[]): void } {
  const list = make("ul", { class: "left", "aria-label": name });
  const more = button("", () => grow(), { class: "further" });
  let waiting: readonly (() => HTMLElement)[] = [];
  const grow = (): void => {
    list.append(...waiting.slice(0, AT_ONCE).map(each => each()));
    waiting = waiting.slice(AT_ONCE);
    say(more, showing(waiting.length, "more"));
    show(more, waiting.length > 0);
  };
  return {
    element: make("div", {}, list, more),
    fill(lines) {
      waiting = lines;
      list.replaceChildren();
      grow();
      show(list, lines.length > 0);
    },
  };
}

const MOST_LINES = 50;

/** A list that opens; of very many lines the first ones. */
function folded(
  name: string,
  className: string,
): { element: HTMLElement; fill(lines: readonly HTMLElement[]): void } {
  const summary = make("summary", {});
  const list = make("ul", { class: className });
  const element = make("details", { class: "coverage" }, summary, list);
  return {
    element,
    fill(lines) {
      say(summary, `${name}: ${counted(lines.length, "term")}`);
      const more = lines.length - MOST_LINES;
      const rest = more > 0 ? [make("li", {}, `and ${inDigits(more)} more`)] : [];
      list.replaceChildren(...lines.slice(0, MOST_LINES), ...rest);
      show(element, lines.length > 0);
    },
  };
}

function named(store: Store, term: string, visit: Standing["visit"]): HTMLElement {
  return visit === null
    ? make("strong", {}, term)
    : button(term, () => store.dispatch({ type: "go-to", ...visit }), { class: "link" });
}

function leftLine(store: Store, { name, count, where, why, visit }: Standing): HTMLElement {
  const told = [...(count > 1 ? [`${inDigits(count)}×`] : []), ...(why === null ? [] : [whyLeft(why)])].join(" ");
  const at = where === null ? [] : [" ", make("code", {}, where)];
  return make("li", {}, named(store, name, visit), told === "" ? "" : ` ${told}`, ...at);
}

function stayingLine(store: Store, { term, count, partly, visit }: Staying): HTMLElement {
  return make("li", {}, named(store, term, visit), ` ${inDigits(count)}×${partly ? ", redacted elsewhere" : ""}`);
}

function unreadLines(verification: Verification | null): HTMLElement[] {
  const parts = verification?.parts.filter(each => !each.examined) ?? [];
  return parts.map(({ part, why, accepted }) =>
    make("li", {}, make("code", {}, part), why ? ` ${why}` : "", accepted ? " (somebody has accepted this)" : ""),
  );
}

function foundLines(verification: Verification | null): (() => HTMLElement)[] {
  return (verification?.new ?? []).map(
    ({ part, how, entity }) =>
      () =>
        make("li", {}, `${entity.toLowerCase().replaceAll("_", " ")}, `, make("code", {}, whereIs({ part, how }))),
  );
}

/** What became of every kind of text, for whoever wants to see it. */
function coverage(): {
  element: HTMLElement;
  update(covered: readonly Covered[], verification: Verification | null): void;
} {
  const summary = make("summary", {}, "What was looked at");
  const body = make("tbody", {});
  const head = make(
    "tr",
    {},
    ...["Kind", "What was done", "Count"].map(text => make("th", { scope: "col" }, text)),
  );
  const table = make(
    "table",
    {},
    make("caption", { class: "unseen" }, "What was looked at"),
    make("thead", {}, head),
    body,
  );
  const element = make("details", { class: "coverage" }, summary, table);
  return {
    element,
    update(covered, verification) {
      const lines = covered.length > 0 ? ofCopy(covered) : ofCheck(verification);
      body.replaceChildren(...lines);
      show(element, lines.length > 0);
    },
  };
}

function ofCopy(covered: readonly Covered[]): HTMLElement[] {
  const sums = new Map<string, number>();
  for (const { kind, treatment, count } of covered) {
    const key = `${kind}\n${treatment}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return [...sums].map(([key, count]) => cells(...key.split("\n"), inDigits(count)));
}

function ofCheck(verification: Verification | null): HTMLElement[] {
  return (verification?.parts ?? []).map(({ part, examined }) =>
    cells(part, examined ? "examined" : "not examined", "1"),
  );
}

function cells(...texts: readonly string[]): HTMLElement {
  return make("tr", {}, ...texts.map(text => make("td", {}, text)));
}
