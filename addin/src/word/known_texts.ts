/**
 * What the pane knows of the paragraphs: a hash of each text, by the paragraph's id of this session, and how often each
 * hash occurs. The texts themselves are not kept.
 */

/** A paragraph as it was read; the id is null in a Word without ids (#4258). */
export interface ReadParagraph {
  readonly id: string | null;
  readonly text: string;
}

/** The texts of the paragraphs at the last reading, and after our own replacements. */
export class KnownTexts {
  private readonly byId = new Map<string, number>();
  private readonly counts = new Map<number, number>();

  /** Add the paragraphs of a story. */
  add(paragraphs: Iterable<ReadParagraph>): void {
    for (const { id, text } of paragraphs) {
      const hash = hashOf(text);
      this.count(hash, 1);
      if (id !== null) this.byId.set(id, hash);
    }
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  /** Tell whether a paragraph reads as when it was read last. */
  isSame(id: string, text: string): boolean {
    return this.byId.get(id) === hashOf(text);
  }

  /** Tell whether other paragraphs have the same texts; their order and their ids do not count. */
  hasSameTexts(other: KnownTexts): boolean {
    return (
      this.counts.size === other.counts.size &&
      [...this.counts].every(([hash, count]) => other.counts.get(hash) === count)
    );
  }

  /** Take over the ids of the same paragraphs: Word may give new ones (#5784). */
  takeIds(other: KnownTexts): void {
    this.byId.clear();
    for (const [id, hash] of other.byId) this.byId.set(id, hash);
  }

  /** Follow our own replacement. False where the text before it was not the known one: someone else changed it. */
  follow({ id, text }: ReadParagraph, after: string): boolean {
    const [was, is] = [hashOf(text), hashOf(after)];
    const known = id === null ? undefined : this.byId.get(id);
    if (known === undefined ? !this.counts.has(was) : known !== was) return false;
    this.count(was, -1);
    this.count(is, 1);
    if (id !== null) this.byId.set(id, is);
    return true;
  }

  private count(hash: number, more: number): void {
    const count = (this.counts.get(hash) ?? 0) + more;
    if (count === 0) this.counts.delete(hash);
    else this.counts.set(hash, count);
  }
}

/** A hash of 53 bits (cyrb53): two texts of a document share one by chance once in about 10^15 pairs. */
export function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
