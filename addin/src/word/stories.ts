/**
 * How to reach each story: body, headers, footers, notes, comments and text boxes are searched one by one (#4,
 * #4650).
 */

import type { Capabilities } from "./capabilities";
import type { Margin, UnreachableReason } from "./document";

/** A story, as the analysis names it. */
export interface StoryName {
  readonly part: string;
  readonly kind: string;
}

/** How to reach a story: by one search, comment by comment, text box by text box, or not at all. */
export type StoryAccess =
  | { readonly kind: "body"; readonly of: (context: Word.RequestContext) => Word.Body }
  | { readonly kind: "comments" }
  | { readonly kind: "shapes"; readonly anchoredIn: (context: Word.RequestContext) => Word.Body }
  | { readonly kind: "none"; readonly reason: UnreachableReason };

const MAIN_BODY: (context: Word.RequestContext) => Word.Body = context => context.document.body;
const NOT_REACHABLE: StoryAccess = { kind: "none", reason: "not_reachable" };

/** Return the key of a story in a map. */
export function storyKey(story: StoryName): string {
  return `${story.kind}\0${story.part}`;
}

/** Return how to reach a story in this version of Word. */
export function accessTo(story: StoryName, margins: readonly Margin[], can: Capabilities): StoryAccess {
  switch (story.kind) {
    case "body":
      return { kind: "body", of: MAIN_BODY };
    case "footnotes":
      return { kind: "body", of: context => context.document.getFootnoteBody() };
    case "endnotes":
      return { kind: "body", of: context => context.document.getEndnoteBody() };
    case "header":
    case "footer":
      return accessToMargin(story.part, margins);
    case "comments":
      return { kind: "comments" };
    case "text box":
      return can.textBoxes ? accessToTextBoxes(story.part, margins) : { kind: "none", reason: "text_box" };
    default:
      return NOT_REACHABLE;
  }
}

function accessToMargin(part: string, margins: readonly Margin[]): StoryAccess {
  // Asking for a type that does not exist is an error in one version and creates it in another (docs-ref#1202, #1904).
  const margin = margins.find(each => each.part === part);
  return margin === undefined ? NOT_REACHABLE : { kind: "body", of: context => marginBody(context, margin) };
}

function accessToTextBoxes(part: string, margins: readonly Margin[]): StoryAccess {
  const margin = margins.find(each => each.part === part);
  return { kind: "shapes", anchoredIn: margin === undefined ? MAIN_BODY : context => marginBody(context, margin) };
}

/** Return the text of a header or footer. */
export function marginBody(context: Word.RequestContext, margin: Margin): Word.Body {
  let section = context.document.sections.getFirst();
  for (let ordinal = 0; ordinal < margin.section; ordinal++) section = section.getNext();
  return margin.kind === "header" ? section.getHeader(margin.type) : section.getFooter(margin.type);
}
