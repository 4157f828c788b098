/** Compares paragraphs before and after a batch: only the replaced strings may differ. */

/** What was replaced in a paragraph: the string as it stood there, and the new one. */
export interface Cut {
  readonly old: string;
  readonly text: string;
}

/** A cut, and its paragraph before and after the batch. */
export interface CutInParagraph extends Cut {
  readonly before: string;
  readonly after: string;
  /** The number of the paragraph; null where it is unknown. */
  readonly block: number | null;
}

/**
 * Tell whether a paragraph became another one by cuts alone. The cuts are in text order.
 *
 *     becameByCuts("Ann met Bob", "[A] met [B]", [{ old: "Ann", text: "[A]" }, { old: "Bob", text: "[B]" }])  // true
 *     becameByCuts("Ann sells", "A[A]lls", [{ old: "Ann", text: "[A]" }])  // false
 */
export function becameByCuts(before: string, after: string, cuts: readonly Cut[]): boolean {
  // Which cut of a repeated string was meant is unknown, so all positions that fit so far are kept.
  let reached = new Set([0]);
  let shift = 0;
  for (const { old, text } of cuts) {
    const next = new Set<number>();
    for (const from of reached) {
      for (let at = before.indexOf(old, from); at >= 0; at = before.indexOf(old, at + 1)) {
        if (before.slice(from, at) !== after.slice(from + shift, at + shift)) break;
        if (after.startsWith(text, at + shift)) next.add(at + old.length);
      }
    }
    reached = next;
    shift += text.length - old.length;
  }
  return [...reached].some(from => before.slice(from) === after.slice(from + shift));
}

/**
 * Return which cuts stand in a paragraph that changed in another way too. The cuts are in text order.
 *
 * Where the paragraphs have no numbers, equal neighbours may be one paragraph with many cuts or equal paragraphs with fewer, so both readings are tried.
 */
export function damaged<T extends CutInParagraph>(cuts: readonly T[]): T[] {
  const found: T[] = [];
  let run: T[] = [];
  for (const cut of [...cuts, null]) {
    const [first] = run;
    if (first !== undefined && !(cut !== null && isSameParagraph(first, cut))) {
      if (!fits(run)) found.push(...run);
      run = [];
    }
    if (cut !== null) run.push(cut);
  }
  return found;
}

function isSameParagraph(a: CutInParagraph, b: CutInParagraph): boolean {
  return a.block === b.block && a.before === b.before && a.after === b.after;
}

function fits(run: readonly CutInParagraph[]): boolean {
  for (let size = run.length; size >= 1; size--) {
    if (run.length % size !== 0) continue;
    const chunks = Array.from({ length: run.length / size }, (_, at) => run.slice(at * size, (at + 1) * size));
    if (chunks.every(chunk => becameByCuts(chunk[0]?.before ?? "", chunk[0]?.after ?? "", chunk))) return true;
  }
  return false;
}
