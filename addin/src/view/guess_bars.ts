/** The likely guesses: bars, the likeliest client and the industry. */

import { bars, hidesClients, industrySentence, currentRisk, rivalSentence, type Bar } from "../state/risk";
import { percent } from "../state/number_format";
import { changeDetector, keyedList, make, setText, setAttributes, setVisible, type Item, type Region } from "./dom";
import { disclosure, ROOMY } from "./folds";

const ALL_CLIENTS = "Likely guesses";
const VISIBLE_CLIENTS = "Likely guesses among your clients";

/** The bars. */
export function guessBars(): Region {
  const title = make("h2", { id: "guesses-title", class: "title" }, ALL_CLIENTS);
  const sentence = make("span", { class: "meaning" });
  const list = make("ul", { class: "bars", "aria-labelledby": "guesses-title" });
  const line = make("p", { class: "hint" });
  const fold = disclosure("guesses", ROOMY, sentence, list);
  const element = make("section", { class: "guesses" }, title, fold.element, line);
  const fresh = changeDetector();
  const draw = keyedList<Bar>(list, bar => bar.key, guessBar);

  return {
    element,
    update(session) {
      const now = currentRisk(session);
      setVisible(element, session.client !== null && now !== null && now.guess.length > 0);
      if (
        element.hidden ||
        !fresh(session.guess, session.guessAtLevelOne, session.k, session.decisions, session.analysis)
      )
        return;
      fold.seen();
      setText(title, hidesClients(session) ? VISIBLE_CLIENTS : ALL_CLIENTS);
      setText(sentence, rivalSentence(session));
      draw(bars(session));
      setText(line, industrySentence(session));
      setVisible(line, line.textContent !== "");
    },
  };
}

function guessBar(first: Bar): Item<Bar> {
  const name = make("span", { class: "name" });
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
      setText(
        value,
        bar.atMost && bar.probability >= 0.01 ? `under ${percent(bar.probability)}` : percent(bar.probability),
      );
    },
  };
}
