/** The words of redacted terms may stay: inside terms that are not accepted, and where nothing was suggested. */

import { expect, test } from "vitest";
import { inPlaceStatement, longerTermsStatement } from "../../src/state/kept_apart";
import { outcomeText } from "../../src/state/outcome_text";
import { reduce } from "../../src/state/reducer";
import { currentQuestion } from "../../src/state/selectors";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

const PERSONAL = { kind: "personal", entity: "PERSON", from_level: null } as const;
const SHORT = { ...suggestion("s", { term: "kestrelux", ...PERSONAL }), inside: ["h", "u"] };
const LONG = ["h", "u"].map(id =>
  suggestion(id, { term: { h: "@kestrelux", u: "kestrelux.example" }[id] ?? "", ...PERSONAL }),
);
const YEAR = { ...suggestion("y", { term: "2003", ...PERSONAL }), spellings: [], elsewhere: 3 };
const TOLD = analysis({ client: null, levels: [], suggestions: [SHORT, ...LONG, YEAR], near_misses: [] });

function redacted(accepted: readonly string[], rejected: readonly string[] = []): Session {
  const actions: Action[] = [
    { type: "analysed", analysis: TOLD, answered: currentQuestion(START) },
    { type: "terms-located", foundCounts: new Map(TOLD.suggestions.map(each => [each.id, each.count])) },
    { type: "accept", ids: [...accepted] },
    { type: "reject", ids: [...rejected], scope: "document" },
    { type: "redact" },
    { type: "redacted", redactedIds: [...accepted], leftPlaces: [], trackingLost: false },
  ];
  return actions.reduce(reduce, START);
}

const texts = (session: Session): string =>
  (outcomeText(session)?.sentences ?? []).map(({ text }) => text).join(" ");

test("an accepted term inside undecided and rejected ones is said to stay there", () => {
  const session = redacted(["s"], ["u"]);
  expect(longerTermsStatement(session)).toEqual({
    text: "“@kestrelux”, “kestrelux.example” are not accepted, so the accepted terms inside them are not redacted.",
    claims: { "left.inside": { terms: ["@kestrelux", "kestrelux.example"], more: 0 } },
  });
  expect(texts(session)).toContain(
    "Accepted terms are redacted in the text, except inside terms that are not accepted. Everything else",
  );
  expect(texts(session)).not.toContain("All accepted terms");
});

test("nothing is said of longer terms that are accepted too", () => {
  const session = redacted(["s", "h", "u"]);
  expect(longerTermsStatement(session).text).toBe("");
  expect(texts(session)).toContain("All accepted terms are redacted in the text.");
});

test("a longer term that goes alone keeps no shorter one", () => {
  expect(longerTermsStatement(redacted(["h"])).text).toBe("");
});

test("a term that only its context tells is said to go only where it was suggested", () => {
  expect(inPlaceStatement(redacted(["y"]))).toEqual({
    text: "“2003” is redacted only where it is suggested. The same words may be left elsewhere, for example in links and properties.",
    claims: { "decisions.in-place": { terms: ["2003"], more: 0 } },
  });
  expect(inPlaceStatement(redacted(["s"])).text).toBe("");
});

test("after a check, nothing is said to be gone that stays inside other terms", () => {
  const verification = { status: "clean" as const, places: [], parts: [], new: [], stays: [] };
  const outcome = { outcome: "not_met" as const, exceptions: [], unmet: [] };
  const now = [{ type: "check" } as const, { type: "checked", verification, outcome } as const].reduce<Session>(
    reduce,
    redacted(["s", "y"], ["u"]),
  );
  const told = outcomeText(now);
  expect(told?.title.text).toBe("Accepted terms are redacted, except inside terms that are not accepted");
  expect(texts(now)).toContain(
    "Except inside terms that are not accepted, no accepted term is left in this document",
  );
});
