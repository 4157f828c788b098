/** A small chart over the levels: two lines, and a dot on each at the chosen level. */

import { changeDetector, setAttributes } from "./dom";
import { svgElement } from "./icons";

const WIDTH = 280;
const HEIGHT = 56;
const EDGE = 9; // half of the slider's thumb, so that the dot is below it
const MARGIN = 4;

/** The ends of the slider. */
interface Scale {
  readonly least: number;
  readonly most: number;
}

/** How high a line is at a point, from 0 to 1; null where it has none. */
type Height<Point> = (point: Point) => number | null;

/** The lines, by their class: the first is solid, the second is dashed. */
interface Lines<Point> {
  readonly kept: Height<Point>;
  readonly guessed: Height<Point>;
}

type Draw<Point> = (all: readonly Point[], k: number, scale: Scale) => void;

/** Create the chart. What it shows is in its label. */
export function curvePicture(): SVGElement {
  return svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
}

/** Draw the two lines for a new analysis; for a new level, move only the dots. */
export function curveDrawing<Point extends { readonly k: number }>(
  picture: SVGElement,
  heights: Lines<Point>,
): Draw<Point> {
  const ground = svgElement("path", { class: "ground", d: `M${EDGE} ${HEIGHT - MARGIN}H${WIDTH - EDGE}` });
  const upright = svgElement("path", { class: "upright" });
  const lines = (["kept", "guessed"] as const).map(name => ({
    height: heights[name],
    line: svgElement("path", { class: name }),
    dot: svgElement("circle", { class: name, r: 4 }),
  }));
  picture.append(ground, upright, ...lines.map(each => each.line), ...lines.map(each => each.dot));
  const fresh = changeDetector();

  return (all, k, { least, most }) => {
    const x = (level: number): string =>
      (EDGE + ((level - least) / Math.max(most - least, 1)) * (WIDTH - 2 * EDGE)).toFixed(1);
    const y = (share: number): string => (HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)).toFixed(1);
    const path = (height: Height<Point>): string =>
      all
        .flatMap(each => {
          const share = height(each);
          return share === null ? [] : `${x(each.k)} ${y(share)}`;
        })
        .map((point, index) => `${index ? "L" : "M"}${point}`)
        .join("");
    const isFresh = fresh(all, least, most);
    const now = all.find(each => each.k === k);
    upright.setAttribute("d", `M${x(k)} 0V${HEIGHT - MARGIN}`);
    for (const { height, line, dot } of lines) {
      if (isFresh) line.setAttribute("d", path(height));
      const share = now === undefined ? null : height(now);
      dot.toggleAttribute("hidden", share === null);
      if (share !== null) setAttributes(dot, { cx: x(k), cy: y(share) });
    }
  };
}
