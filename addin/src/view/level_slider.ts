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
import { curveDrawing, curvePicture } from "./curve";
import { changeDetector, make, setStatement, setAttributes, setClaims, setVisible, type Region } from "./dom";
import { disclosure, ROOMY } from "./folds";

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
  const lowest = make("span", {}, "level 1: not hidden");
  const floor = make("p", { id: "level-floor", class: "hint", hidden: true });
  const lacking = make("p", { class: "hint care", hidden: true });
  const picture = curvePicture();
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
  const drawing = curveDrawing<CurvePoint>(picture, { kept: each => each.kept, guessed: each => each.guessed });
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
      setStatement(lowest, { text: least === 1 ? "level 1: not hidden" : `level ${least}: the lowest`, claims });
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
