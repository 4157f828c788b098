/** How telling a term is for a person who reads the list: names and rare words before everyday ones. */

import type { Suggestion } from "../api/schemas";

/** Frequent words of English. They say little to a person, even where the model weighs them. */
const EVERYDAY = new Set(
  (
    "a able about above across act add after again against ago all almost along already also although always am among " +
    "an and another any anybody anyone anything are around as ask at away back be because become been before begin " +
    "behind being believe believes below best better between big both bring but buy by call called came can cannot " +
    "case change clear close come comes could counts day days decision did different do does doing done down during " +
    "each early eight either else end enough even ever every everybody everyone everything example few fifth fifty " +
    "find first five follow for forty four fourth from full further gave general get give given go goes going good " +
    "got great had half hand hard has have having he held help her here him himself his hold home hour hours how " +
    "however hundred i idea if important in into is issue it its itself just keep kept kind know known large last " +
    "late later least leave left less let level like likely little long look low made main make makes making many " +
    "may maybe me mean means might mine minute minutes month months more morning most move moved moves much must my " +
    "near need needs never new next night nine ninety no nobody none nor not note nothing now number o'clock o’clock " +
    "of off often old on once one only open or order orders other others our ours out over own page part past people " +
    "perhaps person pick place point possible put question rather read reads ready real really reason report right " +
    "run said same saw say says second section see seen set seven seventy several shall she should show side since " +
    "six sixty small so some somebody someone something sometimes soon stand stands start stay still stood stop such " +
    "sure table take taken ten than that the their them themselves then there these they thing things think third " +
    "thirty this those though thousand three through time times to today together told tomorrow too took toward " +
    "towards turn twelve twenty twice two under until up upon us use used uses using usually very view want wants was " +
    "way we week weeks well went were what when where whether which while who whole whom whose why will with within " +
    "without word words work works would write written year years yes yesterday yet you your yours"
  ).split(" "),
);

const NAME = 0;
const NAME_LIKE = 1;
const RARE = 2;
const COMMON = 3;

/** Rank a suggestion: 0 is the most telling. */
export function tellingRank({ kind, entity, term }: Pick<Suggestion, "kind" | "entity" | "term">): number {
  if (kind !== "client" || entity === "CLIENT") return NAME;
  const words = term.toLocaleLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];
  if (words.every(isEveryday)) return COMMON;
  return /[\p{Lu}\p{N}]/u.test(term) ? NAME_LIKE : RARE;
}

function isEveryday(word: string): boolean {
  return EVERYDAY.has(word) || /^\p{L}{1,2}$/u.test(word);
}
