/** The slider for the level, with its meaning and the curve of costs. */

import {
  costs,
  curve,
  curveDescription,
  hidesClients,
  levelHeld,
  levelMeaning,
  shortfallSentence,
  type CurvePoint,
} from "../state/risk";
import { maxLevel } from "../state/selectors";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { changeDetector, make, setText, setAttributes, setVisible, type Region } from "./dom";
import { disclosure, ROOMY } from "./folds";
import { svgElement } from "./icons";

const WIDTH = 280;
const HEIGHT = 56;
const EDGE = 9; // half of the slider's thumb, so that the dot is below it
const MARGIN = 4;

/** The slider with its curve. */
export function levelSlider(store: Store): Region {
  const slider = make("input", { type: "range", id: "level", min: 1, step: 1, "aria-describedby": "level-ends" });
  const meaning = make("output", { for: "level", class: "meaning" });
  const lacking = make("p", { class: "hint care", hidden: true });
  const picture = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  const kept = make("span", { class: "kept" });
  const guessed = make("span", { class: "guessed" });
  const legend = make("span", { class: "legend" }, kept, guessed);
  const cost = disclosure("curve", ROOMY, legend, picture);
  const element = make(
    "section",
    { class: "level" },
    make("div", { class: "head" }, make("label", { for: "level", class: "title" }, "How hard to guess"), meaning),
    slider,
    make(
      "p",
      { id: "level-ends", class: "ends" },
      make("span", {}, "not hidden"),
      make("span", { class: "unseen" }, " to "),
      make("span", {}, "hard to guess"),
    ),
    lacking,
    cost.element,
  );
  const drawing = curveDrawing(picture);
  const fresh = changeDetector();

  slider.addEventListener("input", () => store.dispatch({ type: "set-level", k: slider.valueAsNumber }));

  return {
    element,
    update(session) {
      setVisible(element, session.client !== null && session.analysis !== null);
      if (element.hidden) return;
      const { k, stage } = session;
      if (!fresh(k, stage.is, session.analysis, session.guess, session.guessAtLevelOne, session.decisions)) return;
      setAttributes(slider, { max: Math.max(maxLevel(session), 2), "aria-valuetext": levelMeaning(k) });
      if (slider.valueAsNumber !== k) slider.value = String(k);
      slider.disabled = ["redacting", "checking", "copying"].includes(stage.is);
      setText(meaning, levelMeaning(k));
      setText(lacking, shortfallSentence(session));
      setVisible(lacking, lacking.textContent !== "");
      tellCosts(session);
    },
  };

  function tellCosts(session: Session): void {
    const now = costs(session);
    const all = curve(session);
    setVisible(cost.element, now !== null && all.length > 1);
    if (!now) return;
    cost.seen();
    setText(kept, `words kept ${now.kept}`);
    setText(guessed, now.guessed === null ? levelHeld(session) : `guessed ${now.guessed}`);
    picture.classList.toggle("hides", hidesClients(session));
    drawing(all, session.k, maxLevel(session));
    setAttributes(picture, { "aria-label": curveDescription(session) });
  }
}

type Height = (point: CurvePoint) => number;

/** Draw the two lines for a new analysis; for a new level, move only the dots. */
function curveDrawing(picture: SVGElement): (all: readonly CurvePoint[], k: number, most: number) => void {
  const ground = svgElement("path", { class: "ground", d: `M${EDGE} ${HEIGHT - MARGIN}H${WIDTH - EDGE}` });
  const upright = svgElement("path", { class: "upright" });
  const lines = { kept: svgElement("path", { class: "kept" }), guessed: svgElement("path", { class: "guessed" }) };
  const dots = {
    kept: svgElement("circle", { class: "kept", r: 4 }),
    guessed: svgElement("circle", { class: "guessed", r: 4 }),
  };
  picture.append(ground, upright, lines.kept, lines.guessed, dots.kept, dots.guessed);
  const fresh = changeDetector();

  return (all, k, most) => {
    const x = (level: number): number => EDGE + ((level - 1) / Math.max(most - 1, 1)) * (WIDTH - 2 * EDGE);
    const y = (share: number): number => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
    const path = (of: Height): string =>
      all.map((each, index) => `${index ? "L" : "M"}${x(each.k).toFixed(1)} ${y(of(each)).toFixed(1)}`).join("");
    if (fresh(all, most)) {
      lines.kept.setAttribute(
        "d",
        path(each => each.kept),
      );
      lines.guessed.setAttribute(
        "d",
        path(each => each.guessed),
      );
    }
    const now = all.find(each => each.k === k);
    upright.setAttribute("d", `M${x(k).toFixed(1)} 0V${HEIGHT - MARGIN}`);
    for (const [name, dot] of Object.entries(dots)) {
      dot.toggleAttribute("hidden", !now);
      if (now)
        setAttributes(dot, { cx: x(k).toFixed(1), cy: y(name === "kept" ? now.kept : now.guessed).toFixed(1) });
    }
  };
}
