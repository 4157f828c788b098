/** Parts of a file that Unsaid searches as bytes and cannot change: what is left in them stays in the clean copy. */

import type { Verification } from "../api/schemas";

type Part = Verification["parts"][number];
type Found = Verification["places"][number];
type Code = NonNullable<Part["reason"]>["code"];

/** Why a part cannot be changed. Parts that were only not searched for names are redacted like any other. */
const UNREADABLE: ReadonlySet<Code> = new Set<Code>([
  "content_not_read",
  "part_damaged",
  "too_many_parts",
  "embedded_not_redacted",
  "embedded_not_read",
]);

/** Second forms of drawings, packed in base64: the clean copy has none. */
const CACHED_DRAWING = /!\/packed \d+/u;

/** Printer settings and macros, also of a file in the file: the clean copy has none. */
const REMOVED = /(?:^|\/)(?:printerSettings|vbaProject|attachedToolbars)\d*\.bin$/iu;

/** List the parts that Unsaid cannot change, and which of them are pictures. */
export function unreadableParts(parts: readonly Part[]): ReadonlyMap<string, { readonly picture: boolean }> {
  const unread = parts.filter(
    ({ part, examined, reason }) =>
      ![CACHED_DRAWING, REMOVED].some(gone => gone.test(part)) &&
      !examined &&
      reason !== undefined &&
      UNREADABLE.has(reason.code),
  );
  return new Map(
    unread.map(({ part, reason }) => [
      part,
      { picture: reason?.code === "content_not_read" && reason.params.content === "picture" },
    ]),
  );
}

/** Tell whether a place stays in the clean copy. What pictures say of themselves goes; what they draw does not. */
export function staysInCopy(
  unreadable: ReadonlyMap<string, { readonly picture: boolean }>,
  { part, found_in: { code } }: Found,
): boolean {
  const known = unreadable.get(part);
  return known !== undefined && (!known.picture || code === "drawn_text");
}
