/** Which lines of a long list are drawn: some hundred around the one that is looked at, however many there are. */

import { inDigits } from "../review/words";

/** So many lines come at once. */
export const AT_ONCE = 100;
/** More are never drawn: thousands make every key slow. */
const MOST = 4 * AT_ONCE;

/** The lines from one ordinal up to another. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const FIRST: Window = { from: 0, to: AT_ONCE };

/** Some lines further; the first ones go where there are too many. */
export function further({ from, to }: Window): Window {
  return { from: Math.max(from, to + AT_ONCE - MOST), to: to + AT_ONCE };
}

/** Some lines before; the last ones go where there are too many. */
export function earlier({ from, to }: Window): Window {
  const begin = Math.max(0, from - AT_ONCE);
  return { from: begin, to: Math.min(to, begin + MOST) };
}

/** A window with this line in it; the same where it is drawn already, or there is no such line. */
export function around(window: Window, line: number): Window {
  if (line < 0 || (line >= window.from && line < window.to)) return window;
  if (line === window.to) return further(window);
  if (line === window.from - 1) return earlier(window);
  const page = Math.floor(line / AT_ONCE) * AT_ONCE;
  return { from: page, to: page + AT_ONCE };
}

/** "Show 100 of 2,000 more"; empty where there are none. */
export function showing(left: number, which: "more" | "before"): string {
  if (left <= 0) return "";
  return left > AT_ONCE ? `Show ${AT_ONCE} of ${inDigits(left)} ${which}` : `Show ${inDigits(left)} ${which}`;
}
