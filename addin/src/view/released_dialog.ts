/** The dialog that finds released documents in the index: groups of documents, and requests for one of them. */

import type { DocumentRequests, FoundGroup, FoundGroups, IndexFigures } from "../api/released";
import { numberInWords, plural } from "../state/number_format";
import { button, make, setClaims, setText, setVisible } from "./dom";
import { askedItem, madeItem, oneLine } from "./document_requests";

/** What the dialog asks of the service. */
export interface Released {
  index(): Promise<IndexFigures>;
  search(words: string): Promise<FoundGroups>;
  requests(): Promise<DocumentRequests>;
  ask(edition: string, group: number, message: string): Promise<unknown>;
  answer(id: string, note: string | null): Promise<unknown>;
  withdraw(id: string): Promise<unknown>;
}

const MOST_CHARACTERS = 2_000;

/** Show the dialog. `reasonOf` says why something failed. */
export function showReleasedDialog(service: Released, reasonOf: (failure: unknown) => string): void {
  const explained = make("p", {});
  const words = make("textarea", { id: "released-words", rows: 2, maxlength: MOST_CHARACTERS });
  const find = make("button", { type: "submit", class: "primary" }, "Search");
  const search = make(
    "form",
    {},
    make("label", { for: "released-words" }, "Words, or a passage of a text"),
    words,
    find,
  );
  const told = make("p", { role: "status" });
  const groups = make("ol", { class: "released", "aria-label": "Groups of documents" });
  const requests = make("div", {});
  const dialog = make(
    "dialog",
    { "aria-labelledby": "released-title" },
    make("h2", { id: "released-title", tabindex: "-1", autofocus: true }, "Find released documents"),
    ...[explained, search, told, groups, requests],
    button("Close", () => dialog.close()),
  );

  /** Do something with the service, and say what came of it. */
  const run = async (work: () => Promise<string>): Promise<void> => {
    dialog.setAttribute("aria-busy", "true");
    setText(told, "Asking the service …");
    try {
      setText(told, await work());
    } catch (failure) {
      setText(told, reasonOf(failure));
    } finally {
      dialog.removeAttribute("aria-busy");
    }
  };

  const open = async (): Promise<string> => {
    const { k, edition } = await service.index();
    setText(explained, explanation(k));
    setClaims(explained, { "index.k": k });
    await refresh();
    return edition === null ? "Nothing can be found yet: no edition of the index was published." : "";
  };

  const refresh = async (): Promise<void> => {
    const { made, asked } = await service.requests();
    requests.replaceChildren(
      ...section(
        "Your requests",
        made.map(each => madeItem(each, () => change(() => service.withdraw(each.id), "Your request is deleted."))),
      ),
      ...section(
        "Requests for your documents",
        asked.map(each => askedItem(each, note => change(() => service.answer(each.id, note), answered(note)))),
      ),
    );
  };

  const change = (work: () => Promise<unknown>, sentence: string): void =>
    void run(async () => {
      await work();
      await refresh();
      return sentence;
    });

  const show = ({ edition, groups: found, left_out: more }: FoundGroups): string => {
    groups.replaceChildren(
      ...found.map(each =>
        groupItem(each, message => change(() => service.ask(edition, each.group, message), ASKED)),
      ),
    );
    if (found.length === 0) return "No group has these words.";
    const others = more === 0 ? "" : ` ${plural(more, "other is", "others are")} as near as the last one.`;
    return `${plural(found.length, "group")}, the nearest first.${others}`;
  };

  search.addEventListener("submit", event => {
    event.preventDefault();
    if (words.value.trim() !== "") void run(async () => show(await service.search(words.value)));
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  void run(open);
}

const ASKED =
  "Your request is stored. Everyone who has a document in this group sees it, and you see here who accepts.";

const answered = (note: string | null): string =>
  note === null ? "You declined. The person who asks does not learn that." : "You accepted. Your answer is sent.";

function explanation(k: number): string {
  return (
    `The service compares your words with groups of documents. Each group has documents of at least ${numberInWords(k)} ` +
    "clients, which a search cannot tell apart. Your words are not stored."
  );
}

function section(title: string, items: readonly HTMLElement[]): readonly HTMLElement[] {
  return items.length === 0 ? [] : [make("h3", {}, title), make("ul", { class: "released" }, ...items)];
}

/** A group, and the form in which a person asks for one of its documents. */
function groupItem(found: FoundGroup, ask: (message: string) => void): HTMLLIElement {
  const size = make("p", {}, `${plural(found.documents, "document")} that cannot be told apart`);
  setClaims(size, { "index.group": { group: found.group, documents: found.documents } });
  const id = `released-${found.group}`;
  const message = make("textarea", { id, rows: 3, maxlength: MOST_CHARACTERS, required: true });
  const form = make(
    "form",
    { hidden: true },
    make("label", { for: id }, "Message"),
    message,
    make("p", { class: "hint" }, MESSAGE_HINT),
    make("button", { type: "submit" }, "Send"),
  );
  const start = button(
    "Ask for a document",
    () => {
      const isOpened = form.hasAttribute("hidden");
      setVisible(form, isOpened);
      start.setAttribute("aria-expanded", String(isOpened));
      if (isOpened) message.focus();
    },
    { class: "small", "aria-expanded": "false" },
  );
  form.addEventListener("submit", event => {
    event.preventDefault();
    if (oneLine(message.value) !== "") ask(oneLine(message.value));
  });
  const stems = make("p", { class: "sample-term", "data-quote": true }, found.stems.join(", "));
  return make("li", {}, stems, size, start, form);
}

const MESSAGE_HINT =
  "Everyone who has a document in this group reads this. The service does not say who asks: write who you are and how to reach you.";
