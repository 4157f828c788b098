/** Places that are left after redacting or checking: why, what can be done, and what is kept by decision. */

import type { Place, Verification } from "../api/schemas";
import { partialTerms } from "./partial_terms";
import type { Entry } from "./suggestion_list";
import { entry, redactedTerms, occurrenceOf, pending, rejected } from "./selectors";
import type { LeftPlace, Session } from "./session";
import { type FoundIn, locationName } from "./location_names";
import { joined, plain, type Statement } from "./claims";
import { plural } from "./number_format";
import { staysInCopy, unreadableParts } from "./unreadable_parts";
import { clientNamePlaces, clientNamePlacesInCopy } from "./remaining";

/**
/**
 * What can be done: the pane cannot reach it, Word refused, the person cancelled, someone changed it, only a check found
 * it, the text beside it changed, it stands in pieces, or nobody but the person can remove it.
 */
export type Remedy = "beyond" | "refused" | "stopped" | "new" | "found" | "beside" | "pieces" | "unreadable";

/** Places of a term that should be redacted but are left. Equal places are one entry. */
export interface Leftover {
  readonly remedy: Remedy;
  /** The term; where it is unknown, its placeholder. */
  readonly name: string;
  /** The part of the file, where a check found it. */
  readonly where: string | null;
  /** The code of the reason. */
  readonly why: string | null;
  readonly count: number;
  /** The place to go to. */
  readonly visit: { readonly id: string; readonly occurrence: number } | null;
}

/** List what redacting left. */
export function leftAfterRedacting(session: Session): readonly Leftover[] {
  return grouped(
    session.leftPlaces.map(each => leftoverOf(session, each, null)),
    ({ name, why, remedy }) => `${name}\n${why}\n${remedy}`,
  );
}

function leftoverOf(session: Session, { id, occurrence, why }: LeftPlace, where: string | null): Leftover {
  const name = entry(session, id)?.term ?? "a term";
  const isThere = occurrence !== null && why !== "gone" && why !== "beside_changed";
  const visit = isThere ? { id, occurrence } : null;
  return { remedy: remedyOf(occurrence, why), name, where, why, count: 1, visit };
}

function remedyOf(occurrence: number | null, why: string): Remedy {
  if (why === "gone" || why === "rewritten") return "new";
  if (why === "cancelled") return "stopped";
  if (why === "beside_changed") return "beside";
  return occurrence === null ? "beyond" : "refused";
}

type Found = Verification["places"][number];

/** List what a check of the open document found. */
export function leftAfterCheck(session: Session, { places, parts }: Verification): readonly Leftover[] {
  const sought = redactedTerms(session).flatMap(({ id, spellings }) =>
    spellings.map(spelling => ({ id, spelling })),
  );
  // A place that is found in several ways counts in one row.
  const counted = withoutDuplicates(places).filter(({ count }) => count > 0);
  const unreadable = unreadableParts(parts);
  const lines = counted.map(found => {
    const left = leftoverInFile(session, found, sought[found.string ?? -1] ?? null);
    return staysInCopy(unreadable, found) ? { ...left, remedy: "unreadable" as const } : left;
  });
  return grouped(
    lines,
    ({ name, where, why, visit, remedy }) => `${name}\n${where}\n${why}\n${remedy}\n${visit?.occurrence}`,
  );
}

/** Drop findings in the bytes of a part that a paragraph of the same part reports too. */
function withoutDuplicates(places: readonly Found[]): readonly Found[] {
  const reported = new Set(places.filter(isParagraph).map(({ part, string }) => `${part}\n${string}`));
  return places.filter(each => isParagraph(each) || !isText(each) || !reported.has(`${each.part}\n${each.string}`));
}

const isParagraph = ({ found_in: { code } }: Found): boolean => code === "paragraph";

const TEXTS: readonly FoundIn["code"][] = ["text", "glued_words", "dotted_words"];
const isText = ({ found_in: { code } }: Found): boolean => TEXTS.includes(code);

interface Sought {
  readonly id: string;
  readonly spelling: string;
}

function leftoverInFile(session: Session, found: Found, sought: Sought | null): Leftover {
  const where = locationName(found);
  const reason = sought === null ? undefined : reasonFor(session, found, sought.id);
  if (reason !== undefined) return { ...leftoverOf(session, reason, where), count: found.count };
  // The place has this spelling, which may be a part of the term: a name without its first word.
  const name = sought?.spelling ?? found.placeholder;
  // Word replaces only text. It cannot change properties, links or embedded files.
  const { story } = found.found_in;
  const isReachable = isParagraph(found) && story !== null && REACHABLE_STORIES.includes(story);
  const remedy = isReachable ? "found" : IN_PIECES.includes(found.found_in.code) ? "pieces" : "beyond";
  return { remedy, name, where, why: null, count: found.count, visit: null };
}

/** What the check puts together of texts that stand apart. The clean copy redacts it only where each of them goes. */
const IN_PIECES: readonly FoundIn["code"][] = ["across_paragraphs", "separated_letters"];

const REACHABLE_STORIES: readonly NonNullable<FoundIn["story"]>[] = [
  "body",
  "header",
  "footer",
  "footnotes",
  "endnotes",
  "comments",
];

/** Find Word's reason for this paragraph, or for the term where the paragraph is unknown. */
function reasonFor({ leftPlaces, ...session }: Session, found: Found, id: string): LeftPlace | undefined {
  const own = leftPlaces.filter(each => each.id === id);
  const places = entry({ leftPlaces, ...session }, id)?.places ?? [];
  const exact = own.find(({ occurrence }) => {
    const at = occurrence === null ? null : (session.occurrencePlaces.get(id)?.[occurrence] ?? null);
    const place = at === null ? null : (places[at] ?? null);
    return place !== null && isSameParagraph(place, found);
  });
  if (exact !== undefined || !isParagraph(found)) return exact;
  const why = UNREACHABLE_STORIES[found.found_in.story ?? "body"];
  if (why !== undefined) return { id, occurrence: null, why };
  return own.find(each => each.occurrence === null) ?? own[0];
}

/** Kinds of text that Word never reaches, with the reason. */
const UNREACHABLE_STORIES: Readonly<Partial<Record<NonNullable<FoundIn["story"]>, string>>> = {
  copy: "second_copy",
  "before deletion": "deleted",
};

const isSameParagraph = ({ story, block }: Place, { part, found_in: at }: Found): boolean =>
  at.code === "paragraph" && story.part === part && story.kind === at.story && block + 1 === at.number;

function grouped(all: readonly Leftover[], key: (each: Leftover) => string): readonly Leftover[] {
  const alike = new Map<string, Leftover>();
  for (const each of all) {
    const known = alike.get(key(each));
    alike.set(key(each), { ...(known ?? each), count: (known?.count ?? 0) + each.count });
  }
  return [...alike.values()];
}

/** Say that the pane cannot reach some places, and that the clean copy redacts them. */
export function beyondReach(count: number): string {
  return `The pane cannot reach ${places(count)}. The clean copy redacts ${them(count)}.`;
}

const ADVICE: Readonly<Record<Remedy, (count: number) => string>> = {
  beyond: beyondReach,
  refused: count =>
    `Word did not replace ${places(count)}. Replace ${them(count)} yourself, or make a clean copy, which redacts ${them(count)}.`,
  stopped: count =>
    `You cancelled before ${places(count)} ${count === 1 ? "was" : "were"} redacted. Redact the rest, or make a clean copy.`,
  new: count => `${places(count)} ${count === 1 ? "has" : "have"} changed. Analyse again.`,
  found: count => `The check found ${plural(count, "more place", "more places")}. Analyse again.`,
  beside: count =>
    `The text beside ${places(count)} changed while Word replaced ${them(count)}. Compare this text with the original, or make a clean copy, which starts from the analysed document.`,
  pieces: count =>
    `${plural(count, "place is", "places are")} split, such as a name over two paragraphs, so the pane cannot reach ${them(count)}. Make a clean copy. Its check says whether ${count === 1 ? "it is" : "they are"} left.`,
  unreadable: count =>
    `The clean copy keeps ${places(count)} in parts that Unsaid cannot read, such as objects of other programs. Remove these parts in Word, then analyse again.`,
};

/** Say what can be done: for each kind of remedy its places and a sentence. */
export function adviceFor(left: readonly Leftover[]): readonly (readonly [Remedy, number, string])[] {
  const counts = new Map<Remedy, number>();
  for (const { remedy, count } of left) counts.set(remedy, (counts.get(remedy) ?? 0) + count);
  return (Object.keys(ADVICE) as Remedy[]).flatMap(remedy => {
    const count = counts.get(remedy);
    return count === undefined ? [] : [[remedy, count, ADVICE[remedy](count)] as const];
  });
}

/** Say that the words beside placeholders are not those of the original, and what can be done. */
export function damageSentence(count: number): string {
  return (
    `The words beside ${plural(count, "placeholder")} have changed since the analysis: while Word replaced ` +
    "the terms, or because someone edited them. Compare these words with the original, or make a clean copy, which starts from the analysed document."
  );
}

/** Count the places. */
export function countPlaces(left: readonly Leftover[]): number {
  return left.reduce((sum, each) => sum + each.count, 0);
}

/** Count the places that look like personal data and that nobody has decided on. */
export function countNew(verification: Verification): number {
  return verification.new.reduce((sum, { count }) => sum + count, 0);
}

const places = (count: number): string => plural(count, "place");
const them = (count: number): string => (count === 1 ? "it" : "them");

/** A term that is kept by decision, and how often it occurs. */
export interface KeptTerm {
  readonly term: string;
  readonly count: number;
  /** It was redacted in other places. */
  readonly partial: boolean;
  readonly visit: { readonly id: string; readonly occurrence: number } | null;
}

/** List what is kept by decision: rejected terms, and the other places of partly redacted terms. */
export function keptTerms(session: Session, { stays }: Verification): readonly KeptTerm[] {
  const here = partialTerms(session).flatMap(({ entry: each, here: gone }, index) => {
    const count = stays.filter(({ term }) => term === index).reduce((sum, row) => sum + row.count, 0);
    const stood = each.places.findIndex(
      (place, at) => !gone.includes(place) && occurrenceOf(session, each.id, at) !== null,
    );
    const occurrence = stood < 0 ? null : occurrenceOf(session, each.id, stood);
    return count === 0 ? [] : [keptTerm(each, count, true, occurrence)];
  });
  const kept = rejected(session).map(each =>
    keptTerm(each, each.count, false, (session.foundCounts.get(each.id) ?? 0) > 0 ? 0 : null),
  );
  return [...here, ...kept];
}

function keptTerm({ id, term }: Entry, count: number, partial: boolean, occurrence: number | null): KeptTerm {
  return { term, count, partial, visit: occurrence === null ? null : { id, occurrence } };
}

/** Say what stays readable in the document: by decision, and what nobody has decided; empty where nothing does. */
export function keptStatement(session: Session, verification: Verification): Statement {
  const kept = keptTerms(session, verification).length;
  const by: Statement = {
    text: kept > 0 ? `Someone decided not to redact ${plural(kept, "term")}.` : "",
    claims: { "check.kept-terms": kept },
  };
  return joined(by, undecidedStatement(session));
}

/** Say how many suggestions nobody has decided. They are not redacted. */
export function undecidedStatement(session: Session): Statement {
  const open = pending(session).length;
  if (open === 0) return plain("");
  const text = `${plural(open, "suggestion is", "suggestions are")} undecided and not redacted.`;
  return { text, claims: { "decisions.undecided": open } };
}

/** Tell whether someone has changed the text since the analysis. */
function isNoLongerAnalysed({ documentChanged, leftPlaces }: Session): boolean {
  return documentChanged || leftPlaces.some(each => each.why === "rewritten");
}

/** Say that the client's name still stands in the open document, or in the copy of it. */
export function clientNameStatement(session: Session): Statement {
  const inCopy = session.stage.is === "copied";
  // The copy is made of the analysed text; the document may have another one now.
  if (!inCopy && isNoLongerAnalysed(session)) return plain("");
  const places = inCopy ? clientNamePlacesInCopy(session) : clientNamePlaces(session);
  if (places === 0) return plain("");
  return {
    text: `The client’s name is still in ${inCopy ? "the copy" : "the text"}: ${plural(places, "place")}.`,
    claims: { "document.client-name": places },
  };
}
