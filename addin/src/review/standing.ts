/** What still stands after redacting or checking: why, what takes care of it, and what stays because somebody said so. */

import type { Place, Verification } from "./analysis";
import { herePlaces } from "./here";
import type { Entry } from "./list";
import { entry, mustBeGone, occurrenceOf, pending, rejected } from "./selectors";
import type { Left, Session } from "./session";
import { counted, inDigits } from "./words";

/** What can be done: Word has no way there, it would not, somebody stopped it, or it was not there before. */
export type Fate = "beyond" | "refused" | "stopped" | "new";

/** Where something stands that had to go; those alike are one line. */
export interface Standing {
  readonly fate: Fate;
  /** The term, or where nobody knows which the placeholder it should have become. */
  readonly name: string;
  /** The part and what it was found as, where a check has told it. */
  readonly where: string | null;
  /** The code of what stood in Word's way. */
  readonly why: string | null;
  readonly count: number;
  /** How to go there. */
  readonly visit: { readonly id: string; readonly occurrence: number } | null;
}

/** What redacting has left. */
export function leftInWord(session: Session): readonly Standing[] {
  return together(
    session.left.map(each => standing(session, each, null)),
    ({ name, why, fate }) => `${name}\n${why}\n${fate}`,
  );
}

function standing(session: Session, { id, occurrence, why }: Left, where: string | null): Standing {
  const name = entry(session, id)?.term ?? "a term";
  const visit = occurrence === null || why === "gone" ? null : { id, occurrence };
  return { fate: fateOf(occurrence, why), name, where, why, count: 1, visit };
}

function fateOf(occurrence: number | null, why: string): Fate {
  if (why === "gone" || why === "rewritten") return "new";
  if (why === "cancelled") return "stopped";
  return occurrence === null ? "beyond" : "refused";
}

type Found = Verification["places"][number];

/** Where something was found: a paragraph says by itself in which part of the document it is. */
export function whereIs({ part, how }: Pick<Found, "part" | "how">): string {
  if (isParagraph({ how })) return how;
  return BESIDE_THE_TEXT.find(([place]) => place.test(`${part} ${how}`))?.[1] ?? `${part} ${how}`.trim();
}

/** What people call the places that hold no paragraph; any other is told as the file calls it. */
const BESIDE_THE_TEXT: readonly (readonly [place: RegExp, called: string])[] = [
  [/^docProps\/(app|core|custom)\.xml /, "properties of the document"],
  [/\.rels /, "address of a link"],
  [/^word\/comments\w*\.xml attribute/, "who wrote a comment"],
  [/^word\/people\.xml /, "who worked on it"],
  [/^word\/\w+\.xml attribute/, "what Word keeps beside the text"],
];

/** What a check of the open document has found. */
export function leftInFile(session: Session, { places }: Verification): readonly Standing[] {
  const ids = mustBeGone(session).flatMap(({ id, spellings }) => spellings.map(() => id));
  const named = withoutRepeats(places).map(found => ({ found, id: ids[found.string ?? -1] ?? null }));
  const known = new Set(named.flatMap(({ found, id }) => (id === null ? [] : [spotOf(found)])));
  const lines = named
    .filter(({ found, id }) => id !== null || !known.has(spotOf(found)))
    .map(({ found, id }) => ofFound(session, found, id));
  return together(lines, ({ name, where, why, visit }) => `${name}\n${where}\n${why}\n${visit?.occurrence}`);
}

/** The bytes of a part say again what its paragraphs say; what stands in none of them is told by the bytes alone. */
function withoutRepeats(places: readonly Found[]): readonly Found[] {
  const told = new Set(places.filter(isParagraph).map(({ part, string }) => `${part}\n${string}`));
  return places.filter(
    each => isParagraph(each) || !/^text\b/.test(each.how) || !told.has(`${each.part}\n${each.string}`),
  );
}

/** Another name of a term at the same spot is no other place. */
const spotOf = ({ part, how, placeholder }: Found): string => `${part}\n${how}\n${placeholder}`;

const isParagraph = ({ how }: Pick<Found, "how">): boolean => / paragraph \d+$/.test(how);

function ofFound(session: Session, found: Found, id: string | null): Standing {
  const where = whereIs(found);
  const reason = id === null ? undefined : reasonFor(session, found, id);
  if (reason !== undefined) return standing(session, reason, where);
  const name = (id === null ? null : entry(session, id)?.term) ?? found.placeholder;
  // Word replaces nothing but text: properties, links and what is packed into the file are beyond it.
  const fate = isParagraph(found) && IN_REACH.some(kind => found.how.startsWith(kind)) ? "new" : "beyond";
  return { fate, name, where, why: null, count: 1, visit: null };
}

const IN_REACH = ["body,", "header,", "footer,", "footnotes,", "endnotes,", "comments,"];

/** What Word had said of that paragraph, or where nobody knows the paragraph of the term. */
function reasonFor({ left, ...session }: Session, found: Found, id: string): Left | undefined {
  const own = left.filter(each => each.id === id);
  const places = entry({ left, ...session }, id)?.places ?? [];
  const exact = own.find(({ occurrence }) => {
    const at = occurrence === null ? null : (session.places.get(id)?.[occurrence] ?? null);
    const place = at === null ? null : (places[at] ?? null);
    return place?.story.part === found.part && paragraph(place) === found.how;
  });
  if (exact !== undefined || !isParagraph(found)) return exact;
  const why = WHERE_WORD_IS_NOT[found.how.split(",")[0] ?? ""];
  if (why !== undefined) return { id, occurrence: null, why };
  return own.find(each => each.occurrence === null) ?? own[0];
}

/** The kinds of text that say by themselves why a word of theirs is left. */
const WHERE_WORD_IS_NOT: Readonly<Record<string, string>> = { copy: "second_copy", "before deletion": "deleted" };

const paragraph = ({ story, block }: Place): string => `${story.kind}, paragraph ${block + 1}`;

function together(all: readonly Standing[], key: (each: Standing) => string): readonly Standing[] {
  const alike = new Map<string, Standing>();
  for (const each of all) {
    const known = alike.get(key(each));
    alike.set(key(each), { ...(known ?? each), count: (known?.count ?? 0) + each.count });
  }
  return [...alike.values()];
}

const SAID: Readonly<Record<Fate, (count: number) => string>> = {
  beyond: count => `Word does not reach ${places(count)}: the clean copy takes care of ${them(count)}.`,
  refused: count =>
    `Word would not replace ${places(count)}: go there, or let the clean copy take care of ${them(count)}.`,
  stopped: count => `You stopped before ${places(count)}: redact the rest, or make the clean copy.`,
  new: count =>
    `${capital(places(count))} ${count === 1 ? "was" : "were"} not there before, or changed since: look again.`,
};

/** What can be done about all of it, each on its own line. */
export function whatToDo(left: readonly Standing[]): string {
  const counts = new Map<Fate, number>();
  for (const { fate, count } of left) counts.set(fate, (counts.get(fate) ?? 0) + count);
  return (Object.keys(SAID) as Fate[])
    .flatMap(fate => (counts.has(fate) ? [SAID[fate](counts.get(fate) ?? 0)] : []))
    .join("\n");
}

/** How many places that is. */
export function howMany(left: readonly Standing[]): number {
  return left.reduce((sum, each) => sum + each.count, 0);
}

const places = (count: number): string => counted(count, "place");
const them = (count: number): string => (count === 1 ? "it" : "them");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A term that stays by somebody's decision, and how often it stands there. */
export interface Staying {
  readonly term: string;
  readonly count: number;
  /** It went from other places. */
  readonly partly: boolean;
  readonly visit: { readonly id: string; readonly occurrence: number } | null;
}

/** What stays by decision: what was rejected, and the rest of what went from some places alone. */
export function staying(session: Session, { stays }: Verification): readonly Staying[] {
  const here = herePlaces(session).flatMap(({ entry: each, here: gone }, index) => {
    const count = stays.filter(({ term }) => term === index).reduce((sum, row) => sum + row.count, 0);
    const stood = each.places.findIndex(
      (place, at) => !gone.includes(place) && occurrenceOf(session, each.id, at) !== null,
    );
    const occurrence = stood < 0 ? null : occurrenceOf(session, each.id, stood);
    return count === 0 ? [] : [line(each, count, true, occurrence)];
  });
  const kept = rejected(session).map(each =>
    line(each, each.places.length, false, (session.found.get(each.id) ?? 0) > 0 ? 0 : null),
  );
  return [...here, ...kept];
}

function line({ id, term }: Entry, count: number, partly: boolean, occurrence: number | null): Staying {
  return { term, count, partly, visit: occurrence === null ? null : { id, occurrence } };
}

/** What whoever gets the document reads in it all the same; empty where that is nothing. */
export function whatStays(session: Session, verification: Verification): string {
  const stays = staying(session, verification);
  const open = pending(session).length;
  const told = [
    ...(stays.length > 0
      ? [`${counted(stays.length, "term")} ${stays.length === 1 ? "stays" : "stay"} in it by decision.`]
      : []),
    ...(open === 1 ? ["One suggestion is not decided, and stands in it."] : []),
    ...(open > 1 ? [`${inDigits(open)} suggestions are not decided, and stand in it.`] : []),
  ];
  return told.join(" ");
}
