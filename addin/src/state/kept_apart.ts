/** Where the words of redacted terms stay: inside terms that are not accepted, and where nothing was suggested. */

import { plain, type NamedTerms, type Statement } from "./claims";
import { MAX_NAMED, quoted } from "./custom_terms";
import { isFullyRedacted } from "./selectors";
import type { Session } from "./session";
import { byId, entries, type Entry } from "./suggestion_list";

/** List the longer terms that are not accepted and contain a redacted term. */
export function longerTerms(session: Session): readonly Entry[] {
  const { analysis } = session;
  if (analysis === null) return [];
  const known = byId(analysis);
  const longer = new Set(redacted(session).flatMap(({ suggestion }) => suggestion?.inside ?? []));
  const listed = [...longer].flatMap(id => known.get(id) ?? []);
  return listed.filter(({ id, count }) => count > 0 && !isFullyRedacted(session, id));
}

function redacted(session: Session): readonly Entry[] {
  const all = session.analysis ? entries(session.analysis) : [];
  return all.filter(({ id, suggestion }) => suggestion !== null && isFullyRedacted(session, id));
}

/** Say in which longer terms redacted ones stay; empty where in none. */
export function longerTermsStatement(session: Session): Statement {
  const terms = longerTerms(session).map(({ term }) => term);
  if (terms.length === 0) return plain("");
  const [are, them] = terms.length === 1 ? ["is", "it"] : ["are", "them"];
  return {
    text: `${quoted(terms)} ${are} not accepted, so the accepted terms inside ${them} are not redacted.`,
    claims: { "left.inside": named(terms) },
  };
}

function named(terms: readonly string[]): NamedTerms {
  return { terms, more: Math.max(terms.length - MAX_NAMED, 0) };
}

/** Say which terms are redacted only in the places that were suggested; empty where none is. */
export function inPlaceStatement(session: Session): Statement {
  const alone = redacted(session).filter(({ suggestion }) => suggestion?.spellings.length === 0);
  const terms = alone.map(({ term }) => term);
  if (terms.length === 0) return plain("");
  const are = terms.length === 1 ? "is" : "are";
  const they = terms.length === 1 ? "it is" : "they are";
  return {
    text: `${quoted(terms)} ${are} redacted only where ${they} suggested. The same words may be left elsewhere, for example in links and properties.`,
    claims: { "decisions.in-place": named(terms) },
  };
}
