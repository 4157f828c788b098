/** The dialog that says where a file went which only the browser can save. */

import { plural } from "../state/number_format";
import { button, make, setClaims } from "./dom";

/** Show that a file waits for the browser; the link opens its page where Word has not. */
export function showSaveDialog(name: string, address: string, seconds: number): void {
  const title = make("h2", { id: "save-title" }, `Saving ${name} in the browser`);
  const waits = make(
    "p",
    {},
    `The service stores the encrypted file for ${plural(seconds, "second")}. The service does not have the key.`,
  );
  setClaims(title, { "file.in-browser": { name, seconds } });
  setClaims(waits, { "file.in-browser": { name, seconds } });
  const link = make(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer" },
    "Open the page that saves the file",
  );
  const close = button("Close", () => dialog.close(), { class: "primary" });
  const dialog = make(
    "dialog",
    { "aria-labelledby": "save-title" },
    title,
    make("p", {}, "Word has opened your browser, which saves the file."),
    waits,
    make("p", {}, "If no browser opened: ", link, "."),
    close,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
