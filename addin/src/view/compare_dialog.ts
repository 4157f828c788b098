/** The dialog that asks this Word the questions of docs/conformance.md, and shows the answers to copy. */

import { plural } from "../state/number_format";
import { button, make, setClaims, setText, setVisible } from "./dom";

/** What the dialog shows: the answers as JSON, and how many they are. */
export interface Compared {
  readonly json: string;
  readonly count: number;
}

/** Show the dialog. `ask` returns null where the document is not empty. */
export function showCompareDialog(ask: () => Promise<Compared | null>): void {
  const told = make("p", { role: "status" });
  const answers = make("textarea", { id: "word-answers", rows: 8, readonly: true, spellcheck: "false" });
  const start = button("Start the test", () => void run(), { class: "primary" });
  const copy = button("Copy", () => {
    answers.select();
    // Without permission for the clipboard, the text is selected and the keys of the system copy it.
    void navigator.clipboard.writeText(answers.value).catch(() => undefined);
  });
  const field = make("div", { hidden: true }, make("label", { for: "word-answers" }, "Results"), answers, copy);
  const dialog = make(
    "dialog",
    { "aria-labelledby": "compare-title" },
    make("h2", { id: "compare-title" }, "Test this version of Word"),
    make("p", {}, "Open an empty document first. The test writes into it."),
    told,
    field,
    make(
      "div",
      { class: "row" },
      start,
      button("Close", () => dialog.close()),
    ),
  );
  const run = async (): Promise<void> => {
    start.disabled = true;
    setText(told, "The test is running …");
    try {
      show(await ask());
    } catch {
      setText(told, "Word stopped answering. Reload the pane, then try again in an empty document.");
    } finally {
      start.disabled = false;
    }
  };
  const show = (compared: Compared | null): void => {
    setVisible(field, compared !== null);
    setClaims(told, compared === null ? {} : { "word.answers": compared.count });
    if (compared === null) {
      setText(told, "This document is not empty, so the test did not start.");
      return;
    }
    answers.value = compared.json;
    setText(told, `${plural(compared.count, "result")}. Send them to the developers of Unsaid.`);
  };
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
