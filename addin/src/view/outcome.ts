/** What redacting, checking and copying came to: clean, something left, or something nobody could check. */

import type { Covered, Verification } from "../review/analysis";
import { entry } from "../review/selectors";
import type { Left, Session } from "../review/session";
import type { Store } from "../review/store";
import { inTheCopy, whyLeft } from "../review/troubles";
import { counted, inDigits } from "../review/words";
import { button, changes, make, say, set, show, type Region } from "./dom";
import { icon, type IconName } from "./icons";

/** The outcome of the last step. */
export function outcome(store: Store): Region {
  const sign = make("span", { class: "sign" });
  const title = make("h2", {});
  const sentence = make("p", {});
  const left = make("ul", { class: "left" });
  const unread = make("ul", { class: "left" });
  const found = make("ul", { class: "left" });
  const map = coverage();
  const certificate = button("Save the certificate", () => store.dispatch({ type: "certificate" }), {
    class: "small",
  });
  const element = make(
    "section",
    { class: "card outcome", "aria-label": "Outcome" },
    ...[make("div", { class: "card-head" }, sign, title), sentence, left, unread, found, map.element, certificate],
  );
  const fresh = changes();

  return {
    element,
    update(session) {
      const { stage, verification, copy } = session;
      if (!fresh(stage.is, session.left, verification, copy)) return;
      const told = tell(session);
      show(element, told !== null);
      if (!told) return;
      set(element, { "data-tone": told.tone });
      sign.replaceChildren(icon(SIGNS[told.tone]));
      say(title, told.title);
      say(sentence, told.sentence);
      fill(left, leftLines(store, session));
      fill(unread, unreadLines(verification));
      fill(found, foundLines(verification));
      map.update(copy?.coverage ?? [], verification);
      show(certificate, verification !== null);
      element.scrollIntoView({ block: "nearest" });
    },
  };
}

type Tone = "good" | "care" | "plain";
const SIGNS: Readonly<Record<Tone, IconName>> = { good: "clean", care: "care", plain: "note" };

interface Told {
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
}

function tell({ stage, left, verification, reach }: Session): Told | null {
  if (stage.is === "redacted") return ofRedacting(left);
  if (stage.is !== "checked" && stage.is !== "copied") return null;
  return verification && ofChecking(verification, stage.is === "copied", reach.partial);
}

function ofRedacting(left: readonly Left[]): Told {
  if (left.length === 0) {
    return {
      tone: "plain",
      title: "Redacted",
      sentence: "Everything accepted is replaced. Whether nothing is left, the check tells.",
    };
  }
  const there = left.length === 1 ? "is" : "are";
  const sentence = left.every(each => inTheCopy(each.why))
    ? "The clean copy takes care of them; here they stay."
    : "Everything else is replaced. Look at each of them.";
  return { tone: "care", title: `${counted(left.length, "place")} ${there} left`, sentence };
}

function ofChecking({ status, places, parts }: Verification, copied: boolean, partial: boolean): Told {
  const what = copied ? "The clean copy" : "This document";
  if (status === "clean") {
    const sentence = `${what} holds nothing that had to go, in any of its ${counted(parts.length, "part")}.`;
    return { tone: "good", title: "Clean", sentence };
  }
  if (status === "left") {
    const title = `Left: ${counted(places.length, "place")}`;
    return {
      tone: "care",
      title,
      sentence: copied ? "Do not give it away yet." : "The clean copy takes care of what Word does not reach.",
    };
  }
  const unread = parts.filter(each => !each.examined);
  if (partial)
    return {
      tone: "care",
      title: "Could not check the file",
      sentence: "This Word gives only its text. Open it in Word on a desktop to be sure.",
    };
  return {
    tone: unread.every(each => each.accepted) ? "good" : "care",
    title: `Could not check: ${counted(unread.length, "part")}`,
    sentence: "Nothing that had to go is left elsewhere. Look at these yourself:",
  };
}

function fill(list: HTMLElement, lines: readonly HTMLElement[]): void {
  list.replaceChildren(...lines);
  show(list, lines.length > 0);
}

function together<Each>(all: readonly Each[], key: (each: Each) => string): readonly (readonly Each[])[] {
  const alike = new Map<string, Each[]>();
  for (const each of all) alike.set(key(each), [...(alike.get(key(each)) ?? []), each]);
  return [...alike.values()];
}

/** The places that are left, those of one term and one reason together. */
function leftLines(store: Store, session: Session): HTMLElement[] {
  return together(session.left, each => `${each.id} ${each.why}`).map(each => leftLine(store, session, each));
}

function leftLine(store: Store, session: Session, alike: readonly Left[]): HTMLElement {
  const [first] = alike;
  if (!first) return make("li", {});
  const { id, occurrence, why } = first;
  const term = entry(session, id)?.term ?? "a term";
  const name =
    occurrence === null
      ? make("strong", {}, term)
      : button(term, () => store.dispatch({ type: "go-to", id, occurrence }), { class: "link" });
  return make(
    "li",
    {},
    name,
    `${often(alike)} ${whyLeft(why)}${inTheCopy(why) ? "; handled in the clean copy" : ""}`,
  );
}

const often = ({ length }: readonly unknown[]): string => (length > 1 ? ` ${inDigits(length)}×` : "");

function unreadLines(verification: Verification | null): HTMLElement[] {
  const parts = verification?.parts.filter(each => !each.examined) ?? [];
  const places = verification?.places ?? [];
  return [
    ...together(places, each => `${each.part} ${each.placeholder} ${each.how}`).map(placeLine),
    ...parts.map(({ part, why, accepted }) =>
      make("li", {}, make("code", {}, part), why ? ` ${why}` : "", accepted ? " (somebody has accepted this)" : ""),
    ),
  ];
}

function placeLine(alike: readonly Verification["places"][number][]): HTMLElement {
  const [first] = alike;
  if (!first) return make("li", {});
  return make("li", {}, make("code", {}, first.part), `${often(alike)} ${first.placeholder}: ${first.how}`);
}

function foundLines(verification: Verification | null): HTMLElement[] {
  return (verification?.new ?? []).map(({ part, how, entity }) =>
    make("li", {}, "Looks like personal data: ", make("code", {}, part), ` ${entity} ${how}`),
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
