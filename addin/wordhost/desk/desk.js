// Shows the document after every change, keeps the selection of Word and that of the page the same, and opens others.
import { Paper } from "./paper.js";
import { markNotes, Selecting } from "./selection.js";

const NOW_AND_THEN = 1500; // milliseconds between two looks; after work of the pane it looks at once
const stage = document.getElementById("document");
const line = document.getElementById("state");
const samples = document.getElementById("samples");
const pane = document.getElementById("pane");
const paper = new Paper(stage);
const selecting = new Selecting(stage);
let shown = { version: null, selections: null };

async function look() {
  const state = await (await fetch("/document/state")).json();
  const isNew = state.version !== shown.version;
  if (isNew) {
    await paper.show(await (await fetch("/document/shown")).blob());
    markNotes(stage);
  }
  const follow = state.selections !== shown.selections && shown.selections !== null;
  if (isNew || follow) selecting.show(state.selected, { follow });
  nameDocument(state);
  shown = state;
  stage.dataset.version = state.version;
}

function nameDocument({ name, copies }) {
  document.getElementById("save").download = name;
  if ([...samples.options].every(each => each.value !== name)) {
    samples.querySelector("[data-own]")?.remove();
    const own = new Option(name, name);
    own.dataset.own = "";
    samples.prepend(own);
  }
  samples.value = name;
  if (copies !== document.getElementById("copies").childElementCount) listCopies(copies);
}

/** What the pane has opened is shown beside, as Word opens another window. */
function listCopies(count) {
  document.getElementById("copies").replaceChildren(...Array.from({ length: count }, (_, at) => {
    const link = document.createElement("a");
    return Object.assign(link, { className: "button", href: `/opened/${at + 1}/`, target: "_blank", textContent: count > 1 ? `Clean copy ${at + 1}` : "Clean copy" });
  }));
}

// One look at a time, and one more for all that happened meanwhile.
let looking = null;
let again = false;
function lookSoon() {
  if (looking !== null) {
    again = true;
    return;
  }
  looking = look().catch(tell).finally(() => {
    looking = null;
    if (again) {
      again = false;
      lookSoon();
    }
  });
}

function tell(problem) {
  line.textContent = `The document cannot be shown: ${problem.message}`;
  line.classList.add("problem");
}

async function open(content, name) {
  const answer = await fetch(`/document?name=${encodeURIComponent(name)}`, { method: "PUT", body: content });
  line.classList.toggle("problem", !answer.ok);
  line.textContent = answer.ok ? "A simulated Word. The document stays on this computer." : await answer.text();
  if (!answer.ok) return;
  stage.scrollTop = 0;
  pane.contentWindow.location.reload();
  lookSoon();
}

async function openSample(file) {
  await open(await (await fetch(`/samples/${encodeURIComponent(file)}`)).blob(), file);
}

samples.addEventListener("change", () => {
  if (!samples.selectedOptions[0]?.hasAttribute("data-own")) void openSample(samples.value).catch(tell);
});
document.getElementById("other").addEventListener("change", ({ target }) => {
  if (target.files[0]) void open(target.files[0], target.files[0].name).catch(tell);
  target.value = "";
});
addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  document.body.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) void open(file, file.name).catch(tell);
});
addEventListener("unsaid-host-answered", lookSoon);
setInterval(lookSoon, NOW_AND_THEN);

const listed = await (await fetch("/samples")).json();
samples.replaceChildren(...listed.map(({ file, title }) => new Option(title, file)));
lookSoon();
