/** The page in the browser that saves a file for the pane: it collects the ciphertext, and decrypts it here. */

import "./styles.css";
import { leadTo } from "./save/link";
import { unseal } from "./save/sealed_file";

const INCOMPLETE = "This address is not complete, so the file cannot be decrypted. Save the file again in Word.";
const GONE = "The file was already fetched, or more than a minute has passed. Save the file again in Word.";
const UNANSWERED = "The service does not answer. Save the file again in Word.";
const DAMAGED = "The file cannot be decrypted. Save the file again in Word.";

async function save(): Promise<void> {
  const [id, key] = location.hash.slice(1).split(".");
  // The key does not stay in the address bar and in the history.
  history.replaceState(null, "", location.pathname);
  if (!id || !key) {
    tell(INCOMPLETE);
    return;
  }
  const answer = await collect(id);
  if (answer?.ok !== true) {
    tell(answer?.status === 404 ? GONE : UNANSWERED);
    return;
  }
  try {
    const ciphertext = new Uint8Array(await answer.arrayBuffer());
    const { name, bytes } = await unseal({ key, ciphertext });
    offer(name, bytes);
  } catch {
    tell(DAMAGED);
  }
}

function collect(id: string): Promise<Response | null> {
  const address = new URL(`../v1/downloads/${encodeURIComponent(id)}/collect`, document.baseURI);
  const options: RequestInit = { method: "POST", credentials: "omit", redirect: "error", cache: "no-store" };
  return fetch(address, options).catch(() => null);
}

/** Save the file, and leave the link for browsers that ask for a click. */
function offer(name: string, bytes: Uint8Array): void {
  const link = document.getElementById("file");
  if (!(link instanceof HTMLAnchorElement)) return;
  leadTo(link, name, bytes);
  link.textContent = `Save ${name}`;
  link.hidden = false;
  link.click();
  tell(`Your browser saves ${name}. If it does not, press the button. Then close this page.`);
}

function tell(sentence: string): void {
  const line = document.getElementById("told");
  if (line !== null) line.textContent = sentence;
}

void save();
