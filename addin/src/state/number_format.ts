/** Formats numbers for sentences and tables. */

const ONE_TO_TWELVE = [
  ...["one", "two", "three", "four", "five", "six"],
  ...["seven", "eight", "nine", "ten", "eleven", "twelve"],
];
const NUMBER = new Intl.NumberFormat("en-GB");
const ORDINAL_RULES = new Intl.PluralRules("en-GB", { type: "ordinal" });
const ORDINAL_ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };

/** Format a number in a sentence: "five", "13", "2,000". */
export function numberInWords(number: number): string {
  return ONE_TO_TWELVE[number - 1] ?? NUMBER.format(number);
}

/** Format a number in a table: "2,000". */
export function formatNumber(number: number): string {
  return NUMBER.format(number);
}

/** Format a position: "1st", "12th", "23rd". */
export function ordinal(position: number): string {
  return `${NUMBER.format(position)}${ORDINAL_ENDINGS[ORDINAL_RULES.select(position)] ?? "th"}`;
}

/** Count things: "1 place", "3 places". */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}

/** Format a share: "86 %", on one line. "100 %" and "0 %" are exact. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return UNDER_ONE;
  if (share < 1 && share > 0.99) return "over 99\u00a0%";
  return `${Math.round(share * 100)}\u00a0%`;
}

const UNDER_ONE = "under 1\u00a0%";

/** Format the probability of a guess: no client is ruled out, however unlikely. */
export function likelihood(probability: number): string {
  return probability < 0.01 ? UNDER_ONE : percent(probability);
}

/** Format an upper bound of it: "under 4 %". */
export function atMost(probability: number): string {
  return probability < 0.01 ? likelihood(probability) : `under ${percent(probability)}`;
}

/** Format a probability: "4 in 100", "1 in 2,000", "almost never". */
export function chance(probability: number): string {
  if (probability >= 0.995) return "almost always";
  if (probability >= 0.01) return `${Math.round(probability * 100)} in 100`;
  if (probability >= 0.0001) return `1 in ${formatNumber(Number((1 / probability).toPrecision(1)))}`;
  return "almost never";
}
