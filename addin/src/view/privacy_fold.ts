/** On request: what the document gives away by its words, as a small picture. */

import type { Statement } from "../state/claims";
import { minLevel } from "../state/policy";
import { maxLevel } from "../state/levels";
import {
  copyGivesAway,
  crowdBars,
  heaviestTerms,
  levelFigures,
  levelsMeasured,
  privacyDescription,
  privacyTitle,
  whatLevelIs,
  type CrowdBar,
  type LevelPrivacy,
} from "../state/privacy";
import type { Session } from "../state/session";
import { curveDrawing, curvePicture } from "./curve";
import {
  changeDetector,
  make,
  setAttributes,
  setClaims,
  setStatement,
  setText,
  setVisible,
  type Region,
} from "./dom";

/** The index of the levels as a curve, and the other clients that the words fit as bars. */
export function privacyFold(): Region {
  const title = make("summary", {});
  const said = make("p", {});
  const index = make("span", { class: "kept" });
  const crowd = make("span", { class: "guessed" });
  const picture = curvePicture();
  const heading = make("h3", { id: "crowd-title" }, "Other clients that the words fit at least as well");
  const list = make("ul", { class: "bars", "aria-labelledby": "crowd-title" });
  const [level, terms] = [make("p", { class: "hint" }), make("p", { class: "hint" })];
  const element = make(
    "section",
    { class: "privacy" },
    make(
      "details",
      {},
      title,
      said,
      make("p", { class: "legend" }, index, crowd),
      picture,
      heading,
      list,
      level,
      terms,
      make("p", { class: "hint" }, WHAT_IT_IS),
    ),
  );
  const drawing = privacyDrawing(picture);
  const fresh = changeDetector();

  return {
    element,
    update(session) {
      const { analysis, client, k, stage, verification, copy, documentChanged, policy } = session;
      if (!fresh(analysis, client, k, stage.is, verification, copy, documentChanged, policy)) return;
      const all = levelsMeasured(session);
      setVisible(element, all.length > 0);
      setText(title, privacyTitle(session));
      tell(said, copyGivesAway(session));
      const figures = levelFigures(session);
      setStatement(index, figures.index);
      tell(crowd, figures.crowd);
      drawing(all, session);
      const bars = crowdBars(session);
      list.replaceChildren(...bars.map(crowdItem));
      setVisible(heading, bars.length > 0);
      tell(level, whatLevelIs(session));
      tell(terms, heaviestTerms(session));
    },
  };
}

const WHAT_IT_IS =
  "The words fit another client if they are at least as close to its documents as to this client’s documents. " +
  "The privacy index compares the words with those of the document as analysed, in bits: zero if all are the same, " +
  "one if none is. Sensitive words count less. The solid line shows the index as a share of its highest value.";

/** Set a sentence, and hide the element where there is none. */
function tell(element: HTMLElement, statement: Statement): void {
  setStatement(element, statement);
  setVisible(element, statement.text !== "");
}

/** Draw the index up to its highest level, and the share of the other clients that the words fit. */
function privacyDrawing(picture: SVGElement): (all: readonly LevelPrivacy[], session: Session) => void {
  let highest = 1;
  const drawing = curveDrawing<LevelPrivacy>(picture, {
    kept: each => each.index / highest,
    guessed: ({ crowd }) => crowd && (crowd[1] === 0 ? 0 : crowd[0] / crowd[1]),
  });
  return (all, session) => {
    const least = minLevel(session);
    highest = Math.max(...all.map(each => each.index)) || 1;
    drawing(
      all.filter(each => each.k >= least),
      session.k,
      { least, most: maxLevel(session) },
    );
    const described = privacyDescription(session);
    setAttributes(picture, { "aria-label": described.text });
    setClaims(picture, described.claims);
  };
}

function crowdItem({ title, value, share }: CrowdBar): HTMLElement {
  const name = make("span", { class: "name" });
  const fill = make("span", { class: "fill" });
  const often = make("span", { class: "value" });
  fill.style.inlineSize = `${Math.max(share * 100, 0.5)}%`;
  setStatement(name, title);
  setStatement(often, value);
  return make("li", {}, name, make("span", { class: "track", "aria-hidden": "true" }, fill), often);
}
