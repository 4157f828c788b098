/** Which lines of a long list are drawn: some hundred around the one that is looked at, however many there are. */

import { formatNumber } from "../state/number_format";

/** So many lines come at once. */
export const PAGE_SIZE = 100;
/** More are never drawn: thousands make every key slow. */
const MAX_DRAWN = 4 * PAGE_SIZE;

/** The lines from one ordinal up to another. */
export interface ListWindow {
  readonly from: number;
  readonly to: number;
}

export const FIRST_PAGE: ListWindow = { from: 0, to: PAGE_SIZE };

/** Some lines further; the first ones go where there are too many. */
export function nextPage({ from, to }: ListWindow): ListWindow {
  return { from: Math.max(from, to + PAGE_SIZE - MAX_DRAWN), to: to + PAGE_SIZE };
}

/** Some lines before; the last ones go where there are too many. */
export function previousPage({ from, to }: ListWindow): ListWindow {
  const begin = Math.max(0, from - PAGE_SIZE);
  return { from: begin, to: Math.min(to, begin + MAX_DRAWN) };
}

/** A window with this line in it; the same where it is drawn already, or there is no such line. */
export function windowAround(window: ListWindow, line: number): ListWindow {
  if (line < 0 || (line >= window.from && line < window.to)) return window;
  if (line === window.to) return nextPage(window);
  if (line === window.from - 1) return previousPage(window);
  const page = Math.floor(line / PAGE_SIZE) * PAGE_SIZE;
  return { from: page, to: page + PAGE_SIZE };
}

/** "Show 100 of 2,000 more"; empty where there are none. */
export function moreLabel(left: number, which: "more" | "before"): string {
  if (left <= 0) return "";
  return left > PAGE_SIZE
    ? `Show ${PAGE_SIZE} of ${formatNumber(left)} ${which}`
    : `Show ${formatNumber(left)} ${which}`;
}
