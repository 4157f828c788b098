/** What a browser shows that opens the pane's address outside Word: what this is, and what to do. */

import { make } from "./dom";

/** Show it in the page of the pane. */
export function showOutsideWord(root: HTMLElement): void {
  root.classList.add("outside");
  root.replaceChildren(
    make(
      "main",
      {},
      make("h1", {}, "The Unsaid pane for Word"),
      make(
        "p",
        {},
        "Unsaid hides the client of a document. Word shows this page in a pane beside the document. In a browser tab the page does nothing.",
      ),
      make("h2", {}, "If your organisation uses Unsaid"),
      make("p", {}, "Open a document in Word, then press “Redact document” on the Home tab."),
      make("h2", {}, "If the button is not there"),
      make(
        "p",
        {},
        "An administrator adds Unsaid to Word with a manifest: a small file that the command ",
        make("code", {}, `unsaid manifest --address ${new URL("..", document.baseURI).href.replace(/\/$/, "")}`),
        " writes. The user guide says how to add the manifest to each version of Word.",
      ),
      make(
        "p",
        {},
        "On the ",
        make("a", { href: "../" }, "start page of this service"),
        " you may be able to try Unsaid without Word.",
      ),
    ),
  );
}
