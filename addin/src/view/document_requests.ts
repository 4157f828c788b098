/** Requests for documents of the index: those that a person has made, and those that a person is asked. */

import type { AskedRequest, MadeRequest } from "../api/released";
import { plural } from "../state/number_format";
import { button, make } from "./dom";

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });
const MOST_CHARACTERS = 2_000;

/** Return a text in one line: a note has no line breaks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** A request that the person has made, with the answers of those who accept. */
export function madeItem(request: MadeRequest, withdraw: () => void): HTMLLIElement {
  const answers = request.accepted.map(({ note }) => make("p", {}, "Accepted: ", quoted(note)));
  return make(
    "li",
    {},
    quoted(request.message),
    ...answers,
    make("p", { class: "hint" }, `${answers.length === 0 ? "Nobody has accepted yet. " : ""}${deletion(request)}`),
    button("Withdraw", withdraw, { class: "small" }),
  );
}

/** A request for a document of the person, and how they answer it. */
export function askedItem(request: AskedRequest, answer: (note: string | null) => void): HTMLLIElement {
  const id = `request-${request.id}`;
  const note = make("textarea", { id, rows: 2, maxlength: MOST_CHARACTERS });
  note.value = request.note ?? "";
  const accept = (): void => {
    if (oneLine(note.value) === "") note.focus();
    else answer(oneLine(note.value));
  };
  return make(
    "li",
    {},
    quoted(request.message),
    make("p", { class: "hint" }, `${wanted(request)} ${given(request)}${deletion(request)}`),
    make("label", { for: id }, "How to get the document"),
    note,
    make(
      "p",
      { class: "hint" },
      "If you accept, the person who asks reads this. If you decline, they do not learn that you were asked.",
    ),
    make(
      "div",
      { class: "row" },
      button("Accept", accept, { class: "small" }),
      button("Decline", () => answer(null), { class: "small" }),
    ),
  );
}

function quoted(text: string): HTMLQuoteElement {
  return make("blockquote", { "data-quote": true }, text);
}

function deletion({ until }: { readonly until: string }): string {
  return `The service deletes this request on ${DAY.format(new Date(until))}.`;
}

function wanted({ documents }: AskedRequest): string {
  const ids = documents.map(each => each.slice(0, 8)).join(", ");
  return `It is for ${plural(documents.length, "document")} of yours: ${ids} (the first characters of the SHA-256).`;
}

function given({ answer }: AskedRequest): string {
  return answer === null ? "" : `You ${answer} it. `;
}
