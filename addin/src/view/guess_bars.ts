/** How the document is guessed: as it stands, if everything suggested goes, and by whom it would be guessed. */

import { plain } from "../state/claims";
import { bars, barsAre, barsName, hidesClients, industryStatement, rivalSentence, type Bar } from "../state/risk";
import { hasPanel } from "../state/panel";
import type { Session } from "../state/session";
import { atMost, likelihood } from "../state/number_format";
import { standingGuess } from "../state/standing";
import { stateRows, type StateRow } from "../state/two_states";
import {
  changeDetector,
  keyedList,
  make,
  setAttributes,
  setClaims,
  setStatement,
  setText,
  setVisible,
  type Item,
  type Region,
} from "./dom";
import { disclosure, ROOMY } from "./folds";
import { later } from "./later";

const ALL_CLIENTS = "Model’s guess";
const ATTACKED = "Who names the client";
const VISIBLE_CLIENTS = "Model’s guess among your clients";

/** The two states, the bars and the industry. */
export function guessBars(): Region {
  const title = make("h2", { id: "guesses-title", class: "title" }, ALL_CLIENTS);
  const states = make("dl", { class: "states" });
  const ofModel = make("dl", { class: "states" });
  const attackers = later(async () => (await import("./attackers_fold")).attackersFold(), hasPanel);
  const sentence = make("span", { class: "meaning" });
  const list = make("ul", { class: "bars" });
  const line = make("p", { class: "hint" });
  const fold = disclosure("guesses", ROOMY, sentence, ofModel, list);
  const element = make(
    "section",
    { class: "guesses", "aria-labelledby": "guesses-title" },
    make("div", { class: "attacked" }, title, attackers.element),
    states,
    fold.element,
    line,
  );
  const fresh = changeDetector();
  const drawStates = keyedList<StateRow>(states, row => row.key, stateLine);
  const drawModel = keyedList<StateRow>(ofModel, row => row.key, stateLine);
  const draw = keyedList<Bar>(list, bar => bar.key, guessBar);

  return {
    element,
    update(session) {
      setVisible(element, session.client !== null && session.analysis !== null && session.analysis.client !== null);
      attackers.update(session);
      const { guess, guessAtLevelOne, k, decisions, analysis, presentWords, standing, leftPlaces } = session;
      const { documentChanged, stage, redactedIds, panelNow, copy, client, access } = session;
      const known = [guess, guessAtLevelOne, k, decisions, analysis, presentWords, standing, leftPlaces];
      if (element.hidden || !fresh(...known, documentChanged, stage, redactedIds, panelNow, copy, client, access))
        return;
      fold.seen();
      setText(title, titleOf(session));
      const rows = stateRows(session);
      drawStates(rows.map(row => (row.panel.text ? { ...row, ...row.panel } : row)));
      drawModel(rows.filter(row => row.panel.text).map(row => ({ ...row, text: `model: ${row.text}` })));
      setStatement(sentence, rivalSentence(session));
      setAttributes(list, { "aria-label": barsName(session) });
      draw(bars(session));
      setVisible(fold.element, bars(session).length > 0);
      setStatement(
        line,
        standingGuess(session) === null && barsAre(session) === "standing" ? plain("") : industryStatement(session),
      );
      setVisible(line, line.textContent !== "");
    },
  };
}

function titleOf(session: Session): string {
  if (hasPanel(session)) return ATTACKED;
  return hidesClients(session) ? VISIBLE_CLIENTS : ALL_CLIENTS;
}

function stateLine(first: StateRow): Item<StateRow> {
  const title = make("dt", {});
  const sentence = make("dd", {});
  const element = make("div", { "data-state": first.key }, title, sentence);
  return {
    element,
    update(row) {
      setText(title, row.title); // decisions change it: "If all accepted", "Once redacted"
      setStatement(sentence, row);
    },
  };
}

function guessBar(first: Bar): Item<Bar> {
  const name = make("span", { class: "name", "data-quote": "client" });
  const fill = make("span", { class: "fill" });
  const value = make("span", { class: "value" });
  const element = make("li", {}, name, make("span", { class: "track", "aria-hidden": "true" }, fill), value);
  const fresh = changeDetector();
  setText(name, first.name);
  return {
    element,
    update(bar) {
      if (!fresh(bar)) return;
      setAttributes(element, { class: bar.own ? "own" : null });
      setText(name, bar.own ? `${bar.name} (this client)` : bar.name);
      fill.style.inlineSize = `${Math.max(bar.probability * 100, 0.5)}%`;
      setText(value, bar.atMost ? atMost(bar.probability) : likelihood(bar.probability));
      setClaims(value, bar.claims);
    },
  };
}
