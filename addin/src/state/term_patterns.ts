/** Patterns that people write for terms: # is a digit, * is any run of letters and digits, all else is itself. */

const SPECIAL = /[.+?^${}()|[\]\\]/g;

/** List what a pattern matches as whole words, each once. */
export function matches(pattern: string, texts: readonly string[]): readonly string[] {
  const expression = expressionOf(pattern.trim());
  if (expression === null) return [];
  const found = texts.flatMap(text => [...text.matchAll(expression)].map(([match]) => match));
  return [...new Set(found)];
}

/** Tell whether a line is a pattern. It needs something besides wildcards: a lone * would match every word. */
export function isPattern(line: string): boolean {
  return expressionOf(line.trim()) !== null;
}

function expressionOf(pattern: string): RegExp | null {
  if (!/[#*]/.test(pattern) || !/[\p{L}\p{N}#]/u.test(pattern)) return null;
  const body = pattern
    .replace(SPECIAL, "\\$&")
    .replace(/\s+/g, "\\s+")
    .replace(/#/g, "\\p{N}")
    .replace(/\*+/g, "[\\p{L}\\p{N}]*");
  return new RegExp(`(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])`, "gu");
}
