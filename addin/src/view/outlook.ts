/** Who would be guessed now: the bars, the rival and the industry. */

import { bars, hidesClients, industry, outlook, rival, type Bar } from "../review/guess";
import { percent } from "../review/words";
import { changes, disclosure, keyed, make, say, set, show, type Item, type Region } from "./dom";

const OF_ALL = "Who would be guessed now";
const OF_THEIRS = "Which of your clients it looks like";

/** The bars. */
export function guesses(): Region {
  const title = make("h2", { id: "guesses-title", class: "title" }, OF_ALL);
  const sentence = make("span", { class: "meaning" });
  const list = make("ul", { class: "bars", "aria-labelledby": "guesses-title" });
  const line = make("p", { class: "hint" });
  const element = make("section", { class: "guesses" }, title, disclosure(sentence, list), line);
  const fresh = changes();
  const draw = keyed<Bar>(list, bar => bar.key, row);

  return {
    element,
    update(session) {
      const now = outlook(session);
      show(element, session.client !== null && now !== null && now.guess.length > 0);
      if (element.hidden || !fresh(session.look, session.before, session.k, session.decisions, session.analysis))
        return;
      say(title, hidesClients(session) ? OF_THEIRS : OF_ALL);
      say(sentence, rival(session));
      draw(bars(session));
      say(line, industry(session));
      show(line, line.textContent !== "");
    },
  };
}

function row(first: Bar): Item<Bar> {
  const name = make("span", { class: "name" });
  const fill = make("span", { class: "fill" });
  const value = make("span", { class: "value" });
  const element = make("li", {}, name, make("span", { class: "track", "aria-hidden": "true" }, fill), value);
  const fresh = changes();
  say(name, first.name);
  return {
    element,
    update(bar) {
      if (!fresh(bar)) return;
      set(element, { class: bar.own ? "own" : null });
      say(name, bar.own ? `${bar.name} (this)` : bar.name);
      fill.style.inlineSize = `${Math.max(bar.probability * 100, 0.5)}%`;
      say(
        value,
        bar.atMost && bar.probability >= 0.01 ? `under ${percent(bar.probability)}` : percent(bar.probability),
      );
    },
  };
}
