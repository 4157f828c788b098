/** On request: which held-out attackers name the client, and what helps against those that words do not stop. */

import { attackedStates, type AttackedState, type AttackerGroup } from "../state/attackers";
import { changeDetector, make, setClaims, setStatement, setVisible, type Region } from "./dom";

/** The attackers of the document as it stands, of the level, and of the clean copy. */
export function attackersFold(): Region {
  const states = make("div", {});
  const element = make(
    "details",
    { class: "attackers" },
    make("summary", {}, "Which attackers"),
    make("p", { class: "hint" }, WHAT_THEY_ARE),
    states,
    make("p", { class: "hint" }, WHAT_HELPS),
  );
  const fresh = changeDetector();

  return {
    element,
    update(session) {
      const { analysis, client, k, panelNow, copy, stage, documentChanged } = session;
      if (!fresh(analysis, client, k, panelNow, copy, stage.is, documentChanged)) return;
      const all = attackedStates(session);
      setVisible(element, all.length > 0);
      states.replaceChildren(...all.flatMap(stateLines));
    },
  };
}

const WHAT_THEY_ARE =
  "These are held-out attackers: programs that guess the client, and that redaction does not use.";
const WHAT_HELPS =
  "Redacting single words does not stop the attackers that compare pairs of words, style and whole sentences. " +
  "To hide from them, rewrite sentences, and leave out paragraphs that other documents also contain.";

function stateLines({ title, groups }: AttackedState): HTMLElement[] {
  const heading = make("h3", {});
  setStatement(heading, title);
  return [heading, ...groups.map(groupLines)];
}

function groupLines({ text, claims, names }: AttackerGroup): HTMLElement {
  const list = names.length === 0 ? null : make("ul", {}, ...names.map(each => make("li", {}, each)));
  const element = make("div", {}, make("p", {}, text), list);
  setClaims(element, claims);
  return element;
}
