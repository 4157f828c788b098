/** Saves a file through the browser, where a link in the pane saves nothing. Loaded when somebody saves a file. */

import type { Api } from "./api";
import { seal } from "./save/sealed_file";
import { showSaveDialog } from "./view/save_dialog";
import { openInBrowser } from "./word/browser_window";

/**
 * Encrypt a file, leave the ciphertext with the service, and open the page that collects it.
 *
 * The key is in the fragment of the address, which browsers do not send. So the service never sees key or file.
 */
export async function saveInBrowser(api: Api, name: string, bytes: Uint8Array): Promise<void> {
  const { key, ciphertext } = await seal({ name, bytes });
  const { id, seconds } = await api.addDownload(ciphertext);
  const page = new URL("save.html", document.baseURI);
  page.search = "";
  page.hash = `${id}.${key}`;
  openInBrowser(page.href);
  showSaveDialog(name, page.href, seconds);
}
