/** The icons of the pane, as SVG, so that they look the same in every font and theme. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  accept: "M3 8.5l3.2 3.2L13 4.8",
  reject: "M4 4l8 8M12 4l-8 8",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  fold: "M6 4l4 4-4 4",
  previous: "M10 4L6 8l4 4",
  next: "M6 4l4 4-4 4",
  edit: "M3 13l.7-2.8 7-7a1.3 1.3 0 0 1 2 2l-7 7L3 13z",
  clean: "M8 1.8l5 2v4c0 3.2-2.2 5.4-5 6.4-2.8-1-5-3.2-5-6.4v-4zM5.6 8l1.7 1.7L10.6 6.300",
  care: "M8 2.2L14.2 13H1.8zM8 6.500v3M8 11.300h.01",
  note: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.300v3.500M8 5h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** Create an SVG element with its attributes. */
export function svgElement(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** Create an icon of 16 by 16. The text or the name of its button says what it means. */
export function icon(name: IconName): SVGElement {
  const sign = svgElement("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" });
  sign.append(svgElement("path", { d: PATHS[name] }));
  return sign;
}
