/** Which rows of a long list are drawn: some hundred around the selected one. */

import { formatNumber } from "../state/number_format";

/** How many rows are added at once. */
export const PAGE_SIZE = 100;
/** The most rows that are drawn, because thousands make every key slow. */
const MAX_DRAWN = 4 * PAGE_SIZE;

/** The rows from one index up to another. */
export interface ListWindow {
  readonly from: number;
  readonly to: number;
}

export const FIRST_PAGE: ListWindow = { from: 0, to: PAGE_SIZE };

/** Move the window to later rows; drops the first ones where there are too many. */
export function nextPage({ from, to }: ListWindow): ListWindow {
  return { from: Math.max(from, to + PAGE_SIZE - MAX_DRAWN), to: to + PAGE_SIZE };
}

/** Move the window to earlier rows; drops the last ones where there are too many. */
export function previousPage({ from, to }: ListWindow): ListWindow {
  const begin = Math.max(0, from - PAGE_SIZE);
  return { from: begin, to: Math.min(to, begin + MAX_DRAWN) };
}

/** Return a window that contains a row; the same one where it is drawn already, or does not exist. */
export function windowAround(window: ListWindow, line: number): ListWindow {
  if (line < 0 || (line >= window.from && line < window.to)) return window;
  if (line === window.to) return nextPage(window);
  if (line === window.from - 1) return previousPage(window);
  const page = Math.floor(line / PAGE_SIZE) * PAGE_SIZE;
  return { from: page, to: page + PAGE_SIZE };
}

/** Return a label such as "Show 100 of 2,000 more"; empty where there are none. */
export function moreLabel(left: number, which: "more" | "earlier"): string {
  if (left <= 0) return "";
  return left > PAGE_SIZE
    ? `Show ${PAGE_SIZE} of ${formatNumber(left)} ${which}`
    : `Show ${formatNumber(left)} ${which}`;
}
