/** The slider for the level, with its meaning and the curve of costs. */

import {
  costs,
  curve,
  curveDescription,
  hidesClients,
  levelHeld,
  levelMeaning,
  missingPanel,
  type CurvePoint,
} from "../state/risk";
import { minLevel, minLevelSentence, ofPolicy } from "../state/policy";
import { shortfallSentence } from "../state/shortfall";
import { maxLevel } from "../state/levels";
import type { Claims } from "../state/claims";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { changeDetector, make, setStatement, setAttributes, setClaims, setVisible, type Region } from "./dom";
import { disclosure, ROOMY } from "./folds";
import { svgElement } from "./icons";

const WIDTH = 280;
const HEIGHT = 56;
const EDGE = 9; // half of the slider's thumb, so that the dot is below it
const MARGIN = 4;

/** The slider with its curve. */
export function levelSlider(store: Store): Region {
  const slider = make("input", {
    type: "range",
    id: "level",
    min: 1,
    step: 1,
    "aria-describedby": "level-ends level-floor",
  });
  const meaning = make("output", { for: "level", class: "meaning" });
  const lowest = make("span", {}, "not hidden");
  const floor = make("p", { id: "level-floor", class: "hint", hidden: true });
  const lacking = make("p", { class: "hint care", hidden: true });
  const picture = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  const kept = make("span", { class: "kept" });
  const guessed = make("span", { class: "guessed" });
  const legend = make("span", { class: "legend" }, kept, guessed);
  const missing = make("p", { class: "hint", hidden: true });
  const cost = disclosure("curve", ROOMY, legend, picture);
  const element = make(
    "section",
    { class: "level" },
    make("div", { class: "head" }, make("label", { for: "level", class: "title" }, "How hard to guess"), meaning),
    slider,
    make(
      "p",
      { id: "level-ends", class: "ends" },
      lowest,
      make("span", { class: "unseen" }, " to "),
      make("span", {}, "hard to guess"),
    ),
    floor,
    lacking,
    cost.element,
    missing,
  );
  const drawing = curveDrawing(picture);
  const fresh = changeDetector();

  slider.addEventListener("input", () => store.dispatch({ type: "set-level", k: slider.valueAsNumber }));

  return {
    element,
    update(session) {
      setVisible(element, session.client !== null && session.analysis !== null);
      if (element.hidden) return;
      const { k, stage, policy, analysis, guess, guessAtLevelOne, decisions } = session;
      const { panelNow, copy, documentChanged, redactedIds, leftPlaces } = session;
      const asked = [k, stage.is, policy, analysis, guess, guessAtLevelOne, decisions];
      if (!fresh(...asked, panelNow, copy, documentChanged, redactedIds, leftPlaces)) return;
      const [least, most] = [minLevel(session), Math.max(maxLevel(session), 2)];
      setAttributes(slider, { min: least, max: most, "aria-valuetext": levelMeaning(k) });
      const claims: Claims = { "policy.level": least };
      setStatement(lowest, { text: least === 1 ? "not hidden" : `${least}: lowest level`, claims });
      const set = ofPolicy(session, minLevelSentence(session));
      setStatement(floor, { text: set.text, claims: { ...claims, ...set.claims } });
      setVisible(floor, floor.textContent !== "");
      if (slider.valueAsNumber !== k) slider.value = String(k);
      slider.disabled = ["redacting", "checking", "copying"].includes(stage.is);
      setStatement(meaning, { text: levelMeaning(k), claims: { "level.chosen": k } });
      setStatement(lacking, shortfallSentence(session));
      setVisible(lacking, lacking.textContent !== "");
      tellCosts(session);
    },
  };

  function tellCosts(session: Session): void {
    const now = costs(session);
    const all = curve(session);
    setVisible(cost.element, now !== null && all.length > 1);
    setStatement(missing, missingPanel(session));
    setVisible(missing, missing.textContent !== "");
    if (!now) return;
    cost.seen();
    setStatement(kept, now.kept);
    setStatement(guessed, now.guessed ?? levelHeld(session));
    picture.classList.toggle("hides", hidesClients(session));
    drawing(
      all.filter(each => each.k >= minLevel(session)),
      session.k,
      { least: minLevel(session), most: maxLevel(session) },
    );
    const described = curveDescription(session);
    setAttributes(picture, { "aria-label": described.text });
    setClaims(picture, described.claims);
  }
}

/** The ends of the slider. */
interface Scale {
  readonly least: number;
  readonly most: number;
}

type Height = (point: CurvePoint) => number | null;

/** Draw the two lines for a new analysis; for a new level, move only the dots. */
function curveDrawing(picture: SVGElement): (all: readonly CurvePoint[], k: number, scale: Scale) => void {
  const ground = svgElement("path", { class: "ground", d: `M${EDGE} ${HEIGHT - MARGIN}H${WIDTH - EDGE}` });
  const upright = svgElement("path", { class: "upright" });
  const lines = { kept: svgElement("path", { class: "kept" }), guessed: svgElement("path", { class: "guessed" }) };
  const dots = {
    kept: svgElement("circle", { class: "kept", r: 4 }),
    guessed: svgElement("circle", { class: "guessed", r: 4 }),
  };
  picture.append(ground, upright, lines.kept, lines.guessed, dots.kept, dots.guessed);
  const fresh = changeDetector();

  return (all, k, { least, most }) => {
    const x = (level: number): number => EDGE + ((level - least) / Math.max(most - least, 1)) * (WIDTH - 2 * EDGE);
    const y = (share: number): number => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
    const path = (of: Height): string =>
      all
        .flatMap(each => {
          const share = of(each);
          return share === null ? [] : `${x(each.k).toFixed(1)} ${y(share).toFixed(1)}`;
        })
        .map((point, index) => `${index ? "L" : "M"}${point}`)
        .join("");
    if (fresh(all, least, most)) {
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
      const share = now?.[name as "kept" | "guessed"] ?? null;
      dot.toggleAttribute("hidden", share === null);
      if (share !== null) setAttributes(dot, { cx: x(k).toFixed(1), cy: y(share).toFixed(1) });
    }
  };
}
