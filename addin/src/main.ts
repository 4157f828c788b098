/** Starts the pane when Word is ready. */

import "./styles.css";
import { Api } from "./api";
import { openAccount } from "./auth/open_account";
import { SignIn } from "./auth/sign_in";
import { startFlow } from "./flow/controller";
import { createStore } from "./state/store";
import { mount } from "./view/mount";
import { openDocument } from "./word/open_document";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const page = {
  save(name: string, bytes: Uint8Array): void {
    const type = name.endsWith(".json") ? "application/json" : DOCX;
    const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  },
  reload: () => location.reload(),
};

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
  startFlow({ api, word, store, tokens: signIn, page });
}

void start();
