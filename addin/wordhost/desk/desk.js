// Shows the document after every change, and takes another one that is dropped on the page.
const stage = document.getElementById("document");
const state = document.getElementById("state");
const opened = document.getElementById("opened");
const options = { renderHeaders: true, renderFooters: true, renderFootnotes: true, renderChanges: true, renderComments: true };
let shown = null;

async function show() {
  const version = await (await fetch("/document/version")).text();
  if (version === shown) return;
  const { scrollTop } = stage;
  await docx.renderAsync(await (await fetch("/document")).blob(), stage, null, options);
  stage.scrollTop = scrollTop;
  await listOpened();
  shown = version;
}

/** What the pane has opened is shown beside, as Word opens another window. */
async function listOpened() {
  const count = await (await fetch("/opened")).json();
  opened.replaceChildren(...Array.from({ length: count }, (_, at) => {
    const link = document.createElement("a");
    Object.assign(link, { href: `/opened/${at + 1}/`, target: "_blank", textContent: `Opened by the pane: document ${at + 1}` });
    return link;
  }));
}

async function open(file) {
  const answer = await fetch("/document", { method: "PUT", body: file });
  state.textContent = answer.ok ? file.name : await answer.text();
  if (!answer.ok) return;
  document.getElementById("pane").contentWindow.location.reload();
  await show();
}

async function keepShowing() {
  try {
    await show();
  } catch (problem) {
    state.textContent = `The document cannot be shown: ${problem.message}`;
  }
  setTimeout(keepShowing, 500);
}

document.getElementById("other").addEventListener("change", ({ target }) => target.files[0] && open(target.files[0]));
addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
});
keepShowing();
