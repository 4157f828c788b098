/** One state of the pane, by its name behind the # of the address; without a name, all of them as a list. */

import "../../src/styles.css";
import { createStore } from "../../src/state/store";
import { mount } from "../../src/view/mount";
import { STATES } from "./states";

const root = document.getElementById("pane") ?? document.body;
let leave = (): void => undefined;

function show(): void {
  leave();
  const session = STATES[location.hash.slice(1)];
  leave = session ? mount(root, createStore(session)) : list();
  root.dataset["state"] = session ? location.hash.slice(1) : "";
}

function list(): () => void {
  const main = document.createElement("main");
  const title = document.createElement("h1");
  title.textContent = "Every state of the pane";
  const all = document.createElement("ul");
  for (const name of Object.keys(STATES)) {
    const link = document.createElement("a");
    link.href = `#${name}`;
    link.textContent = name;
    const item = document.createElement("li");
    item.append(link);
    all.append(item);
  }
  main.append(title, all);
  root.replaceChildren(main);
  return () => root.replaceChildren();
}

addEventListener("hashchange", show);
show();
