/** The way to each story: the body, headers, footers, notes, comments and text boxes are searched one by one (#4, #4650). */

import type { Capabilities } from "./capabilities";
import type { Margin, Reason } from "./document";

/** A story as the analysis of the file names it. */
export interface StoryName {
  readonly part: string;
  readonly kind: string;
}

/** How a story is reached: by one search, comment by comment, text box by text box, or not at all. */
export type Way =
  | { readonly kind: "body"; readonly of: (context: Word.RequestContext) => Word.Body }
  | { readonly kind: "comments" }
  | { readonly kind: "shapes"; readonly anchoredIn: (context: Word.RequestContext) => Word.Body }
  | { readonly kind: "none"; readonly reason: Reason };

const MAIN: (context: Word.RequestContext) => Word.Body = context => context.document.body;
const NOWHERE: Way = { kind: "none", reason: "not_reachable" };

/** The key of a story in a map. */
export function keyOf(story: StoryName): string {
  return `${story.kind}\0${story.part}`;
}

/** The way to a story in this Word. */
export function wayTo(story: StoryName, margins: readonly Margin[], can: Capabilities): Way {
  switch (story.kind) {
    case "body":
      return { kind: "body", of: MAIN };
    case "footnotes":
      return { kind: "body", of: context => context.document.getFootnoteBody() };
    case "endnotes":
      return { kind: "body", of: context => context.document.getEndnoteBody() };
    case "header":
    case "footer":
      return wayToMargin(story.part, margins);
    case "comments":
      return { kind: "comments" };
    case "text box":
      return can.textBoxes ? wayToBoxes(story.part, margins) : { kind: "none", reason: "text_box" };
    default:
      return NOWHERE;
  }
}

function wayToMargin(part: string, margins: readonly Margin[]): Way {
  // Asking for a type that does not exist is an error on one Word and makes it on another (docs-ref#1202, #1904).
  const margin = margins.find(each => each.part === part);
  return margin === undefined ? NOWHERE : { kind: "body", of: context => bodyOf(context, margin) };
}

function wayToBoxes(part: string, margins: readonly Margin[]): Way {
  const margin = margins.find(each => each.part === part);
  return { kind: "shapes", anchoredIn: margin === undefined ? MAIN : context => bodyOf(context, margin) };
}

/** The text of a header or footer. */
export function bodyOf(context: Word.RequestContext, margin: Margin): Word.Body {
  let section = context.document.sections.getFirst();
  for (let ordinal = 0; ordinal < margin.section; ordinal++) section = section.getNext();
  return margin.kind === "header" ? section.getHeader(margin.type) : section.getFooter(margin.type);
}
