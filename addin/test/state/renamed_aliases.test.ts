/** A term that was called a name of the client is another suggestion then; what was decided of it goes along. */

import { expect, test } from "vitest";
import { accepted, currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

const PERSON = suggestion("p1", { term: "Imogen", kind: "personal", entity: "PERSON", from_level: null });
const NAME = suggestion("n1", { term: "imogen", entity: "CLIENT", from_level: null });
const OTHER = suggestion("p2", { term: "Desmond", kind: "personal", entity: "PERSON", from_level: null });

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

const analysed = (session: Session, ...suggestions: (typeof PERSON)[]): Session =>
  after(session, { type: "analysed", analysis: analysis({ suggestions }), answered: currentQuestion(session) });
const named = after(
  analysed(START, PERSON, OTHER),
  { type: "accept", ids: ["p2"] },
  { type: "add-alias", id: "p1" },
);
const again = analysed(named, NAME, OTHER);

test("its decision is kept", () => {
  expect(accepted(again).map(each => each.id)).toEqual(["n1", "p2"]);
  expect(again.decisions.get("n1")?.alias).toBe(true);
  expect(again.decisions.has("p1")).toBe(false);
});

test("undo takes the decision back", () => {
  const back = after(again, { type: "undo" });
  expect(accepted(back).map(each => each.id)).toEqual(["p2"]);
});

test("no other suggestion gets another id", () => {
  expect(analysed(named, PERSON, OTHER).decisions).toEqual(named.decisions);
});
