/** Starts the pane when Word is ready. */

import "./styles.css";
import { Api } from "./api";
import { openAccount } from "./auth/open_account";
import { SignIn } from "./auth/sign_in";
import { startFlow } from "./flow/controller";
import { leadTo } from "./save/link";
import { createStore } from "./state/store";
import { mount } from "./view/mount";
import { onReturn } from "./view/on_return";
import { openDocument } from "./word/open_document";

/** Save a file by a link; in the browser where a link saves nothing. */
async function save(api: Api, byLink: boolean, name: string, bytes: Uint8Array): Promise<void> {
  if (!byLink) {
    const { saveInBrowser } = await import("./save_in_browser");
    await saveInBrowser(api, name, bytes);
    return;
  }
  const link = document.createElement("a");
  leadTo(link, name, bytes);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function start(): Promise<void> {
  const root = document.getElementById("pane");
  if (root === null) return;
  const word = await openDocument();
  if (word === null) {
    const { showOutsideWord } = await import("./view/outside_word");
    showOutsideWord(root);
    return;
  }
  const store = createStore();
  const signIn = new SignIn(settings => openAccount(settings, word.capabilities));
  const api = new Api(new URL("../", document.baseURI), signIn);
  mount(root, store);
  const page = {
    save: (name: string, bytes: Uint8Array, byLink: boolean) =>
      save(api, byLink && word.capabilities.savesLinks, name, bytes),
    reload: () => location.reload(),
    compareWord: async () => (await import("./compare_word")).compareWord(),
    findReleased: async () => (await import("./find_released")).findReleased(api),
    onReturn,
  };
  startFlow({ api, word, store, tokens: signIn, page });
}

void start();
