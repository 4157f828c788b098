import { expect, test } from "vitest";
import {
  clientQuestion,
  likenessOf,
  preselected,
  typedNames,
  unprotectedStatement,
} from "../../src/state/client_choice";
import { reduce } from "../../src/state/reducer";
import { currentQuestion } from "../../src/state/selectors";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

const CLIENTS = ["Carrefour", "Danone"].map(name => ({
  ...{ name, utility: null, documents: 3, aliases: [], id: null, group: null },
}));
const opened = (hiddenClients: number, ...more: readonly Action[]): Session =>
  [{ type: "clients-loaded", clients: CLIENTS, hiddenClients } as const, ...more].reduce(reduce, START);
const guessed = (probability: number, client = "Carrefour"): Action => ({
  type: "client-guessed",
  looksLike: { client, probability },
});

test("a text looks like the client that is likelier than all others", () => {
  const [ann, bob] = [
    { client: "Ann", probability: 0.6 },
    { client: "Bob", probability: 0.4 },
  ];
  expect(likenessOf([ann, bob])).toEqual(ann);
  expect(likenessOf([ann])).toEqual(ann);
  expect(likenessOf([ann, { ...bob, probability: 0.6 }])).toBeNull();
  expect(likenessOf([])).toBeNull();
});

test.each([
  [0.95, 0, "Carrefour"],
  [0.94, 0, null],
  [0.99, 3, null],
])("with a certainty of %d and %i hidden clients, %s is chosen", (probability, hidden, client) => {
  const session = opened(hidden, guessed(probability));
  expect([session.client, session.clientGuessed]).toEqual([client, client !== null]);
  expect(preselected(session.looksLike, session)).toBe(client);
});

test("a guess changes nothing that a person has chosen", () => {
  const chosen = opened(0, { type: "choose-client", client: "Danone" }, guessed(0.99));
  expect(chosen.client).toBe("Danone");
  const unknown = opened(0, { type: "choose-unknown-client", names: ["Foo"] }, guessed(0.99));
  expect([unknown.client, unknown.unknownNames]).toEqual([null, ["Foo"]]);
});

test("another client than the text looks like is questioned once, with both names", () => {
  const other = opened(0, guessed(0.98), { type: "choose-client", client: "Danone" });
  expect(clientQuestion(other)).toMatchObject({
    text: "You chose Danone. The text looks like Carrefour (98\u00a0% certain).",
    suggested: "Carrefour",
    canKeep: true,
  });
  const kept = reduce(other, { type: "keep-client" });
  expect(clientQuestion(kept)).toBeNull();
  const again = [
    { type: "choose-client", client: null } as const,
    { type: "choose-client", client: "Danone" } as const,
  ];
  expect(clientQuestion(again.reduce<Session>(reduce, kept))).not.toBeNull();
  expect(clientQuestion(reduce(other, { type: "choose-client", client: "Carrefour" }))).toBeNull();
});

test("a guess that is no better than another names nobody", () => {
  expect(clientQuestion(opened(0, guessed(0.4)))).toBeNull();
  expect(clientQuestion(opened(0, guessed(0.7)))).toMatchObject({ suggested: "Carrefour", canKeep: false });
});

test("where clients are hidden, no certainty is told", () => {
  const question = clientQuestion(opened(3, guessed(0.98)));
  expect(question?.text).toBe("Of the clients that you can see, the text looks most like Carrefour.");
});

test("the names of a client that the model does not know are redacted, and the rest is said to stay", () => {
  const names = typedNames(" Foo plc ; Foo; ;!? ");
  expect(names).toEqual(["Foo plc", "Foo"]);
  const chosen = opened(0, { type: "choose-unknown-client", names });
  const question = currentQuestion(chosen);
  expect([question.client, question.always]).toEqual([null, names]);
  const found = suggestion("f", { term: "Foo plc", kind: "always", from_level: null, count: 3 });
  const told = analysis({ client: null, levels: [], suggestions: [found], near_misses: [] });
  const session = reduce(chosen, { type: "analysed", analysis: told, answered: question });
  expect(session.decisions.get("f")?.verdict).toBe("accepted");
  expect(unprotectedStatement(session).text).toBe(
    "The model does not know this client. “Foo plc” is in the list. “Foo” is not in the text. " +
      "Unsaid redacts the listed names and personal data, " +
      "but no other words that point to the client, such as product names.",
  );
  const asked = [{ term: "Foo", suggestions: [], inside: ["f"] }];
  const within = reduce(chosen, { type: "analysed", analysis: { ...told, asked }, answered: question });
  expect(unprotectedStatement(within).text).toContain("“Foo” is part of longer terms in the list.");
  const none = reduce(session, { type: "choose-client", client: null });
  expect([none.unknownNames, currentQuestion(none).always]).toEqual([[], []]);
});
